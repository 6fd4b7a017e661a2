import { createCodeUnits } from '../text/code-units.ts';
import { type MappedText, TOO_LONG } from '../text/mapped-text.ts';
import {
  createWriter,
  putText,
  putUnit,
  putUnits,
  putUtf8,
  resetWriter,
  toMapped,
} from '../text/unit-writer.ts';
import { toText } from './bytes/readable.ts';
import { textOfEscaped } from './loose-text.ts';

const MAX_BYTES = 512;
const NO_DIGIT = 16;

const HEX = new Uint8Array(0x10000).fill(NO_DIGIT);
for (let digit = 0; digit < NO_DIGIT; digit++) {
  HEX[digit.toString(16).charCodeAt(0)] = digit;
  HEX[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

const bytes = Buffer.alloc(MAX_BYTES);
const PERCENT = 0x25;
const WIDTH = 3;
const SMALL = 0x20;
const U = 0x75;
/** Of `%u0041`. */
const WIDE_WIDTH = 6;

const CODE_UNITS = createCodeUnits();
const WRITER = createWriter();

/**
 * Reads a run of escapes into `bytes`; `units` has something behind the text that is no escape.
 *
 * @returns How many.
 */
const readBytes = (units: Uint16Array, start: number): number => {
  let count = 0;
  for (let at = start; count < MAX_BYTES && units[at] === PERCENT; at += WIDTH) {
    const high = HEX[units[at + 1] ?? 0] ?? NO_DIGIT;
    const low = high === NO_DIGIT ? NO_DIGIT : (HEX[units[at + 2] ?? 0] ?? NO_DIGIT);
    if (low === NO_DIGIT) break;
    bytes[count++] = high * 16 + low;
  }
  return count;
};

/** Reads an escape of a UTF-16 unit, `%u0041`; -1 where there is none. */
const readUnit = (units: Uint16Array, start: number): number => {
  if (((units[start + 1] ?? 0) | SMALL) !== U) return -1;
  let unit = 0;
  for (let at = start + 2; at < start + WIDE_WIDTH; at++) {
    const digit = HEX[units[at] ?? 0] ?? NO_DIGIT;
    if (digit === NO_DIGIT) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
};

/** In UTF-16 every second byte of Latin letters is zero. */
const mayBeWide = (count: number): boolean => count >= 8 && bytes[1] === 0;

/** Writes what was read in place of `[from, to)`. @returns False where it is no text. */
const writeRun = (count: number, from: number, to: number, length: number): boolean => {
  if (!mayBeWide(count) && putUtf8(WRITER, bytes, count, from, to)) return true;
  const read = bytes.subarray(0, count);
  const out = (mayBeWide(count) ? toText(read) : undefined) ?? textOfEscaped(read);
  if (out !== undefined) putText(WRITER, out, from, to, length - to);
  return out !== undefined;
};

/** @param unit What there is in place of a run, or -1. @returns False where nothing was written. */
const writeEscapes = (count: number, unit: number, from: number, to: number, length: number): boolean => {
  if (unit === -1) return writeRun(count, from, to, length);
  putUnit(WRITER, unit, from, to);
  return true;
};

/** Where the next sign stands, or the end of the text. */
const nextPercent = (units: Uint16Array, from: number, length: number): number => {
  let at = from;
  while (at < length && units[at] !== PERCENT) at++;
  return at;
};

/**
 * The escapes of addresses, `%41`, and of an old function of browsers, `%u0041`.
 *
 * @param room Where the escapes alone say more than that, nothing is decoded: `TOO_LONG`.
 */
export const decodePercent = (text: string, room: number): MappedText | undefined => {
  let at = text.indexOf('%');
  if (at === -1) return undefined;
  const { length } = text;
  const units = CODE_UNITS.read(text);
  units[length] = 0;
  resetWriter(WRITER, length);
  let copied = 0;
  let kept = 0;
  let decoded = 0;
  for (; at < length; at = nextPercent(units, at, length)) {
    const count = readBytes(units, at);
    const unit = count === 0 ? readUnit(units, at) : -1;
    const end = at + (unit === -1 ? WIDTH * count : WIDE_WIDTH);
    if (end > at) {
      putUnits(WRITER, units, copied, at);
      kept += at - copied;
      copied = writeEscapes(count, unit, at, end, length) ? end : at;
      decoded += copied - at;
    }
    at = Math.max(end, at + 1);
  }
  if (decoded === 0) return undefined;
  if (WRITER.length - kept > room) return TOO_LONG;
  putUnits(WRITER, units, copied, length);
  return toMapped(WRITER);
};
