import { createMapBuilder, type MappedText } from './mapped-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  colon: ':',
  excl: '!',
  lsqb: '[',
  rsqb: ']',
  verbar: '|',
  newline: '\n',
  shy: '',
  zwnj: '',
  zwj: '',
};
const ENTITY =
  /&(?:(?:amp|#0{0,6}38|#x0{0,6}26);){0,64}(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos|nbsp|colon|excl|lsqb|rsqb|verbar|newline|shy|zwnj|zwj));/iuy;
/** What can follow the sign in an entity. */
const BEGINNINGS = new Set('#lgaqncervsz'.split('').flatMap((letter) => [letter, letter.toUpperCase()]));

/** @returns Undefined where there is none. */
export const decodeEntities = (text: string): MappedText | undefined => {
  let at = text.indexOf('&');
  if (at === -1) return undefined;
  const builder = createMapBuilder(text);
  let from = 0;
  for (; at !== -1; at = text.indexOf('&', Math.max(at + 1, from))) {
    if (!BEGINNINGS.has(text.charAt(at + 1))) continue;
    ENTITY.lastIndex = at;
    const match = ENTITY.exec(text);
    if (match === null) continue;
    const end = at + match[0].length;
    builder.copy(from, at);
    builder.put(decodeEntity(match[1], match[2], match[3]) ?? match[0], at, end);
    from = end;
  }
  if (from === 0) return undefined;
  builder.copy(from, text.length);
  return builder.build();
};

const decodeEntity = (decimal?: string, hex?: string, name?: string): string | undefined => {
  if (name !== undefined) return ENTITIES[name.toLowerCase()];
  const codePoint = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
  if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) return undefined;
  return String.fromCodePoint(codePoint);
};
