import type { TextFacts } from '../facts/facts.ts';
import { CHARS, SHORT_TEXT, SIGNS } from '../facts/signs.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { BLANKED, hashBlanked } from './words/word-forms.ts';

/** Words with a sign in place of each vowel, or of some: `_gn_r_ _ll pr_v___s`, `?gn?r?`, `*gnore *ll`. */

/** With the bits of `CHARS` or `SIGNS` that a text has then; 0 for a sign that has none. */
const BLANKS: readonly (readonly [blank: string, chars: number, signs: number])[] = [
  ['*', CHARS.star, 0],
  ['_', CHARS.underscore, 0],
  ['#', CHARS.between, 0],
  ['?', 0, SIGNS.short],
];
/** In words; fewer are names in programs, emphasis, or questions. */
const MIN_BLANKS = 6;
const MIN_WORDS = 3;
/** Shorter ones may be any. */
const SHORTEST_TELLING = 4;
/** Of the words with blanks so many are words once more. */
const LEAST_READ = 0.6;
const LONGEST_WORD = 20;

const isLetter = (code: number): boolean => (code | 0x20) >= 97 && (code | 0x20) <= 122;

type Token = Readonly<{ start: number; end: number; word: string | undefined }>;

/** Whether a word of the vocabulary has all letters that are left. */
const fits = (word: string, text: string, start: number): boolean => {
  for (let i = 0; i < word.length; i++) {
    const code = text.charCodeAt(start + i);
    if (isLetter(code) && (code | 0x20) !== word.charCodeAt(i)) return false;
  }
  return true;
};

const wordAt = (text: string, start: number, end: number): string | undefined => {
  if (end - start > LONGEST_WORD) return undefined;
  const word = BLANKED.wordOf(hashBlanked(text, start, end));
  return word?.length === end - start && fits(word, text, start) ? word : undefined;
};

/** The word in which a blank stands; behind it some may end a question, or emphasis. */
const tokenAt = (text: string, blank: number, at: number, floor: number): Token => {
  let start = at;
  while (start > floor && isLetter(text.charCodeAt(start - 1))) start--;
  let end = at + 1;
  let last = at;
  for (let code = text.charCodeAt(end); code === blank || isLetter(code); code = text.charCodeAt(++end))
    if (isLetter(code)) last = end;
  const word = wordAt(text, start, end) ?? (last + 1 < end ? wordAt(text, start, last + 1) : undefined);
  return { start, end: word === undefined ? end : start + word.length, word };
};

const hasMany = (text: string, blank: string): boolean => {
  let count = 0;
  for (let at = text.indexOf(blank); at !== -1 && count < MIN_BLANKS; at = text.indexOf(blank, at + 1))
    if (isLetter(text.charCodeAt(at + 1)) || isLetter(text.charCodeAt(at - 1))) count++;
  return count >= MIN_BLANKS;
};

const tokensIn = (text: string, blank: string): readonly Token[] => {
  const tokens: Token[] = [];
  let floor = 0;
  for (let at = text.indexOf(blank); at !== -1; at = text.indexOf(blank, floor)) {
    const token = tokenAt(text, blank.charCodeAt(0), at, floor);
    floor = Math.max(token.end, at + 1);
    if (token.end - token.start > 1) tokens.push(token);
  }
  return tokens;
};

const write = (text: string, tokens: readonly Token[]): MappedText => {
  const builder = createMapBuilder(text);
  let from = 0;
  for (const { start, end, word } of tokens) {
    if (word === undefined) continue;
    builder.copy(from, start);
    builder.put(word, start, end);
    from = end;
  }
  builder.copy(from, text.length);
  return builder.build();
};

/** @returns A short text with the vowels of its words in place of such signs. */
export const fillBlanks = ({ text, chars, signs }: TextFacts): MappedText | undefined => {
  if (text.length > SHORT_TEXT) return undefined;
  for (const [blank, ofChars, ofSigns] of BLANKS) {
    if (((chars & ofChars) | (signs & ofSigns)) === 0 || !hasMany(text, blank)) continue;
    const tokens = tokensIn(text, blank);
    const telling = tokens.filter(({ start, end }) => end - start >= SHORTEST_TELLING);
    const read = telling.filter(({ word }) => word !== undefined).length;
    if (read >= Math.max(MIN_WORDS, telling.length * LEAST_READ)) return write(text, tokens);
  }
  return undefined;
};
