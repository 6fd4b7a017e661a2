import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import type { createMetricKinds } from './metric-kinds.ts';

/** Each look wakes a process that has nothing else to do. */
const LAG_RESOLUTION_MS = 50;

/** The lag since the last scrape: how much later than planned the event loop came round. */
export const watchEventLoop = (
  kinds: Pick<ReturnType<typeof createMetricKinds>, 'gauge'>,
  name: string,
): (() => void) => {
  const delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  delay.enable();
  const lag = (percentile: number): number =>
    Math.max(0, delay.percentile(percentile) / 1e9 - LAG_RESOLUTION_MS / 1000);
  kinds.gauge(name, 'Lag of the event loop since the last scrape', ['percentile'], (gauge) => {
    gauge.set({ percentile: '50' }, lag(50));
    gauge.set({ percentile: '99' }, lag(99));
    gauge.set({ percentile: '100' }, lag(100));
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
