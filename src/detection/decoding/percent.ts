import { createMapBuilder, type MappedText } from '../mapped-text.ts';
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

/** Reads a run of escapes into `bytes`. @returns How many. */
const readBytes = (text: string, start: number): number => {
  let count = 0;
  for (let at = start; count < MAX_BYTES && text.charCodeAt(at) === PERCENT; at += 3) {
    const high = HEX[text.charCodeAt(at + 1)] ?? NO_DIGIT;
    const low = HEX[text.charCodeAt(at + 2)] ?? NO_DIGIT;
    if (high === NO_DIGIT || low === NO_DIGIT) break;
    bytes[count++] = high * 16 + low;
  }
  return count;
};

/** The commonest escape is one of ASCII by itself. */
const readRun = (count: number): string | undefined => {
  const [first = 0] = bytes;
  return count === 1 && first < 128 ? String.fromCharCode(first) : toText(bytes.subarray(0, count));
};

/** The escapes of addresses: `%41`. */
export const decodePercent = (text: string): MappedText | undefined => {
  let at = text.indexOf('%');
  if (at === -1) return undefined;
  const builder = createMapBuilder(text);
  let copied = 0;
  for (; at !== -1; at = text.indexOf('%', at)) {
    const count = readBytes(text, at);
    const end = at + 3 * count;
    const out = count > 0 ? readRun(count) : undefined;
    if (out !== undefined) {
      builder.copy(copied, at);
      builder.put(out, at, end);
      copied = end;
    }
    at = Math.max(end, at + 1);
  }
  if (copied === 0) return undefined;
  builder.copy(copied, text.length);
  return builder.build();
};
