import { codeAt } from '../../text/code-units.ts';
import {
  columnOf,
  costAt,
  costInAnyAt,
  DEAD_END,
  LONGEST_WORD,
  mayGoOnFromThree,
  stepFromRoot,
  stepIntoThree,
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

/** What is known of each offset. Arrays of one object are read by whoever works on them, so that a loop asks for them once. */
type Room = Readonly<{
  /** The cheapest reading up to there: its cost, and where its last word begins, the complement of that where it is unknown. */
  costs: Float64Array;
  froms: Int32Array;
  /** The letters as the vocabulary numbers them, with a 0 behind them. */
  columns: Uint8Array;
}>;

const roomFor = (capacity: number): Room => ({
  costs: new Float64Array(capacity),
  froms: new Int32Array(capacity),
  columns: new Uint8Array(capacity),
});

const FIRST_CAPACITY = 1024;
let room = roomFor(FIRST_CAPACITY);

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

/** Takes the word up to `end` where nothing cheaper ends there. @param cost 0 where none ends there. */
const takeWord = ({ costs, froms }: Room, at: number, end: number, cost: number): void => {
  const sum = (costs[at] ?? 0) + cost;
  if (cost === 0 || sum >= (costs[end] ?? 0)) return;
  costs[end] = sum;
  froms[end] = at;
};

const costOf = (node: number, inAny: boolean): number => (inAny ? costInAnyAt(node) : costAt(node));

/** Takes words of four letters and more. @param three Where the first three lead to. */
const extendLong = (
  open: Room,
  letters: string,
  at: number,
  three: number,
  { isCased, inAny }: Manner,
): void => {
  const { columns } = open;
  const last = Math.min(letters.length, at + LONGEST_WORD);
  let node = three;
  for (let end = at + 3; end < last; end++) {
    const column = columns[end] ?? 0;
    if (column === 0 || (isCased && changesCase(letters, at, end))) return;
    node = stepOn(node, column);
    if (node === DEAD_END) return;
    takeWord(open, at, end + 1, costOf(node, inAny));
  }
};

/** Takes the words that begin at a letter; of letters that say nothing hardly three are the beginning of one. */
const extendWords = (open: Room, letters: string, at: number, manner: Manner): void => {
  const { columns } = open;
  const { isCased, inAny } = manner;
  const first = columns[at] ?? 0;
  if (first === 0) return;
  takeWord(open, at, at + 1, costOf(stepFromRoot(first), inAny));
  const second = columns[at + 1] ?? 0;
  if (second === 0 || (isCased && changesCase(letters, at, at + 1))) return;
  const pair = stepIntoTwo(first, second);
  if (pair === DEAD_END) return;
  takeWord(open, at, at + 2, costOf(pair, inAny));
  const third = columns[at + 2] ?? 0;
  if (third === 0 || (isCased && changesCase(letters, at, at + 2))) return;
  const three = stepIntoThree(first, second, third);
  if (three === DEAD_END) return;
  takeWord(open, at, at + 3, costOf(three, inAny));
  if (mayGoOnFromThree(first, second, third, columns[at + 3] ?? 0))
    extendLong(open, letters, at, three, manner);
};

/** Finds the cheapest reading up to each letter. */
const readAll = (open: Room, letters: string, manner: Manner): void => {
  const { costs, froms } = open;
  let openCost = Number.POSITIVE_INFINITY;
  let openFrom = 0;
  for (let at = 0; at < letters.length; at++) {
    // An unknown chunk begins here or goes on.
    const fresh = (costs[at] ?? 0) + UNKNOWN_CHUNK + UNKNOWN_LETTER;
    const longer = openCost + UNKNOWN_LETTER;
    if (fresh < longer) openFrom = at;
    openCost = Math.min(fresh, longer);
    if (openCost < (costs[at + 1] ?? 0)) {
      costs[at + 1] = openCost;
      froms[at + 1] = ~openFrom;
    }
    extendWords(open, letters, at, manner);
  }
};

/**
 * The likeliest words that a run of letters is made of (Viterbi over a unigram model). Time and memory are linear in its
 * length.
 *
 * @param inAny With words of other languages, too. In one that builds compounds a single word is made of such.
 */
export const segmentLetters = (letters: string, inAny = false): Segmentation => {
  const { length } = letters;
  if (length >= room.costs.length) room = roomFor(2 * length);
  const { costs, froms, columns } = room;
  costs.fill(Number.POSITIVE_INFINITY, 0, length + 1);
  costs[0] = 0;
  for (let at = 0; at < length; at++) columns[at] = columnOf(letters.charCodeAt(at));
  columns[length] = 0;
  readAll(room, letters, { isCased: tellsWords(letters), inAny });
  const cuts: number[] = [];
  let known = 0;
  for (let at = length; at > 0; ) {
    const last = froms[at] ?? 0;
    const from = last < 0 ? ~last : last;
    if (last >= 0 && at - from > 2) known += at - from;
    if (from > 0) cuts.push(from);
    at = from;
  }
  return { cuts: cuts.reverse(), costPerLetter: (costs[length] ?? 0) / Math.max(1, length), known };
};
