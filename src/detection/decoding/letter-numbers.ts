import { unitsOf } from '../text/code-units.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { type Token, wordStarts } from './letters/chains.ts';
import { logOfPair } from './letters/letter-pairs.ts';
import { areChained, areCrowded } from './runs/digit-runs.ts';
import { segmentLetters } from './words/segment-letters.ts';

/** Letters by their places in the alphabet: `9-7-14-15-18-5 1-12-12`, `9 7 14 15 18 5 / 1 12 12`. */

const LETTERS = 26;
const MAX_GAP = 5;
/** Fewer are a date, a version or a row of a table. */
const MIN_LETTERS = 14;
/** From the beginning of one letter to that of the next, and to that of the last of the fewest that are read, at most. */
const STEP = 2 + MAX_GAP;
const REACH = (MIN_LETTERS - 1) * STEP;

/** Signs between letters and between words, and those of sentences; a zero may be a blank. */
const IN_GAP = new Uint8Array(0x10000);
for (const sign of ' \n,;|/\\-_.:+!?"\'()[]0') IN_GAP[sign.charCodeAt(0)] = 1;

const isGap = (units: Uint16Array, from: number, to: number): boolean => {
  if (to - from > MAX_GAP) return false;
  for (let at = from; at < to; at++) if (IN_GAP[units[at] ?? 0] !== 1) return false;
  return true;
};

/** A number that is no letter. */
const NONE = -1;
const ZERO = 48;

const isDigit = (code: number): boolean => code >= ZERO && code <= ZERO + 9;

/** Of one or two digits the number that they make; 0 may stand between two words. */
const numberAt = (units: Uint16Array, at: number): number => {
  const first = units[at] ?? 0;
  if (!isDigit(first)) return NONE;
  const second = units[at + 1] ?? 0;
  if (!isDigit(second)) return first - ZERO;
  const number = 10 * (first - ZERO) + second - ZERO;
  return number > LETTERS || isDigit(units[at + 2] ?? 0) ? NONE : number;
};

/** Behind the number at `at`. */
const endOfNumber = (units: Uint16Array, at: number): number => at + (isDigit(units[at + 1] ?? 0) ? 2 : 1);

/** Places in `marks`. */
type Chain = Readonly<{ from: number; to: number }>;

/** Letters that follow each other as in sentences are so much likelier than by chance; in nats. */
const LIKELY = 5;
const COST_OF_NEXT = 3;

/** A chain as far as it was read: its place in `marks`, its last letter, and by how much it is likelier than chance, now and at best. */
const open = { from: 0, count: 0, end: 0, letter: 0, gain: 0, best: 0 };

const closeChain = (to: number, chains: Chain[]): void => {
  if (open.count >= MIN_LETTERS && open.best >= LIKELY) chains.push({ from: open.from, to });
  open.count = 0;
};

const addLetter = (letter: number, end: number, place: number): void => {
  if (open.count === 0) {
    open.from = place;
    open.gain = 0;
    open.best = 0;
  } else {
    open.gain = Math.max(0, open.gain + COST_OF_NEXT + logOfPair(open.letter, letter));
    open.best = Math.max(open.best, open.gain);
  }
  open.count++;
  open.letter = letter;
  open.end = end;
};

/** Looks at no more than at how letters follow each other, since tables are full of such numbers. */
const findChains = (units: Uint16Array, marks: readonly number[]): readonly Chain[] => {
  const chains: Chain[] = [];
  open.count = 0;
  for (let i = 0; i < marks.length; i++) {
    const at = marks[i] ?? 0;
    const number = numberAt(units, at);
    if (number <= 0) continue;
    if (open.count > 0 && !isGap(units, open.end, at)) closeChain(i, chains);
    addLetter(number, endOfNumber(units, at), i);
  }
  closeChain(marks.length, chains);
  return chains;
};

const readTokens = (units: Uint16Array, marks: readonly number[], { from, to }: Chain): readonly Token[] => {
  const tokens: Token[] = [];
  for (const start of marks.slice(from, to)) {
    const number = numberAt(units, start);
    if (number <= 0) continue;
    tokens.push({ start, end: endOfNumber(units, start), out: String.fromCharCode(96 + number) });
  }
  return tokens;
};

/** What a letter by chance costs, in nats: numbers that are used at random are mostly small ones, so that it is less than that of one in 26. */
const COST_OF_CHANCE = 2.5;
/** How much cheaper words are than chance where they are text. */
const MIN_GAIN = 12;
const MIN_KINDS = 8;

const gainOf = (word: string): number =>
  word.length * (COST_OF_CHANCE - segmentLetters(word, true).costPerLetter);

/** Words next to text that are no words of a language, and belong to it. */
const MARGIN = 6;

/** From one token to behind another one. */
type Stretch = Readonly<{ from: number; to: number; starts: ReadonlySet<number> }>;

/**
 * Where words follow each other as they do not by chance: what stands in front of them or behind takes nothing from them.
 *
 * @param cuts Where words begin, the first one left out.
 */
const findText = (letters: string, cuts: readonly number[]): readonly Stretch[] => {
  const starts = new Set(cuts);
  const bounds = [0, ...cuts, letters.length];
  const found: Stretch[] = [];
  let gain = 0;
  let best = 0;
  let first = 0;
  let last = 0;
  const close = (): void => {
    const from = Math.max(found.at(-1)?.to ?? 0, bounds[Math.max(0, first - MARGIN)] ?? 0);
    const to = bounds[Math.min(bounds.length - 1, last + MARGIN)] ?? 0;
    if (best >= MIN_GAIN && to > from) found.push({ from, to, starts });
    best = 0;
  };
  for (let word = 0; word + 1 < bounds.length; word++) {
    if (gain === 0) first = word;
    gain = Math.max(0, gain + gainOf(letters.slice(bounds[word], bounds[word + 1])));
    if (gain === 0) close();
    if (gain <= best) continue;
    best = gain;
    last = word + 1;
  }
  close();
  return found;
};

const findStretches = (text: string, chain: readonly Token[]): readonly Stretch[] => {
  const letters = chain.map(({ out }) => out).join('');
  if (new Set(letters).size < MIN_KINDS) return [];
  const starts = wordStarts(text, chain);
  const found = starts.size > 0 ? findText(letters, [...starts]) : [];
  return found.length > 0 ? found : findText(letters, segmentLetters(letters, true).cuts);
};

/** @returns What chains of letters say, as far as they are text, and nothing else. */
export const writeLetters = (text: string, chains: Iterable<readonly Token[]>): MappedText | undefined => {
  let builder: MapBuilder | undefined;
  for (const chain of chains) {
    for (const stretch of findStretches(text, chain)) {
      builder ??= createMapBuilder(text);
      writeStretch(builder, chain, stretch);
    }
  }
  return builder?.build();
};

/**
 * @param marks Where runs of digits begin, among other places.
 * @returns What is written in this way and nothing else.
 */
export const decodeLetterNumbers = (text: string, marks: readonly number[]): MappedText | undefined => {
  if (!areCrowded(marks, MIN_LETTERS, REACH) || !areChained(marks, MIN_LETTERS, STEP)) return undefined;
  const units = unitsOf(text);
  return writeLetters(
    text,
    findChains(units, marks).map((places) => readTokens(units, marks, places)),
  );
};

const writeStretch = (builder: MapBuilder, chain: readonly Token[], { from, to, starts }: Stretch): void => {
  let before = chain[from]?.start ?? 0;
  for (let at = from; at < to; at++) {
    const token = chain[at];
    if (token === undefined) break;
    const { start, end, out } = token;
    if (starts.has(at) && at > from) builder.put(' ', before, start);
    builder.put(out, start, end);
    before = end;
  }
  builder.put('\n', before, before);
};
