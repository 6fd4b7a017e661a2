import { createMapBuilder, type MapBuilder, type MappedText } from '../mapped-text.ts';

/** Words with something invisible in place of each blank. A model sees where they end, and one who reads the text does not see that they do. */

/** What some put there: of them a joiner of emoji is none. */
const GAPS = [
  ...'\u00ad\u034f\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2060\u2061\u2062\u2063\u2064\u3164\ufeff\uffa0\ufffc',
];
const HAS_GAP = new RegExp(`[${GAPS.join('')}]`, 'u');
const GAP = new RegExp(`[${GAPS.join('')}]+`, 'gu');
const MIN_WORDS = 6;
/** A text with fewer signs that are gone in its normal form has no such words. */
export const LEAST_GAPS = MIN_WORDS - 1;
/** With soft hyphens, that show where a long word may be broken. */
const MIN_SOFT = 10;
const SOFT_HYPHEN = '\u00ad';
const LONGEST_WORD = 24;
/** On the average; shorter ones are letters of a word, or syllables. */
const LEAST_LETTERS = 2.4;
/** Thai, Lao, Tibetan, Burmese and Khmer have no blanks, and some programs mark their words so. */
const WORD = /^[^\s\u0e00-\u109f\u1780-\u17ff]+$/u;

type Gap = Readonly<{ start: number; end: number }>;

const isWord = (text: string, from: number, to: number): boolean =>
  to - from <= LONGEST_WORD && WORD.test(text.slice(from, to));

/** Gaps with nothing but a word between each two. */
const chainsIn = (text: string): readonly (readonly Gap[])[] => {
  const chains: Gap[][] = [];
  let chain: Gap[] = [];
  for (const { 0: gap, index } of text.matchAll(GAP)) {
    const last = chain.at(-1);
    if (last !== undefined && !isWord(text, last.end, index)) {
      chains.push(chain);
      chain = [];
    }
    chain.push({ start: index, end: index + gap.length });
  }
  return [...chains, chain].filter((each) => isOfWords(text, each));
};

const isOfWords = (text: string, chain: readonly Gap[]): boolean => {
  // The first and the last word may be more than that, so that those between the gaps tell.
  const words = chain.length - 1;
  const isSoft = chain.some(({ start }) => text[start] === SOFT_HYPHEN);
  if (words < (isSoft ? MIN_SOFT : MIN_WORDS) - 2) return false;
  const letters = chain.reduce(
    (sum, { start }, i) => sum + (i === 0 ? 0 : start - (chain[i - 1]?.end ?? 0)),
    0,
  );
  return letters >= words * LEAST_LETTERS;
};

/** @returns The text with a blank in place of each such gap; undefined where there is none. */
export const openGaps = (text: string): MappedText | undefined => {
  if (!HAS_GAP.test(text)) return undefined;
  let builder: MapBuilder | undefined;
  let from = 0;
  for (const chain of chainsIn(text))
    for (const { start, end } of chain) {
      builder ??= createMapBuilder(text);
      builder.copy(from, start);
      builder.put(' ', start, end);
      from = end;
    }
  builder?.copy(from, text.length);
  return builder?.build();
};
