import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createExclusionHits } from '../../../src/live/exclusion-hits.ts';
import { createFakePolicyStore } from './fake-policy-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('hits are gathered, and stored now and then and at the end', async () => {
  const { store, hits } = createFakePolicyStore();
  const gathered = createExclusionHits(store, () => undefined);
  gathered.note(['a', 'b'], 1);
  gathered.note(['a'], 2);
  expect(hits.size).toBe(0);
  await vi.advanceTimersByTimeAsync(5000);
  expect([...hits]).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  gathered.note(['a'], 3);
  await gathered.close();
  expect(hits.get('a')).toBe(3);
});

it('none is lost where the store is away', async () => {
  const { store, hits, state } = createFakePolicyStore();
  const errors: unknown[] = [];
  const gathered = createExclusionHits(store, (error) => errors.push(error));
  gathered.note(['a'], 1);
  state.isDown = true;
  await vi.advanceTimersByTimeAsync(60_000);
  // An outage is told of once.
  expect(errors).toHaveLength(1);
  gathered.note(['a'], 2);
  state.isDown = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(hits.get('a')).toBe(2);
  await gathered.close();
});
