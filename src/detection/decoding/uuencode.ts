import { SHORT_TEXT } from '../facts/signs.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { textIn } from './bytes/written.ts';

/** Three bytes as four signs from the blank on, in lines whose first sign says how many bytes there are. */

const FIRST = 0x20;
const LAST = 0x60;
const SIGN_BITS = 0x3f;
const MOST_OF_LINE = 45;
/** A line's last signs stand for zeros that fill it up, and may be missing. */
const MOST_MISSING = 3;

const signsFor = (bytes: number): number => 4 * Math.ceil(bytes / 3);

/** How many bytes a line says that it holds; 0 where it is none of the kind. */
const bytesOfLine = (text: string, start: number, end: number): number => {
  const count = (text.charCodeAt(start) - FIRST) & SIGN_BITS;
  if (count < 1 || count > MOST_OF_LINE) return 0;
  const missing = start + 1 + signsFor(count) - end;
  // Where a line is not full, some programs write one sign more.
  if (missing < -1 || missing > MOST_MISSING) return 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < FIRST || code > LAST) return 0;
  }
  return count;
};

/** The bytes of the lines that follow each other, as far as they were read. */
const read = { bytes: new Uint8Array(4096), count: 0 };

const pushLine = (text: string, start: number, end: number, count: number): void => {
  if (read.count + MOST_OF_LINE > read.bytes.length) {
    const larger = new Uint8Array(2 * read.bytes.length);
    larger.set(read.bytes);
    read.bytes = larger;
  }
  const { bytes } = read;
  const signAt = (at: number): number => (at < end ? (text.charCodeAt(at) - FIRST) & SIGN_BITS : 0);
  const to = read.count + count;
  let byte = read.count;
  for (let at = start + 1; byte < to; at += 4) {
    const group = (signAt(at) << 18) | (signAt(at + 1) << 12) | (signAt(at + 2) << 6) | signAt(at + 3);
    for (let shift = 16; shift >= 0 && byte < to; shift -= 8) bytes[byte++] = group >> shift;
  }
  read.count = to;
};

/**
 * @returns What was decoded and nothing else; undefined where that is nothing, or where a longer text holds neither a full line nor a
 *   heading.
 */
export const decodeUuencode = (text: string): MappedText | undefined => {
  if (text.length > SHORT_TEXT && !text.includes('\nM') && !text.includes('begin ')) return undefined;
  let builder: MapBuilder | undefined;
  const block = { start: 0, end: 0 };
  read.count = 0;
  const close = (): void => {
    if (read.count === 0) return;
    const out = textIn(read.bytes.subarray(0, read.count));
    read.count = 0;
    if (out === undefined) return;
    builder ??= createMapBuilder(text);
    builder.put(`${out}\n`, block.start, block.end);
  };
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    const lineEnd = text.indexOf('\n', start);
    end = lineEnd === -1 ? text.length : lineEnd;
    const count = bytesOfLine(text, start, end);
    if (count === 0) {
      close();
      continue;
    }
    if (read.count === 0) block.start = start;
    block.end = end;
    pushLine(text, start, end, count);
  }
  close();
  return builder?.build();
};
