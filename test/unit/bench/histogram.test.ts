import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createHistogram } from '../../bench/proxies/histogram.ts';

const MOST_ERROR = 1 / 64;

const exact = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * times.length) - 1)] ?? Number.NaN;

it('is off by at most a 64th, whatever the times', () => {
  const times = fc.array(fc.double({ min: 0.001, max: 100_000, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(times, fc.constantFrom(0.01, 0.5, 0.9, 0.99, 1), (all, share) => {
      const histogram = createHistogram();
      for (const ms of all) histogram.record(ms);
      const wanted = exact(all, share);
      // Half a microsecond is lost by rounding.
      const error = Math.abs(histogram.percentile(share) - wanted);
      expect(error).toBeLessThanOrEqual(wanted * MOST_ERROR + 0.0005);
    }),
  );
});

it('knows how many there were and the longest', () => {
  const histogram = createHistogram();
  for (const ms of [1, 250.5, 3]) histogram.record(ms);
  expect([histogram.count(), histogram.maxMs()]).toEqual([3, 250.5]);
});

it('has no percentiles of nothing', () => {
  expect(createHistogram().percentile(0.5)).toBeNaN();
});

it('keeps what is longer than all its buckets in the last one', () => {
  const histogram = createHistogram();
  histogram.record(1e9);
  expect(histogram.percentile(0.5)).toBeGreaterThan(2_000_000);
});
