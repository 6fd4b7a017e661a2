export const WORDS_PER_SHINGLE = 8;

/** All runs of eight words of some texts. */
export type Shingles = Readonly<{
  /** The words of all texts, and none behind each text. */
  words: readonly string[];
  /** Where runs begin, by their hash. */
  places: ReadonlyMap<number, readonly number[]>;
  /** For the last bits of a hash 1 where a run has them. */
  marks: Uint8Array;
}>;

/** Stands between two texts, and is no word. */
const NO_WORD = '';
/** What the engine stores without a box. */
const HASH_BITS = 0x3fffffff;
const MARKS = 0x10000;
const BASE = 0x01000193;
/** What the word counts for that is left behind. */
const BASE_OF_FIRST = Array.from({ length: WORDS_PER_SHINGLE - 1 }).reduce<number>(
  (power) => Math.imul(power, BASE),
  1,
);

/** Calls `visit` with the hash of every run of eight, each made from the one before. */
export const eachRun = (hashes: ArrayLike<number>, visit: (hash: number, at: number) => void): void => {
  let hash = 0;
  for (let end = 0; end < hashes.length; end++) {
    const at = end + 1 - WORDS_PER_SHINGLE;
    hash = (Math.imul(hash, BASE) + (hashes[end] ?? 0)) | 0;
    if (at < 0) continue;
    visit((hash ^ (hash >>> 15)) & HASH_BITS, at);
    hash = (hash - Math.imul(hashes[at] ?? 0, BASE_OF_FIRST)) | 0;
  }
};

const isSame = (words: readonly string[], one: number, other: number): boolean => {
  for (let i = 0; i < WORDS_PER_SHINGLE; i++) if (words[one + i] !== words[other + i]) return false;
  return true;
};

/** @param hashOf Of a word. */
export const createShingles = (
  texts: readonly (readonly string[])[],
  hashOf: (word: string) => number,
): Shingles => {
  const words: string[] = [];
  const places = new Map<number, number[]>();
  const marks = new Uint8Array(MARKS);
  for (const text of texts) {
    const from = words.length;
    for (const word of text) words.push(word);
    words.push(NO_WORD);
    eachRun(text.map(hashOf), (hash, at) => {
      const here = places.get(hash);
      marks[hash % MARKS] = 1;
      if (here === undefined) places.set(hash, [from + at]);
      else if (!here.some((place) => isSame(words, place, from + at))) here.push(from + at);
    });
  }
  return { words, places, marks };
};

/** Where eight words of a text stand among those of others; -1 where they do not. */
const placeOf = (
  { words, places, marks }: Shingles,
  hash: number,
  at: number,
  wordAt: (index: number) => string,
): number => {
  if (marks[hash % MARKS] === 0) return -1;
  for (const place of places.get(hash) ?? []) {
    let i = 0;
    while (i < WORDS_PER_SHINGLE && words[place + i] === wordAt(at + i)) i++;
    if (i === WORDS_PER_SHINGLE) return place;
  }
  return -1;
};

/**
 * Says for each run of eight words of a text whether it stands in one of the others.
 *
 * @param hashes Of the words of the text, as they are hashed there.
 * @param wordAt Asked only about few words.
 */
export const runsWithin = (
  shingles: Shingles,
  hashes: ArrayLike<number>,
  wordAt: (index: number) => string,
): Uint8Array => {
  const found = new Uint8Array(Math.max(0, hashes.length + 1 - WORDS_PER_SHINGLE));
  let before = -1;
  eachRun(hashes, (hash, at) => {
    // Mostly the words go on as they do there.
    const next = before + WORDS_PER_SHINGLE;
    const goesOn = before >= 0 && shingles.words[next] === wordAt(at + WORDS_PER_SHINGLE - 1);
    before = goesOn ? before + 1 : placeOf(shingles, hash, at, wordAt);
    if (before >= 0) found[at] = 1;
  });
  return found;
};
