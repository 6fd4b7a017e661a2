import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';

/** Words with something invisible in place of each blank. A model sees where they end, and one who reads the text does not see that they do. */

/** What some put there: of them a joiner of emoji is none. */
const GAPS = [
  ...'\u00ad\u034f\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2060\u2061\u2062\u2063\u2064\u3164\ufeff\uffa0\ufffc',
];
const MIN_WORDS = 6;
/** A text with fewer signs that are gone in its normal form has no such words. */
export const LEAST_GAPS = MIN_WORDS - 1;
/** With soft hyphens, that show where a long word may be broken. */
const MIN_SOFT = 10;
const SOFT_HYPHEN = 0xad;
const LONGEST_WORD = 24;
/** On the average; shorter ones are letters of a word, or syllables. */
const LEAST_LETTERS = 2.4;

/** Letters in the cases that words have, and what may stand behind them. */
const PLAIN_WORD = /^(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}'’-]*|[\p{Lu}'’-]+)[.,;:!?…]*$/u;
/** Where more of the pieces are none, it is a key, an address or a number that is cut up, and no sentence. */
const MOST_ODD = 0.25;

/** What a UTF-16 code unit is to a chain of gaps. */
const OF_WORD = 0;
const GAP = 1;
/** White space, and Thai, Lao, Tibetan, Burmese and Khmer: these have no blanks, and some programs mark their words so. */
const BREAK = 2;
const KINDS = new Uint8Array(0x10000);
for (const range of [
  [0x0e00, 0x109f],
  [0x1780, 0x17ff],
] as const)
  KINDS.fill(BREAK, range[0], range[1] + 1);
for (let code = 0; code < KINDS.length; code++)
  if (/\s/u.test(String.fromCharCode(code))) KINDS[code] = BREAK;
for (const gap of GAPS) KINDS[gap.charCodeAt(0)] = GAP;

/** Gaps with nothing but a word between each two, as far as they were read: their bounds by turns, and how many letters stand between. */
const chain = { bounds: new Int32Array(1024), length: 0, letters: 0, isSoft: false };

const addGap = (units: Uint16Array, start: number, end: number): void => {
  if (chain.length === 0) {
    chain.letters = 0;
    chain.isSoft = false;
  } else {
    chain.letters += start - (chain.bounds[chain.length - 1] ?? 0);
  }
  if (chain.length === chain.bounds.length) {
    const larger = new Int32Array(2 * chain.length);
    larger.set(chain.bounds);
    chain.bounds = larger;
  }
  chain.bounds[chain.length++] = start;
  chain.bounds[chain.length++] = end;
  chain.isSoft ||= units[start] === SOFT_HYPHEN;
};

/** Called with the bounds of the gaps of a chain, which are valid until it returns. */
type Take = (bounds: Int32Array) => void;

const isOfPlainWords = (text: string, bounds: Int32Array, words: number): boolean => {
  let odd = 0;
  for (let i = 1; i <= words; i++)
    odd += Number(!PLAIN_WORD.test(text.slice(bounds[2 * i - 1], bounds[2 * i])));
  return odd < MOST_ODD * words;
};

/** Ends the chain, and calls `take` where blanks may have stood where its gaps are. */
const closeChain = (text: string, take: Take): void => {
  const { bounds, length, letters, isSoft } = chain;
  chain.length = 0;
  // The first and the last word may be more than that, so that those between the gaps tell.
  const words = length / 2 - 1;
  if (words < (isSoft ? MIN_SOFT : MIN_WORDS) - 2 || letters < words * LEAST_LETTERS) return;
  if (isOfPlainWords(text, bounds, words)) take(bounds.subarray(0, length));
};

const endOfGap = (units: Uint16Array, from: number, length: number): number => {
  let end = from + 1;
  while (end < length && KINDS[units[end] ?? 0] === GAP) end++;
  return end;
};

/** Where the next gap is, or the end of the text. */
const nextGap = (units: Uint16Array, from: number, length: number): number => {
  let at = from;
  while (at < length && KINDS[units[at] ?? 0] !== GAP) at++;
  return at;
};

/** Where the word ends that begins at `from`, or somewhere in it where it is too long for a chain. */
const endOfWord = (units: Uint16Array, from: number, length: number): number => {
  const last = Math.min(length, from + LONGEST_WORD + 1);
  let at = from;
  while (at < last && KINDS[units[at] ?? 0] === OF_WORD) at++;
  return at;
};

const eachChain = (text: string, units: Uint16Array, take: Take): void => {
  const { length } = text;
  chain.length = 0;
  for (let at = nextGap(units, 0, length); at < length; ) {
    const end = endOfGap(units, at, length);
    addGap(units, at, end);
    const next = endOfWord(units, end, length);
    if (next < length && next - end <= LONGEST_WORD && KINDS[units[next] ?? 0] === GAP) {
      at = next;
      continue;
    }
    closeChain(text, take);
    at = nextGap(units, next, length);
  }
};

/** A look at each unit costs a fifth of what a pattern of all these signs does. */
const hasGap = (units: Uint16Array, length: number): boolean => {
  for (let at = 0; at < length; at++) if (KINDS[units[at] ?? 0] === GAP) return true;
  return false;
};

/**
 * @param units Those of the text.
 * @returns The text with a blank in place of each such gap; undefined where there is none.
 */
export const openGaps = (text: string, units: Uint16Array): MappedText | undefined => {
  if (!hasGap(units, text.length)) return undefined;
  let builder: MapBuilder | undefined;
  let from = 0;
  eachChain(text, units, (bounds) => {
    builder ??= createMapBuilder(text);
    for (let i = 0; i < bounds.length; i += 2) {
      const start = bounds[i] ?? 0;
      const end = bounds[i + 1] ?? 0;
      builder.copy(from, start);
      builder.put(' ', start, end);
      from = end;
    }
  });
  builder?.copy(from, text.length);
  return builder?.build();
};
