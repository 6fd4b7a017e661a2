import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import type { MetricKinds } from './metric-kinds.ts';
import { createTurns } from './turns.ts';

/** Each look wakes a process that has nothing else to do. */
const LAG_RESOLUTION_MS = 50;
const ENOUGH_LOOKS = 200;

const PERCENTILES = [50, 99, 100] as const;

/** The lag of the last minute, or two: how much later than planned the event loop came round. */
export const watchEventLoop = (
  kinds: Pick<MetricKinds, 'gauge'>,
  name: string,
  now: () => number = () => performance.now(),
): (() => void) => {
  const delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  delay.enable();
  const lag = (percentile: number): number =>
    Math.max(0, delay.percentile(percentile) / 1e9 - LAG_RESOLUTION_MS / 1000);
  const isDue = createTurns(now);
  const before = new Map<number, number>();
  kinds.gauge(name, 'Lag of the event loop in the last minute, or two', ['percentile'], (gauge) => {
    for (const percentile of PERCENTILES) {
      // A minute that has just begun is a handful of looks, of which one is all of the 99th percentile.
      const isEnough = percentile === 100 || delay.count >= ENOUGH_LOOKS || !before.has(percentile);
      const last = isEnough ? lag(percentile) : 0;
      gauge.set({ percentile: String(percentile) }, Math.max(last, before.get(percentile) ?? 0));
    }
    if (!isDue()) return;
    for (const percentile of PERCENTILES) before.set(percentile, lag(percentile));
    delay.reset();
  });
  return () => delay.disable();
};

const LAG = 'nodejs_eventloop_lag_';
/** The library looks a hundred times a second for what `event_loop_lag_seconds` says, too; so seldom is never. */
const NEVER_MS = 2 ** 30;

/** Node's own metrics; of the event loop only the lag at the time of the scrape. */
export const collectNodeMetrics = (registry: Registry): void => {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS });
  for (const measure of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    registry.removeSingleMetric(`${LAG}${measure}_seconds`);
};
