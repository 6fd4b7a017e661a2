import { codeAt } from '../text/code-units.ts';
import { foldLetters, normalize } from '../text/normalize.ts';

/** Words and what they announce. `tele*` stands for all words that begin so; `social security` for two words in a row. */
export type Vocabulary<Topic> = readonly (readonly [topic: Topic, words: readonly string[]])[];

/** What a word announces by itself, and whether it may do so together with the word before it, or behind it. */
export type Meaning<Topic> = Readonly<{ topics: readonly Topic[]; isFirst: boolean; isSecond: boolean }>;

export type Meanings<Topic> = Readonly<{
  /** Of the word `[from, to)` of a text, regardless of case. */
  of: (text: string, from: number, to: number) => Meaning<Topic>;
  /** What two words in small letters announce together, with a blank between them. */
  together: (pair: string) => readonly Topic[];
}>;

/** Stems are looked up by their first letters; none is shorter. */
const STEM_KEY = 4;
/** Words whose meanings are remembered. */
const MAX_KNOWN = 4096;
/** Scripts that write no blanks between words: there a word is looked for within a run. */
export const FIRST_UNSPACED = 0x2e80;
const LONGEST_UNSPACED = 6;
const UNSPACED_REACH = 12;

const NOTHING: readonly never[] = [];
const MEANS_NOTHING: Meaning<never> = { topics: NOTHING, isFirst: false, isSecond: false };

type Index<Topic> = Readonly<{
  topics: ReadonlyMap<string, readonly Topic[]>;
  firstWords: ReadonlySet<string>;
  secondWords: ReadonlySet<string>;
  stems: ReadonlyMap<string, readonly (readonly [stem: string, topic: Topic])[]>;
}>;

/** As it stands in a text that was made plain: a word whose letters all look like Latin ones is one of those, as `κινητό` is. */
const writtenAs = (word: string): readonly string[] => {
  const folded = foldLetters(word).toLowerCase();
  const plain = normalize(word).text.toLowerCase();
  return plain === folded || plain.length !== folded.length ? [folded] : [folded, plain];
};

const indexOf = <Topic>(vocabulary: Vocabulary<Topic>): Index<Topic> => {
  const topics = new Map<string, Topic[]>();
  const stems = new Map<string, (readonly [string, Topic])[]>();
  for (const [topic, words] of vocabulary) {
    for (const folded of words.flatMap(writtenAs)) {
      if (folded.endsWith('*')) {
        const stem = folded.slice(0, -1);
        const key = stem.slice(0, STEM_KEY);
        stems.set(key, [...(stems.get(key) ?? []), [stem, topic]]);
      } else {
        topics.set(folded, [...(topics.get(folded) ?? []), topic]);
      }
    }
  }
  const pairs = [...topics.keys()].filter((word) => word.includes(' '));
  const firstWords = new Set(pairs.map((pair) => pair.slice(0, pair.indexOf(' '))));
  const secondWords = new Set(pairs.map((pair) => pair.slice(pair.indexOf(' ') + 1)));
  return { topics, stems, firstWords, secondWords };
};

const lookUp = <Topic>({ topics, stems }: Index<Topic>, word: string): readonly Topic[] => {
  const known = topics.get(word);
  if (known !== undefined) return known;
  if (word.charCodeAt(0) >= FIRST_UNSPACED) return topicsWithin(topics, word);
  const found = stems.get(word.slice(0, STEM_KEY)) ?? NOTHING;
  return found.filter(([stem]) => word.startsWith(stem)).map(([, topic]) => topic);
};

const topicsWithin = <Topic>(
  topics: ReadonlyMap<string, readonly Topic[]>,
  run: string,
): readonly Topic[] => {
  const found: Topic[] = [];
  for (let at = Math.max(0, run.length - UNSPACED_REACH); at < run.length; at++) {
    for (let length = 1; length <= LONGEST_UNSPACED && at + length <= run.length; length++) {
      found.push(...(topics.get(run.slice(at, at + length)) ?? NOTHING));
    }
  }
  return found;
};

/** Bits of a small table by hash: whether a word or a stem of the vocabulary may have it. */
const WORD = 1;
const STEM = 2;
const TABLE_SIZE = 1 << 14;
const PRIME = 0x01000193;
const SMALL = 0x20;

const addLetter = (hash: number, code: number): number => Math.imul(hash ^ (code | SMALL), PRIME);
const placeOf = (hash: number): number => (hash ^ (hash >>> 15)) & (TABLE_SIZE - 1);
const hashOf = (word: string): number =>
  Array.from(word, (letter) => letter.charCodeAt(0)).reduce(addLetter, 0);

const tableOf = <Topic>({ topics, firstWords, secondWords, stems }: Index<Topic>): Uint8Array => {
  const table = new Uint8Array(TABLE_SIZE);
  const mark = (word: string, bit: number): void => {
    const place = placeOf(hashOf(word));
    table[place] = (table[place] ?? 0) | bit;
  };
  for (const word of [...topics.keys(), ...firstWords, ...secondWords]) mark(word, WORD);
  for (const key of stems.keys()) mark(key, STEM);
  return table;
};

/** False: the word is none of the vocabulary. Most words of a text are not, and need not be cut out of it. */
const mayMean = (table: Uint8Array, text: string, from: number, to: number): boolean => {
  let hash = 0;
  for (let at = from; at < to; at++) {
    const code = codeAt(text, at);
    if (code > 127) return true;
    hash = addLetter(hash, code);
    if (at - from === STEM_KEY - 1 && ((table[placeOf(hash)] ?? 0) & STEM) !== 0) return true;
  }
  return ((table[placeOf(hash)] ?? 0) & WORD) !== 0;
};

export const createMeanings = <Topic>(vocabulary: Vocabulary<Topic>): Meanings<Topic> => {
  const index = indexOf(vocabulary);
  const table = tableOf(index);
  const known = new Map<string, Meaning<Topic>>();
  return {
    of: (text, from, to) => {
      if (!mayMean(table, text, from, to)) return MEANS_NOTHING;
      const word = text.slice(from, to).toLowerCase();
      const before = known.get(word);
      if (before !== undefined) return before;
      const meaning = {
        topics: lookUp(index, word),
        isFirst: index.firstWords.has(word),
        isSecond: index.secondWords.has(word),
      };
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(word, meaning);
      return meaning;
    },
    together: (pair) => index.topics.get(pair) ?? NOTHING,
  };
};
