import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const PREFIX = 'portcullis_';
const MAX_PREPARED = 200;
const MAX_OPEN_VALUES = 300;

/** A label whose values are not known beforehand, such as the id of an operator's rule; they are few all the same. */
export const OPEN = 'open';

/** Each label with all its values, or `OPEN`. */
export type LabelSets = Readonly<Record<string, readonly string[] | typeof OPEN>>;
export type LabelsOf<S extends LabelSets> = Readonly<{
  [Name in keyof S]: S[Name] extends readonly string[] ? S[Name][number] : string;
}>;

export type CounterOf<S extends LabelSets> = Readonly<{ inc: (labels: LabelsOf<S>, by?: number) => void }>;
export type HistogramOf<S extends LabelSets> = Readonly<{
  observe: (labels: LabelsOf<S>, value: number) => void;
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

/** Bounds what an open label costs: odd values, and those beyond the first few hundred, become `other`. */
const createOpenValues = (): ((value: string) => string) => {
  const seen = new Set<string>();
  return (value) => {
    if (seen.has(value)) return value;
    if (seen.size >= MAX_OPEN_VALUES || !/^[\w.:-]{1,64}$/.test(value)) return 'other';
    seen.add(value);
    return value;
  };
};

const createLabelGuard = (
  sets: LabelSets,
): ((labels: Readonly<Record<string, string>>) => Record<string, string>) => {
  const guards = new Map(
    Object.entries(sets)
      .filter(([, values]) => values === OPEN)
      .map(([name]) => [name, createOpenValues()]),
  );
  return (labels) => {
    if (guards.size === 0) return labels;
    return Object.fromEntries(
      Object.entries(labels).map(([name, value]) => [name, guards.get(name)?.(value) ?? value]),
    );
  };
};

/** Makes metrics of one registry, all with the gateway's prefix. */
export const createMetricKinds = (registry: Registry) => ({
  counter: <const S extends LabelSets>(name: string, help: string, sets: S): CounterOf<S> => {
    const counter = new Counter({
      name: `${PREFIX}${name}`,
      help,
      labelNames: Object.keys(sets),
      registers: [registry],
    });
    for (const labels of combinations(sets)) counter.inc(labels, 0);
    const guard = createLabelGuard(sets);
    return Object.freeze({ inc: (labels: LabelsOf<S>, by = 1) => counter.inc(guard(labels), by) });
  },

  histogram: <const S extends LabelSets>(
    name: string,
    help: string,
    sets: S,
    buckets: readonly number[],
  ): HistogramOf<S> => {
    const histogram = new Histogram({
      name: `${PREFIX}${name}`,
      help,
      labelNames: Object.keys(sets),
      buckets: [...buckets],
      registers: [registry],
    });
    for (const labels of combinations(sets)) histogram.zero(labels);
    const guard = createLabelGuard(sets);
    return Object.freeze({
      observe: (labels: LabelsOf<S>, value: number) => histogram.observe(guard(labels), value),
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

  /** A gauge of what is over before a scrape could see it: shows the most that it was set to since the last one. */
  peak: (name: string, help: string): Readonly<{ set: (value: number) => void }> => {
    let current = 0;
    let most = 0;
    const gauge: Gauge = new Gauge({
      name: `${PREFIX}${name}`,
      help,
      registers: [registry],
      collect: () => {
        gauge.set(most);
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
