import { FOREIGN_WORDS } from './foreign-words.ts';
import { VOCABULARY_WORDS } from './vocabulary-words.ts';

/** Shorter words of other languages are parts of too many words. */
const MIN_FOREIGN = 4;

/** Fifty thousand texts, of which none is needed once the tables are made: so nobody keeps them. */
type Words = Readonly<{
  /** In lower case, commonest first. */
  own: readonly string[];
  /** Behind the vocabulary, so rarer than all of it. */
  foreign: readonly string[];
}>;

const readOwn = (): readonly string[] => VOCABULARY_WORDS.trim().split(/\s+/u);

const readWords = (): Words => ({
  own: readOwn(),
  foreign: FOREIGN_WORDS.trim()
    .split(/\s+/u)
    .filter(({ length }) => length >= MIN_FOREIGN),
});

/** No word is longer. */
export const LONGEST_WORD = 20;

/** What a rank is worth by Zipf's law: the negative logarithm of a word's share of a text. */
const COST_OF_FIRST = 2.5;
const costOfRank = (rank: number): number => Math.log(rank + 2) + COST_OF_FIRST;

/** Letters that occur in words; a letter's column is its number. Capitals share the column of small letters. */
const MAX_COLUMNS = 128;
const COLUMNS = new Uint8Array(0x10000);
const assignColumns = ({ own }: Words): void => {
  let columns = 0;
  // Those of the Latin alphabet first: what is known of the beginnings of words is kept for these.
  for (const letter of [...new Set(own.join(''))].sort()) {
    columns++;
    COLUMNS[letter.charCodeAt(0)] = columns;
    const upper = letter.toUpperCase();
    if (upper.length === 1) COLUMNS[upper.charCodeAt(0)] = columns;
  }
};

/** A trie in a hash table: `(node, letter)` leads to the next node. */
const SLOTS = 1 << 18;
/** Pairs of a key and the node that it leads to: side by side, so that both come with one look into memory. */
const STEPS = new Int32Array(2 * SLOTS);
const GOLDEN = 0x9e3779b1 | 0;
const SHIFT = 32 - 18;

/** For each node the cost of the word that ends there, negative where it is one of another language; 0 where none does. */
const COSTS = new Float32Array(SLOTS);
/** In nodes with higher numbers no word ends, which spares a look into memory. */
let lastWord = SLOTS;

/** Where in `STEPS` the pair of a key is, or would be. */
const placeOf = (key: number): number => {
  let place = (Math.imul(key, GOLDEN) >>> SHIFT) << 1;
  while (STEPS[place] !== 0 && STEPS[place] !== key) place = (place + 2) & (2 * SLOTS - 1);
  return place;
};

/** Names that are two words run together are read as two. */
const COST_OF_COMPOUND = 6;
const COMMON_RANK = 1500;
const MIN_PART = 4;

const isCompound = (word: string, rank: number): boolean => {
  if (rank <= COMMON_RANK) return false;
  for (let cut = MIN_PART; cut <= word.length - MIN_PART; cut++) {
    if (isCommon(word, 0, cut) && isCommon(word, cut, word.length)) return true;
  }
  return false;
};

const isCommon = (word: string, from: number, to: number): boolean => {
  let node = ROOT;
  for (let at = from; at < to && node !== DEAD_END; at++) node = stepInto(node, word.charCodeAt(at));
  const cost = costAt(node);
  return cost > 0 && cost <= costOfRank(COMMON_RANK);
};

/** By the number of each node the key that leads to it. */
type Keys = Readonly<{ keys: Int32Array; nodes: number }>;

const buildTrie = ({ own, foreign }: Words): Keys => {
  const keys = new Int32Array(SLOTS);
  let nodes = 1;
  for (const [rank, word] of [...own, ...foreign].entries()) {
    let node = ROOT;
    for (let i = 0; i < word.length; i++) {
      const key = node * MAX_COLUMNS + (COLUMNS[word.charCodeAt(i)] ?? 0);
      const place = placeOf(key);
      if (STEPS[place] === 0) {
        STEPS[place] = key;
        STEPS[place + 1] = ++nodes;
        keys[nodes] = key;
      }
      node = STEPS[place + 1] ?? 0;
    }
    if (COSTS[node] !== 0) continue;
    const cost = costOfRank(rank) + (isCompound(word, rank) ? COST_OF_COMPOUND : 0);
    COSTS[node] = rank < own.length ? cost : -cost;
  }
  return { keys, nodes };
};

/** Gives nodes in which words end the lowest numbers: their costs stand together, those of the commonest words first. */
const renumber = ({ keys, nodes }: Keys): void => {
  const costs = COSTS.slice();
  const numbers = new Int32Array(SLOTS);
  numbers[ROOT] = ROOT;
  COSTS.fill(0);
  let last = ROOT;
  for (let node = ROOT + 1; node <= nodes; node++)
    if (costs[node] !== 0) {
      numbers[node] = ++last;
      COSTS[last] = costs[node] ?? 0;
    }
  lastWord = last;
  for (let node = ROOT + 1; node <= nodes; node++) if (costs[node] === 0) numbers[node] = ++last;
  STEPS.fill(0);
  for (let node = ROOT + 1; node <= nodes; node++) {
    const key = keys[node] ?? 0;
    const parent = Math.floor(key / MAX_COLUMNS);
    const moved = (numbers[parent] ?? 0) * MAX_COLUMNS + (key % MAX_COLUMNS);
    const place = placeOf(moved);
    STEPS[place] = moved;
    STEPS[place + 1] = numbers[node] ?? 0;
  }
};

/** Where a word begins. */
export const ROOT = 1;
/** No word goes on like this. */
export const DEAD_END = 0;

/** For each column the node that it leads to from the root. */
const FIRST = new Int32Array(MAX_COLUMNS);
/** For each two columns the node that they lead to from the root. */
const SECOND = new Int32Array(MAX_COLUMNS * MAX_COLUMNS);
/** For each two columns a bit for each third one with which a word goes on, 32 further ones together with another. */
const THIRD = new Int32Array(MAX_COLUMNS * MAX_COLUMNS);

/** The columns that beginnings of three letters are kept for: those of the Latin alphabet are among them. */
const NEAR_COLUMNS = 32;
/** For each three such columns the node that they lead to from the root, and a bit for each fourth one as in `THIRD`. */
const THREE = new Int32Array(2 * NEAR_COLUMNS ** 3);

const fillSecond = (): void => {
  for (let first = 1; first < MAX_COLUMNS; first++) {
    const node = stepOn(ROOT, first);
    FIRST[first] = node;
    if (node === DEAD_END) continue;
    for (let second = 1; second < MAX_COLUMNS; second++)
      SECOND[first * MAX_COLUMNS + second] = stepOn(node, second);
  }
};

const fillThird = ({ own, foreign }: Words): void => {
  for (const words of [own, foreign])
    for (const word of words) {
      if (word.length < 3) continue;
      const [first = 0, second = 0, third = 0, fourth = 0] = Array.from({ length: 4 }, (_, at) =>
        columnOf(word.charCodeAt(at)),
      );
      const pair = first * MAX_COLUMNS + second;
      THIRD[pair] = (THIRD[pair] ?? 0) | (1 << third);
      if (areFar(first, second, third)) continue;
      const place = placeOfThree(first, second, third);
      THREE[place] = stepOn(stepIntoTwo(first, second), third);
      if (fourth !== 0) THREE[place + 1] = (THREE[place + 1] ?? 0) | (1 << fourth);
    }
};

/** The column of a letter of either case, 0 where no word has it. */
export const columnOf = (code: number): number => COLUMNS[code] ?? 0;

/** Where a letter leads to. @param column Its own, of a letter that words have. */
export const stepOn = (node: number, column: number): number =>
  STEPS[placeOf(node * MAX_COLUMNS + column) + 1] ?? 0;

/** Where one letter leads to from the root. */
export const stepFromRoot = (first: number): number => FIRST[first] ?? 0;

/** Where two letters lead to from the root. */
export const stepIntoTwo = (first: number, second: number): number =>
  SECOND[first * MAX_COLUMNS + second] ?? 0;

/** Whether a word may go on with a third letter; where it says no, none does. */
export const mayGoOn = (first: number, second: number, third: number): boolean =>
  (((THIRD[first * MAX_COLUMNS + second] ?? 0) >>> third) & 1) === 1;

const areFar = (first: number, second: number, third: number): boolean =>
  (first | second | third) >= NEAR_COLUMNS;

const placeOfThree = (first: number, second: number, third: number): number =>
  ((first * NEAR_COLUMNS + second) * NEAR_COLUMNS + third) << 1;

/** Where three letters lead to from the root. */
export const stepIntoThree = (first: number, second: number, third: number): number => {
  if (!areFar(first, second, third)) return THREE[placeOfThree(first, second, third)] ?? 0;
  return mayGoOn(first, second, third) ? stepOn(stepIntoTwo(first, second), third) : DEAD_END;
};

/** Whether a word may go on with a fourth letter, as `mayGoOn` tells of a third. */
export const mayGoOnFromThree = (first: number, second: number, third: number, fourth: number): boolean =>
  areFar(first, second, third) ||
  (((THREE[placeOfThree(first, second, third) + 1] ?? 0) >>> fourth) & 1) === 1;

/** @param code A UTF-16 code unit of either case. */
export const stepInto = (node: number, code: number): number => {
  const column = COLUMNS[code] ?? 0;
  return column === 0 ? DEAD_END : stepOn(node, column);
};

/** The cost of the word of the vocabulary that ends at a node, in nats; 0 where none does. */
export const costAt = (node: number): number => (node > lastWord ? 0 : Math.max(0, COSTS[node] ?? 0));

/** The same with the words of other languages. */
export const costInAnyAt = (node: number): number => (node > lastWord ? 0 : Math.abs(COSTS[node] ?? 0));

const fill = (words: Words): void => {
  assignColumns(words);
  renumber(buildTrie(words));
  fillSecond();
  fillThird(words);
};

fill(readWords());

/** Calls `visit` with each word of the vocabulary, and how common it is, 1 for the commonest. */
export const eachWord = (visit: (word: string, rank: number) => void): void => {
  for (const [index, word] of readOwn().entries()) visit(word, index + 1);
};
