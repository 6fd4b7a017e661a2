import type { TextFacts } from '../facts/facts.ts';
import { CHARS } from '../facts/signs.ts';
import { unitsOf } from '../text/code-units.ts';
import { isDigit, isLetter, isWord } from './letters.ts';

const BACKSLASH = 0x5c;
const UNDERSCORE = 0x5f;
const PLUS = 0x2b;
const BRACKET = 0x28;
const SMALL_T = 0x74;
const SMALL_E = 0x65;

/** The second letter of a break that is written out. */
const ESCAPES = new Uint8Array(0x10000);
for (const letter of 'nrt') ESCAPES[letter.charCodeAt(0)] = 1;

/** Dots in the middle of a line, by which groups of numbers are divided as well. */
export const DOTS = '\u00b7\u2022\u2027\u2219\u22c5\u30fb';
const IS_DOT = new Uint8Array(0x10000);
for (const dot of DOTS) IS_DOT[dot.charCodeAt(0)] = 1;

/** Whether the letter at `at` is that of a break that is written out, as in JSON within JSON; `\tel` is a command. */
export const isEscapeLetter = (units: Uint16Array, at: number): boolean =>
  units[at - 1] === BACKSLASH &&
  ESCAPES[units[at] ?? 0] === 1 &&
  !(units[at] === SMALL_T && units[at + 1] === SMALL_E);

/** Capitals of an account or of a code in front of its digits. */
const LONGEST_LEAD = 6;

/** What stands in front of a number and of the plus or bracket that it begins with. */
const beforeNumber = (units: Uint16Array, mark: number): number => {
  let at = mark - 1;
  while (at > mark - 3 && (units[at] === PLUS || units[at] === BRACKET)) at--;
  return at;
};

const isBehindEscape = (units: Uint16Array, mark: number): boolean => {
  let at = beforeNumber(units, mark);
  while (at >= mark - LONGEST_LEAD && isLetter(units[at] ?? 0)) at--;
  return isEscapeLetter(units, at + 1);
};

/** A dot between blanks divides two values. */
const isBehindDot = (units: Uint16Array, mark: number): boolean => IS_DOT[units[mark - 1] ?? 0] === 1;

const isBehindLook = (units: Uint16Array, mark: number): boolean => {
  const at = beforeNumber(units, mark);
  if (units[at] !== UNDERSCORE) return false;
  return !isWord(units[units[at - 1] === UNDERSCORE ? at - 2 : at - 1] ?? 0);
};

const BREAKS = /\\(?:[nr]|t(?!e))/gu;
const LOOKS = /(?<![A-Za-z\d_])_{1,2}(?=[\d+(])|(?<=\d)_{1,2}(?![A-Za-z\d_])/gu;
const BETWEEN = new RegExp(`(?<=[A-Za-z\\d])[${DOTS}](?=[A-Za-z\\d])`, 'gu');

/** The same with a break for each that is written out. */
export const withoutBreaks = (text: string): string =>
  text.includes('\\') ? text.replaceAll(BREAKS, (sign) => (sign.endsWith('t') ? '  ' : ' \n')) : text;

const PLAIN_SIGNS = CHARS.backslash | CHARS.underscore | CHARS.dot;

/**
 * The text as values are looked for in it: a break that is written out (`\n4111…`) is one, signs around what stands in italics are
 * blanks, a dot in the middle of a line divides as a hyphen does. Each character keeps its place.
 *
 * Nothing is changed that touches none of the marks, where runs of digits begin, among others.
 */
export const withPlainSigns = ({ text, marks, chars }: TextFacts): string => {
  if (marks.length === 0 || (chars & PLAIN_SIGNS) === 0) return text;
  const units = unitsOf(text);
  // Most texts have neither sign, which is told at once: then a mark is one look.
  const mayBreak = (chars & CHARS.backslash) !== 0;
  const mayLook = (chars & CHARS.underscore) !== 0;
  let hasBreaks = false;
  let hasLooks = false;
  let hasDots = false;
  for (const mark of marks) {
    hasDots ||= isBehindDot(units, mark) && isDigit(units[mark] ?? 0);
    if (!(mayBreak || mayLook) || !isDigit(units[mark] ?? 0)) continue;
    hasBreaks ||= mayBreak && isBehindEscape(units, mark);
    hasLooks ||= mayLook && isBehindLook(units, mark);
  }
  let plain = text;
  if (hasBreaks) plain = withoutBreaks(plain);
  if (hasLooks) plain = plain.replaceAll(LOOKS, (sign) => ' '.repeat(sign.length));
  return hasDots ? plain.replaceAll(BETWEEN, '-') : plain;
};
