import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LATENCY_SPANS_MS, SPANS_MS } from '../../../src/records/roll-up.ts';
import { slicesOf } from '../../../src/records/slices.ts';

const MINUTE_MS = 60_000;
const NOW_MS = 1_800_000_000_000;
const spans = fc.constantFrom(SPANS_MS, LATENCY_SPANS_MS);
const bucket = fc.option(fc.constantFrom(...[1, 5, 15, 60, 360, 1440].map((minutes) => minutes * MINUTE_MS)));

describe('slices of time', () => {
  it('cover it without a gap, without an overlap, and by less than a span too much', () => {
    const property = fc.property(
      spans,
      fc.nat(40 * 1440 * MINUTE_MS),
      fc.nat(40 * 1440 * MINUTE_MS),
      bucket,
      (spansMs, ageMs, lengthMs, bucketMs) => {
        const fromMs = NOW_MS - ageMs;
        const slices = slicesOf(spansMs, fromMs, fromMs + lengthMs, bucketMs, NOW_MS);
        const shortest = ageMs > 7 * 1440 * MINUTE_MS ? 60 * MINUTE_MS : MINUTE_MS;
        for (const [index, slice] of slices.entries()) {
          expect(slice.fromMs % slice.spanMs).toBe(0);
          expect(slice.toMs % slice.spanMs).toBe(0);
          expect(slice.fromMs).toBeLessThan(slice.toMs);
          expect(slice.fromMs).toBe(slices[index - 1]?.toMs ?? Math.floor(fromMs / shortest) * shortest);
          if (slice.spanMs > shortest && bucketMs !== null) expect(bucketMs % slice.spanMs).toBe(0);
        }
        const end = Math.ceil((fromMs + lengthMs) / shortest) * shortest;
        expect(slices.at(-1)?.toMs ?? end).toBe(end);
      },
    );
    fc.assert(property, { numRuns: 2000 });
  });

  it('are few', () => {
    const days = 30 * 1440 * MINUTE_MS;
    const rows = slicesOf(SPANS_MS, NOW_MS - days, NOW_MS, null, NOW_MS).map(
      ({ spanMs, fromMs, toMs }) => (toMs - fromMs) / spanMs,
    );
    expect(rows.reduce((a, b) => a + b, 0)).toBeLessThan(120);
  });
});
