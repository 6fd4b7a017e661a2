import { createCodeUnits } from '../code-units.ts';
import type { MappedText } from '../mapped-text.ts';
import { createWriter, putText, putUnit, putUnits, resetWriter, toMapped } from '../unit-writer.ts';

/** The escapes of programs: `\u0041`, `\u{41}`, `\x41`. */

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

const readEscape = (units: Uint16Array, at: number): void => {
  const kind = (units[at + 1] ?? 0) | SMALL;
  found.end = 0;
  if (kind === X) readFixed(units, at + 2, 2);
  else if (kind === U && units[at + 2] === OPEN) readBraced(units, at + 3);
  else if (kind === U) readFixed(units, at + 2, 4);
};

/** @param room Where the escapes alone say more than that, nothing is decoded. */
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
  for (; at !== -1; at = text.indexOf('\\', at)) {
    readEscape(units, at);
    const { codePoint, end } = found;
    if (end > 0 && codePoint <= MAX_CODE_POINT) {
      putUnits(WRITER, units, copied, at);
      kept += at - copied;
      if (codePoint <= 0xffff) putUnit(WRITER, codePoint, at, end);
      else putText(WRITER, String.fromCodePoint(codePoint), at, end, length - end);
      copied = end;
    }
    at = Math.max(end, at + 1);
  }
  if (copied === 0 || WRITER.length - kept > room) return undefined;
  putUnits(WRITER, units, copied, length);
  return toMapped(WRITER);
};
