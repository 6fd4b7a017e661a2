import { createCounter, hasKinds } from '../../text/counting.ts';
import { followersOf } from '../../text/unit-writer.ts';
import { knownShare, wordsIn } from '../words/stretches.ts';
import { readable } from './readable.ts';

/** What of decoded bytes is text. */

/** Bytes in a row; fewer are text by chance. */
const MIN_BYTES = 12;
/** So many in a row are never text by chance. */
const LONG = 40;
/** The first of them tell whether they differ. */
const MOST_COMPARED = 200;
/** Of the letters in words that are long enough. */
const LEAST_KNOWN = 0.5;

/** By byte: 1 for a control that no text has. */
const CONTROLS = new Uint8Array(256).fill(1, 0, 32);
for (const byte of [9, 10, 13]) CONTROLS[byte] = 0;
CONTROLS[127] = 1;

/** Whether a byte may be part of a text. */
export const isWritten = (byte: number): boolean => CONTROLS[byte] === 0;

/** By its first byte how many bytes a character takes; 0 where none that is written begins with it. */
const SIZES = Uint8Array.from({ length: 256 }, (_, byte) => (isWritten(byte) ? followersOf(byte) + 1 : 0));

/** Whether the bytes behind the first one go on with a character of that size. */
const isWhole = (bytes: Uint8Array, at: number, size: number, count: number): boolean => {
  if (at + size > count) return false;
  for (let i = at + 1; i < at + size; i++) if (((bytes[i] ?? 0) & 0xc0) !== 0x80) return false;
  return true;
};

/** How many bytes the character takes that begins at `at`; 0 where none does that is written. */
export const characterAt = (bytes: Uint8Array, at: number, count: number): number => {
  const size = SIZES[bytes[at] ?? 0] ?? 0;
  return isWhole(bytes, at, size, count) ? size : 0;
};

type Bytes = Readonly<{ start: number; end: number }>;

const isFollower = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Whether a byte is part of no character, wherever the one begins that it would be of. */
const isStray = (bytes: Uint8Array, at: number): boolean => {
  const byte = bytes[at] ?? 0;
  if (isFollower(byte)) return at === 0 || (bytes[at - 1] ?? 0) < 0x80;
  const size = SIZES[byte] ?? 0;
  return size === 0 || (size > 1 && !isFollower(bytes[at + 1] ?? 0));
};

/** Behind the last of the bytes in `[start, end)` that is part of no character; `start` where there is none. */
const behindStray = (bytes: Uint8Array, start: number, end: number): number => {
  for (let at = end - 1; at >= start; at--) if (isStray(bytes, at)) return at + 1;
  return start;
};

/** From `start` on the first place behind which so many bytes may be characters: in what is none, few bytes tell of each such place. */
const nextLikely = (bytes: Uint8Array, start: number, count: number, least: number): number => {
  let at = start;
  while (at + least < count) {
    const behind = behindStray(bytes, at, at + least);
    if (behind === at) return at;
    at = behind;
  }
  return at;
};

/** Stretches of bytes that are characters in UTF-8, without any control among them. */
export const writtenStretches = (
  bytes: Uint8Array,
  count: number = bytes.length,
  least: number = MIN_BYTES,
): readonly Bytes[] => {
  const found: Bytes[] = [];
  let start = nextLikely(bytes, 0, count, least);
  let at = start;
  while (at < count) {
    const size = SIZES[bytes[at] ?? 0] ?? 0;
    if (size === 1 || (size > 1 && isWhole(bytes, at, size, count))) {
      at += size;
      continue;
    }
    if (at - start >= least) found.push({ start, end: at });
    at = nextLikely(bytes, at + 1, count, least);
    start = at;
  }
  if (at - start >= least) found.push({ start, end: at });
  return found;
};

/** Whether there are `least` bytes in a row that are characters, without any control among them. */
export const hasWritten = (bytes: Uint8Array, least: number): boolean => {
  let start = 0;
  for (let at = 0; at < bytes.length; ) {
    const size = characterAt(bytes, at, bytes.length);
    at += Math.max(1, size);
    if (size === 0) start = at;
    else if (at - start >= least) return true;
  }
  return false;
};

/** Whether the first `count` bytes are all characters. */
export const isAllWritten = (bytes: Uint8Array, count: number = bytes.length): boolean => {
  let at = 0;
  while (at < count) {
    const size = characterAt(bytes, at, count);
    if (size === 0) return false;
    at += size;
  }
  return true;
};

/** From Greek on: what stands in front is in no text by itself. */
const FIRST_FOREIGN = 0x370;
const BLOCK_BITS = 8;
const MIN_FOREIGN_LETTERS = 5;

/** In letters of another script, and of a single one. */
const isForeign = (text: string): boolean => {
  const letters = new Set<number>();
  const blocks = new Set<number>();
  let foreign = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < FIRST_FOREIGN) continue;
    foreign++;
    letters.add(code);
    // Chinese takes many of them.
    blocks.add(code >= 0x2e80 ? 0 : code >> BLOCK_BITS);
  }
  return foreign * 2 > text.length && blocks.size <= 2 && letters.size >= MIN_FOREIGN_LETTERS;
};

/** Of all characters the share that words have which are long enough to be known by them. */
const LEAST_IN_WORDS = 0.3;

/** Shorter words are known by chance. */
const LEAST_LETTERS = 4;

const hasWords = (text: string): boolean => {
  let long = 0;
  let isSure = false;
  for (const { start, end, isKnown } of wordsIn(text, 0, text.length)) {
    if (end - start >= 3) long += end - start;
    isSure ||= isKnown && end - start >= LEAST_LETTERS;
  }
  return isSure && long >= text.length * LEAST_IN_WORDS && knownShare(text) >= LEAST_KNOWN;
};

/** Whether a text that each of its characters may be by chance is one of words. */
export const isOfWords = (text: string): boolean => readable(text) && (hasWords(text) || isForeign(text));

/** Letters, digits and blanks, of all characters. */
const LEAST_PLAIN = 0.85;

const plainIn = createCounter(/[\p{L}\p{M}\p{N}\s]/u);

const isPlain = (text: string): boolean => plainIn(text) >= text.length * LEAST_PLAIN;

/** What is repeated is text by chance more often. */
const LEAST_DIFFERENT = 10;

/** Whether bytes that were found to be characters are a text; a long one may be in a further disguise. */
export const isText = (text: string): boolean => {
  if (!readable(text)) return false;
  const head = text.slice(0, MOST_COMPARED);
  const mayBeCoded = text.length >= LONG && hasKinds(head, LEAST_DIFFERENT) && isPlain(head);
  return mayBeCoded || isOfWords(text);
};

/**
 * The text in decoded bytes, without what is none in front, between and behind; undefined where there is none.
 *
 * @param isOne Whether characters are a text: where any bytes may be some by chance, only words count.
 */
export const textIn = (bytes: Uint8Array, isOne: (text: string) => boolean = isText): string | undefined => {
  const stretches = writtenStretches(bytes);
  if (stretches.length === 0) return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const text = stretches
    .map(({ start, end }) => buffer.toString('utf8', start, end))
    .filter(isOne)
    .join('\n');
  return text === '' ? undefined : text;
};
