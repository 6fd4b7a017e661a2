import { createMapBuilder, type MapBuilder, type MappedText } from '../mapped-text.ts';
import { createIsGap, type Token, wordStarts } from './chains.ts';
import { logOfPair } from './letter-pairs.ts';
import { segmentLetters } from './segment-letters.ts';

/** Letters by their places in the alphabet: `9-7-14-15-18-5 1-12-12`, `9 7 14 15 18 5 / 1 12 12`. */

const LETTERS = 26;
const MAX_GAP = 5;
/** Fewer are a date, a version or a row of a table. */
const MIN_LETTERS = 14;

/** Signs between letters and between words, and those of sentences; a zero may be a blank. */
const IS_GAP = createIsGap(' \n,;|/\\-_.:+!?"\'()[]0', MAX_GAP);

/** A number that is no letter. */
const NONE = -1;
const ZERO = 48;

/** Of one or two digits the number that they make; 0 may stand between two words. */
const numberAt = (text: string, at: number): number => {
  const first = text.charCodeAt(at) - ZERO;
  if (!(first >= 0 && first <= 9)) return NONE;
  const second = text.charCodeAt(at + 1) - ZERO;
  if (!(second >= 0 && second <= 9)) return first;
  const third = text.charCodeAt(at + 2) - ZERO;
  const number = 10 * first + second;
  return number > LETTERS || (third >= 0 && third <= 9) ? NONE : number;
};

const isDigit = (code: number): boolean => code >= ZERO && code <= ZERO + 9;

/** Places in `marks`. */
type Chain = Readonly<{ from: number; to: number }>;

/** Letters that follow each other as in sentences are so much likelier than by chance; in nats. */
const LIKELY = 5;
const COST_OF_NEXT = 3;

/** Looks at no more than at how letters follow each other, since tables are full of such numbers. */
const findChains = (text: string, marks: readonly number[]): readonly Chain[] => {
  const chains: Chain[] = [];
  let from = 0;
  let count = 0;
  let end = 0;
  let before = 0;
  let gain = 0;
  let best = 0;
  const close = (to: number): void => {
    if (count >= MIN_LETTERS && best >= LIKELY) chains.push({ from, to });
    count = 0;
    gain = 0;
    best = 0;
  };
  for (let i = 0; i < marks.length; i++) {
    const at = marks[i] ?? 0;
    const number = numberAt(text, at);
    if (number <= 0) continue;
    if (count > 0 && !IS_GAP(text, end, at)) close(i);
    if (count === 0) from = i;
    else gain = Math.max(0, gain + COST_OF_NEXT + logOfPair(before, number));
    if (gain > best) best = gain;
    count++;
    before = number;
    end = isDigit(text.charCodeAt(at + 1)) ? at + 2 : at + 1;
  }
  close(marks.length);
  return chains;
};

const readTokens = (text: string, marks: readonly number[], { from, to }: Chain): readonly Token[] => {
  const tokens: Token[] = [];
  for (const start of marks.slice(from, to)) {
    const number = numberAt(text, start);
    if (number <= 0) continue;
    const end = isDigit(text.charCodeAt(start + 1)) ? start + 2 : start + 1;
    tokens.push({ start, end, out: String.fromCharCode(96 + number) });
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

/**
 * @param marks Where runs of digits begin, among other places.
 * @returns What is written in this way and nothing else.
 */
export const decodeLetterNumbers = (text: string, marks: readonly number[]): MappedText | undefined => {
  if (marks.length < MIN_LETTERS) return undefined;
  const builder = createMapBuilder(text);
  let found = false;
  for (const places of findChains(text, marks)) {
    const chain = readTokens(text, marks, places);
    for (const stretch of findStretches(text, chain)) {
      found = true;
      writeStretch(builder, chain, stretch);
    }
  }
  return found ? builder.build() : undefined;
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
