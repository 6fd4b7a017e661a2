import type { Span } from '../../chat/segment.ts';
import { codeAt } from '../text/code-units.ts';
import type { MappedText } from '../text/mapped-text.ts';
import { isOfWords, isText, textIn } from './bytes/written.ts';
import { characterOf } from './letters/chains.ts';
import { textOfBytes } from './loose-text.ts';
import { replaceSpans } from './replaced.ts';
import { digitsAt, isBit, isDigit, mayHoldBits } from './runs/digit-runs.ts';

/** Characters as their bits: eight of them each, seven, or fewer where something stands between them. */

const BYTES = /(?<![01])[01]{8}(?:[\s,]?[01]{8}){7,4096}(?![01])/uy;
const BITS =
  /(?<![01])(?:[01]{32}(?:[\s,;|/._-]{1,3}[01]{32}){7,4096}|[01]{16}(?:[\s,;|/._-]{1,3}[01]{16}){7,4096}|[01]{6,8}(?:[\s,;|/._-]{1,3}[01]{6,8}){7,4096}|[01]{8}(?:[\s,]?[01]{8}){7,4096}|[01]{56,32768})(?![01])/uy;
/** Of the first group of both. */
const LEAST_OF_BYTES = 8;
const LEAST_OF_BITS = 6;
const BYTE = 8;
/** All of ASCII has its highest bit unset. */
const SHORT_BYTE = 7;

const bytesOf = (groups: readonly string[]): Buffer =>
  Buffer.from(groups.map((bits) => Number.parseInt(bits, 2)));

const cut = (bits: string, size: number): readonly string[] =>
  Array.from({ length: Math.floor(bits.length / size) }, (_, i) => bits.slice(i * size, (i + 1) * size));

const readInEights = (bits: string): string | undefined => {
  if (bits.length % BYTE !== 0) return undefined;
  return textOfBytes(bytesOf(cut(bits, BYTE)));
};

const readShort = (groups: readonly string[]): string | undefined => {
  const text = textOfBytes(bytesOf(groups));
  return text !== undefined && isText(text) ? text : undefined;
};

/** Of a character, in the widths that programs have for one. */
const isWide = ({ length }: string): boolean => length === 16 || length === 32;

const readWide = (groups: readonly string[]): string | undefined => {
  const out = groups.map((bits) => characterOf(Number.parseInt(bits, 2))).join('');
  return isText(out) ? out : undefined;
};

/** Each bit tells whether it differs from the one in front. */
const fromGray = (byte: number): number => {
  let out = byte;
  for (let shift = 1; shift < BYTE; shift++) out ^= byte >> shift;
  return out;
};

const readGray = (bytes: Buffer): string | undefined => textIn(bytes.map(fromGray), isOfWords);

const readBits = (run: string): string | undefined => {
  const groups = run.match(/[01]+/gu) ?? [];
  const bits = groups.join('');
  const isSeparated = groups.length > 1 && groups.every(({ length }) => length <= BYTE);
  if (groups.length > 1 && groups.every(isWide)) return readWide(groups);
  const inEights = readInEights(bits) ?? readShort(isSeparated ? groups : cut(bits, SHORT_BYTE));
  if (!isSeparated || (inEights !== undefined && isOfWords(inEights))) return inEights;
  const bytes = bytesOf(groups);
  return readGray(bytes) ?? inEights ?? textIn(bytes, isOfWords);
};

const endOfBits = (text: string, from: number): number => {
  let end = from;
  while (isBit(codeAt(text, end))) end++;
  return end;
};

/** What matches a pattern that begins with so many bits: it is tried where they are, and each run of digits is walked through once. */
const matchesIn = function* (
  text: string,
  marks: readonly number[],
  pattern: RegExp,
  least: number,
): Generator<Span> {
  const lengths = digitsAt(text, marks);
  let done = 0;
  for (let i = 0; i < marks.length; i++) {
    if ((lengths[i] ?? 0) < least) continue;
    let at = Math.max(marks[i] ?? 0, done);
    while (isDigit(codeAt(text, at))) {
      const end = endOfBits(text, at);
      pattern.lastIndex = at;
      const isMatch = end - at >= least && pattern.test(text);
      const next = isMatch ? pattern.lastIndex : Math.max(end, at + 1);
      if (isMatch) yield { start: at, end: next };
      at = next;
    }
    done = at;
  }
};

/**
 * Bytes, with a blank or a comma between them or nothing, as a stream waits for them.
 *
 * @param marks Where runs of digits begin, among other places.
 */
export const decodeBinary = (text: string, marks: readonly number[]): MappedText | undefined =>
  text.includes('011') && mayHoldBits(text, marks)
    ? replaceSpans(text, matchesIn(text, marks, BYTES, LEAST_OF_BYTES), (run) =>
        readInEights(run.replace(/[^01]/gu, '')),
      )
    : undefined;

/** The same in all other ways. */
export const decodeBits = (text: string, marks: readonly number[]): MappedText | undefined =>
  text.includes('11') && mayHoldBits(text, marks)
    ? replaceSpans(text, matchesIn(text, marks, BITS, LEAST_OF_BITS), readBits)
    : undefined;
