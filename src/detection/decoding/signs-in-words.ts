import type { TextFacts } from '../facts/facts.ts';
import { CHARS, SHORT_TEXT, SIGNS } from '../facts/signs.ts';
import { codeAt } from '../text/code-units.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { isOfWords } from './bytes/written.ts';
import { knownShare } from './words/stretches.ts';

/** Words that the same signs cut into pieces again and again: `Ig''no''re`, `Ig/no/re al/l`, `**I****g****n**`. */

/** What stands between two pieces or begins it, with the bits of `CHARS` or `SIGNS` that a text has then. */
const CUTTING: readonly (readonly [cutting: string, chars: number, signs: number])[] = [
  ["'", CHARS.apostrophe, 0],
  ['"', CHARS.quote, 0],
  ['`', CHARS.backtick, 0],
  ['_', CHARS.underscore, 0],
  ['/', 0, SIGNS.slash],
  ['(', CHARS.round, 0],
  ['~', CHARS.tilde, 0],
  ['*', CHARS.star, 0],
  ['\\', CHARS.backslash, 0],
  ['|', CHARS.stroke, 0],
  ['.', CHARS.point, 0],
  ['+', CHARS.plus, 0],
  [')', CHARS.between, 0],
  ['}', CHARS.between, 0],
  [']', CHARS.closesSquare, 0],
];
/** So many cuts within words, so near to each other in UTF-16 code units. */
const MIN_CUTS = 8;
const LONGEST_PIECE = 5;
const LONGEST_GROUP = 4;
/** Of the letters in words that are long enough, and how many more than without. */
const LEAST_KNOWN = 0.6;
const MIN_GAIN = 0.25;

const LETTER = /[\p{L}\p{N}]/u;
const isLetter = (code: number): boolean => {
  if (code < 0x80) return (code >= 48 && code <= 57) || ((code | 0x20) >= 97 && (code | 0x20) <= 122);
  return LETTER.test(String.fromCharCode(code));
};
const isBlank = (code: number): boolean => code === 0x20 || (code >= 9 && code <= 13);

/** Where what stands at `at` between two letters ends; `at` where it stands between none. */
const endOfGroup = (text: string, at: number): number => {
  if (!isLetter(codeAt(text, at - 1))) return at;
  let end = at + 1;
  while (end - at < LONGEST_GROUP && end < text.length && !isLetter(codeAt(text, end))) {
    if (isBlank(codeAt(text, end))) return at;
    end++;
  }
  return isLetter(codeAt(text, end)) ? end : at;
};

/** The group that cuts words most often; undefined where none does so often. Nearly all texts are left after a look for a few of a sign. */
const groupOf = (text: string, sign: string): string | undefined => {
  const counts = new Map<string, number>();
  let group: string | undefined;
  let most = MIN_CUTS - 1;
  let last = Number.NEGATIVE_INFINITY;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
    const end = endOfGroup(text, at);
    if (end === at) continue;
    const isNear = at - last <= LONGEST_PIECE + 2;
    last = end;
    const found = text.slice(at, end);
    const count = (counts.get(found) ?? 0) + Number(isNear);
    counts.set(found, count);
    if (count > most) {
      most = count;
      group = found;
    }
    at = end - 1;
  }
  return group;
};

/** Without the group between letters, and without what is left of it at the ends of words. */
const withoutGroup = (text: string, group: string): MappedText => {
  const builder = createMapBuilder(text);
  const half = group.slice(0, group.length >> 1);
  const marks = group.length % 2 === 0 && half === group.slice(half.length) ? half : group;
  let from = 0;
  for (let at = text.indexOf(marks); at !== -1; at = text.indexOf(marks, from)) {
    builder.copy(from, at);
    from = at + marks.length;
  }
  builder.copy(from, text.length);
  return builder.build();
};

/** Of other scripts no words are known. */
const isBetter = (whole: string, text: string): boolean => {
  const before = knownShare(text);
  const share = knownShare(whole);
  return share >= Math.max(LEAST_KNOWN, before + MIN_GAIN) || (before === 0 && share === 0);
};

/** @returns A short text in which hardly any word is one, without the signs in them. */
export const dropSignsInWords = ({ text, chars, signs }: TextFacts): MappedText | undefined => {
  if (text.length > SHORT_TEXT) return undefined;
  for (const [cutting, ofChars, ofSigns] of CUTTING) {
    if (((chars & ofChars) | (signs & ofSigns)) === 0) continue;
    const group = groupOf(text, cutting);
    if (group === undefined) continue;
    const whole = withoutGroup(text, group);
    if (isBetter(whole.text, text) && isOfWords(whole.text)) return whole;
  }
  return undefined;
};
