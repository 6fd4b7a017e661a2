// Bounds against blow-ups: a text that makes a search quadratic costs many times any of them. What things cost is for
// the benchmarks; here the machine may be as busy as it likes.
import { expect } from 'vitest';

/** CPU time of this process for `run`, in ms: what others do on the machine counts little. */
export const cpuMs = (run: () => unknown): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/**
 * Expects a measure below `limit` once in some tries, since a busy machine and the collector of garbage only ever add
 * to it; ends with the first that is.
 */
export const expectBelow = (limit: number, measure: () => number, label = 'cost', tries = 5): void => {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries && least >= limit; i += 1) least = Math.min(least, measure());
  expect(least, label).toBeLessThan(limit);
};

/** Expects `run` to take less than `limitMs` of CPU. */
export const expectCheap = (limitMs: number, run: () => unknown, label?: string): void =>
  expectBelow(limitMs, () => cpuMs(run), label);
