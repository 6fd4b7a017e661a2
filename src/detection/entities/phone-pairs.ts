import { codeAt } from '../text/code-units.ts';
import { isDigit } from './letters.ts';

/** Two telephone numbers with nothing but a sign between them: `030 1234567 / 0171 1234567`. */

/** Between two numbers, or two groups of one. */
const SIGN = / ?\/ ?| - /gu;
const HAS_SIGN = /\/| - /u;
const IS_SIGN = /^(?: ?\/ ?| - )[+(]{0,2}$/u;
const LONGEST_SIGN = 5;
/** How many digits on both sides of a sign make two numbers of them; without blanks around it more. */
const LEAST = 7;
const LEAST_JOINED = 9;
/** Two counts have the same sign between them; those of telephones are divided, or begin with a prefix. */
const IS_OF_PHONE = /^[+(0]|\D|^1[3-9]\d{9}$/u;
const LONGEST_NUMBER = 24;
const NUMBER = /^[+(]{0,2}\d[\d .()-]{0,23}/u;

const digitsIn = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (isDigit(codeAt(text, at))) count++;
  return count;
};

/**
 * Where the first of two numbers ends that read as the beginning of one.
 *
 * @param from Where the first one begins.
 * @param matched What may be a number from there on.
 */
export const endOfFirst = (text: string, from: number, matched: string): number | undefined => {
  if (matched.length <= 2 * LEAST || !HAS_SIGN.test(matched)) return undefined;
  for (const { 0: sign, index } of matched.matchAll(SIGN)) {
    const isJoined = !sign.includes(' ');
    const least = isJoined ? LEAST_JOINED : LEAST;
    const first = matched.slice(0, index);
    if (digitsIn(first) < least || (isJoined && !IS_OF_PHONE.test(first))) continue;
    const next = from + index + sign.length;
    const behind = NUMBER.exec(text.slice(next, next + LONGEST_NUMBER))?.[0] ?? '';
    if (digitsIn(behind) >= least) return from + index;
  }
  return undefined;
};

/** Whether what begins at `start` is the second number of two, of which the first ends at `end`. */
export const isSecond = (text: string, end: number, start: number): boolean =>
  end > 0 && start > end && start - end <= LONGEST_SIGN && IS_SIGN.test(text.slice(end, start));
