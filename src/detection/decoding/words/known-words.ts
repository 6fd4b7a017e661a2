import { createKernel, type Functions, layOut } from '../../kernel/kernel.ts';
import {
  putText,
  reserve,
  TEXT_AT,
  TEXT_FUNCTIONS,
  TEXT_MEMORY,
  TEXT_UNITS,
} from '../../kernel/text-kernel.ts';
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
const TABLES = { known: 4 << KNOWN_BITS, powers: 4 * POWERS } as const;
/** Code units behind a text that the kernel sets, so that it need not look for the end. */
const BEHIND = 64;

/** For a text of so many code units: a word and what ends it take two at least. */
const placesFor = (chars: number) => ({
  hashes: 4 * (chars + BEHIND),
  words: 4 * (chars + 3),
  unknown: 4 * (chars + 3),
});

/** The tables in some kernel's memory, and room there for a text and what is found in it. */
type Room = Readonly<{
  chars: number;
  functions: Functions;
  at: Readonly<Record<'known' | 'powers' | 'hashes' | 'words' | 'unknown' | 'units', number>>;
  words: Int32Array;
  unknown: Int32Array;
  put: (text: string) => void;
}>;

const placesIn = (buffer: ArrayBuffer, { words, unknown }: Room['at'], chars: number) => ({
  words: new Int32Array(buffer, words, chars + 3),
  unknown: new Int32Array(buffer, unknown, chars + 3),
});

const IN_HAND: Room = (() => {
  const at = { ...reserve({ ...TABLES, ...placesFor(TEXT_UNITS) }), units: TEXT_AT };
  return {
    ...{ chars: TEXT_UNITS, functions: TEXT_FUNCTIONS, at, put: putText },
    ...placesIn(TEXT_MEMORY, at, TEXT_UNITS),
  };
})();
const KNOWN = new Int32Array(TEXT_MEMORY, IN_HAND.at.known, 1 << KNOWN_BITS);
const FILLED_POWERS = new Int32Array(TEXT_MEMORY, IN_HAND.at.powers, POWERS);

/** A kernel with copies of the tables, for texts that are longer than the one in hand may be. */
const createRoom = (chars: number): Room => {
  const { at, end } = layOut({ ...TABLES, ...placesFor(chars), units: 2 * (chars + BEHIND) });
  const { functions, memory } = createKernel(end);
  const { buffer } = memory;
  new Int32Array(buffer, at.known, KNOWN.length).set(KNOWN);
  new Int32Array(buffer, at.powers, POWERS).set(FILLED_POWERS);
  const bytes = Buffer.from(buffer, at.units, 2 * chars);
  return {
    ...{ chars, functions, at, ...placesIn(buffer, at, chars) },
    put: (text) => {
      bytes.write(text, 'utf16le');
    },
  };
};

let large: Room | undefined;

const roomFor = (chars: number): Room => {
  if (chars <= TEXT_UNITS) return IN_HAND;
  if (large === undefined || large.chars < chars) large = createRoom(2 * chars);
  return large;
};

for (let letters = 0, power = 1; letters < POWERS; letters++, power = Math.imul(power, PRIME))
  FILLED_POWERS[letters] = power;

/** A hash of no word so far; never 0 after a letter. */
export const NO_LETTERS = 1;
/** @param code A small letter of ASCII, or a capital with its sixth bit set. */
export const hashLetter = (hash: number, code: number): number => Math.imul(hash, PRIME) + code;

const slotOf = (hash: number): number => {
  let slot = (Math.imul(hash, GOLDEN) >>> (32 - KNOWN_BITS)) & ~(BUCKET - 1);
  while (KNOWN[slot] !== 0 && KNOWN[slot] !== hash) slot = (slot + 1) & MASK;
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
  KNOWN[slot] = hash;
  return slot;
};

for (const word of FOREIGN_WORDS.trim().split(/\s+/u)) FOREIGN[put(word)] = 1;
eachWord((word) => {
  FOREIGN[put(word)] = 0;
});

/** Whether a hash made with `hashLetter` is that of a word; wrong once in some thousand words. */
export const isKnownHash = (hash: number): boolean => KNOWN[slotOf(hash)] === hash;

/** The same for words of the vocabulary alone. */
export const isVocabularyHash = (hash: number): boolean => {
  const slot = slotOf(hash);
  return KNOWN[slot] === hash && FOREIGN[slot] === 0;
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

const find = (text: string, letters: number, room: Room, out: number, places: Int32Array): FoundWords => {
  const { at, functions, put: putInto } = room;
  putInto(text);
  const wanted = functions.findWords(at.units, text.length, at.known, at.powers, at.hashes, letters, out);
  return { count: places[0] ?? 0, wanted, places };
};

/** The words of ASCII letters in `text`; offsets are those within it. Valid until the next call. */
export const findWords = (text: string): FoundWords => {
  const room = roomFor(text.length);
  return find(text, 0, room, room.at.words, room.words);
};

/** Of those with so many letters the unknown ones; valid until the next call of this one. */
export const findUnknown = (text: string, letters: number): FoundWords => {
  const room = roomFor(text.length);
  return find(text, letters, room, room.at.unknown, room.unknown);
};
