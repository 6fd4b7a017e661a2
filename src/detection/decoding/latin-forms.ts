import { createCodeUnits } from '../text/code-units.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { ASCII_END, HAS, meaningsOf } from './letters/letter-kinds.ts';
import {
  findRun,
  hasDigitsOnly,
  isUnlikely,
  kindAt,
  mayBeRead,
  run,
  searchRun,
  traitAt,
} from './letters/letter-runs.ts';
import { choices, isLikelyWord } from './letters/letter-search.ts';
import { elected, vote, votes } from './letters/letter-votes.ts';

const CODE_UNITS = createCodeUnits();

/** So many letters at least has a word that says something about the text. */
const MIN_LETTERS = 3;
const MIN_LETTERS_MIXED = 4;
/** Greek and Cyrillic have many words that read as others when letters stand for whatever they may. */
const MIN_LETTERS_UNLIKELY = 5;
/** So many words that are read, with so many others between them at most, are a text; one that mixes scripts is by itself. */
const MIN_WORDS = 2;
/** In all of these. */
const MIN_LETTERS_TOGETHER = 9;
const MOST_BETWEEN = 2;

type Word = {
  start: number;
  end: number;
  number: number;
  words: number;
  letters: number;
  isTelling: boolean;
};

const leastLetters = (units: Uint16Array): number => (isUnlikely(units) ? MIN_LETTERS_UNLIKELY : MIN_LETTERS);

/** The run as a word that says something about the text; undefined where it does not. */
const tellingWord = (units: Uint16Array, number: number, isNear: boolean): Word | undefined => {
  const isMixed = (run.has & (HAS.latin | HAS.foreign | HAS.classic)) === (HAS.latin | HAS.classic);
  // Short ones say nothing, and only belong to what stands in front of them.
  if (!isMixed && !isNear && run.end - run.start < MIN_LETTERS) return undefined;
  searchRun(units);
  const { start, end, has, isWord } = run;
  if (!isWord && !isMixed) return undefined;
  if (isWord) vote(units);
  const letters = end - start;
  const isForeign = mayBeRead();
  const isTelling = isForeign && (has & HAS.latin) !== 0 && letters >= MIN_LETTERS_MIXED;
  const words = isMixed || (isForeign && letters >= leastLetters(units)) ? 1 : 0;
  return { start, end, number, words, letters: words * letters, isTelling };
};

/** Words with letters of another script that are words, or mix Greek or Cyrillic with Latin, when these are read as Latin. */
const wordsIn = (units: Uint16Array, length: number): readonly Word[] => {
  const words: Word[] = [];
  let nearest = -MOST_BETWEEN - 2;
  votes.clear();
  for (let start = 0, number = 0; start < length; start++) {
    if (traitAt(units, start) === 0) continue;
    start = findRun(units, start);
    const isNear = number - nearest <= MOST_BETWEEN + 1;
    const word = mayBeRead() || (isNear && hasDigitsOnly()) ? tellingWord(units, number, isNear) : undefined;
    if (word !== undefined) {
      words.push(word);
      nearest = number;
    }
    number++;
  }
  return words;
};

/**
 * Whether two words near to each other may be read, with no more than a look at those of Greek and Cyrillic: nearly all texts
 * in these are just that.
 */
const isWorthwhile = (units: Uint16Array, length: number): boolean => {
  let nearest = -MOST_BETWEEN - 2;
  for (let start = 0, number = 0; start < length; start++) {
    if (traitAt(units, start) === 0) continue;
    start = findRun(units, start);
    number++;
    if (!mayBeRead() || run.end - run.start < MIN_LETTERS) continue;
    const isPlain = run.has === HAS.classic;
    if (isPlain && !isLikelyWord(units, run.start, run.end)) continue;
    if (!isPlain || number - nearest <= MOST_BETWEEN + 1) return true;
    nearest = number;
  }
  return false;
};

/** Each from the first to the last of some words that are near to each other. */
const stretchesOf = (words: readonly Word[]): readonly Word[] => {
  const stretches: Word[] = [];
  for (const word of words) {
    const last = stretches.at(-1);
    if (last === undefined || word.number - last.number > MOST_BETWEEN + 1) {
      stretches.push({ ...word });
      continue;
    }
    last.end = word.end;
    last.number = word.number;
    last.isTelling ||= word.isTelling;
    last.words += word.words;
    last.letters += word.letters;
  }
  return stretches.filter(
    ({ words: count, letters, isTelling }) =>
      isTelling || (count >= MIN_WORDS && letters >= MIN_LETTERS_TOGETHER),
  );
};

/** Whether a script has no case in use, so that capitals beside its letters say nothing. */
const isCaseless = (code: number): boolean => code >= 0x590 && !(code >= 0x2c00 && code <= 0x2cff);

const readWord = (units: Uint16Array): string => {
  let out = '';
  let isLower = false;
  for (let at = run.start; at < run.end; at++) {
    const code = units[at] ?? 0;
    const kind = kindAt(units, at);
    isLower ||= isCaseless(code);
    if (run.isWord) out += meaningsOf(kind)[choices[at - run.start] ?? 0] ?? '';
    else out += code < ASCII_END && !votes.has(kind) ? String.fromCharCode(code) : elected(kind);
  }
  return isLower ? out.toLowerCase() : out;
};

/** Writes what is read in a stretch. @returns Where that ends in the text, of which all before `from` is written. */
const writeStretch = (units: Uint16Array, stretch: Word, from: number, builder: MapBuilder): number => {
  let written = from;
  for (let at = stretch.start; at < stretch.end; at++) {
    if (traitAt(units, at) === 0) continue;
    at = findRun(units, at);
    const isForeign = mayBeRead();
    if (!isForeign && !hasDigitsOnly()) continue;
    searchRun(units);
    if (!isForeign && !run.isWord) continue;
    builder.copy(written, run.start);
    builder.put(readWord(units), run.start, run.end);
    written = run.end;
  }
  return written;
};

/** Letters of other scripts read as Latin ones where words come out; what stands around them stays. */
export const readLookalikes = (text: string): MappedText | undefined => {
  const units = CODE_UNITS.read(text);
  units[text.length] = 0;
  if (!isWorthwhile(units, text.length)) return undefined;
  const stretches = stretchesOf(wordsIn(units, text.length));
  if (stretches.length === 0) return undefined;
  const builder = createMapBuilder(text);
  let from = 0;
  for (const stretch of stretches) from = writeStretch(units, stretch, from, builder);
  builder.copy(from, text.length);
  return builder.build();
};
