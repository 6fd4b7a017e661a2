import { Registry } from 'prom-client';
import { CountedHistogram } from './counted-histogram.ts';
import { createMetricKinds } from './metric-kinds.ts';
import { collectNodeMetrics, watchEventLoop } from './node-metrics.ts';

type Options = Readonly<{
  version: string;
  /** Every route by its template. */
  routes: readonly string[];
  /** False leaves out what is said of the process itself. */
  processMetrics?: boolean;
}>;

/** Of an answer's status: its first digit says who has to look. */
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;
/** 1 ms … 30 s, after which the API gives up. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** `failed` is tried again, `dead` is not: by then half a day has gone, or too many were waiting from the beginning. */
const DELIVERY_RESULTS = ['delivered', 'failed', 'dead'] as const;

/** What no route of the API took: pages and their files, and paths that somebody made up. */
const UNROUTED = ['pages', 'unknown'] as const;
export type Unrouted = (typeof UNROUTED)[number];

export const classOf = (status: number): (typeof CLASSES)[number] =>
  CLASSES[Math.min(CLASSES.length, Math.max(1, Math.floor(status / 100))) - 1] ?? '5xx';

/**
 * Every metric of the dashboard's process. Their names begin with `dashboard_`, so that nothing that looks for gateways takes it for one.
 * The label `route` is the template of a route, never the path that was asked for.
 */
export const createDashboardMetrics = (options: Options) => {
  const registry = new Registry();
  const kinds = createMetricKinds(registry);
  const { counter, gauge } = kinds;
  const routes = [...options.routes, ...UNROUTED];
  const hasProcess = options.processMetrics !== false;
  if (hasProcess) collectNodeMetrics(registry);
  const stopLag = hasProcess ? watchEventLoop(kinds, 'dashboard_event_loop_lag_seconds') : () => undefined;
  gauge('dashboard_build_info', 'Always 1; the labels say what runs', ['version', 'node']).set(
    { version: options.version, node: process.versions.node },
    1,
  );
  // Not by `histogram`, which shows every series from the start: most routes are hardly ever asked for.
  const duration = new CountedHistogram(
    {
      name: 'portcullis_dashboard_request_duration_seconds',
      help: 'Time until the dashboard’s answer began',
      buckets: SECONDS,
      registers: [registry],
    },
    { route: routes },
  );
  return Object.freeze({
    requests: counter('dashboard_requests_total', 'Requests to the dashboard, by route and class of status', {
      route: routes,
      status: CLASSES,
    }),
    duration: {
      observe: (labels: Readonly<{ route: string }>, seconds: number) => duration.note(labels, seconds),
    },
    signIns: counter(
      'dashboard_sign_ins_total',
      'Attempts to sign in to the dashboard, by how they ended; throttled ones were not looked at',
      { by: ['password', 'oidc'], result: ['succeeded', 'failed', 'throttled'] },
    ),
    deliveries: counter(
      'dashboard_webhook_deliveries_total',
      'Attempts to deliver to webhooks: taken, to be tried again, or given up',
      { result: DELIVERY_RESULTS },
    ),
    untoldRecords: counter(
      'dashboard_webhook_records_dropped_total',
      'Records that no webhook was told of: more than dashboard.webhooks.maxBacklog had gathered',
      {},
    ),
    sessions: gauge(
      'dashboard_sessions',
      'Sessions that have not ended; replicas that share a store show the same',
    ),
    storeContact: gauge(
      'dashboard_store_last_contact_timestamp_seconds',
      'When the store last answered the dashboard, as Unix time',
    ),

    /** The text of a scrape and its Content-Type. */
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    close: stopLag,
  });
};

export type DashboardMetrics = ReturnType<typeof createDashboardMetrics>;
