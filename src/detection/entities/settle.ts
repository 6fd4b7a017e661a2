import { codeAt } from '../text/code-units.ts';
import { behindNumbers, withGlued, withHeld, withNumbersBefore } from './address-bounds.ts';
import { withNeighbours } from './beside.ts';
import type { Candidate } from './entity.ts';
import { isDigit } from './letters.ts';
import { resolveOverlaps } from './overlaps.ts';
import { withRemains } from './remains.ts';

const hasNumbers = (text: string, marks: readonly number[]): boolean => {
  for (const mark of marks) if (isDigit(codeAt(text, mark))) return true;
  return false;
};

/** With the numbers that touch what was found, and the addresses that such numbers end. */
const withTouching = (
  text: string,
  found: readonly Candidate[],
  glued: readonly Candidate[],
): readonly Candidate[] => withNeighbours(text, withNumbersBefore(text, withGlued(text, found, glued)));

/**
 * One finding at each place, and none where a value ends in sight because another one touches it. Only what an address of mail
 * holds of others, a card for its local part, stands within it: who lets addresses pass may not want cards to.
 *
 * @param marks As in `TextFacts`.
 * @param glued Addresses that are some only where another value begins behind them.
 * @returns In ascending order, what holds another in front of it.
 */
export const settle = (
  text: string,
  marks: readonly number[],
  found: readonly Candidate[],
  glued: readonly Candidate[],
): readonly Candidate[] => {
  const all = behindNumbers(text, found);
  const best = resolveOverlaps(all);
  const whole = hasNumbers(text, marks) ? withTouching(text, best, glued) : best;
  const hasLosers = whole !== best || best.length < all.length;
  return hasLosers ? withHeld(text, all, withRemains(text, all, whole)) : whole;
};
