import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSweeps } from '../../../src/records/running-store.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const start = (outcomes: readonly (boolean | Error)[]) => {
  const atMs: number[] = [];
  const errors: unknown[] = [];
  const beganMs = Date.now();
  const sweeps = startSweeps(
    { retentionDays: 3, auditDays: 0, onError: (error) => errors.push(error) },
    () => {
      atMs.push(Date.now() - beganMs);
      const outcome = outcomes[atMs.length - 1] ?? true;
      return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
    },
  );
  return { atMs, errors, sweeps };
};

it.each([
  { name: 'done', outcomes: [], atMs: [0, HOUR_MS, 2 * HOUR_MS] },
  { name: 'another was at it', outcomes: [false, false], atMs: [0, 1000, 3000, 3000 + HOUR_MS] },
  { name: 'it failed', outcomes: [new Error('away')], atMs: [0, 1000, 1000 + HOUR_MS] },
])('what is too old is looked for again, the sooner if need be: $name', async ({ outcomes, atMs }) => {
  const run = start(outcomes);
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
  expect(run.atMs).toEqual(atMs);
  expect(run.errors).toEqual(outcomes.filter((each) => each instanceof Error));
  run.sweeps.stop();
});

it('ends, also in the middle of one', async () => {
  const run = start([false]);
  run.sweeps.stop();
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
  expect(run.atMs).toEqual([0]);
});

it('complains of none that its end broke off', async () => {
  const run = start([new Error('closed')]);
  run.sweeps.stop();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(run.errors).toEqual([]);
});
