import { createCodeUnits } from '../code-units.ts';
import type { MappedText } from '../mapped-text.ts';
import { createWriter, putBytes, putText, putUnits, resetWriter, toMapped } from '../unit-writer.ts';
import { toText } from './readable.ts';

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

const CODE_UNITS = createCodeUnits();
const WRITER = createWriter();

/** What a run of escapes may be as a whole: bytes of text one by one, of UTF-8, or of UTF-16. */
type Run = { count: number; isAscii: boolean };
const run: Run = { count: 0, isAscii: true };

/** Reads a run of escapes into `bytes`; `units` has something behind the text that is no escape. */
const readBytes = (units: Uint16Array, start: number): void => {
  run.count = 0;
  run.isAscii = true;
  for (let at = start; run.count < MAX_BYTES && units[at] === PERCENT; at += WIDTH) {
    const high = HEX[units[at + 1] ?? 0] ?? NO_DIGIT;
    const low = high === NO_DIGIT ? NO_DIGIT : (HEX[units[at + 2] ?? 0] ?? NO_DIGIT);
    if (low === NO_DIGIT) return;
    if (high > 7) run.isAscii = false;
    bytes[run.count++] = high * 16 + low;
  }
};

/** In UTF-16 every second byte of Latin letters is zero. */
const mayBeWide = (): boolean => run.count >= 8 && bytes[1] === 0;

/** Writes what was read in place of `[from, to)`. @returns False where it is no text. */
const writeRun = (from: number, to: number, length: number): boolean => {
  if (run.isAscii && !mayBeWide()) {
    putBytes(WRITER, bytes, run.count, from, to);
    return true;
  }
  const out = toText(bytes.subarray(0, run.count));
  if (out !== undefined) putText(WRITER, out, from, to, length - to);
  return out !== undefined;
};

/**
 * The escapes of addresses: `%41`.
 *
 * @param room Where more than that is left without all escapes, nothing is decoded.
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
  for (; at !== -1; at = text.indexOf('%', at)) {
    readBytes(units, at);
    const end = at + WIDTH * run.count;
    if (run.count > 0) {
      putUnits(WRITER, units, copied, at);
      kept += at - copied;
      copied = writeRun(at, end, length) ? end : at;
    }
    at = Math.max(end, at + 1);
  }
  if (copied === 0 || kept > room) return undefined;
  putUnits(WRITER, units, copied, length);
  return toMapped(WRITER);
};
