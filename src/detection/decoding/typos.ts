import type { Span } from '../../chat/segment.ts';
import type { TextFacts } from '../facts/facts.ts';
import { SHORT_TEXT } from '../facts/signs.ts';
import { codeAt } from '../text/code-units.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { isDictionaryWord } from './words/dictionary.ts';
import { isWordOfRules, mayBeOfRules, nearestWord } from './words/nearest-word.ts';
import {
  densestSignals,
  type UnknownWords,
  unknownEnd,
  unknownStart,
  unknownWordsIn,
} from './words/stretches.ts';

const MIN_WORD = 3;
/** Text around a mistyped word of an attack that is looked at. */
const MARGIN = 200;
const MAX_CORRECTED = 32;
const MAX_REGIONS = 3;
/** Of a window; to look for a word that was meant takes some microseconds. */
const MAX_TRIED = 32;
const MAX_REGION = 1200;
/** Of the words of a region: in another language most are unknown. */
const MAX_UNKNOWN = 0.6;

const BESIDE_NAMES = new Uint8Array(0x80);
for (const sign of '0123456789_/\\@#$<>(){}[]=') BESIDE_NAMES[sign.charCodeAt(0)] = 1;
const LETTER = /\p{L}/u;

const isBesideName = (text: string, at: number): boolean => {
  const code = codeAt(text, at);
  return code < BESIDE_NAMES.length ? BESIDE_NAMES[code] === 1 : LETTER.test(text.charAt(at));
};

const SMALL = 0x20;

/** Names begin with a capital in the middle of a sentence, but so do words; those of programs have signs beside them. */
const isPlain = (text: string, start: number, end: number): boolean => {
  const second = codeAt(text, start + 1);
  for (let at = start + 2; at < end; at++) if ((text.charCodeAt(at) ^ second) & SMALL) return false;
  return !(isBesideName(text, start - 1) || isBesideName(text, end));
};

type Corrected = Readonly<{ word: Span; out: string }>;
const NOTHING: readonly Corrected[] = [];
const NOWHERE: readonly Span[] = [];
type Read = Readonly<{ region: Span; corrected: readonly Corrected[] }>;

const hasWordOfRules = (text: string, words: UnknownWords): boolean => {
  for (let i = 0; i < words.unknown; i++) {
    const start = unknownStart(words, i);
    const end = unknownEnd(words, i);
    if (isPlain(text, start, end) && mayBeOfRules(text, start, end) && !isDictionaryWord(text, start, end))
      return true;
  }
  return false;
};

const plainWords = (text: string, words: UnknownWords): readonly Span[] => {
  const plain: Span[] = [];
  for (let i = 0; i < words.unknown; i++) {
    const start = unknownStart(words, i);
    const end = unknownEnd(words, i);
    if (isPlain(text, start, end) && !isDictionaryWord(text, start, end)) plain.push({ start, end });
  }
  return plain;
};

/** The unknown words of a region that are no names and in no dictionary; none where words of rules are not among what they may have been. */
const mistypedIn = (text: string, { start, end }: Span): readonly Span[] => {
  const words = unknownWordsIn(text, start, Math.min(end, start + MAX_REGION), MIN_WORD);
  if (words.unknown > words.count * MAX_UNKNOWN) return NOWHERE;
  // Without a word that rules are made of, what was put right is somebody's spelling.
  return hasWordOfRules(text, words) ? plainWords(text, words) : NOWHERE;
};

/** @param tried Counts the words that were looked for. */
const correctionsIn = (text: string, region: Span, tried: { count: number }): readonly Corrected[] => {
  const corrected: Corrected[] = [];
  for (const word of mistypedIn(text, region)) {
    if (tried.count >= MAX_TRIED || corrected.length >= MAX_CORRECTED) break;
    tried.count++;
    const out = nearestWord(text.slice(word.start, word.end).toLowerCase());
    if (out !== undefined) corrected.push({ word, out });
  }
  return corrected.some(({ out }) => isWordOfRules(out)) ? corrected : NOTHING;
};

const writeRegion = (builder: MapBuilder, { start, end }: Span, corrected: readonly Corrected[]): void => {
  let from = start;
  for (const { word, out } of corrected) {
    builder.copy(from, word.start);
    builder.put(out, word.start, word.end);
    from = word.end;
  }
  builder.copy(from, end);
  builder.put('\n', end, end);
};

/** A short text is looked at as a whole; of a longer one first what holds most mistyped words. */
const regionsOf = (facts: TextFacts): readonly Span[] =>
  facts.text.length <= SHORT_TEXT
    ? [{ start: 0, end: facts.text.length }]
    : densestSignals(facts, 'typo', MARGIN, { longest: MAX_REGION, most: MAX_REGIONS });

/** What stands around mistyped words, with all of them put right, and nothing else. */
export const correctTypos = (facts: TextFacts): MappedText | undefined => {
  const { text } = facts;
  const tried = { count: 0 };
  const read: Read[] = [];
  for (const region of regionsOf(facts)) {
    const corrected = correctionsIn(text, region, tried);
    if (corrected.length > 0) read.push({ region, corrected });
  }
  if (read.length === 0) return undefined;
  const builder = createMapBuilder(text);
  read.sort((a, b) => a.region.start - b.region.start);
  for (const { region, corrected } of read) writeRegion(builder, region, corrected);
  return builder.build();
};
