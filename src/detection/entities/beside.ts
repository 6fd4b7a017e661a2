import type { Span } from '../../chat/segment.ts';
import { codeAt } from '../code-units.ts';
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

/** What is likely a value of a piece that is read as if nothing stood around it. */
const likelyIn = (text: string, { start, end }: Span): readonly Candidate[] => {
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
  const start = Math.max(floor, at - REACH);
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
  const end = Math.min(limit, at + REACH);
  let start = at;
  while (start < end && !isAlphanumeric(codeAt(text, start)) && !OPENING.includes(text.charAt(start)))
    start++;
  const [first] = likelyIn(text, { start, end });
  const isWhole = first !== undefined && (first.span.end < end || end === limit);
  return isWhole && !hasLetterOrDigit(text, start, first.span.start) ? first : undefined;
};

/** What stands between two values next to each other, or beside the first or the last one, that nobody looked beside before. */
const valuesBetween = (
  text: string,
  left: Candidate | undefined,
  right: Candidate | undefined,
  fresh: ReadonlySet<Candidate>,
): readonly Candidate[] => {
  const between: Candidate[] = [];
  let from = left?.span.end ?? 0;
  const to = right?.span.start ?? text.length;
  const add = (beside: Candidate, value: Candidate | undefined): void => {
    // Of two values that touch one has to be surer than by its form.
    if (value === undefined || !(value.isChecked || beside.isChecked)) return;
    between.push(value);
    from = value.span.end;
  };
  if (left !== undefined && fresh.has(left)) add(left, valueBehind(text, from, to));
  if (right !== undefined && fresh.has(right)) add(right, valueBefore(text, from, to));
  return between;
};

/**
 * Looks once more beside what was found: a number that touches another value, with no more than a few signs between them, reads
 * as a part of something longer until one knows where the other value ends. What is found so is looked beside in turn.
 *
 * @param found In ascending order, without overlap; so is what is returned.
 */
export const withNeighbours = (text: string, found: readonly Candidate[]): readonly Candidate[] => {
  let likely = found.filter(isLikely);
  const known = likely.length;
  let fresh: ReadonlySet<Candidate> = new Set(likely);
  while (fresh.size > 0) {
    const more: Candidate[] = [];
    for (let i = 0; i <= likely.length; i++)
      more.push(...valuesBetween(text, likely[i - 1], likely[i], fresh));
    fresh = new Set(more);
    if (more.length > 0) likely = [...likely, ...more].sort((a, b) => a.span.start - b.span.start);
  }
  if (likely.length === known) return found;
  return resolveOverlaps([...likely, ...found.filter((each) => !isLikely(each))]);
};
