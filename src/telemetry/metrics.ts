import { Registry } from 'prom-client';
import { ROLES, UNJUDGED_REASONS } from '../chat/segment.ts';
import { CATEGORIES } from '../detection/findings.ts';
import { CROWDED } from '../envoy/transport/transport.ts';
import { MODES, REPLACEMENTS, SENSITIVITIES } from '../policy/settings.ts';
import { OUTCOMES } from '../records/store.ts';
import { FEEDBACK_LABELS } from './feedback-counts.ts';
import { OPEN } from './labelled.ts';
import { createMetricKinds, type MetricKinds } from './metric-kinds.ts';
import {
  ACTIONS,
  AUTH_CODES,
  DIRECTIONS,
  DROP_REASONS,
  FAIL_REASONS,
  FAILURE_CODES,
  PHASES,
  REFUSAL_CODES,
  SCAN_RESULTS,
  SHED_REASONS,
  SIZES,
  STAGES,
  STATUSES,
  UNJUDGED_EFFECTS,
} from './metric-labels.ts';
import { collectNodeMetrics, watchEventLoop } from './node-metrics.ts';

/** 50 µs … 5 s */
const SCAN_SECONDS = [
  0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
];
/** 100 µs … 10 s */
const LATENCY_SECONDS = [...SCAN_SECONDS.slice(1), 10];
const HELD_BYTES = [0, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 8_388_608];

/** Requests, and what came of them. */
const ofRequests = ({ counter }: MetricKinds) => ({
  requests: counter('requests_total', 'Chat requests by how they ended', {
    mode: MODES,
    outcome: OUTCOMES,
    stream: ['true', 'false'],
  }),
  scans: counter('scans_total', 'Scans of a request or an answer, by the status that the caller was told', {
    direction: DIRECTIONS,
    status: STATUSES,
    mode: MODES,
  }),
  threats: counter(
    'threats_total',
    'Requests with a threat in them or their answer, by the sensitivity in force and the loosest at which it is one',
    { mode: MODES, sensitivity: SENSITIVITIES, loosest: SENSITIVITIES },
  ),
  refusals: counter('refusals_total', 'Requests refused without a verdict, by the code of the error', {
    code: REFUSAL_CODES,
  }),
  failures: counter(
    'failures_total',
    'Exchanges that failed after they were let in, by the code in their record: the provider, the caller or the way between them',
    { code: FAILURE_CODES },
  ),
  detections: counter(
    'detections_total',
    'Findings that are a threat at the sensitivity in force, or whose value is replaced',
    {
      category: CATEGORIES,
      sub_type: OPEN,
      direction: DIRECTIONS,
      role: ROLES,
      action: ACTIONS,
    },
  ),
});

/** How long it took. */
const ofTime = ({ histogram }: MetricKinds) => ({
  scanDuration: histogram(
    'scan_duration_seconds',
    'Time of a scan, by stage',
    { direction: DIRECTIONS, stage: STAGES },
    SCAN_SECONDS,
  ),
  scanSize: histogram(
    'scan_size_duration_seconds',
    'Time of a scan, by the characters scanned',
    { direction: DIRECTIONS, size: SIZES },
    SCAN_SECONDS,
  ),
  scanResult: histogram(
    'scan_result_duration_seconds',
    'Time of a scan, by what came of it; error: it ran out of time, failed, or was refused for what it is',
    { direction: DIRECTIONS, result: SCAN_RESULTS },
    SCAN_SECONDS,
  ),
  addedLatency: histogram(
    'added_latency_seconds',
    'Time between a message from Envoy and the answer to it',
    { phase: PHASES },
    LATENCY_SECONDS,
  ),
  streamHold: histogram(
    'stream_hold_seconds',
    'How long text of a streamed answer was held back',
    {},
    LATENCY_SECONDS,
  ),
  streamHeldBytes: histogram('stream_held_bytes', 'Bytes of a streamed answer held back', {}, HELD_BYTES),
});

/** What was not scanned, or not all of it. */
const ofGaps = ({ counter }: MetricKinds) => ({
  unjudged: counter('unjudged_total', 'Parts of a request or answer that no detector saw', {
    reason: UNJUDGED_REASONS,
    effect: UNJUDGED_EFFECTS,
  }),
  failOpen: counter('fail_open_total', 'Requests and answers that passed without a full scan', {
    direction: DIRECTIONS,
    reason: FAIL_REASONS,
  }),
  failClosed: counter('fail_closed_total', 'Requests and answers refused for want of a full scan', {
    direction: DIRECTIONS,
    reason: FAIL_REASONS,
  }),
});

/** Too much to do at once. */
const ofLoad = ({ counter, gauge, histogram }: MetricKinds) => ({
  shed: counter(
    'shed_total',
    'Requests not scanned because there was too much to do: their wait was too long, or too many scans ran',
    { reason: SHED_REASONS },
  ),
  crowded: counter(
    'connections_over_limit_total',
    'Connections to the processor that there were too many of: an idle one was ended for a new one, or the new one was not taken',
    { ended: CROWDED },
  ),
  queueDelay: histogram(
    'queue_delay_seconds',
    'How long requests waited to be read, and then had to expect to wait for their scan',
    {},
    LATENCY_SECONDS,
  ),
  overloaded: gauge('overloaded', '1 while requests are not scanned for being too many, and a second longer'),
});

/** What scans beside the rules of this thread: cache, threads, second tier. */
const ofScanners = ({ counter }: MetricKinds) => ({
  segmentCacheLookups: counter('segment_cache_lookups_total', 'Lookups in the cache of segment verdicts', {
    result: ['hit', 'miss'],
  }),
  scanThreadRequests: counter(
    'scan_thread_requests_total',
    'Requests that went to the threads of scan.threads, by whether they were scanned there to the end',
    { result: ['scanned', 'failed'] },
  ),
  scanThreadFaults: counter(
    'scan_thread_faults_total',
    'Threads of scan.threads that ended and were started anew',
    {},
  ),
  secondTier: counter(
    'second_tier_passages_total',
    'Passages put to the second tier, by whether it answered in time',
    {
      result: ['judged', 'late'],
    },
  ),
  secondTierFaults: counter(
    'second_tier_faults_total',
    'Threads of the second tier that ended, or could not be started anew; the first tier judges alone meanwhile',
    {},
  ),
});

/** What the operator has set, at work. */
const ofPolicy = ({ counter }: MetricKinds) => ({
  redactions: counter('redactions_total', 'Values replaced by a placeholder', {
    entity: OPEN,
    direction: DIRECTIONS,
    action: REPLACEMENTS,
  }),
  restorations: counter('restorations_total', 'Values put back into answers in place of their placeholders', {
    entity: OPEN,
  }),
  authFailures: counter('auth_failures_total', 'Requests refused for their credentials', {
    code: AUTH_CODES,
  }),
  exclusionHits: counter(
    'exclusion_hits_total',
    'Requests in which an exclusion set something aside, by its id',
    { label: OPEN },
  ),
  feedback: counter('feedback_total', 'Feedback given in the dashboard since the start', {
    label: FEEDBACK_LABELS,
  }),
});

/** What is written and sent elsewhere: records, security events, spans. */
const ofOutlets = ({ counter, gauge }: MetricKinds) => ({
  recordsWritten: counter('records_written_total', 'Records stored', {}),
  recordsDropped: counter('records_dropped_total', 'Records lost', { reason: DROP_REASONS }),
  textsDropped: counter(
    'texts_dropped_total',
    'Records stored without their texts: too much was waiting',
    {},
  ),
  securityEventsDropped: counter(
    'security_events_dropped_total',
    'Security events that a receiver did not take, or that did not fit its queue',
    { receiver: ['file', 'syslog', 'otlp'] },
  ),
  spansExported: counter('spans_exported_total', 'Spans of traces that the collector took', {}),
  spansDropped: counter(
    'spans_dropped_total',
    'Spans of traces that were lost: the queue was full, the collector refused them, or it could not be reached',
    { reason: ['queue_full', 'refused', 'failed'] },
  ),
  recordQueueLength: gauge('record_queue_length', 'Records waiting to be stored'),
  recordQueueLimit: gauge('record_queue_limit', 'Most records that may wait to be stored'),
  storeContact: gauge(
    'store_last_contact_timestamp_seconds',
    'When the store last answered a question, as Unix time; asked four times a second',
  ),
});

/** Keys and settings in force. */
const ofSettings = ({ counter, gauge }: MetricKinds) => ({
  keysExpiring: gauge('keys_expiring', 'Gateway keys that are valid now and end within so many days', [
    'days',
  ]),
  configRevision: gauge(
    'config_revision',
    'Revision of the dashboard’s settings that is in force; 0 where it has none',
  ),
  configLastReloadSuccessful: gauge(
    'config_last_reload_successful',
    '1 where the last reload was taken up, else 0',
  ),
  configReloadFailures: counter('config_reload_failures_total', 'Configurations refused at a reload', {}),
});

/** What is under way right now, and how much may be. */
const ofPresent = ({ gauge, peak }: MetricKinds) => ({
  streamsInFlight: gauge('streams_in_flight', 'Requests between their headers and the end of their answer'),
  scansInFlight: peak('scans_in_flight_peak', 'Most scans at one time in the last minute, or two'),
  scanThreads: gauge('scan_threads', 'Threads of scan.threads that are there and ready'),
  scansLimit: gauge(
    'scans_in_flight_limit',
    'Scans that may be in flight; further requests are refused or pass unscanned',
  ),
  streamMemory: gauge('stream_memory_bytes', 'Memory of text that streams hold back'),
  streamMemoryLimit: gauge('stream_memory_limit_bytes', 'Most memory that streams may hold together'),
});

/**
 * Every metric of the gateway, on a registry of its own. Labels are closed sets; no key, user or model name is one.
 *
 * @param options `version` of the gateway; `processMetrics: false` leaves Node's own metrics out; `now` as in `createMetricKinds`.
 */
export const createMetrics = (
  options: Readonly<{ version: string; processMetrics?: boolean; now?: () => number }>,
) => {
  const registry = new Registry();
  const kinds = createMetricKinds(registry, options.now);
  if (options.processMetrics !== false) collectNodeMetrics(registry);
  const stopLag = watchEventLoop(kinds, 'event_loop_lag_seconds', options.now);
  kinds
    .gauge('build_info', 'Always 1; the labels say what runs', ['version', 'node'])
    .set({ version: options.version, node: process.versions.node }, 1);

  return Object.freeze({
    ...ofRequests(kinds),
    ...ofTime(kinds),
    ...ofGaps(kinds),
    ...ofLoad(kinds),
    ...ofScanners(kinds),
    ...ofPolicy(kinds),
    ...ofOutlets(kinds),
    ...ofSettings(kinds),
    ...ofPresent(kinds),

    /** The text of a scrape and its Content-Type. */
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    close: stopLag,
  });
};

export type Metrics = ReturnType<typeof createMetrics>;
