import { expect, it } from 'vitest';
import { createRequestId } from '../../../src/envoy/begin/request-id.ts';

const NOW = 1_800_000_000_000;

it('has the shape of a ULID', () => {
  for (const now of [0, 1, NOW, 2 ** 48 - 1]) {
    expect(createRequestId(now)).toMatch(/^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  }
  // The example of the specification.
  expect(createRequestId(1_469_918_176_385).slice(4, 14)).toBe('01ARYZ6S41');
});

it('sorts by time', () => {
  const times = [0, 31, 32, 1023, 1024, NOW, NOW + 1, NOW + 32, 2 ** 48 - 1];
  const ids = times.map(createRequestId);
  expect(ids.toSorted()).toEqual(ids);
});

it('is never the same twice', () => {
  const ids = new Set(Array.from({ length: 100_000 }, () => createRequestId(NOW)));
  expect(ids.size).toBe(100_000);
});
