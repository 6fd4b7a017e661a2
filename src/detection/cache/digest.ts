import { createKernel, layOut } from '../kernel/kernel.ts';

/** Code units that are hashed in one go; longer texts are hashed in pieces. */
const PIECE_UNITS = 16_384;
const NUMBER_BYTES = 8;
const DIGEST_BYTES = 16;
/** Stands in front of the text. */
const LABEL_BYTES = NUMBER_BYTES;
/** A piece as UTF-8, which has up to three bytes for each code unit, and what stands in front: label and name, or the rest of a piece. */
const PIECE_BYTES = 3 * PIECE_UNITS + LABEL_BYTES + DIGEST_BYTES;
export const KEY_BYTES = 16;
/** Texts that are named together in one go. */
const MOST_TOGETHER = 32;

/** A text's name: 16 characters of one byte each. */
export type Digest = string;

const { at, end } = layOut({
  key: KEY_BYTES,
  piece: PIECE_BYTES,
  lengths: 4 * MOST_TOGETHER,
  // All names together are a text themselves: its label stands in front of them, its own name behind.
  names: LABEL_BYTES + DIGEST_BYTES * (MOST_TOGETHER + 1),
});
const { functions, memory } = createKernel(end);
const KEY = new Uint8Array(memory.buffer, at.key, KEY_BYTES);
const PIECE = Buffer.from(memory.buffer, at.piece, PIECE_BYTES);
const LABELS = new Int32Array(memory.buffer, at.piece, PIECE_BYTES / 4);
const LENGTHS = new Int32Array(memory.buffer, at.lengths, MOST_TOGETHER);
const NAMES = Buffer.from(memory.buffer, at.names, LABEL_BYTES + DIGEST_BYTES * (MOST_TOGETHER + 1));
const LABEL_OF_NAMES = new Int32Array(memory.buffer, at.names, LABEL_BYTES / 4);

/** Where the piece that begins at `from` ends: never within a character of two code units. */
const pieceEnd = (text: string, from: number): number => {
  const to = from + PIECE_UNITS;
  if (to >= text.length) return text.length;
  return (text.charCodeAt(to - 1) & 0xfc00) === 0xd800 ? to - 1 : to;
};

/**
 * SipHash-2-4 with 128 bits over a number and a text as UTF-8: what a cache needs, since nobody outside has the key, at a third of what
 * SHA-256 costs with Node's call, its copies and its text of the result. UTF-8 and not V8's code units, since most texts are half as
 * long in it.
 *
 * @param key 16 bytes that nobody outside can know.
 * @param label Up to 32 bits that tell one kind of text from another.
 * @param text Well-formed: lone surrogates would all be one.
 * @param before The name of what stood in front of the text, where that belongs to its own.
 */
export const digestOf = (key: Uint8Array, label: number, text: string, before: Digest = ''): Digest => {
  KEY.set(key);
  functions.sipStart(at.key);
  LABELS[0] = label;
  LABELS[1] = 0;
  let held = LABEL_BYTES + PIECE.write(before, LABEL_BYTES, 'latin1');
  let total = held;
  for (let from = 0; from < text.length; ) {
    const to = pieceEnd(text, from);
    const written = PIECE.write(from === 0 && to === text.length ? text : text.slice(from, to), held);
    held += written;
    total += written;
    from = to;
    if (from === text.length) break;
    // The hash goes on by whole numbers; what is left is the beginning of the next piece.
    const whole = held - (held % NUMBER_BYTES);
    functions.sipAdd(at.piece, whole / NUMBER_BYTES);
    PIECE.copyWithin(0, whole, held);
    held -= whole;
  }
  const numbers = Math.floor(held / NUMBER_BYTES);
  functions.sipAdd(at.piece, numbers);
  functions.sipEnd(at.piece + NUMBER_BYTES * numbers, held % NUMBER_BYTES, total, at.names);
  return NAMES.toString('latin1', 0, DIGEST_BYTES);
};

/** Whether so many code units in so many texts are named in one go, whatever the characters. */
const fitTogether = (units: number, texts: number): boolean =>
  texts <= MOST_TOGETHER && 3 * units + (LABEL_BYTES + NUMBER_BYTES) * texts <= PIECE_BYTES;

/**
 * The names of several texts, which are those of {@link digestOf}, and that of all of them together: one by one, short texts cost
 * mostly the way there and back.
 *
 * @param label Of the texts together.
 * @param labelOf Of the text of this index.
 * @returns The names of the texts and behind them that of all, 16 characters each ({@link digestAt}); null where they are too long or too many.
 */
export const digestsOf = (
  key: Uint8Array,
  label: number,
  texts: readonly string[],
  labelOf: (index: number) => number,
): string | null => {
  let units = 0;
  for (const text of texts) units += text.length;
  if (!fitTogether(units, texts.length)) return null;
  KEY.set(key);
  let to = 0;
  for (let index = 0; index < texts.length; index += 1) {
    LABELS[to / 4] = labelOf(index);
    LABELS[to / 4 + 1] = 0;
    const length = LABEL_BYTES + PIECE.write(texts[index] ?? '', to + LABEL_BYTES);
    LENGTHS[index] = length;
    to += NUMBER_BYTES * Math.ceil(length / NUMBER_BYTES);
  }
  const names = at.names + LABEL_BYTES;
  functions.sipEach(at.key, at.piece, at.lengths, texts.length, names);
  const bytes = LABEL_BYTES + DIGEST_BYTES * texts.length;
  LABEL_OF_NAMES[0] = label;
  LABEL_OF_NAMES[1] = 0;
  functions.sipStart(at.key);
  functions.sipAdd(at.names, bytes / NUMBER_BYTES);
  functions.sipEnd(at.names + bytes, 0, bytes, at.names + bytes);
  return NAMES.toString('latin1', LABEL_BYTES, bytes + DIGEST_BYTES);
};

/** @param names Of `digestsOf`. */
export const digestAt = (names: string, index: number): Digest =>
  names.slice(DIGEST_BYTES * index, DIGEST_BYTES * (index + 1));
