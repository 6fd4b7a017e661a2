import type { ReadLimits } from '../chat/collector.ts';
import { readStreamChunk, type StreamChunk, type StreamPiece } from '../chat/stream-chunk.ts';

/** What stands around the only text of an event, and what was read of it. */
type Pattern = Readonly<{ before: string; behind: string; chunk: StreamChunk; piece: StreamPiece }>;

const LONGEST_DATA = 2048;
const LONGEST_TEXT = 256;

/** Under this key any string is a text, whatever it says. */
const CONTENT_OF_DELTA = /"delta":\{(?:"role":"[a-z]{1,16}",)?"content":"$/;
const CONTENT = /^\d+\/content$/;
/** What in JSON stands for itself, and ends no string. */
const PLAIN = /^[^"\\\p{Cc}]+$/u;

const patternOf = (data: string, chunk: StreamChunk): Pattern | null => {
  const [piece] = chunk.pieces;
  if (piece === undefined || chunk.pieces.length > 1 || data.length > LONGEST_DATA) return null;
  if (chunk.texts.length > 0 || chunk.repeats !== undefined || chunk.unjudged.length > 0) return null;
  const { start, end } = piece.source;
  const before = data.slice(0, start + 1);
  const isPlain = PLAIN.test(piece.text) && data.slice(start + 1, end - 1) === piece.text;
  if (!isPlain || !CONTENT.test(piece.channel) || !CONTENT_OF_DELTA.test(before)) return null;
  return { before, behind: data.slice(end - 1), chunk, piece };
};

/** What stands between the two; null where it is not one plain string. */
const textWithin = (data: string, { before, behind }: Pattern, mostChars: number): string | null => {
  const length = data.length - before.length - behind.length;
  if (length < 1 || length > mostChars || !data.startsWith(before) || !data.endsWith(behind)) return null;
  const text = data.slice(before.length, before.length + length);
  return PLAIN.test(text) ? text : null;
};

/**
 * Reads the chunks of one stream, as `readStreamChunk` does each. Most are the one before but for a word of the answer: of these
 * only the word is read, since in the place of one plain string another changes nothing else of what is read.
 */
export const createChunkReader = (limits: ReadLimits): ((data: string) => StreamChunk) => {
  const mostChars = Math.min(LONGEST_TEXT, limits.maxTextChars);
  let last: Pattern | null = null;
  return (data) => {
    const text = last === null ? null : textWithin(data, last, mostChars);
    if (last !== null && text !== null) {
      const { before, chunk, piece } = last;
      const source = { start: before.length - 1, end: before.length + text.length + 1 };
      return { ...chunk, pieces: [{ ...piece, text, source }] };
    }
    const chunk = readStreamChunk(data, limits);
    last = patternOf(data, chunk);
    return chunk;
  };
};
