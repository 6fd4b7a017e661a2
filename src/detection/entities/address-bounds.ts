import type { Span } from '../../chat/segment.ts';
import { codeAt } from '../text/code-units.ts';
import { valueBefore, valueBehind } from './beside.ts';
import type { Candidate } from './entity.ts';
import { isAlphanumeric, isDigit, isLetter } from './letters.ts';
import { isSure, resolveOverlaps } from './overlaps.ts';

/** Where an address of mail begins and ends that touches a number: where a person would say, `4111 1111 1111 1111anna@example.com`. */

const NAME = 'EMAIL_ADDRESS';
const AT = 0x40;

const isMail = ({ name }: Candidate): boolean => name === NAME;

/** Where the rest of an address begins behind a number; undefined where nothing is left in front of its sign. */
const beginning = (text: string, at: number, end: number): number | undefined => {
  const sign = text.slice(at, end).indexOf('@');
  for (let start = at; start < at + sign; start++)
    if (isAlphanumeric(codeAt(text, start)) || codeAt(text, start) > 127) return start;
  return undefined;
};

/** How many values that begin in front of an address are looked at, the nearest first. */
const MOST_BEFORE = 4;

/** Of numbers in ascending order the end of one in which a place lies; or -1. */
const endOver = (numbers: readonly Candidate[], place: number): number => {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle]?.span.start ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0 && i >= low - MOST_BEFORE; i--) {
    const end = numbers[i]?.span.end ?? 0;
    if (end > place) return end;
  }
  return -1;
};

/** An address begins behind the number whose end was taken for its beginning. */
export const behindNumbers = (text: string, found: readonly Candidate[]): readonly Candidate[] => {
  if (!found.some(isMail)) return found;
  const numbers = found
    .filter((each) => !isMail(each) && isSure(each))
    .toSorted((a, b) => a.span.start - b.span.start);
  if (numbers.length === 0) return found;
  return found.map((each) => {
    const end = isMail(each) ? endOver(numbers, each.span.start) : -1;
    const start = end === -1 || end >= each.span.end ? undefined : beginning(text, end, each.span.end);
    return start === undefined ? each : { ...each, span: { start, end: each.span.end } };
  });
};

/** Where the digits end that an address begins with, and the signs between them. */
const endOfDigits = (text: string, start: number): number => {
  let end = start;
  for (let at = start; ; at++) {
    const code = codeAt(text, at);
    if (isDigit(code)) end = at + 1;
    else if (code === AT || code === 0 || code > 127 || isLetter(code)) return end;
  }
};

type Split = Readonly<{ number: Candidate; mail: Candidate }>;

/** A number whose end an address was taken to begin with, and which nobody knew for one as long as it went on into a word. */
const splitAt = (text: string, floor: number, mail: Candidate): Split | undefined => {
  const { start, end } = mail.span;
  if (!isDigit(codeAt(text, start)) || !isDigit(codeAt(text, start - 2))) return undefined;
  const number = valueBefore(text, floor, endOfDigits(text, start));
  if (number === undefined || number.span.start >= start || number.span.end <= start) return undefined;
  const from = beginning(text, number.span.end, end);
  return from === undefined ? undefined : { number, mail: { ...mail, span: { start: from, end } } };
};

/** @param found In ascending order, without overlap; so is what is returned. */
export const withNumbersBefore = (text: string, found: readonly Candidate[]): readonly Candidate[] => {
  let settled: Candidate[] | undefined;
  for (const [i, each] of found.entries()) {
    const split = isMail(each) ? splitAt(text, found[i - 1]?.span.end ?? 0, each) : undefined;
    if (split !== undefined) settled ??= found.slice(0, i);
    if (split === undefined) settled?.push(each);
    else settled?.push(split.number, split.mail);
  }
  return settled ?? found;
};

/** Where the part of an address ends that stands before its sign; of one whose sign is a word, the whole. */
const endOfLocal = (text: string, { start, end }: Span): number => {
  const sign = text.slice(start, end).indexOf('@');
  return sign === -1 ? end : start + sign;
};

/** Of cards with so few digits one in ten numbers of telephones could be one, and these have addresses. */
const SHORT_CARD = 13;

/** Whether an address of mail holds a number in front of its sign. */
const isHeld = (text: string, mails: readonly Candidate[], { name, span }: Candidate): boolean => {
  if (name === 'CREDIT_CARD' && span.end - span.start <= SHORT_CARD) return false;
  let low = 0;
  let high = mails.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((mails[middle]?.span.end ?? 0) > span.start) high = middle;
    else low = middle + 1;
  }
  const mail = mails[low];
  return mail !== undefined && mail.span.start <= span.start && span.end <= endOfLocal(text, mail.span);
};

/**
 * With sure numbers that addresses hold in front of their signs: `4111111111111111@example.com` is a card's, too.
 *
 * @param found All that was found.
 * @param kept What stays of it, in ascending order and without overlap.
 */
export const withHeld = (
  text: string,
  found: readonly Candidate[],
  kept: readonly Candidate[],
): readonly Candidate[] => {
  const mails = kept.filter(isMail);
  if (mails.length === 0) return kept;
  const known = new Set(kept);
  const held = found.filter(
    (each) => isSure(each) && !isMail(each) && !known.has(each) && isHeld(text, mails, each),
  );
  if (held.length === 0) return kept;
  return [...kept, ...resolveOverlaps(held)].sort(
    (a, b) => a.span.start - b.span.start || b.span.end - a.span.end,
  );
};

/**
 * Addresses whose domain goes on in a value: they are addresses only where one begins.
 *
 * @param found In ascending order, without overlap; so is what is returned.
 * @param glued Addresses as long as a well-known domain.
 */
export const withGlued = (
  text: string,
  found: readonly Candidate[],
  glued: readonly Candidate[],
): readonly Candidate[] => {
  if (glued.length === 0) return found;
  const begun = new Set(found.map(({ span }) => span.start));
  const more = glued.flatMap((mail) => {
    const { end } = mail.span;
    if (begun.has(end)) return [mail];
    const value = valueBehind(text, end, text.length);
    return value?.span.start === end ? [mail, value] : [];
  });
  return more.length === 0 ? found : resolveOverlaps([...found, ...more]);
};
