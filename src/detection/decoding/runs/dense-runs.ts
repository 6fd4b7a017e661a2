/** From the first to the last of some things, by their numbers; both are of the kind that was looked for. */
export type Run = Readonly<{ first: number; last: number }>;

/**
 * Where `share` of some things or more are of a kind, however many others stand around: one of the others takes away as much as it would
 * take of the kind to keep the share.
 *
 * @param isOfKind Of each thing, in their order.
 * @returns In ascending order.
 */
export const denseRuns = (isOfKind: readonly boolean[], share: number): readonly Run[] => {
  const loss = share / (1 - share);
  const runs: Run[] = [];
  let sum = 0;
  let best = 0;
  let first = 0;
  let last = 0;
  const close = (): void => {
    if (best > 0) runs.push({ first, last });
    sum = 0;
    best = 0;
  };
  for (const [i, isOne] of isOfKind.entries()) {
    if (sum === 0) first = i;
    sum += isOne ? 1 : -loss;
    if (sum > best) {
      best = sum;
      last = i;
    }
    if (sum <= 0) close();
  }
  close();
  return runs;
};
