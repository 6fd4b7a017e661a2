import { codeAt } from '../text/code-units.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { characterOf } from './letters/chains.ts';

/** The escapes of style sheets, `\49 gnore`, and of RTF, `\'69\'67` and `\u105?`. */

/** Fewer are icons, places in a pattern, parts of a path. */
const MIN_LETTERS = 4;

/** Three digits of eight, as in programs, are none of these; a blank behind a style sheet's digits belongs to them. */
const STYLE = /\\(?![0-3][0-7]{2}(?![\da-f]))(\d[\da-f]{1,5}|[a-f]\d[\da-f]{2})(?![\da-f]) ?/giu;
/** Behind a number stands what is shown by who does not know it. */
const RTF = /\\'([\da-f]{2})|\\u(-?\d{1,5}) ?(?:\?|\\'[\da-f]{2})/giu;
const NEGATIVE = 0x10000;

const LETTER = /\p{L}/u;

type Read = (match: RegExpExecArray) => string;

const readStyle: Read = ([, digits = '']) => characterOf(Number.parseInt(digits, 16));

const readRtf: Read = ([, byte, number = '']) => {
  if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16));
  const code = Number.parseInt(number, 10);
  return characterOf(code < 0 ? code + NEGATIVE : code);
};

const decode = (text: string, pattern: RegExp, read: Read): MappedText | undefined => {
  const builder = createMapBuilder(text);
  let letters = 0;
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const out = read(match);
    if (LETTER.test(out)) letters++;
    else if (out !== ' ') continue;
    builder.copy(from, match.index);
    builder.put(out, match.index, match.index + match[0].length);
    from = match.index + match[0].length;
  }
  if (letters < MIN_LETTERS) return undefined;
  builder.copy(from, text.length);
  return builder.build();
};

/** What stands behind the backslash of an escape. */
const BEGINS = new Uint8Array(0x10000);
for (const sign of "0123456789abcdefABCDEFuU'") BEGINS[sign.charCodeAt(0)] = 1;

/** Whether so many may be there: programs have a few backslashes, and a pattern looks at all of their text. */
const mayHold = (text: string): boolean => {
  let count = 0;
  for (let at = text.indexOf('\\'); at !== -1 && count < MIN_LETTERS; at = text.indexOf('\\', at + 1))
    count += BEGINS[codeAt(text, at + 1)] ?? 0;
  return count >= MIN_LETTERS;
};

/** @returns Undefined where there are hardly any. */
export const decodeDocumentEscapes = (text: string): MappedText | undefined =>
  mayHold(text) ? (decode(text, RTF, readRtf) ?? decode(text, STYLE, readStyle)) : undefined;
