import type { Span } from '../../chat/segment.ts';
import type { TextFacts } from '../facts/facts.ts';
import { SHORT_TEXT } from '../facts/signs.ts';
import { createCodeUnits } from '../text/code-units.ts';
import { onForget } from '../text/in-hand.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { denseRuns } from './runs/dense-runs.ts';
import {
  mergeSpans,
  type UnknownWords,
  unknownEnd,
  unknownStart,
  unknownWordsIn,
  type Word,
  widen,
  wordsIn,
} from './words/stretches.ts';
import { CONSONANTS, type Forms, ORDERLESS, readShape, shape, UNREPEATED } from './words/word-forms.ts';

/**
 * Words that people and models still read: with the letters between the first and the last in another order (`ignroe all
 * perivous`), without vowels (`gnr ll prvs`), or with letters several times (`iiggnnoorree`, `ignooore`).
 */

/** One way in which words were remade. */
type Manner = Readonly<{
  forms: Forms;
  /** What the word whose `shape` was read and the one it was have in common. */
  hash: () => number;
  /** Whether a word whose `shape` was read may have been remade so, by how many letters it has and whether it is known. */
  isChanged: (letters: number, isKnown: boolean) => boolean;
  /** Of so many words so many are, and of these so many are known once more; by chance some always are. */
  minWords: number;
  changedShare: number;
  readShare: number;
}>;

const SHORTEST_JUMBLED = 4;
const JUMBLED: Manner = {
  forms: ORDERLESS,
  hash: () => shape.orderless,
  isChanged: (letters, isKnown) => !isKnown && letters >= SHORTEST_JUMBLED,
  ...{ minWords: 3, changedShare: 0.2, readShare: 0.6 },
};
const VOWELLESS: Manner = {
  forms: CONSONANTS,
  hash: () => shape.consonants,
  isChanged: (letters) => letters >= 2 && !shape.hasVowels,
  ...{ minWords: 6, changedShare: 0.6, readShare: 0.7 },
};
const REPEATING: Manner = {
  forms: UNREPEATED,
  hash: () => shape.unrepeated,
  isChanged: (_, isKnown) => !isKnown && shape.hasRepeated,
  ...{ minWords: 3, changedShare: 0.3, readShare: 0.7 },
};

const CODE_UNITS = createCodeUnits();

type Remade = Readonly<{ word: Span; out: string }>;
const NONE: readonly Remade[] = [];

const isChangedIn = (units: Uint16Array, word: Word, { isChanged }: Manner): boolean => {
  readShape(units, word.start, word.end);
  return isChanged(word.end - word.start, word.isKnown);
};

/** Of some words those that were remade, where most were. */
const readRun = (units: Uint16Array, words: readonly Word[], manner: Manner): readonly Remade[] => {
  const changed = words.filter((word) => isChangedIn(units, word, manner));
  const remade = changed.flatMap((word) => {
    readShape(units, word.start, word.end);
    const out = manner.forms.wordOf(manner.hash());
    return out === undefined ? [] : [{ word, out }];
  });
  return remade.length >= Math.max(manner.minWords, changed.length * manner.readShare) ? remade : NONE;
};

const readWords = (text: string, { start, end }: Span, manner: Manner): readonly Remade[] => {
  const units = CODE_UNITS.read(text);
  const words = wordsIn(text, start, end);
  const areChanged = words.map((word) => isChangedIn(units, word, manner));
  return denseRuns(areChanged, manner.changedShare).flatMap(({ first, last }) =>
    readRun(units, words.slice(first, last + 1), manner),
  );
};

const MARGIN = 64;
/** However words were remade, so many of them are unknown then, with so many letters, so near to each other in UTF-16 code units. */
const MIN_UNKNOWN = 3;
const MIN_LETTERS = 3;
const REACH = 64;

/** Of so many changed words in a row so many may be words once more: words of another language and keys are so by chance. */
const IN_ROW = 8;
const READ_IN_ROW = 5;
/** Shorter ones are what is left of some word, whatever they are. */
const TELLING = 4;

/** How many of the words so far were changed in a manner, and which of the last ones may be words once more, a bit for each. */
const createTally = (manner: Manner) => ({ manner, row: 0, inRow: 0, changed: 0, isEnough: false });
type Tally = ReturnType<typeof createTally>;
const TALLIES = {
  jumbled: createTally(JUMBLED),
  vowelless: createTally(VOWELLESS),
  repeating: createTally(REPEATING),
};
const ALL_TALLIES: readonly Tally[] = Object.values(TALLIES);

/** Counts a word that was changed. @param mayBe 1 where it may be a word once more. */
const count = (tally: Tally, mayBe: number): void => {
  tally.changed++;
  tally.inRow += mayBe - ((tally.row >> (IN_ROW - 1)) & 1);
  tally.row = (tally.row << 1) | mayBe;
  if (tally.inRow >= READ_IN_ROW) tally.isEnough = true;
};

const mayHold = ({ isEnough, changed, inRow }: Tally): boolean =>
  isEnough || (changed < IN_ROW && inRow >= MIN_UNKNOWN && 2 * inRow > changed);

const NO_MANNERS: readonly Manner[] = [];

/** In which manners words may have been remade somewhere. */
const mannersOf = (units: Uint16Array, words: UnknownWords): readonly Manner[] => {
  for (const tally of ALL_TALLIES) {
    tally.row = 0;
    tally.inRow = 0;
    tally.changed = 0;
    tally.isEnough = false;
  }
  const { jumbled, vowelless, repeating } = TALLIES;
  for (let i = 0; i < words.unknown; i++) {
    const start = unknownStart(words, i);
    const end = unknownEnd(words, i);
    const letters = end - start;
    if (letters < TELLING) continue;
    readShape(units, start, end);
    // Each by its name, so that what is called is known where the loop is compiled.
    if (JUMBLED.isChanged(letters, false)) count(jumbled, Number(ORDERLESS.has(shape.orderless)));
    if (VOWELLESS.isChanged(letters, false)) count(vowelless, Number(CONSONANTS.has(shape.consonants)));
    if (REPEATING.isChanged(letters, false)) count(repeating, Number(UNREPEATED.has(shape.unrepeated)));
  }
  return ALL_TALLIES.some(mayHold) ? ALL_TALLIES.filter(mayHold).map(({ manner }) => manner) : NO_MANNERS;
};

const areNear = (words: UnknownWords): boolean => {
  for (let i = MIN_UNKNOWN - 1; i < words.unknown; i++)
    if (unknownEnd(words, i) - unknownStart(words, i - MIN_UNKNOWN + 1) <= REACH) return true;
  return false;
};

/** Where words may have been remade, and in which manners. */
type Region = Readonly<{ span: Span; manners: readonly Manner[] }>;
const NOWHERE: readonly Region[] = [];

/** A short text as a whole; of a longer one where letters follow each other as in no language. */
const regionsOf = ({ text, strange }: TextFacts): readonly Region[] => {
  const spans =
    text.length <= SHORT_TEXT
      ? [{ start: 0, end: text.length }]
      : mergeSpans(strange.map((span) => widen(text, span, MARGIN)));
  let units: Uint16Array | undefined;
  let regions: Region[] | undefined;
  for (const span of spans) {
    const words = unknownWordsIn(text, span.start, span.end, MIN_LETTERS);
    if (!areNear(words)) continue;
    units ??= CODE_UNITS.read(text);
    const manners = mannersOf(units, words);
    if (manners.length === 0) continue;
    regions ??= [];
    regions.push({ span, manners });
  }
  return regions ?? NOWHERE;
};

/** Each manner asks about the same text. */
const known: { facts: TextFacts | undefined; regions: readonly Region[] } = { facts: undefined, regions: [] };
onForget(() => {
  known.facts = undefined;
  known.regions = NOWHERE;
});

const read = (facts: TextFacts, manner: Manner): MappedText | undefined => {
  if (known.facts !== facts) {
    known.regions = regionsOf(facts);
    known.facts = facts;
  }
  if (known.regions.length === 0) return undefined;
  const { text } = facts;
  const builder = createMapBuilder(text);
  let found = false;
  for (const { span, manners } of known.regions) {
    const remade = manners.includes(manner) ? readWords(text, span, manner) : NONE;
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
