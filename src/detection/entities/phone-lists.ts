import { codeAt } from '../text/code-units.ts';
import { isWordLetter } from './context-words.ts';
import { isDigit } from './letters.ts';

/** Telephone numbers one below the other, of which a word announces the first one alone: it stands above them, or in front of it. */

/** A line with nothing but a number: a bullet or a quote in front of it, a comma behind it. */
const ITEM =
  /^[ \t]{0,12}(?:[-*+•·–] {0,3}|\d{1,2}[.)] {1,3})?["'`]?([+(]{0,2}\d[\d ()./-]{5,22}\d)["'`]?[,;]?[ \t\r]{0,3}$/u;
/** The first one may have its word in front: `Tel.: 0221 1234567`. */
const FIRST_ITEM = /(?:^|[:=([\s"'`])([+(]{0,2}\d[\d ()./-]{5,22}\d)["'`]?[,;]?[ \t\r]{0,3}$/u;
const ITEM_BEGINS = /^[ \t]{0,12}(?:[-*+•·–] {0,3}|\d{1,2}[.)] {1,3})?["'`]?[+(]{0,2}$/u;
const LONGEST_LEAD = 24;
const LONGEST_LINE = 64;
/** So far in front of a number its list may begin; holders of streams keep more than that and the reach of words for context. */
const LONGEST_LIST = 320;
const LINE_FEED = 0x0a;
const LEAST_DIGITS = 7;
/** Numbers of one country differ by so many digits at most. */
const MOST_APART = 2;

const BEFORE_ITEM = new Uint8Array(0x10000);
for (const sign of ' \t-*+•·–"\'`(.)0123456789') BEFORE_ITEM[sign.charCodeAt(0)] = 1;

/**
 * Whether nothing but a bullet stands between the beginning of a line and the number at `at`, and a word somewhere in front of it: most
 * columns of numbers have none that is near enough.
 */
export const mayBeListed = (units: Uint16Array, at: number): boolean => {
  let start = at - 1;
  while (start >= at - LONGEST_LEAD && BEFORE_ITEM[units[start] ?? 0] === 1) start--;
  if (units[start] !== LINE_FEED) return false;
  const floor = Math.max(0, at - LONGEST_LIST);
  while (start >= floor && !isWordLetter(units[start] ?? 0)) start--;
  return start >= floor;
};

const lineStart = (text: string, at: number, floor: number): number => {
  let start = at;
  while (start > floor && codeAt(text, start - 1) !== LINE_FEED) start--;
  return start;
};

const digitsIn = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (isDigit(codeAt(text, at))) count++;
  return count;
};

/** Whether two numbers are written for the same kind of call: with the same prefix, or with as many digits. */
const isAlike = (number: string, other: string): boolean => {
  const apart = Math.abs(digitsIn(number) - digitsIn(other));
  const isPrefixed = /^[+(0]/u.test(number) && number.charAt(0) === other.charAt(0);
  return apart === 0 || (isPrefixed && apart <= MOST_APART);
};

/**
 * Where the first number of a list stands of which the one at `start` may be a further one, as its first digit.
 *
 * @param start Where the number begins.
 * @param number Itself.
 * @returns Undefined where no number alike stands in the line above. Looks at the last few hundred characters.
 */
export const firstOfList = (text: string, start: number, number: string): number | undefined => {
  const floor = Math.max(0, start - LONGEST_LIST);
  let line = lineStart(text, start, Math.max(floor, start - LONGEST_LEAD));
  if (line === floor || !ITEM_BEGINS.test(text.slice(line, start))) return undefined;
  let first: number | undefined;
  let isItem = true;
  while (isItem && line > floor) {
    const before = lineStart(text, line - 1, Math.max(floor, line - LONGEST_LINE));
    if (before > 0 && codeAt(text, before - 1) !== LINE_FEED) break;
    const above = text.slice(before, line - 1);
    const item = ITEM.exec(above)?.[1];
    const other = item ?? FIRST_ITEM.exec(above)?.[1];
    if (other === undefined || digitsIn(other) < LEAST_DIGITS || !isAlike(number, other)) break;
    first = before + above.lastIndexOf(other) + other.search(/\d/u);
    line = before;
    isItem = item !== undefined;
  }
  return first;
};
