import { behindNumbers, withGlued, withNumbersBefore } from './address-bounds.ts';
import { withNeighbours } from './beside.ts';
import type { Candidate } from './entity.ts';
import { resolveOverlaps } from './overlaps.ts';
import { withRemains } from './remains.ts';

/**
 * One finding at each place, and none where a value ends in sight because another one touches it.
 *
 * @param glued Addresses that are some only where another value begins behind them.
 * @returns In ascending order, without overlap.
 */
export const settle = (
  text: string,
  found: readonly Candidate[],
  glued: readonly Candidate[],
): readonly Candidate[] => {
  const all = behindNumbers(text, found);
  const apart = withGlued(text, resolveOverlaps(all), glued);
  const whole = withNeighbours(text, withNumbersBefore(text, apart));
  return withRemains(text, all, whole);
};
