import type { Span } from '../../chat/segment.ts';
import { isAttackWord } from '../attack-words.ts';
import { codeAt } from '../code-units.ts';
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

const MAX_CHOICES = 8;

/** @param choice The n-th sign that may be one of two letters is read the other way where the n-th bit is set. */
const letterAt = (code: number, choice: number): number => {
  const other = OTHERWISE[code] ?? 0;
  const usual = READ[code] ?? 0;
  return other !== 0 && ((choice & 1) === 1 || usual === 0) ? other : usual;
};

/** The hash of `text[start, end)` when it is read so. */
const hashOf = (text: string, start: number, end: number, choices: number): number => {
  let hash = NO_LETTERS;
  let left = choices;
  for (let at = start; at < end; at++) {
    const code = codeAt(text, at);
    hash = hashLetter(hash, letterAt(code, left));
    if ((OTHERWISE[code] ?? 0) !== 0) left >>= 1;
  }
  return hash;
};

const write = (text: string, start: number, end: number, choices: number): string => {
  let out = '';
  let left = choices;
  for (let at = start; at < end; at++) {
    const code = codeAt(text, at);
    const letter = letterAt(code, left);
    out += code >= 65 && code <= 90 ? text.charAt(at) : String.fromCharCode(letter);
    if ((OTHERWISE[code] ?? 0) !== 0) left >>= 1;
  }
  return out;
};

/**
 * The word with its signs read as letters; signs that may be one of two letters are tried both ways. A word of the vocabulary
 * is likelier than one of another language.
 */
const readLetters = (text: string, start: number, end: number): string | undefined => {
  let ambiguous = 0;
  for (let at = start; at < end; at++) if ((OTHERWISE[codeAt(text, at)] ?? 0) !== 0) ambiguous++;
  const choices = Math.min(MAX_CHOICES, 1 << ambiguous);
  let foreign = -1;
  for (let choice = 0; choice < choices; choice++) {
    const hash = hashOf(text, start, end, choice);
    if (!isKnownHash(hash)) continue;
    if (!isForeignHash(hash)) return write(text, start, end, choice);
    if (foreign === -1) foreign = choice;
  }
  return foreign === -1 ? undefined : write(text, start, end, foreign);
};

/** Written with signs, or with nothing else. */
type LeetWord = Readonly<{ start: number; end: number; out: string; isSure: boolean; isCommon: boolean }>;

const LONGEST_LEET = 21;
/** `15` may be a word where all is written so. */
const LONGEST_NUMBER = 5;

/** An exclamation mark at the end is one, if the word is one without it. */
const readWord = (text: string, { start, end }: Span): LeetWord | undefined => {
  const to = text[end - 1] === '!' && end - start > 1 ? end - 1 : end;
  const out = readLetters(text, start, to);
  if (out === undefined) return undefined;
  const hasLetters = /[a-z]/iu.test(text.slice(start, to));
  const isSure = hasLetters && isAttackWord(out.toLowerCase());
  return { start, end: to, out, isSure, isCommon: hasLetters && out.length > 2 };
};

const MIN_COMMON = 4;

const isSignOrLetter = (text: string, at: number): boolean => (KINDS[codeAt(text, at)] ?? 0) !== 0;

/** Runs of letters and signs around marks; longer ones are no words. */
const runsAround = (text: string, marks: readonly number[]): readonly Span[] => {
  const runs: Span[] = [];
  let end = 0;
  for (const mark of marks) {
    if (mark < end) continue;
    let start = mark;
    while (start > end && mark - start <= LONGEST_LEET && isSignOrLetter(text, start - 1)) start--;
    end = mark + 1;
    while (end - start <= LONGEST_LEET && isSignOrLetter(text, end)) end++;
    runs.push({ start, end });
  }
  return runs;
};

const hasLetter = (text: string, { start, end }: Span): boolean => {
  for (let at = start; at < end; at++) if (KINDS[codeAt(text, at)] === LETTER) return true;
  return false;
};

/** Words that are read: all of them where most are words in disguise, else only those that attacks are made of. */
const wordsAround = (text: string, marks: readonly number[]): readonly LeetWord[] => {
  const words: LeetWord[] = [];
  const numbers: Span[] = [];
  let others = 0;
  for (const run of runsAround(text, marks)) {
    const length = run.end - run.start;
    if (length > LONGEST_LEET) continue;
    if (!hasLetter(text, run)) {
      if (length <= LONGEST_NUMBER) numbers.push(run);
      continue;
    }
    const word = readWord(text, run);
    if (word !== undefined) words.push(word);
    else if (length > 2) others++;
  }
  const common = words.filter(({ isCommon }) => isCommon).length;
  if (common < MIN_COMMON || common <= others) return words.filter(({ isSure }) => isSure);
  const read = numbers.flatMap((run) => readWord(text, run) ?? []);
  return [...words, ...read].sort((a, b) => a.start - b.start);
};

/** @param marks Where digits and signs stand that may be meant for letters, at least one in each run of them. */
export const decodeLeet = (text: string, marks: readonly number[]): MappedText | undefined => {
  const words = wordsAround(text, marks);
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
