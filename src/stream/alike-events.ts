import type { ReadLimits } from '../chat/collector.ts';
import type { SseEvent } from '../chat/sse.ts';
import { readStreamChunk, type StreamChunk, type StreamPiece } from '../chat/stream-chunk.ts';

/** What stands around the only text of an event's data, and what was read of it. */
type Pattern = Readonly<{ before: string; behind: string; chunk: StreamChunk; piece: StreamPiece }>;

/** The bytes of a whole event around that text. */
type Frame = Readonly<{ head: Buffer; tail: Buffer; pattern: Pattern }>;

/** An event that is one before but for a word, and what was read of it. */
export type AlikeEvent = SseEvent & Readonly<{ chunk: StreamChunk }>;

const LONGEST_DATA = 2048;
const LONGEST_TEXT = 256;
/** Beside the data: the names of fields, an id, line ends. */
const LONGEST_REST = 256;

/** Under this key any string is a text, whatever it says. */
const CONTENT_OF_DELTA = /"delta":\{(?:"role":"[a-z]{1,16}",)?"content":"$/;
const CONTENT = /^\d+\/content$/;
/** What in JSON stands for itself, and ends no string. U+FFFD may have been bytes that are no UTF-8. */
const PLAIN = /^[^"\\\p{Cc}\ufffd]+$/u;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_N = 0x6e;
const SPACE = 0x20;
const DELETE = 0x7f;
const LF = 0x0a;

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

/** Null where the data is not one line of the event, or not as it was sent. */
const frameOf = ({ raw, start, data, saysMore }: SseEvent, pattern: Pattern): Frame | null => {
  if (data === null || saysMore || start > 0 || raw[0] === LF || raw.at(-1) !== LF) return null;
  const at = raw.indexOf(data);
  const from = at + Buffer.byteLength(pattern.before);
  const to = from + Buffer.byteLength(pattern.piece.text);
  if (at === -1 || raw.length > Buffer.byteLength(data) + LONGEST_REST) return null;
  return { head: Buffer.from(raw.subarray(0, from)), tail: Buffer.from(raw.subarray(to)), pattern };
};

/** Which bytes stand in a string. */
type Kind = 'ascii' | 'with-breaks' | 'beyond';

/** Where a string ends that holds nothing but what stands for itself and line breaks; -1 where it holds anything else. */
const endOfText = (bytes: Uint8Array, from: number, limit: number): number => {
  for (let at = from; at < limit; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at;
    if (byte < SPACE || byte === DELETE) return -1;
    if (byte !== BACKSLASH) continue;
    if (bytes[at + 1] !== LETTER_N) return -1;
    at += 1;
  }
  return -1;
};

const kindOf = (bytes: Uint8Array, from: number, to: number): Kind => {
  let kind: Kind = 'ascii';
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > DELETE) return 'beyond';
    if (byte === BACKSLASH) kind = 'with-breaks';
  }
  return kind;
};

/** What stands between the quotes; null where it is more than plain. */
const writtenIn = (raw: Buffer, from: number, to: number, kind: Kind): string | null => {
  if (kind !== 'beyond') return raw.toString('latin1', from, to);
  const written = raw.toString('utf8', from, to);
  return PLAIN.test(written) ? written : null;
};

const chunkOf = ({ before, chunk, piece }: Pattern, written: string, text: string): StreamChunk => {
  const source = { start: before.length - 1, end: before.length + written.length + 1 };
  return { ...chunk, pieces: [{ channel: piece.channel, choice: piece.choice, text, source }] };
};

/**
 * Reads the events of one stream. Most are one before but for a word of the answer: of these only the word is read, since in the
 * place of one plain string another changes nothing else of what is read.
 */
export const createAlikeEvents = (limits: ReadLimits) => {
  const mostChars = Math.min(LONGEST_TEXT, limits.maxTextChars);
  let frame: Frame | null = null;

  return {
    /** The event that begins at a place, with all that is to be known of it; null where it has to be read. */
    at: (bytes: Uint8Array, start: number): AlikeEvent | null => {
      if (frame === null) return null;
      const { head, tail, pattern } = frame;
      const from = start + head.length;
      const most = Math.min(bytes.length - tail.length + 1, from + mostChars + 1);
      if (from + 1 >= most || head.compare(bytes, start, from) !== 0) return null;
      const to = endOfText(bytes, from, most);
      if (to <= from || tail.compare(bytes, to, to + tail.length) !== 0) return null;
      const raw = Buffer.from(bytes.buffer, bytes.byteOffset + start, to + tail.length - start);
      const kind = kindOf(bytes, from, to);
      const written = writtenIn(raw, head.length, to - start, kind);
      if (written === null) return null;
      const text = kind === 'with-breaks' ? written.replaceAll('\\n', '\n') : written;
      const data = pattern.before + written + pattern.behind;
      return { raw, start: 0, data, saysMore: false, chunk: chunkOf(pattern, written, text) };
    },
    /** Throws as `readStreamChunk` does. @param event Whose data it is. */
    read: (data: string, event: SseEvent): StreamChunk => {
      const chunk = readStreamChunk(data, limits);
      const pattern = patternOf(data, chunk);
      // What was read once stays as it was, whatever came in between.
      frame = (pattern === null ? null : frameOf(event, pattern)) ?? frame;
      return chunk;
    },
  };
};
