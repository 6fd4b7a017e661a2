import { KEY_EXPIRY_DAYS } from './metric-labels.ts';
import type { Metrics } from './metrics.ts';

const DAY_MS = 86_400_000;

type Limits = Readonly<{
  limits: Readonly<{ maxInFlight: number }>;
  store: Readonly<{ queueLength: number }>;
  stream: Readonly<{ maxTotalBytes: number }>;
}>;

/** Gauges whose values others know: they are asked at each scrape. Limits are shown once, beside what they limit. */
export const createGauges = (config: Limits, metrics: Metrics) => {
  const asked: (() => void)[] = [];
  metrics.scansLimit.set(config.limits.maxInFlight);
  metrics.recordQueueLimit.set(config.store.queueLength);
  metrics.streamMemoryLimit.set(config.stream.maxTotalBytes);
  return {
    followStore: (store: Readonly<{ queueLength: () => number }>): void => {
      asked.push(() => metrics.recordQueueLength.set(store.queueLength()));
    },
    followStreams: (budget: Readonly<{ used: () => number }>): void => {
      asked.push(() => metrics.streamMemory.set(budget.used()));
    },
    followThreads: ({ ready }: Readonly<{ ready: () => number }>): void => {
      asked.push(() => metrics.scanThreads.set(ready()));
    },
    followOverload: (isOn: () => boolean): void => {
      asked.push(() => metrics.overloaded.set(isOn() ? 1 : 0));
    },
    followKeys: (keys: Readonly<{ endingWithin: (withinMs: number) => number }>): void => {
      asked.push(() => {
        for (const days of KEY_EXPIRY_DAYS) {
          metrics.keysExpiring.set({ days: String(days) }, keys.endingWithin(days * DAY_MS));
        }
      });
    },
    refresh: (): void => {
      for (const ask of asked) ask();
    },
  };
};

export type Gauges = ReturnType<typeof createGauges>;
