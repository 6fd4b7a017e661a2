import { hashLetter, isKnownHash, isVocabularyHash, NO_LETTERS as NO_HASH } from '../words/known-words.ts';
import { costAt, costInAnyAt, DEAD_END, LONGEST_WORD, ROOT, stepInto } from '../words/vocabulary.ts';
import { FIRSTS, KINDS, LETTERS } from './letter-kinds.ts';

/** Other words than these are read so at chance too often. */
const MIN_LETTERS_ELSEWHERE = 4;
/** Where letters stand for several others there are many ways through a word, of which nearly all end soon; the likeliest is always walked. */
const MOST_STEPS = 256;

/**
 * How words go on. A state is the first letters, up to two of them with 32 for each place, or a node of the vocabulary's trie
 * behind these: most words end with the second or third letter, and tables that small are in the cache.
 */
const PLACES = 32;
const FIRST_NODE = PLACES * PLACES;
/** No word goes on so. */
const NONE = -1;
const NO_LETTERS = 0;
/** The state behind up to three letters. */
const AFTER = new Int32Array(PLACES * PLACES * PLACES).fill(NONE);
/** The node of a state of up to two letters. */
const NODES = new Int32Array(FIRST_NODE);
const A = 0x60;
const LAST_LETTER = 26;

const fillFrom = (state: number, node: number): void => {
  NODES[state] = node;
  for (let letter = 1; letter <= LAST_LETTER; letter++) {
    const next = stepInto(node, A + letter);
    if (next === DEAD_END) continue;
    const after = state * PLACES + letter;
    AFTER[after] = after < FIRST_NODE ? after : FIRST_NODE + next;
    if (after < FIRST_NODE) fillFrom(after, next);
  }
};
fillFrom(NO_LETTERS, ROOT);

const goOn = (state: number, letter: number): number => {
  if (letter === 0) return state;
  if (state < FIRST_NODE) return AFTER[state * PLACES + letter] ?? NONE;
  const next = stepInto(state - FIRST_NODE, A + letter);
  return next === DEAD_END ? NONE : FIRST_NODE + next;
};

/** Which reading of each letter makes the commonest word; valid until the next search. */
export const choices = new Uint8Array(LONGEST_WORD);
const tried = new Uint8Array(LONGEST_WORD);
/** One for all searches, written anew for each. */
const search = { start: 0, end: 0, steps: 0, best: 0 };

const endAt = (state: number): void => {
  const node = state < FIRST_NODE ? (NODES[state] ?? 0) : state - FIRST_NODE;
  const inAny = search.end - search.start >= MIN_LETTERS_ELSEWHERE;
  const cost = inAny ? costInAnyAt(node) : costAt(node);
  if (cost === 0 || (search.best !== 0 && cost >= search.best)) return;
  search.best = cost;
  choices.set(tried);
};

const walk = (units: Uint16Array, from: number, before: number): void => {
  let state = before;
  for (let at = from; at < search.end; at++) {
    const kind = KINDS[units[at] ?? 0] ?? 0;
    const first = FIRSTS[kind] ?? 0;
    const end = FIRSTS[kind + 1] ?? 0;
    // All but the first reading are other ways, each walked to its end.
    for (let i = first + 1; i < end && --search.steps >= 0; i++) {
      const next = goOn(state, LETTERS[i] ?? 0);
      if (next === NONE) continue;
      tried[at - search.start] = i - first;
      walk(units, at + 1, next);
    }
    tried[at - search.start] = 0;
    state = goOn(state, LETTERS[first] ?? 0);
    if (state === NONE) return;
  }
  endAt(state);
};

/** By code unit the small letter that it most likely stands for. */
const LIKELIEST = Uint8Array.from(KINDS, (kind) => A + (LETTERS[FIRSTS[kind] ?? 0] ?? 0));

/** Whether letters are a word where each stands for what it most likely does: takes much less time than to search. */
export const isLikelyWord = (units: Uint16Array, start: number, end: number): boolean => {
  let hash = NO_HASH;
  for (let at = start; at < end; at++) hash = hashLetter(hash, LIKELIEST[units[at] ?? 0] ?? 0);
  return isVocabularyHash(hash) || (end - start >= MIN_LETTERS_ELSEWHERE && isKnownHash(hash));
};

/**
 * Looks for the commonest word that letters may stand for; bounded for each word.
 *
 * @returns Whether there is one; `choices` says which.
 */
export const searchWord = (units: Uint16Array, start: number, end: number): boolean => {
  if (end - start > LONGEST_WORD) return false;
  search.start = start;
  search.end = end;
  search.steps = MOST_STEPS;
  search.best = 0;
  walk(units, start, NO_LETTERS);
  return search.best !== 0;
};
