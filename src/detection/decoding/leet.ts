import { isAttackWord } from '../attack-words.ts';
import { unitsOf } from '../text/code-units.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { hashLetter, isForeignHash, isKnownHash, NO_LETTERS } from './words/known-words.ts';
import { columnOf, mayGoOnFromThree } from './words/vocabulary.ts';

const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '8': 'b',
  '9': 'g',
  '+': 't',
};
const SIGN = /[a-z][013457@$!|]{1,3}[a-z]|\b[0134579@$!][a-z]{2,16}\b/iu;

const LETTER = 1;
const STANDS_FOR_LETTER = 2;
const OTHER = 4;
const KINDS = new Uint8Array(0x10000);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
  KINDS[character.charCodeAt(0)] = LETTER;
for (const character of '0134578@$!|') KINDS[character.charCodeAt(0)] = STANDS_FOR_LETTER;
for (const character of '269+') KINDS[character.charCodeAt(0)] = OTHER;

/** The letter that each character is read as, in lower case; 0 for those that stay what they are. */
const READ = new Uint8Array(128);
/** How a sign is read that may be one of two letters. */
const OTHERWISE = new Uint8Array(128);
for (let code = 97; code <= 122; code++) {
  READ[code] = code;
  READ[code - 32] = code;
}
for (const [sign, letter] of Object.entries(LETTERS)) READ[sign.charCodeAt(0)] = letter.charCodeAt(0);
for (const [sign, letter] of ['1l', '!l', '|i', '7l', '2z', '6g', '9p'].map((pair) => [...pair]))
  OTHERWISE[sign?.charCodeAt(0) ?? 0] = letter?.charCodeAt(0) ?? 0;

/** Both in one look-up: the usual letter, or the only one, and eight bits further up how else a sign may be read. */
const LETTERS_OF = Uint16Array.from(
  READ,
  (usual, code) => (usual || (OTHERWISE[code] ?? 0)) | ((OTHERWISE[code] ?? 0) << 8),
);

/** Letters of a word's beginning. */
const BEGINNING = 4;
/** For each sign the column of its letter, and eight bits further up that of how else it may be read. */
const COLUMNS_OF = LETTERS_OF.map((letters) => columnOf(letters & 0xff) | (columnOf(letters >> 8) << 8));

const columnAt = (units: Uint16Array, at: number, isOther: boolean): number => {
  const columns = COLUMNS_OF[units[at] ?? 0] ?? 0;
  return isOther ? columns >> 8 : columns & 0xff;
};

/** By code unit 1 for signs that may be one of two letters; others have the only one twice. */
const IS_CHOICE = COLUMNS_OF.map((columns) => (columns > 0xff && columns >> 8 !== (columns & 0xff) ? 1 : 0));

/** A bit for each of the first signs that may be one of two letters. */
const choicesIn = (units: Uint16Array, start: number): number => {
  let choices = 0;
  for (let i = 0; i < BEGINNING; i++) if (IS_CHOICE[units[start + i] ?? 0] === 1) choices |= 1 << i;
  return choices;
};

/** Whether a word begins as one of the readings of the first four signs does: where none does nothing more is to be read. */
const beginsLikeWord = (units: Uint16Array, start: number): boolean => {
  const choices = choicesIn(units, start);
  for (let way = choices; ; way = (way - 1) & choices) {
    const first = columnAt(units, start, (way & 1) !== 0);
    const second = columnAt(units, start + 1, (way & 2) !== 0);
    const third = columnAt(units, start + 2, (way & 4) !== 0);
    if (mayGoOnFromThree(first, second, third, columnAt(units, start + 3, (way & 8) !== 0))) return true;
    if (way === 0) return false;
  }
};

const MAX_CHOICES = 8;

/** @param choice The n-th sign that may be one of two letters is read the other way where the n-th bit is set. */
const letterOf = (letters: number, choice: number): number =>
  letters > 0xff && (choice & 1) === 1 ? letters >> 8 : letters & 0xff;

/** By the number of a choice the hash of what is read with it. */
const hashes = new Int32Array(MAX_CHOICES);

/** Fills in the hashes of all readings of `[start, end)`. @returns How many there are. */
const hashReadings = (units: Uint16Array, start: number, end: number): number => {
  let count = 1;
  hashes[0] = NO_LETTERS;
  for (let at = start; at < end; at++) {
    const letters = LETTERS_OF[units[at] ?? 0] ?? 0;
    const isChoice = letters > 0xff && count < MAX_CHOICES;
    for (let choice = 0; choice < count; choice++) {
      const hash = hashes[choice] ?? 0;
      hashes[choice] = hashLetter(hash, letters & 0xff);
      if (isChoice) hashes[choice + count] = hashLetter(hash, letters >> 8);
    }
    if (isChoice) count *= 2;
  }
  return count;
};

const write = (units: Uint16Array, start: number, end: number, choices: number): string => {
  let out = '';
  let left = choices;
  for (let at = start; at < end; at++) {
    const code = units[at] ?? 0;
    const letters = LETTERS_OF[code] ?? 0;
    out += String.fromCharCode(code >= 65 && code <= 90 ? code : letterOf(letters, left));
    if (letters > 0xff) left >>= 1;
  }
  return out;
};

/**
 * The word with its signs read as letters; signs that may be one of two letters are tried both ways. A word of the vocabulary
 * is likelier than one of another language.
 */
const readLetters = (units: Uint16Array, start: number, end: number): string | undefined => {
  if (end - start >= BEGINNING && !beginsLikeWord(units, start)) return undefined;
  const choices = hashReadings(units, start, end);
  let foreign = -1;
  for (let choice = 0; choice < choices; choice++) {
    const hash = hashes[choice] ?? 0;
    if (!isKnownHash(hash)) continue;
    if (!isForeignHash(hash)) return write(units, start, end, choice);
    if (foreign === -1) foreign = choice;
  }
  return foreign === -1 ? undefined : write(units, start, end, foreign);
};

/** Written with signs, or with nothing else. */
type LeetWord = Readonly<{ start: number; end: number; out: string; isSure: boolean; isCommon: boolean }>;

const LONGEST_LEET = 21;
/** `15` may be a word where all is written so. */
const LONGEST_NUMBER = 5;
const EXCLAMATION = 0x21;

/** The run of letters and signs around a mark, and the kinds of what is in it; one for all, written anew for each. */
const run = { start: 0, end: 0, kinds: 0 };

const kindOf = (units: Uint16Array, at: number): number => KINDS[units[at] ?? 0] ?? 0;

/** A longer one than a word is not read to its end. */
const readRun = (units: Uint16Array, mark: number, floor: number): void => {
  let kinds = 0;
  let start = mark;
  for (; start > floor && mark - start <= LONGEST_LEET; start--) {
    const kind = kindOf(units, start - 1);
    if (kind === 0) break;
    kinds |= kind;
  }
  let end = mark + 1;
  for (; end - start <= LONGEST_LEET; end++) {
    const kind = kindOf(units, end);
    if (kind === 0) break;
    kinds |= kind;
  }
  run.start = start;
  run.end = end;
  run.kinds = kinds | kindOf(units, mark);
};

const hasLetters = (): boolean => (run.kinds & LETTER) !== 0;

/** The run as a word. An exclamation mark at the end is one, if the word is one without it. */
const readWord = (units: Uint16Array): LeetWord | undefined => {
  const { start, end } = run;
  const to = units[end - 1] === EXCLAMATION && end - start > 1 ? end - 1 : end;
  const out = readLetters(units, start, to);
  if (out === undefined) return undefined;
  const isSure = hasLetters() && isAttackWord(out.toLowerCase());
  return { start, end: to, out, isSure, isCommon: hasLetters() && out.length > 2 };
};

const MIN_COMMON = 4;

/** Whether most words are disguised, so that one that says little is read as well. */
const areInDisguise = (words: readonly LeetWord[], others: number): boolean => {
  const common = words.filter(({ isCommon }) => isCommon).length;
  return common >= MIN_COMMON && common > others;
};

/** Numbers that are words. */
const numbersAround = (units: Uint16Array, marks: readonly number[]): readonly LeetWord[] => {
  const words: LeetWord[] = [];
  run.end = 0;
  for (const mark of marks) {
    if (mark < run.end) continue;
    readRun(units, mark, run.end);
    const word = hasLetters() || run.end - run.start > LONGEST_NUMBER ? undefined : readWord(units);
    if (word !== undefined) words.push(word);
  }
  return words;
};

const NONE: readonly LeetWord[] = [];

/**
 * Words that are read: all of them where most are words in disguise, else only those that attacks are made of.
 *
 * @param units Those of a text, with a 0 behind them.
 */
const wordsAround = (units: Uint16Array, marks: readonly number[]): readonly LeetWord[] => {
  let words: LeetWord[] | undefined;
  let others = 0;
  run.end = 0;
  for (const mark of marks) {
    if (mark < run.end) continue;
    readRun(units, mark, run.end);
    const length = run.end - run.start;
    if (length > LONGEST_LEET || !hasLetters()) continue;
    const word = readWord(units);
    if (word === undefined) {
      if (length > 2) others++;
      continue;
    }
    words ??= [];
    words.push(word);
  }
  if (words === undefined) return NONE;
  if (!areInDisguise(words, others)) return words.filter(({ isSure }) => isSure);
  return [...words, ...numbersAround(units, marks)].sort((a, b) => a.start - b.start);
};

/** @param marks Where digits and signs stand that may be meant for letters, at least one in each run of them. */
export const decodeLeet = (text: string, marks: readonly number[]): MappedText | undefined => {
  const units = unitsOf(text);
  // Of `you!` all letters stay what they are.
  const words = wordsAround(units, marks).filter(({ start, end, out }) => out !== text.slice(start, end));
  if (words.length === 0 || !SIGN.test(text)) return undefined;
  const builder = createMapBuilder(text);
  let copied = 0;
  for (const { start, end, out } of words) {
    builder.copy(copied, start);
    builder.put(out, start, end);
    copied = end;
  }
  builder.copy(copied, text.length);
  return builder.build();
};
