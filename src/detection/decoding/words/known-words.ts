import { createKernel, layOut } from '../../kernel/kernel.ts';
import { FOREIGN_WORDS } from './foreign-words.ts';
import { eachWord, LONGEST_WORD } from './vocabulary.ts';

/**
 * Hashes of all words, of the vocabulary and of other languages, in a table of their own, in the kernel's memory: whether a word is
 * known is asked far more often than how common it is.
 */
const KNOWN_BITS = 17;
const MASK = (1 << KNOWN_BITS) - 1;
/** Slots that the kernel looks at in one go: a word is in the first free one from where such begin. */
const BUCKET = 4;
const GOLDEN = 0x9e3779b1 | 0;
const PRIME = 0x01000193;

const POWERS = LONGEST_WORD + 1;
const { at: TABLE, end: TABLE_END } = layOut({ known: 4 << KNOWN_BITS, powers: 4 * POWERS });
const KERNEL = createKernel(TABLE_END);
const FIRST_CHARS = 4096;
/** Code units behind a text that the kernel sets, so that it need not look for the end. */
const BEHIND = 64;

/** Room for a text behind the table, and arrays over both; those of before are void. */
const roomFor = (chars: number) => {
  // A word and what ends it take two characters at least.
  const pairs = 4 * (chars + 3);
  const { at, end } = layOut(
    { units: 2 * (chars + BEHIND), hashes: 4 * (chars + BEHIND), words: pairs, unknown: pairs },
    TABLE_END,
  );
  KERNEL.grow(end);
  const { buffer } = KERNEL.memory;
  return {
    chars,
    at,
    known: new Int32Array(buffer, TABLE.known, 1 << KNOWN_BITS),
    bytes: Buffer.from(buffer, at.units, 2 * chars),
    words: new Int32Array(buffer, at.words, chars + 3),
    unknown: new Int32Array(buffer, at.unknown, chars + 3),
  };
};
let room = roomFor(FIRST_CHARS);

const filled = new Int32Array(KERNEL.memory.buffer, TABLE.powers, POWERS);
for (let letters = 0, power = 1; letters < POWERS; letters++, power = Math.imul(power, PRIME))
  filled[letters] = power;

/** A hash of no word so far; never 0 after a letter. */
export const NO_LETTERS = 1;
/** @param code A small letter of ASCII, or a capital with its sixth bit set. */
export const hashLetter = (hash: number, code: number): number => Math.imul(hash, PRIME) + code;

const slotOf = (hash: number): number => {
  const { known } = room;
  let slot = (Math.imul(hash, GOLDEN) >>> (32 - KNOWN_BITS)) & ~(BUCKET - 1);
  while (known[slot] !== 0 && known[slot] !== hash) slot = (slot + 1) & MASK;
  return slot;
};

const SMALL = 0x20;

const hashOf = (text: string, from: number, to: number): number => {
  let hash = NO_LETTERS;
  for (let at = from; at < to; at++) hash = hashLetter(hash, text.charCodeAt(at) | SMALL);
  return hash;
};

/** By the slot of a word: 1 where it is of another language. */
const FOREIGN = new Uint8Array(1 << KNOWN_BITS);

const put = (word: string): number => {
  const hash = hashOf(word, 0, word.length);
  const slot = slotOf(hash);
  room.known[slot] = hash;
  return slot;
};

for (const word of FOREIGN_WORDS.trim().split(/\s+/u)) FOREIGN[put(word)] = 1;
eachWord((word) => {
  FOREIGN[put(word)] = 0;
});

/** Whether a hash made with `hashLetter` is that of a word; wrong once in some thousand words. */
export const isKnownHash = (hash: number): boolean => room.known[slotOf(hash)] === hash;

/** The same for words of the vocabulary alone. */
export const isVocabularyHash = (hash: number): boolean => {
  const slot = slotOf(hash);
  return room.known[slot] === hash && FOREIGN[slot] === 0;
};

/** Whether a hash that `isKnownHash` knows is that of a word of another language alone. */
export const isForeignHash = (hash: number): boolean => FOREIGN[slotOf(hash)] === 1;

/** Whether the letters of ASCII in `text[from, to)` are a word of the vocabulary, in either case. */
export const isVocabularyWord = (text: string, from: number, to: number): boolean =>
  to > from && to - from <= LONGEST_WORD && isVocabularyHash(hashOf(text, from, to));

/**
 * How many words there are, and how many of them were wanted; of these, behind one other number, pairs of where such a one starts and where it ends,
 * the complement of that where it is known.
 */
type FoundWords = Readonly<{ count: number; wanted: number; places: Int32Array }>;

const find = (text: string, letters: number, out: number, places: Int32Array): FoundWords => {
  const { at, bytes } = room;
  bytes.write(text, 'utf16le');
  const { known, powers } = TABLE;
  const wanted = KERNEL.functions.findWords(at.units, text.length, known, powers, at.hashes, letters, out);
  return { count: places[0] ?? 0, wanted, places };
};

/** The words of ASCII letters in `text`; offsets are those within it. Valid until the next call. */
export const findWords = (text: string): FoundWords => {
  if (text.length > room.chars) room = roomFor(2 * text.length);
  return find(text, 0, room.at.words, room.words);
};

/** Of those with so many letters the unknown ones; valid until the next call of this one. */
export const findUnknown = (text: string, letters: number): FoundWords => {
  if (text.length > room.chars) room = roomFor(2 * text.length);
  return find(text, letters, room.at.unknown, room.unknown);
};
