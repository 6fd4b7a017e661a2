import type { Side } from './side.ts';

/**
 * What the first tier is not sure of: a text as a whole, or the most suspicious places of a longer one. `discount` has been taken
 * off the log-odds of its finding, see `lengthDiscount`. `cannotAcquit`: not all of the most
 * suspicious places are among them, since the network cannot read some, or somebody has hidden what they say. `floor`: what comes out below it
 * is no finding, and says nothing of what rules found; set where a text is judged by another side than its own, too.
 */
export type Passage = Readonly<{
  texts: readonly string[];
  side: Side;
  discount: number;
  cannotAcquit: boolean;
  floor?: number;
}>;
