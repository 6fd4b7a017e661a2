import type { Span } from '../../chat/segment.ts';
import { createMapBuilder, type MappedText } from '../mapped-text.ts';
import { SHORT_TEXT } from '../signs.ts';
import type { TextFacts } from '../text-facts.ts';
import { areNear, denseRuns } from './dense-runs.ts';
import { mergeSpans, unknownWordsIn, type Word, widen, wordsIn } from './stretches.ts';
import {
  CONSONANTS,
  consonants,
  type Forms,
  hasRepeated,
  hasVowels,
  ORDERLESS,
  orderless,
  UNREPEATED,
  unrepeated,
} from './word-forms.ts';

/**
 * Words that people and models still read: with the letters between the first and the last in another order (`ignroe all
 * perivous`), without vowels (`gnr ll prvs`), or with letters several times (`iiggnnoorree`, `ignooore`).
 */

/** One way in which words were remade. */
type Manner = Readonly<{
  forms: Forms;
  /** What such a word and the one it was have in common. */
  hash: (text: string, word: Span) => number;
  /** Whether a word may have been remade so. */
  isChanged: (text: string, word: Word) => boolean;
  /** Of so many words so many are, and of these so many are known once more; by chance some always are. */
  minWords: number;
  changedShare: number;
  readShare: number;
}>;

const SHORTEST_JUMBLED = 4;
const JUMBLED: Manner = {
  forms: ORDERLESS,
  hash: orderless,
  isChanged: (_, { start, end, isKnown }) => !isKnown && end - start >= SHORTEST_JUMBLED,
  ...{ minWords: 3, changedShare: 0.2, readShare: 0.6 },
};
const VOWELLESS: Manner = {
  forms: CONSONANTS,
  hash: consonants,
  isChanged: (text, word) => word.end - word.start >= 2 && !hasVowels(text, word),
  ...{ minWords: 6, changedShare: 0.6, readShare: 0.7 },
};
const REPEATING: Manner = {
  forms: UNREPEATED,
  hash: unrepeated,
  isChanged: (text, word) => !word.isKnown && hasRepeated(text, word),
  ...{ minWords: 3, changedShare: 0.3, readShare: 0.7 },
};

type Remade = Readonly<{ word: Span; out: string }>;
const NONE: readonly Remade[] = [];

/** Of some words those that were remade, where most were. */
const readRun = (text: string, words: readonly Word[], manner: Manner): readonly Remade[] => {
  const changed = words.filter((word) => manner.isChanged(text, word));
  const remade = changed.flatMap((word) => {
    const out = manner.forms.wordOf(manner.hash(text, word));
    return out === undefined ? [] : [{ word, out }];
  });
  return remade.length >= Math.max(manner.minWords, changed.length * manner.readShare) ? remade : NONE;
};

const readWords = (text: string, { start, end }: Span, manner: Manner): readonly Remade[] => {
  const words = wordsIn(text, start, end);
  const areChanged = words.map((word) => manner.isChanged(text, word));
  return denseRuns(areChanged, manner.changedShare).flatMap(({ first, last }) =>
    readRun(text, words.slice(first, last + 1), manner),
  );
};

const MARGIN = 64;
/** However words were remade, so many of them are unknown then, with so many letters, so near to each other in UTF-16 code units. */
const MIN_UNKNOWN = 3;
const MIN_LETTERS = 3;
const REACH = 64;

/** Where unknown words may be. */
type Region = Readonly<{ span: Span; unknown: readonly Span[] }>;

/** A short text as a whole; of a longer one where letters follow each other as in no language. */
const regionsOf = ({ text, strange }: TextFacts): readonly Region[] => {
  const spans =
    text.length <= SHORT_TEXT
      ? [{ start: 0, end: text.length }]
      : mergeSpans(strange.map((span) => widen(text, span, MARGIN)));
  return spans
    .map((span) => ({ span, unknown: unknownWordsIn(text, span.start, span.end, MIN_LETTERS).unknown }))
    .filter(({ unknown }) => areNear(unknown, MIN_UNKNOWN, REACH));
};

/** Each manner asks about the same text. */
const known: { facts: TextFacts | undefined; regions: readonly Region[] } = { facts: undefined, regions: [] };

/** Of so many changed words in a row so many may be words once more: words of another language and keys are so by chance. */
const IN_ROW = 8;
const READ_IN_ROW = 5;
/** Shorter ones are what is left of some word, whatever they are. */
const TELLING = 4;

/** Whether somewhere words may have been remade like this. */
const mayHold = (text: string, unknown: readonly Span[], { isChanged, hash, forms }: Manner): boolean => {
  let row = 0;
  let inRow = 0;
  let changed = 0;
  for (const { start, end } of unknown) {
    const word = { start, end, isKnown: false };
    if (end - start < TELLING || !isChanged(text, word)) continue;
    changed++;
    const mayBe = forms.wordOf(hash(text, word)) === undefined ? 0 : 1;
    inRow += mayBe - ((row >> (IN_ROW - 1)) & 1);
    row = (row << 1) | mayBe;
    if (inRow >= READ_IN_ROW) return true;
  }
  return changed < IN_ROW && inRow >= MIN_UNKNOWN && 2 * inRow > changed;
};

const read = (facts: TextFacts, manner: Manner): MappedText | undefined => {
  if (known.facts !== facts) {
    known.regions = regionsOf(facts);
    known.facts = facts;
  }
  if (known.regions.length === 0) return undefined;
  const { text } = facts;
  const builder = createMapBuilder(text);
  let found = false;
  for (const { span, unknown } of known.regions) {
    const remade = mayHold(text, unknown, manner) ? readWords(text, span, manner) : NONE;
    if (remade.length === 0) continue;
    found = true;
    let from = span.start;
    for (const { word, out } of remade) {
      builder.copy(from, word.start);
      builder.put(out, word.start, word.end);
      from = word.end;
    }
    builder.copy(from, span.end);
    builder.put('\n', span.end, span.end);
  }
  return found ? builder.build() : undefined;
};

/** @returns What stands where letters of words are in another order, with the words meant in their place, and nothing else. */
export const readJumbled = (facts: TextFacts): MappedText | undefined => read(facts, JUMBLED);

/** @returns The same where words have lost their vowels. */
export const readVowelless = (facts: TextFacts): MappedText | undefined => read(facts, VOWELLESS);

/** @returns The same where letters of words are repeated. */
export const readRepeated = (facts: TextFacts): MappedText | undefined => read(facts, REPEATING);
