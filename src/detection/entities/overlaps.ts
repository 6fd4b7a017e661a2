import type { Candidate } from './entity.ts';

/** From this score on a checksum counts: below it the number may have passed by chance. */
export const SURE = 0.8;

/** Whether a checksum vouches for it. */
export const isSure = ({ isChecked, score }: Candidate): boolean => isChecked && score >= SURE;

const rankOf = ({ isChecked, score }: Candidate): number => (score < SURE ? 0 : isChecked ? 2 : 1);

/** What a checksum vouches for comes before what does not, then the longer, then the surer, then the earlier one. */
const compare = (a: Candidate, b: Candidate): number =>
  rankOf(b) - rankOf(a) ||
  b.span.end - b.span.start - (a.span.end - a.span.start) ||
  b.score - a.score ||
  a.span.start - b.span.start ||
  (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** Of a group whose members reach into each other those that stay, best first: each one ends what it touches. */
const pickFrom = (group: readonly Candidate[]): Candidate[] => {
  const kept: Candidate[] = [];
  for (const candidate of group.toSorted(compare)) {
    const { start, end } = candidate.span;
    if (kept.every(({ span }) => span.end <= start || end <= span.start)) kept.push(candidate);
  }
  return kept;
};

/**
 * Leaves one finding at each place.
 *
 * @returns In ascending order; no two of them overlap. What is left out overlaps something that is at least as good.
 */
export const resolveOverlaps = (candidates: readonly Candidate[]): readonly Candidate[] => {
  if (candidates.length < 2) return candidates;
  const sorted = candidates.toSorted((a, b) => a.span.start - b.span.start);
  const kept: Candidate[] = [];
  let group: Candidate[] = [];
  let end = -1;
  for (const candidate of sorted) {
    if (candidate.span.start >= end) {
      kept.push(...(group.length > 1 ? pickFrom(group) : group));
      group = [];
    }
    group.push(candidate);
    end = Math.max(end, candidate.span.end);
  }
  kept.push(...(group.length > 1 ? pickFrom(group) : group));
  return kept.sort((a, b) => a.span.start - b.span.start);
};
