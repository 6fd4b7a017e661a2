import { createCodeUnits } from '../text/code-units.ts';
import { type MappedText, TOO_LONG } from '../text/mapped-text.ts';
import { createWriter, putText, putUnit, putUnits, resetWriter, toMapped } from '../text/unit-writer.ts';

/** The escapes of programs and of style sheets: `\u0041`, `\u{41}`, `\x41`, `\U00000041`, `\000041`, and `\/` in addresses of JSON. */

const NO_DIGIT = 16;
const HEX = new Uint8Array(0x10000).fill(NO_DIGIT);
for (let digit = 0; digit < NO_DIGIT; digit++) {
  HEX[digit.toString(16).charCodeAt(0)] = digit;
  HEX[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

const SMALL = 0x20;
const U = 0x75;
const X = 0x78;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const ZERO = 0x30;
const BLANK = 0x20;
const LINE_FEED = 0x0a;
const MAX_CODE_POINT = 0x10ffff;
const MAX_DIGITS = 6;

const CODE_UNITS = createCodeUnits();
const WRITER = createWriter();

/** What stands behind a backslash: its value, and where it ends; an end of 0 where it is no escape. */
const found = { codePoint: 0, end: 0 };

/** Reads digits up to `to`. @returns How many there were. */
const readDigits = (units: Uint16Array, from: number, to: number): number => {
  found.codePoint = 0;
  for (let at = from; at < to; at++) {
    const digit = HEX[units[at] ?? 0] ?? NO_DIGIT;
    if (digit === NO_DIGIT) return at - from;
    found.codePoint = found.codePoint * 16 + digit;
  }
  return to - from;
};

const readBraced = (units: Uint16Array, at: number): void => {
  const count = readDigits(units, at, at + MAX_DIGITS);
  if (count > 0 && units[at + count] === CLOSE) found.end = at + count + 1;
};

const readFixed = (units: Uint16Array, at: number, digits: number): void => {
  if (readDigits(units, at, at + digits) === digits) found.end = at + digits;
};

/** Eight digits begin with zeros, and a small `u` has so many only where four would say nothing. */
const mayBeLong = (units: Uint16Array, at: number): boolean =>
  units[at + 2] === ZERO &&
  units[at + 3] === ZERO &&
  (units[at + 1] !== U || (units[at + 4] === ZERO && units[at + 5] === ZERO));

const readUnicode = (units: Uint16Array, at: number): void => {
  if (mayBeLong(units, at)) readFixed(units, at + 2, 8);
  if (found.end === 0 || found.codePoint > MAX_CODE_POINT) readFixed(units, at + 2, 4);
};

/** In a style sheet a blank may end the digits, and belongs to them. */
const readStyle = (units: Uint16Array, at: number): void => {
  readFixed(units, at + 1, MAX_DIGITS);
  if (found.end > 0 && (units[found.end] === BLANK || units[found.end] === LINE_FEED)) found.end++;
};

const readSlash = (at: number): void => {
  found.codePoint = SLASH;
  found.end = at + 2;
};

/** As PHP writes the slashes of an address. Elsewhere `\/` is of expressions. */
const ADDRESS = /:\\{1,8}\/\\{1,8}\//u;

/** @param at Where its backslash stands, the last one where there are several. */
const readEscape = (units: Uint16Array, at: number, hasAddress: boolean): void => {
  const kind = (units[at + 1] ?? 0) | SMALL;
  found.end = 0;
  if (hasAddress && units[at + 1] === SLASH) readSlash(at);
  else if (kind === X) readFixed(units, at + 2, 2);
  else if (kind === U && units[at + 2] === OPEN) readBraced(units, at + 3);
  else if (kind === U) readUnicode(units, at);
  else if (units[at + 1] === ZERO && units[at + 2] === ZERO) readStyle(units, at);
};

/** Backslashes are escaped themselves, once for each text within which the escapes stand. */
const lastBackslash = (units: Uint16Array, first: number): number => {
  let last = first;
  while (units[last + 1] === BACKSLASH) last++;
  return last;
};

/** @param room Where the escapes alone say more than that, nothing is decoded: `TOO_LONG`. */
export const decodeEscapes = (text: string, room: number): MappedText | undefined => {
  let at = text.indexOf('\\');
  if (at === -1) return undefined;
  const { length } = text;
  const units = CODE_UNITS.read(text);
  // Ends what would be read beyond the text.
  units[length] = 0;
  resetWriter(WRITER, length);
  let copied = 0;
  let kept = 0;
  const hasAddress = ADDRESS.test(text);
  for (; at !== -1; at = text.indexOf('\\', at)) {
    const last = lastBackslash(units, at);
    readEscape(units, last, hasAddress);
    const { codePoint, end } = found;
    if (end > 0 && codePoint <= MAX_CODE_POINT) {
      putUnits(WRITER, units, copied, at);
      kept += at - copied;
      if (codePoint <= 0xffff) putUnit(WRITER, codePoint, at, end);
      else putText(WRITER, String.fromCodePoint(codePoint), at, end, length - end);
      copied = end;
    }
    at = Math.max(end, last + 1);
  }
  if (copied === 0) return undefined;
  if (WRITER.length - kept > room) return TOO_LONG;
  putUnits(WRITER, units, copied, length);
  return toMapped(WRITER);
};
