import { SIGNS } from './signs.ts';

/** Shorter runs of the base64 alphabet are words. */
export const MIN_RUN = 16;

/** What a character is to the traits; from `DIGIT` on those that are worth a closer look. */
export const LETTER = 0;
const ENDS_WORD = 1;
const JOINS_RUN = 2;
export const DIGIT = 3;
const LOOKS_LIKE_LETTER = 4;

export const CHARACTER_KINDS = new Uint8Array(0x10000).fill(ENDS_WORD, 0, 0xc0);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[a-z]/iu.test(character)) CHARACTER_KINDS[code] = LETTER;
  if (/\d/u.test(character)) CHARACTER_KINDS[code] = DIGIT;
  if (/[@$!|]/u.test(character)) CHARACTER_KINDS[code] = LOOKS_LIKE_LETTER;
  if (/[+/_-]/u.test(character)) CHARACTER_KINDS[code] = JOINS_RUN;
}
CHARACTER_KINDS.fill(ENDS_WORD, 0x2000, 0x2c00);
CHARACTER_KINDS.fill(ENDS_WORD, 0x3000, 0x3040);

const WIDTH = 8;
const LONGEST_CHAIN_WORD = 4;

/** A word as far as it was read, and the chains of short words before it. */
type Shape = Readonly<{
  length: number;
  hasLetters: boolean;
  hasSigns: boolean;
  singles: number;
  pairs: number;
  /** Whether it has just ended as one of letters among which there are digits or signs. */
  wasMixed: boolean;
  isJoined: boolean;
}>;

const START: Shape = {
  length: 0,
  hasLetters: false,
  hasSigns: false,
  singles: 0,
  pairs: 0,
  wasMixed: false,
  isJoined: false,
};

const extendWord = (shape: Shape, kind: number): Shape => {
  const length = Math.min(MIN_RUN, shape.length + 1);
  const isChained = length <= LONGEST_CHAIN_WORD;
  return {
    ...shape,
    length,
    hasLetters: shape.hasLetters || kind === LETTER,
    hasSigns: shape.hasSigns || kind !== LETTER,
    singles: isChained ? shape.singles : 0,
    pairs: isChained ? shape.pairs : 0,
    wasMixed: false,
    isJoined: false,
  };
};

const endWord = (shape: Shape, kind: number): Shape => {
  const { length, hasLetters, hasSigns } = shape;
  const isJoined = kind === JOINS_RUN;
  if (length === 0) return { ...shape, wasMixed: false, isJoined };
  return {
    ...START,
    // A digit or a sign by itself is no letter that is spelled, but may stand between two.
    singles: length === 1 ? Math.min(5, shape.singles + Number(hasLetters)) : 0,
    pairs: length === 2 || length === 4 ? Math.min(8, shape.pairs + 1) : 0,
    wasMixed: hasLetters && hasSigns && length > 2,
    isJoined,
  };
};

const isWordKind = (kind: number): boolean => kind === LETTER || kind >= DIGIT;

/** Marks above the bits of a row, to be gathered with a bitwise or on the way through a text. */
const SPELLED = 1 << 13;
const PAIRED = 1 << 14;
const MIXED = 1 << 15;
const RUN = 1 << 16;
/** As in the kernel. */
export const STATE_ROW = SPELLED - 1;

const markOf = ({ singles, pairs, wasMixed, length, isJoined }: Shape): number =>
  (singles === 5 ? SPELLED : 0) |
  (pairs === 8 ? PAIRED : 0) |
  (wasMixed ? MIXED : 0) |
  (length === MIN_RUN || isJoined ? RUN : 0);

/**
 * The shapes of words as a table of states: the length of the next word is what no processor can guess, so the way
 * through a text is made of look-ups without a branch. The next state is at the row of the state, which are its lower bits, plus `kind`: the
 * automaton's step beside it takes longer, so that it costs nothing to take the marks off, and the rows are few pages of memory.
 */
const buildStates = (): Int32Array => {
  const table: number[] = [];
  const numbers = new Map<string, number>();
  const shapes: Shape[] = [];
  const stateOf = (shape: Shape): number => {
    const key = Object.values(shape).join();
    const number = numbers.get(key) ?? shapes.push(shape) - 1;
    numbers.set(key, number);
    return (number * WIDTH) | markOf(shape);
  };
  stateOf(START);
  for (let i = 0; i < shapes.length; i++) {
    const shape = shapes[i] ?? START;
    const row = stateOf(shape) & STATE_ROW;
    for (let kind = 0; kind < WIDTH; kind++) {
      table[row + kind] = stateOf(isWordKind(kind) ? extendWord(shape, kind) : endWord(shape, kind));
    }
  }
  return Int32Array.from(table);
};

export const STATES = buildStates();

/**
 * What a text looks like from afar, as bits of `SIGNS`: `spelled` where five words of one letter follow each other somewhere, digits and signs by themselves between them,
 * `paired` eight of two or four characters; `mixed` where two words or more hold signs or digits among their letters; without
 * `run` no run of the base64 alphabet is as long as `MIN_RUN`.
 *
 * @param marks All states of the way through it, with its end taken for the end of a word.
 * @param twice The marks that were there twice or more.
 */
export const traitsFrom = (marks: number, twice: number): number =>
  ((marks & SPELLED) === 0 ? 0 : SIGNS.spelled) |
  ((marks & PAIRED) === 0 ? 0 : SIGNS.paired) |
  ((twice & MIXED) === 0 ? 0 : SIGNS.mixed) |
  ((marks & RUN) === 0 ? 0 : SIGNS.run);
