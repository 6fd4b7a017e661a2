import { createCodeUnits } from '../code-units.ts';
import { LIBERAL_LOOKALIKES } from '../confusables.ts';
import { createMapBuilder, type MappedText } from '../mapped-text.ts';
import { hashLetter, isKnownHash, isVocabularyHash, NO_LETTERS } from './known-words.ts';

/** Greek and Cyrillic letters read as the Latin ones that they look like, in words that are words then. */

const FIRST = 0x370;
const LAST = 0x52f;
const SMALL = 0x20;

/** For each letter of the three scripts the Latin one that it is or looks like; 0 where it is none. */
const LATIN = new Uint16Array(0x10000);
for (let code = 65; code <= 90; code++) {
  LATIN[code] = code;
  LATIN[code | SMALL] = code | SMALL;
}
/** Letters that look like no Latin one, which stay in their words. */
const OTHER = 1;
for (let code = FIRST; code <= LAST; code++) {
  const letter = String.fromCharCode(code);
  if (/\p{L}/u.test(letter)) LATIN[code] = LIBERAL_LOOKALIKES.get(letter)?.charCodeAt(0) ?? OTHER;
}

const CODE_UNITS = createCodeUnits();

/** Other words than these are read so at chance too often. */
const MIN_LETTERS = 3;
const MIN_LETTERS_ELSEWHERE = 4;
/** So many words that are read, with so many others between them at most, are a text; one that mixes scripts is by itself. */
const MIN_WORDS = 2;
const MOST_BETWEEN = 2;

type Word = { start: number; end: number; number: number; isTelling: boolean };

const isRead = (hash: number, letters: number): boolean =>
  (letters >= MIN_LETTERS && isVocabularyHash(hash)) ||
  (letters >= MIN_LETTERS_ELSEWHERE && isKnownHash(hash));

const latinAt = (units: Uint16Array, at: number): number => LATIN[units[at] ?? 0] ?? 0;

/** A run of letters of the three scripts, and what it is when it is read as Latin; one for all, written anew for each. */
const run = { end: 0, hash: NO_LETTERS, foreign: 0, hasOther: false };

/** @param units Those of a text, with a 0 behind them. */
const readRun = (units: Uint16Array, start: number): void => {
  run.hash = NO_LETTERS;
  run.foreign = 0;
  run.hasOther = false;
  let at = start;
  for (let latin = latinAt(units, at); latin !== 0; latin = latinAt(units, at)) {
    if ((units[at] ?? 0) >= FIRST) run.foreign++;
    if (latin === OTHER) run.hasOther = true;
    run.hash = hashLetter(run.hash, latin | SMALL);
    at++;
  }
  run.end = at;
};

/** Words with letters of another script that are words, or mix scripts, when these are read as Latin. */
const wordsIn = (units: Uint16Array, length: number): readonly Word[] => {
  const words: Word[] = [];
  let number = 0;
  for (let start = 0; start < length; start++) {
    if (latinAt(units, start) === 0) continue;
    readRun(units, start);
    const { end, hash, foreign, hasOther } = run;
    const letters = end - start;
    const isMixed = foreign > 0 && foreign < letters;
    const isReadable = foreign > 0 && !hasOther && (isMixed || isRead(hash, letters));
    if (isReadable)
      words.push({ start, end, number, isTelling: isMixed && letters >= MIN_LETTERS_ELSEWHERE });
    number++;
    start = end;
  }
  return words;
};

/** From the first to the last of some words that are near to each other. */
type Stretch = Word & { words: number };

const stretchesOf = (words: readonly Word[]): readonly Stretch[] => {
  const stretches: Stretch[] = [];
  for (const word of words) {
    const last = stretches.at(-1);
    if (last === undefined || word.number - last.number > MOST_BETWEEN + 1) {
      stretches.push({ ...word, words: 1 });
      continue;
    }
    last.end = word.end;
    last.number = word.number;
    last.isTelling ||= word.isTelling;
    last.words++;
  }
  return stretches.filter(({ words: count, isTelling }) => isTelling || count >= MIN_WORDS);
};

const readAs = (units: Uint16Array, start: number, end: number): string => {
  let out = '';
  for (let at = start; at < end; at++) {
    const code = units[at] ?? 0;
    const latin = code >= FIRST ? (LATIN[code] ?? 0) : code;
    out += String.fromCharCode(latin > OTHER ? latin : code);
  }
  return out;
};

export const readLookalikes = (text: string): MappedText | undefined => {
  const units = CODE_UNITS.read(text);
  units[text.length] = 0;
  const stretches = stretchesOf(wordsIn(units, text.length));
  if (stretches.length === 0) return undefined;
  const builder = createMapBuilder(text);
  let from = 0;
  for (const { start, end } of stretches) {
    builder.copy(from, start);
    builder.put(readAs(units, start, end), start, end);
    from = end;
  }
  builder.copy(from, text.length);
  return builder.build();
};
