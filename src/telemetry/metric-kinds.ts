import { Counter, Gauge, type Registry } from 'prom-client';
import { CountedHistogram } from './counted-histogram.ts';
import { createLabelled, OPEN } from './labelled.ts';
import { createTurns } from './turns.ts';

const PREFIX = 'portcullis_';
const MAX_PREPARED = 200;

/** Each label with all its values, or `OPEN`. */
export type LabelSets = Readonly<Record<string, readonly string[] | typeof OPEN>>;
export type LabelsOf<S extends LabelSets> = Readonly<{
  [Name in keyof S]: S[Name] extends readonly string[] ? S[Name][number] : string;
}>;

export type CounterOf<S extends LabelSets> = Readonly<{ inc: (labels: LabelsOf<S>, by?: number) => void }>;
export type HistogramOf<S extends LabelSets> = Readonly<{
  observe: (labels: LabelsOf<S>, value: number) => void;
  /** The same for labels that come again and again, which are looked up once. */
  at: (labels: LabelsOf<S>) => (value: number) => void;
}>;

/** Every combination of the values, so that a rate is right from the first scrape; none where there are too many. */
const combinations = (sets: LabelSets): Record<string, string>[] => {
  let all: Record<string, string>[] = [{}];
  for (const [name, values] of Object.entries(sets)) {
    if (values === OPEN) return [];
    all = all.flatMap((labels) => values.map((value) => ({ ...labels, [name]: value })));
    if (all.length > MAX_PREPARED) return [];
  }
  return all;
};

/**
 * Makes metrics of one registry, all with the gateway's prefix.
 *
 * @param now Milliseconds that only go forward.
 */
export const createMetricKinds = (registry: Registry, now: () => number = () => performance.now()) => ({
  counter: <const S extends LabelSets>(name: string, help: string, sets: S): CounterOf<S> => {
    const counts = createLabelled(sets, (labels) => ({ labels, waiting: 0 }));
    const counter: Counter = new Counter({
      name: `${PREFIX}${name}`,
      help,
      labelNames: Object.keys(sets),
      registers: [registry],
      // The library finds a series by all its labels written out, which took more time than the counting.
      collect: () => {
        for (const count of counts.all) {
          counter.inc(count.labels, count.waiting);
          count.waiting = 0;
        }
      },
    });
    for (const labels of combinations(sets)) counter.inc(labels, 0);
    return Object.freeze({
      inc: (labels: LabelsOf<S>, by = 1): void => {
        if (!(by >= 0)) throw new TypeError(`A counter does not go back: ${by}`);
        counts.of(labels).waiting += by;
      },
    });
  },

  histogram: <const S extends LabelSets>(
    name: string,
    help: string,
    sets: S,
    buckets: readonly number[],
  ): HistogramOf<S> => {
    const histogram = new CountedHistogram(
      { name: `${PREFIX}${name}`, help, buckets: [...buckets], registers: [registry] },
      sets,
    );
    for (const labels of combinations(sets)) histogram.prepare(labels);
    return Object.freeze({
      observe: (labels: LabelsOf<S>, value: number) => histogram.note(labels, value),
      at: (labels: LabelsOf<S>) => histogram.at(labels),
    });
  },

  /** @param collect Sets the gauge at each scrape, where its value is asked for rather than told. */
  gauge: (
    name: string,
    help: string,
    labelNames: readonly string[] = [],
    collect?: (gauge: Gauge) => void,
  ): Gauge => {
    const config = { name: `${PREFIX}${name}`, help, labelNames: [...labelNames], registers: [registry] };
    if (collect === undefined) return new Gauge(config);
    const gauge: Gauge = new Gauge({ ...config, collect: () => collect(gauge) });
    return gauge;
  },

  /** A gauge of what is over before a scrape could see it: shows the most that it was set to in the last minute, or two. */
  peak: (name: string, help: string): Readonly<{ set: (value: number) => void }> => {
    const isDue = createTurns(now);
    let current = 0;
    let most = 0;
    let mostBefore = 0;
    const gauge: Gauge = new Gauge({
      name: `${PREFIX}${name}`,
      help,
      registers: [registry],
      collect: () => {
        gauge.set(Math.max(most, mostBefore));
        if (!isDue()) return;
        mostBefore = most;
        most = current;
      },
    });
    return Object.freeze({
      set: (value: number) => {
        current = value;
        most = Math.max(most, value);
      },
    });
  },
});

export type MetricKinds = ReturnType<typeof createMetricKinds>;
