import type { Span } from '../../chat/segment.ts';
import { isAttackWord } from '../attack-words.ts';
import { createCodeUnits } from '../code-units.ts';
import { createMapBuilder, type MappedText } from '../mapped-text.ts';
import { hashLetter, isForeignHash, isKnownHash, NO_LETTERS } from './known-words.ts';

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

const MAX_CHOICES = 8;
const CODE_UNITS = createCodeUnits();

/** @param choice The n-th sign that may be one of two letters is read the other way where the n-th bit is set. */
const letterOf = (letters: number, choice: number): number =>
  letters > 0xff && (choice & 1) === 1 ? letters >> 8 : letters & 0xff;

/** The hash of `[start, end)` when it is read so. */
const hashOf = (units: Uint16Array, start: number, end: number, choices: number): number => {
  let hash = NO_LETTERS;
  let left = choices;
  for (let at = start; at < end; at++) {
    const letters = LETTERS_OF[units[at] ?? 0] ?? 0;
    hash = hashLetter(hash, letterOf(letters, left));
    if (letters > 0xff) left >>= 1;
  }
  return hash;
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

const countAmbiguous = (units: Uint16Array, start: number, end: number): number => {
  let ambiguous = 0;
  for (let at = start; at < end; at++) if ((LETTERS_OF[units[at] ?? 0] ?? 0) > 0xff) ambiguous++;
  return ambiguous;
};

/**
 * The word with its signs read as letters; signs that may be one of two letters are tried both ways. A word of the vocabulary
 * is likelier than one of another language.
 */
const readLetters = (units: Uint16Array, start: number, end: number): string | undefined => {
  const choices = Math.min(MAX_CHOICES, 1 << countAmbiguous(units, start, end));
  let foreign = -1;
  for (let choice = 0; choice < choices; choice++) {
    const hash = hashOf(units, start, end, choice);
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

/** An exclamation mark at the end is one, if the word is one without it. */
const readWord = (units: Uint16Array, { start, end }: Span, hasLetters: boolean): LeetWord | undefined => {
  const to = units[end - 1] === EXCLAMATION && end - start > 1 ? end - 1 : end;
  const out = readLetters(units, start, to);
  if (out === undefined) return undefined;
  const isSure = hasLetters && isAttackWord(out.toLowerCase());
  return { start, end: to, out, isSure, isCommon: hasLetters && out.length > 2 };
};

const MIN_COMMON = 4;

const kindOf = (units: Uint16Array, at: number): number => KINDS[units[at] ?? 0] ?? 0;

/** The run of letters and signs around a mark; a longer one is no word. */
const runAround = (units: Uint16Array, mark: number, floor: number): Span => {
  let start = mark;
  while (start > floor && mark - start <= LONGEST_LEET && kindOf(units, start - 1) !== 0) start--;
  let end = mark + 1;
  while (end - start <= LONGEST_LEET && kindOf(units, end) !== 0) end++;
  return { start, end };
};

const hasLetter = (units: Uint16Array, { start, end }: Span): boolean => {
  for (let at = start; at < end; at++) if (kindOf(units, at) === LETTER) return true;
  return false;
};

/** Whether most words are disguised, so that one that says little is read as well. */
const areInDisguise = (words: readonly LeetWord[], others: number): boolean => {
  const common = words.filter(({ isCommon }) => isCommon).length;
  return common >= MIN_COMMON && common > others;
};

/**
 * Words that are read: all of them where most are words in disguise, else only those that attacks are made of.
 *
 * @param units Those of a text, with a 0 behind them.
 */
const wordsAround = (units: Uint16Array, marks: readonly number[]): readonly LeetWord[] => {
  const words: LeetWord[] = [];
  const numbers: Span[] = [];
  let others = 0;
  let end = 0;
  for (const mark of marks) {
    if (mark < end) continue;
    const run = runAround(units, mark, end);
    ({ end } = run);
    const length = end - run.start;
    if (length > LONGEST_LEET) continue;
    if (!hasLetter(units, run)) {
      if (length <= LONGEST_NUMBER) numbers.push(run);
      continue;
    }
    const word = readWord(units, run, true);
    if (word !== undefined) words.push(word);
    else if (length > 2) others++;
  }
  if (!areInDisguise(words, others)) return words.filter(({ isSure }) => isSure);
  const read = numbers.flatMap((run) => readWord(units, run, false) ?? []);
  return [...words, ...read].sort((a, b) => a.start - b.start);
};

/** @param marks Where digits and signs stand that may be meant for letters, at least one in each run of them. */
export const decodeLeet = (text: string, marks: readonly number[]): MappedText | undefined => {
  const units = CODE_UNITS.read(text);
  units[text.length] = 0;
  const words = wordsAround(units, marks);
  if (words.length === 0 || !SIGN.test(text)) return undefined;
  const builder = createMapBuilder(text);
  let copied = 0;
  for (const { start, end, out } of words) {
    if (out === text.slice(start, end)) continue;
    builder.copy(copied, start);
    builder.put(out, start, end);
    copied = end;
  }
  builder.copy(copied, text.length);
  return builder.build();
};
