import { codeAt } from '../../text/code-units.ts';
import {
  columnOf,
  costAt,
  costInAnyAt,
  DEAD_END,
  LONGEST_WORD,
  mayGoOn,
  ROOT,
  stepIntoTwo,
  stepOn,
} from './vocabulary.ts';

/** Letters that belong to no word, in nats: for the first of them, and for each. */
const UNKNOWN_CHUNK = 7;
const UNKNOWN_LETTER = 2.6;

/** Where words begin, in ascending order and without 0, and what the reading costs. */
export type Segmentation = Readonly<{
  cuts: readonly number[];
  /** Nats for each letter: below 2.2 for sentences in languages of the vocabulary, about 3 for a jumble. */
  costPerLetter: number;
  /** Letters in words of the vocabulary with more than two letters. */
  known: number;
}>;

const FIRST_CAPACITY = 1024;
/** For each offset the cheapest reading up to there: its cost, where its last word begins, and whether that is unknown. */
let costs = new Float64Array(FIRST_CAPACITY);
let froms = new Int32Array(FIRST_CAPACITY);
/** The same with an unknown chunk at the end. */
let openCosts = new Float64Array(FIRST_CAPACITY);
let openFroms = new Int32Array(FIRST_CAPACITY);
let isUnknown = new Uint8Array(FIRST_CAPACITY);
/** The letters as the vocabulary numbers them. */
let columns = new Uint8Array(FIRST_CAPACITY);

const makeRoom = (length: number): void => {
  if (length < costs.length) return;
  const capacity = 2 * length;
  costs = new Float64Array(capacity);
  froms = new Int32Array(capacity);
  openCosts = new Float64Array(capacity);
  openFroms = new Int32Array(capacity);
  isUnknown = new Uint8Array(capacity);
  columns = new Uint8Array(capacity);
};

/** Ends the unknown chunk at `at` or goes on with it, whichever is cheaper. */
const extendUnknown = (at: number): void => {
  const fresh = (costs[at] ?? 0) + UNKNOWN_CHUNK + UNKNOWN_LETTER;
  const longer = (openCosts[at] ?? 0) + UNKNOWN_LETTER;
  const isFresh = fresh < longer;
  openCosts[at + 1] = isFresh ? fresh : longer;
  openFroms[at + 1] = isFresh ? at : (openFroms[at] ?? 0);
  if ((openCosts[at + 1] ?? 0) >= (costs[at + 1] ?? 0)) return;
  costs[at + 1] = openCosts[at + 1] ?? 0;
  froms[at + 1] = openFroms[at + 1] ?? 0;
  isUnknown[at + 1] = 1;
};

/** Whether a letter has a capital, for each of ASCII. */
const IS_SMALL = Uint8Array.from({ length: 128 }, (_, code) => (code >= 97 && code <= 122 ? 1 : 0));

const isSmall = (letters: string, at: number): boolean => {
  const code = codeAt(letters, at);
  if (code < 128) return IS_SMALL[code] === 1;
  const letter = letters.charAt(at);
  return letter !== letter.toUpperCase();
};

/** Whether a word that goes on from one letter to the next would change its case there, other than behind its first letter: `removeSanne`, `AIoverview`. */
const changesCase = (letters: string, from: number, at: number): boolean => {
  if (at === from || isSmall(letters, at) === isSmall(letters, at - 1)) return false;
  return !isSmall(letters, at) || at - from > 1;
};

/** Letters for each change of case, at least, where that tells words apart; where it is more often, somebody plays with it. */
const LETTERS_OF_CHANGE = 3;

const tellsWords = (letters: string): boolean => {
  let changes = 0;
  let before = isSmall(letters, 0);
  for (let at = 1; at < letters.length; at++) {
    const small = isSmall(letters, at);
    if (small !== before) changes++;
    before = small;
  }
  return changes > 0 && changes * LETTERS_OF_CHANGE <= letters.length;
};

/** How a run is read: whether case tells words apart in it, and words of other languages are looked for. */
type Manner = Readonly<{ isCased: boolean; inAny: boolean }>;

/** Takes the word up to `end` where nothing cheaper ends there. */
const takeWord = (at: number, end: number, cost: number): void => {
  const sum = (costs[at] ?? 0) + cost;
  if (cost === 0 || sum >= (costs[end] ?? 0)) return;
  costs[end] = sum;
  froms[end] = at;
  isUnknown[end] = 0;
};

const costOf = (node: number, inAny: boolean): number => (inAny ? costInAnyAt(node) : costAt(node));

/** Takes words of three letters and more. @param pair Where the first two lead to. */
const extendLong = (letters: string, at: number, pair: number, { isCased, inAny }: Manner): void => {
  const last = Math.min(letters.length, at + LONGEST_WORD);
  let node = pair;
  for (let end = at + 2; end < last; end++) {
    const column = columns[end] ?? 0;
    if (column === 0 || (isCased && changesCase(letters, at, end))) return;
    node = stepOn(node, column);
    if (node === DEAD_END) return;
    takeWord(at, end + 1, costOf(node, inAny));
  }
};

const extendWords = (letters: string, at: number, manner: Manner): void => {
  const first = columns[at] ?? 0;
  if (first === 0) return;
  const { isCased, inAny } = manner;
  takeWord(at, at + 1, costOf(stepOn(ROOT, first), inAny));
  const second = at + 1 < letters.length ? (columns[at + 1] ?? 0) : 0;
  if (second === 0 || (isCased && changesCase(letters, at, at + 1))) return;
  const pair = stepIntoTwo(first, second);
  if (pair === DEAD_END) return;
  takeWord(at, at + 2, costOf(pair, inAny));
  if (at + 2 < letters.length && mayGoOn(first, second, columns[at + 2] ?? 0))
    extendLong(letters, at, pair, manner);
};

/**
 * The likeliest words that a run of letters is made of (Viterbi over a unigram model). Time and memory are linear in its
 * length.
 *
 * @param inAny With words of other languages, too. In one that builds compounds a single word is made of such.
 */
export const segmentLetters = (letters: string, inAny = false): Segmentation => {
  const { length } = letters;
  makeRoom(length + 1);
  costs.fill(Number.POSITIVE_INFINITY, 0, length + 1);
  openCosts[0] = Number.POSITIVE_INFINITY;
  costs[0] = 0;
  for (let at = 0; at < length; at++) columns[at] = columnOf(letters.charCodeAt(at));
  const manner = { isCased: tellsWords(letters), inAny };
  for (let at = 0; at < length; at++) {
    extendUnknown(at);
    extendWords(letters, at, manner);
  }
  const cuts: number[] = [];
  let known = 0;
  for (let at = length; at > 0; ) {
    const from = froms[at] ?? 0;
    if (isUnknown[at] === 0 && at - from > 2) known += at - from;
    if (from > 0) cuts.push(from);
    at = from;
  }
  return { cuts: cuts.reverse(), costPerLetter: (costs[length] ?? 0) / Math.max(1, length), known };
};
