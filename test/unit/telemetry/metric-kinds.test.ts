import fc from 'fast-check';
import { Counter, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { OPEN } from '../../../src/telemetry/labelled.ts';
import { createMetricKinds } from '../../../src/telemetry/metric-kinds.ts';

const SETS = { direction: ['input', 'output'], stage: ['rules', 'total'] } as const;
const BUCKETS = [0.001, 0.01, 0.25, 1];

const labels = fc.record({
  direction: fc.constantFrom(...SETS.direction),
  stage: fc.constantFrom(...SETS.stage),
});
const value = fc.oneof(
  fc.constantFrom(0, ...BUCKETS, 5),
  fc.double({ min: 0, max: 2, noNaN: true }),
  fc.double({ min: -1, max: 0, noNaN: true }),
);

/** Registries with the same metric: ours, and the library's own. */
const both = () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  return { ours, theirs, kinds: createMetricKinds(ours) };
};

it('shows what the library itself would show of the same observations, scraped whenever', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(labels, value, fc.boolean()), { maxLength: 60 }),
      fc.boolean(),
      async (noted, isBound) => {
        const { ours, theirs, kinds } = both();
        const histogram = kinds.histogram('scan_seconds', 'Time', SETS, BUCKETS);
        const library = new Histogram({
          name: 'portcullis_scan_seconds',
          help: 'Time',
          labelNames: Object.keys(SETS),
          buckets: BUCKETS,
          registers: [theirs],
        });
        for (const direction of SETS.direction)
          for (const stage of SETS.stage) library.zero({ direction, stage });
        for (const [which, what, isScraped] of noted) {
          if (isBound) histogram.at(which)(what);
          else histogram.observe(which, what);
          library.observe(which, what);
          if (isScraped) expect(await ours.metrics()).toBe(await theirs.metrics());
        }
        expect(await ours.metrics()).toBe(await theirs.metrics());
      },
    ),
    { numRuns: 50 },
  );
});

it('counts what the library would count, however often it is scraped in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(labels, fc.nat(5), fc.boolean()), { maxLength: 60 }),
      async (noted) => {
        const { ours, theirs, kinds } = both();
        const counter = kinds.counter('scans_total', 'Scans', SETS);
        const library = new Counter({
          name: 'portcullis_scans_total',
          help: 'Scans',
          labelNames: Object.keys(SETS),
          registers: [theirs],
        });
        for (const direction of SETS.direction)
          for (const stage of SETS.stage) library.inc({ direction, stage }, 0);
        for (const [which, by, isScraped] of noted) {
          counter.inc(which, by);
          library.inc(which, by);
          if (isScraped) expect(await ours.metrics()).toBe(await theirs.metrics());
        }
        expect(await ours.metrics()).toBe(await theirs.metrics());
      },
    ),
    { numRuns: 50 },
  );
});

it('keeps the order of labels out of it', async () => {
  const { ours, kinds } = both();
  const counter = kinds.counter('scans_total', 'Scans', SETS);
  counter.inc({ stage: 'total', direction: 'input' });
  counter.inc({ direction: 'input', stage: 'total' });
  expect(await ours.metrics()).toContain('portcullis_scans_total{direction="input",stage="total"} 2');
});

it('bounds the series of an open label in histograms, too', async () => {
  const { ours, kinds } = both();
  const histogram = kinds.histogram('held', 'Held', { label: OPEN }, [1]);
  for (let index = 0; index < 1000; index += 1) histogram.observe({ label: `rule-${index}` }, 0);
  const lines = (await ours.metrics()).split('\n').filter((line) => line.startsWith('portcullis_held_count'));
  expect(lines).toHaveLength(301);
  expect(lines).toContain('portcullis_held_count{label="other"} 700');
});

it.each([Number.NaN, Number.POSITIVE_INFINITY])('takes no %s for an observation', (odd) => {
  const { kinds } = both();
  const histogram = kinds.histogram('held', 'Held', {}, [1]);
  expect(() => histogram.observe({}, odd)).toThrow(TypeError);
});

it.each([-1, Number.NaN])('counts no %s', (odd) => {
  const { kinds } = both();
  expect(() => kinds.counter('odd_total', 'Odd', {}).inc({}, odd)).toThrow(TypeError);
});
