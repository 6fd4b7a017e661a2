import { LATIN_VARIANTS, LOOKALIKES } from './confusables.ts';
import { compose, createMapBuilder, type MapBuilder, type MappedText, unchanged } from './mapped-text.ts';

/**
 * What a character needs. Most scripts are `PLAIN`, so that the loop over a text of theirs is a table look-up.
 */
const PLAIN = 0;
const SPACE = 1;
const BREAK = 2;
const GONE = 3;
const MAPPED = 4;
const SELECTOR = 5;
const HIGH_SURROGATE = 6;

const KINDS = new Uint8Array(0x10000);
const REPLACEMENTS = new Map<number, string>();

type Ranges = readonly (readonly [first: number, last: number])[];

const within = (ranges: Ranges, letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
};

/** Marks that decorate a letter; those of Indic scripts and kana are letters in their own right and stay. */
const DECORATION: Ranges = [
  [0x300, 0x36f],
  [0x591, 0x5bd],
  [0x5bf, 0x5bf],
  [0x5c1, 0x5c7],
  [0x610, 0x61a],
  [0x640, 0x640],
  [0x64b, 0x65f],
  [0x670, 0x670],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0xfe20, 0xfe2f],
];

/** Control and format characters, and letters that show nothing; white space is not among them. */
const INVISIBLE: Ranges = [
  [0, 8],
  [0xe, 0x1f],
  [0x7f, 0x84],
  [0x86, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
];

const foldCharacter = (character: string): string => {
  let folded = character;
  for (let round = 0; round < 3; round++) {
    const bare = [...folded.normalize('NFKD')].filter((letter) => !within(DECORATION, letter)).join('');
    const next = [...bare.normalize('NFC')]
      .map((letter) => LATIN_VARIANTS.get(letter) ?? letter)
      .filter((letter) => !within(INVISIBLE, letter))
      .join('');
    if (next === folded) break;
    folded = next;
  }
  return folded;
};

const kindOf = (code: number, character: string): number => {
  if (code >= 0xfe00 && code <= 0xfe0f) return SELECTOR;
  if (/[\n\r\v\f\u0085\u2028\u2029]/u.test(character)) return BREAK;
  if (/\s/u.test(character)) return SPACE;
  const folded = foldCharacter(character);
  if (folded === '') return GONE;
  if (folded === character) return PLAIN;
  REPLACEMENTS.set(code, folded);
  return MAPPED;
};

const fillKinds = (): void => {
  for (let code = 0; code < 0x10000; code++) {
    if (code === 0x3400) code = 0xa000; // CJK ideographs stay as they are
    if (code === 0xac00) code = 0xd800; // and so do Hangul syllables
    if (code < 0xd800 || code > 0xf8ff) KINDS[code] = kindOf(code, String.fromCharCode(code));
    else if (code <= 0xdbff) KINDS[code] = HIGH_SURROGATE;
  }
};
fillKinds();

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
  /&(?:(?:amp|#0{0,6}38|#x0{0,6}26);){0,64}(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos|nbsp|colon|excl|lsqb|rsqb|verbar|newline|shy|zwnj|zwj));/giu;

const NEEDS_WORK = /[^\x20-\x7e\n]|[ \n]{2}|&(?:#|[a-z]{2,8};)/iu;
const NON_LATIN = /[\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13f4]/u;
const MAX_PASSES = 8;

/** A chain of variation selectors this long carries bytes; a shorter one picks the look of an emoji. */
const MIN_SMUGGLED = 4;

/**
 * Reads a text the way a model would: compatibility forms, decoration, invisible characters, hidden text in
 * Unicode tags and variation selectors, lookalike letters, HTML entities and runs of white space are resolved.
 *
 * Case is kept. `normalize(normalize(x).text).text === normalize(x).text`. Plain ASCII costs one look at each character.
 */
export const normalize = (text: string): MappedText => {
  let result = unchanged(text);
  for (let pass = 0; pass < MAX_PASSES && NEEDS_WORK.test(result.text); pass++) {
    const before = result.text;
    for (const step of [foldCharacters, decodeEntities, foldLookalikes]) {
      const next = step(result.text);
      if (next !== undefined && next.text !== result.text) result = compose(result, next);
    }
    if (result.text === before) break;
  }
  return result;
};

/** Folds single letters only; rules are written through it, so that they meet the text in the same form. */
export const foldLetters = (text: string): string =>
  Array.from(text, (letter) => (letter < '\x7f' ? letter : foldCharacter(letter))).join('');

const foldCharacters = (text: string): MappedText => {
  const builder = createMapBuilder(text);
  let at = 0;
  while (at < text.length) {
    const from = at;
    while (at < text.length && KINDS[text.charCodeAt(at)] === PLAIN) at++;
    if (at > from) builder.copy(from, at);
    if (at < text.length) at = foldSpecial(text, at, builder);
  }
  return builder.build();
};

const foldSpecial = (text: string, at: number, builder: MapBuilder): number => {
  const code = text.charCodeAt(at);
  switch (KINDS[code]) {
    case SPACE:
    case BREAK:
      return foldSpaces(text, at, builder);
    case MAPPED:
      builder.put(REPLACEMENTS.get(code) ?? '', at, at + 1);
      return at + 1;
    case SELECTOR:
      return foldSelectors(text, at, builder);
    case HIGH_SURROGATE:
      return foldAstral(text, at, builder);
    default:
      return at + 1;
  }
};

const foldSpaces = (text: string, at: number, builder: MapBuilder): number => {
  let end = at;
  let last = at;
  let breaks = false;
  for (; end < text.length; end++) {
    const kind = KINDS[text.charCodeAt(end)];
    if (kind !== SPACE && kind !== BREAK && kind !== GONE) break;
    if (kind !== GONE) last = end + 1;
    if (kind === BREAK) breaks = true;
  }
  const out = breaks ? '\n' : ' ';
  if (last === at + 1 && text[at] === out) builder.copy(at, last);
  else builder.put(out, at, last);
  return end;
};

/** Bytes smuggled as variation selectors: VS1-16 are 0-15, VS17-256 are 16-255. */
const selectorByte = (codePoint: number): number | undefined => {
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return codePoint - 0xfe00;
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return codePoint - 0xe0100 + 16;
  return undefined;
};

const foldSelectors = (text: string, at: number, builder: MapBuilder): number => {
  const bytes: number[] = [];
  let end = at;
  while (end < text.length) {
    const codePoint = text.codePointAt(end) ?? 0;
    const byte = selectorByte(codePoint);
    if (byte === undefined) break;
    bytes.push(byte);
    end += codePoint > 0xffff ? 2 : 1;
  }
  if (bytes.length >= MIN_SMUGGLED) builder.put(Buffer.from(bytes).toString('utf8'), at, end);
  return end;
};

const foldAstral = (text: string, at: number, builder: MapBuilder): number => {
  const codePoint = text.codePointAt(at) ?? 0;
  if (codePoint <= 0xffff) {
    builder.copy(at, at + 1);
    return at + 1;
  }
  if (selectorByte(codePoint) !== undefined) return foldSelectors(text, at, builder);
  const folded = readAstral(codePoint);
  if (folded === undefined) builder.copy(at, at + 2);
  else builder.put(folded, at, at + 2);
  return at + 2;
};

/** Undefined: the character stands for itself. */
const readAstral = (codePoint: number): string | undefined => {
  if (codePoint >= 0xe0020 && codePoint <= 0xe007e) return String.fromCharCode(codePoint - 0xe0000);
  if (codePoint >= 0xe0000 && codePoint <= 0xe0fff) return '';
  if (codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff) return String.fromCharCode(codePoint - 0x1f1e6 + 65);
  if (codePoint >= 0x1f150 && codePoint <= 0x1f169) return String.fromCharCode(codePoint - 0x1f150 + 65);
  if (codePoint >= 0x1f170 && codePoint <= 0x1f189) return String.fromCharCode(codePoint - 0x1f170 + 65);
  if ((codePoint >= 0x1bca0 && codePoint <= 0x1bca3) || (codePoint >= 0x1d173 && codePoint <= 0x1d17a))
    return '';
  const character = String.fromCodePoint(codePoint);
  const folded = foldCharacter(character);
  return folded === character ? undefined : folded;
};

const decodeEntities = (text: string): MappedText | undefined => {
  if (!text.includes('&')) return undefined;
  const builder = createMapBuilder(text);
  let from = 0;
  for (const match of text.matchAll(ENTITY)) {
    const out = decodeEntity(match[1], match[2], match[3]);
    const end = match.index + match[0].length;
    builder.copy(from, match.index);
    builder.put(out ?? match[0], match.index, end);
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

type Word = Readonly<{ start: number; text: string; script: 'mixed' | 'lookalike' | 'real' }>;

const scriptOf = (word: string): Word['script'] => {
  let latin = 0;
  for (const letter of word) {
    if (letter < '\x7f') latin += /[a-z]/iu.test(letter) ? 1 : 0;
    else if (!LOOKALIKES.has(letter)) return 'real';
  }
  return latin > 0 ? 'mixed' : 'lookalike';
};

/**
 * Lookalike letters become Latin in words that mix scripts, and in words made of nothing else unless the text has
 * real words of that script beside them.
 */
const foldLookalikes = (text: string): MappedText | undefined => {
  if (!NON_LATIN.test(text)) return undefined;
  const words: Word[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (NON_LATIN.test(match[0]))
      words.push({ start: match.index, text: match[0], script: scriptOf(match[0]) });
  }
  const real = words.some((word) => word.script === 'real');
  const builder = createMapBuilder(text);
  let from = 0;
  for (const word of words) {
    if (word.script === 'real' || (word.script === 'lookalike' && (real || word.text.length < 2))) continue;
    const end = word.start + word.text.length;
    builder.copy(from, word.start);
    builder.put(
      Array.from(word.text, (letter) => LOOKALIKES.get(letter) ?? letter).join(''),
      word.start,
      end,
    );
    from = end;
  }
  builder.copy(from, text.length);
  return builder.build();
};
