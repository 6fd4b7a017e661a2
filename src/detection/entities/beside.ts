import type { Span } from '../../chat/segment.ts';
import { codeAt } from '../text/code-units.ts';
import type { Candidate } from './entity.ts';
import { numbersIn } from './find-numbers.ts';
import { colonAddressesIn } from './ip-address.ts';
import { isAlphanumeric, isDigit } from './letters.ts';
import { resolveOverlaps, SURE } from './overlaps.ts';

/** How far from what was found a value may end that touches it: the longest value, and a word in front of it. */
const REACH = 128;
/** Signs between two values that touch. */
const MAX_SIGNS = 3;
/** What has fewer digits is no value. */
const MIN_DIGITS = 6;
const NOTHING: readonly Candidate[] = [];
/** Signs that a value may begin with. */
const OPENING = '+([';

const isLikely = ({ score }: Candidate): boolean => score >= SURE;

const hasDigits = (text: string, { start, end }: Span): boolean => {
  let digits = 0;
  for (let at = start; at < end; at++) if (isDigit(codeAt(text, at)) && ++digits >= MIN_DIGITS) return true;
  return false;
};

const hasLetterOrDigit = (text: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (isAlphanumeric(codeAt(text, at))) return true;
  return false;
};

/** Where runs of digits begin. */
const marksOf = (text: string): readonly number[] => {
  const marks: number[] = [];
  for (let at = 0; at < text.length; at++)
    if (isDigit(codeAt(text, at)) && !isDigit(codeAt(text, at - 1))) marks.push(at);
  return marks;
};

/** How far a piece goes as far as values may: the sign of an address is part of none. */
const endOfPiece = (text: string, at: number, end: number): number => {
  const sign = text.slice(at, end).indexOf('@');
  return sign === -1 ? end : at + sign + 1;
};

const startOfPiece = (text: string, start: number, at: number): number =>
  start + Math.max(0, text.slice(start, at).lastIndexOf('@'));

/** What is likely a value of a piece that is read as if nothing stood around it. */
export const likelyIn = (text: string, { start, end }: Span): readonly Candidate[] => {
  if (!hasDigits(text, { start, end })) return NOTHING;
  const piece = text.slice(start, end);
  const found: Candidate[] = [];
  numbersIn(piece, marksOf(piece), found);
  if (piece.includes(':')) colonAddressesIn(piece, found);
  return resolveOverlaps(found)
    .filter(isLikely)
    .map((each) => ({ ...each, span: { start: each.span.start + start, end: each.span.end + start } }));
};

/**
 * A value that ends where something else begins, or a few signs in front of it.
 *
 * @param floor Where it begins at the earliest.
 */
export const valueBefore = (text: string, floor: number, at: number): Candidate | undefined => {
  if (!hasLetterOrDigit(text, Math.max(floor, at - MAX_SIGNS - 1), at)) return undefined;
  const start = startOfPiece(text, Math.max(floor, at - REACH), at);
  const last = likelyIn(text, { start, end: at }).at(-1);
  const isWhole = last !== undefined && (last.span.start > start || start === floor);
  return isWhole && !hasLetterOrDigit(text, last.span.end, at) ? last : undefined;
};

/**
 * A value that begins where something else ends, or a few signs behind it.
 *
 * @param limit Where it ends at the latest.
 */
export const valueBehind = (text: string, at: number, limit: number): Candidate | undefined => {
  if (!hasLetterOrDigit(text, at, Math.min(limit, at + MAX_SIGNS + 1))) return undefined;
  const end = endOfPiece(text, at, Math.min(limit, at + REACH));
  let start = at;
  while (start < end && !isAlphanumeric(codeAt(text, start)) && !OPENING.includes(text.charAt(start)))
    start++;
  const [first] = likelyIn(text, { start, end });
  const isWhole = first !== undefined && (first.span.end < end || end === limit);
  return isWhole && !hasLetterOrDigit(text, start, first.span.start) ? first : undefined;
};

/** A number that is divided by other signs than blanks. */
const DIVIDED = /\d-\d/;

/**
 * Whether it is worth to look beside a value: beside what is no more than written like one most of the other numbers are those
 * of a list.
 */
const isLookedBeside = (text: string, { isChecked, span }: Candidate): boolean =>
  isChecked || DIVIDED.test(text.slice(span.start, span.end));

/** What stands between two values next to each other, or beside the first or the last one, from both of them inwards. */
const valuesBetween = (
  text: string,
  left: Candidate | undefined,
  right: Candidate | undefined,
): readonly Candidate[] => {
  const between: Candidate[] = [];
  let from = left?.span.end ?? 0;
  let to = right?.span.start ?? text.length;
  const isOne = (value: Candidate | undefined, beside: Candidate): value is Candidate =>
    value !== undefined && (value.isChecked || beside.isChecked);
  for (let last = left; last !== undefined && isLookedBeside(text, last); ) {
    from = last.span.end;
    const value = valueBehind(text, from, to);
    if (!isOne(value, last)) break;
    between.push(value);
    last = value;
  }
  for (let next = right; next !== undefined && isLookedBeside(text, next); ) {
    to = next.span.start;
    const value = valueBefore(text, from, to);
    if (!isOne(value, next)) break;
    between.push(value);
    next = value;
  }
  return between;
};

/**
 * Looks once more beside what was found: a number that touches another value, with no more than a few signs between them, reads
 * as a part of something longer until one knows where the other value ends. What is found so is looked beside in turn.
 *
 * @param found In ascending order, without overlap; so is what is returned.
 */
export const withNeighbours = (text: string, found: readonly Candidate[]): readonly Candidate[] => {
  const likely = found.filter(isLikely);
  if (likely.length === 0) return found;
  const more: Candidate[] = [];
  for (let i = 0; i <= likely.length; i++) more.push(...valuesBetween(text, likely[i - 1], likely[i]));
  return more.length === 0 ? found : resolveOverlaps([...found, ...more]);
};
