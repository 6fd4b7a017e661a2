import type { Span } from '../../chat/segment.ts';
import { codeAt } from '../text/code-units.ts';
import type { Candidate } from './entity.ts';
import { isAlphanumeric } from './letters.ts';
import { resolveOverlaps } from './overlaps.ts';

const isSign = (code: number): boolean => code < 128 && !isAlphanumeric(code);

const withoutSigns = (text: string, span: Span): Span => {
  let { start, end } = span;
  while (start < end && isSign(codeAt(text, start))) start++;
  while (end > start && isSign(codeAt(text, end - 1))) end--;
  return { start, end };
};

/** The first of these that ends behind `at`. */
const firstBehind = (all: readonly Candidate[], at: number): number => {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((all[middle]?.span.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** What of a value stands in none of these. */
function* restsOf({ span }: Candidate, kept: readonly Candidate[]): Generator<Span> {
  let from = span.start;
  for (let i = firstBehind(kept, from); from < span.end; i++) {
    const next = kept[i]?.span;
    const to = Math.min(span.end, next?.start ?? span.end);
    if (from < to) yield { start: from, end: to };
    from = next?.end ?? span.end;
  }
}

/**
 * What is left of values that gave way to others which they overlap in part, however little: the beginning of a card whose end
 * looks like that of an address has to go with the address.
 *
 * @param found All that was found.
 * @param kept What stays of it, in ascending order and without overlap.
 * @returns What stays with the rests, in ascending order and without overlap.
 */
export const withRemains = (
  text: string,
  found: readonly Candidate[],
  kept: readonly Candidate[],
): readonly Candidate[] => {
  if (found.length < 2) return kept;
  const known = new Set(kept);
  const rests: Candidate[] = [];
  for (const loser of found) {
    if (known.has(loser)) continue;
    for (const rest of restsOf(loser, kept)) {
      const span = withoutSigns(text, rest);
      if (span.start < span.end) rests.push({ ...loser, span });
    }
  }
  if (rests.length === 0) return kept;
  // Of rests that overlap in part there may be rests in turn.
  const apart = withRemains(text, rests, resolveOverlaps(rests));
  return [...kept, ...apart].sort((a, b) => a.span.start - b.span.start);
};
