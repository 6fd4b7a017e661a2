import { envoyOf } from './promql.ts';
import { type AlertSpec, burnsFast, burnsSlowly, PER } from './rules.ts';

const sum = (inner: string, by: string = PER): string => `sum by (${by}) (${inner})`;
const rate = (metric: string, window: string): string => `rate(portcullis_${metric}[${window}])`;
const increase = (metric: string, window: string): string => `increase(portcullis_${metric}[${window}])`;

const LET_IN = 'requests_total{outcome!="refused"}';
const BLOCKED = 'requests_total{outcome="blocked"}';
const blockedShare = (window: string): string =>
  `${sum(rate(BLOCKED, window))} / ${sum(rate(LET_IN, window))}`;
/** `offset` belongs to the metric, so that the day before is written out. */
const DAY_BEFORE = '1d] offset 15m';
const dayBefore = (metric: string): string => sum(`rate(portcullis_${metric}[${DAY_BEFORE})`);

const forwarded = (name: string): string =>
  sum(`rate(${envoyOf(`cluster_upstream_${name}`, 'provider')}[5m])`, 'namespace');
/** What Envoy sent to the provider; the gateway must have seen at least as much. */
const FORWARDED = `(${forwarded('rq_total')} - ${forwarded('rq_retry')})`;

/** Traffic goes on unprotected, or not at all. */
const PROTECTION: readonly AlertSpec[] = [
  {
    name: 'PortcullisDown',
    severity: 'critical',
    lasts: '2m',
    expr: 'up == 0 and on (job, instance) max_over_time(portcullis_build_info[1h])',
    summary: 'The gateway {{ $labels.instance }} cannot be scraped',
    description:
      'It was there within the last hour. If it is down, Envoy answers 503 for its share of the traffic: nothing passes unscanned.',
  },
  {
    name: 'PortcullisAbsent',
    severity: 'critical',
    lasts: '5m',
    expr: 'absent(portcullis_build_info)',
    summary: 'No gateway is scraped at all',
    description:
      'Either all gateways are gone, or Prometheus has lost its targets and all other alerts are blind.',
  },
  {
    name: 'PortcullisRestarting',
    severity: 'warning',
    lasts: '0m',
    expr: '(changes(process_start_time_seconds[30m]) and on (job, instance) portcullis_build_info)',
    over: 2,
    summary: 'The gateway {{ $labels.instance }} restarts again and again',
    description:
      '{{ $value }} starts within half an hour: it crashes, runs out of memory, or fails its probes.',
  },
  {
    name: 'PortcullisProcessorUnreachable',
    severity: 'critical',
    lasts: '1m',
    expr: `1 - clamp_max(${envoyOf('cluster_membership_healthy', 'processor')}, 1)`,
    over: 0,
    summary: 'Envoy {{ $labels.instance }} sees no healthy gateway',
    description: 'All its callers get 503 (it fails closed).',
  },
  {
    name: 'PortcullisProcessorFailing',
    severity: 'critical',
    lasts: '5m',
    expr: `(${sum(`rate(${envoyOf('http_ext_proc_streams_failed', 'front')}[5m])`)} + ${sum(`rate(${envoyOf('http_ext_proc_message_timeouts', 'front')}[5m])`)}) / ${sum(`rate(${envoyOf('http_ext_proc_streams_started', 'front')}[5m])`)}`,
    over: 0.01,
    summary: '{{ $value | humanizePercentage }} of Envoy’s calls to the gateway fail',
    description: 'They fail or time out, and their callers get 503 or 504.',
  },
  {
    name: 'PortcullisEnvoyFailsOpen',
    severity: 'critical',
    lasts: '0m',
    expr: sum(`increase(${envoyOf('http_ext_proc_failure_mode_allowed', 'front')}[10m])`),
    over: 0,
    summary: 'Envoy let traffic pass without the gateway',
    description:
      'Its configuration has failure_mode_allow, which ours never has: {{ $value | humanize }} requests passed unscanned and unrecorded.',
  },
  {
    name: 'PortcullisBypassed',
    severity: 'critical',
    lasts: '5m',
    expr: `(${FORWARDED} - (${sum(rate('requests_total', '5m'), 'namespace')} or 0 * ${FORWARDED})) / ${FORWARDED}`,
    over: 0.2,
    summary: 'Envoy forwards requests that no gateway sees',
    description:
      '{{ $value | humanizePercentage }} of what the provider is sent has gone around the gateway.',
  },
  {
    name: 'PortcullisNothingJudged',
    severity: 'critical',
    lasts: '5m',
    expr: `${sum(rate('requests_total{outcome!="refused"}', '5m'))} > 0 unless (${sum(rate('scans_total{direction="input",status!~"skipped|error"}', '5m'))} > 0)`,
    summary: 'Requests come, and none of them is judged',
    description:
      '{{ $value | humanize }} requests a second end without any verdict on their input: all are skipped, or all scans fail.',
  },
  {
    name: 'PortcullisFailOpen',
    severity: 'warning',
    lasts: '0m',
    expr: sum(increase('fail_open_total', '10m'), `${PER}, direction, reason`),
    over: 0,
    summary: 'Traffic passed without a full scan ({{ $labels.direction }}, {{ $labels.reason }})',
    description: '{{ $value | humanize }} within ten minutes, since onScanError is allow in their mode.',
  },
  {
    name: 'PortcullisUnjudgedHigh',
    severity: 'warning',
    lasts: '15m',
    expr: `${sum(rate('unjudged_total', '15m'))} / ${sum(rate(LET_IN, '15m'))}`,
    over: 0.2,
    summary: 'Much of the traffic cannot be judged',
    description: '{{ $value | humanize }} parts for each request are images, files, too long or failed.',
  },
];

/** The service level, and what comes before it is missed. */
const SERVICE: readonly AlertSpec[] = [
  {
    name: 'PortcullisAvailabilityBurnFast',
    severity: 'critical',
    lasts: '2m',
    expr: burnsFast('unavailable'),
    summary: 'The gateway fails requests: the month’s budget is gone within days',
    description:
      '{{ $value | humanizePercentage }} of requests are refused for want of a scan (objective: 0.1 %).',
  },
  {
    name: 'PortcullisAvailabilityBurnSlow',
    severity: 'warning',
    lasts: '15m',
    expr: burnsSlowly('unavailable'),
    summary: 'The gateway fails more requests than the objective allows',
    description:
      '{{ $value | humanizePercentage }} of requests are refused for want of a scan (objective: 0.1 %).',
  },
  {
    name: 'PortcullisLatencyBurnFast',
    severity: 'critical',
    lasts: '2m',
    expr: burnsFast('slow'),
    summary: 'Scans take too long: the month’s budget is gone within days',
    description:
      '{{ $value | humanizePercentage }} of requests waited more than 50 ms for their scan (objective: 1 %).',
  },
  {
    name: 'PortcullisLatencyBurnSlow',
    severity: 'warning',
    lasts: '15m',
    expr: burnsSlowly('slow'),
    summary: 'More scans are slow than the objective allows',
    description:
      '{{ $value | humanizePercentage }} of requests waited more than 50 ms for their scan (objective: 1 %).',
  },
  {
    name: 'PortcullisAddedLatencyHigh',
    severity: 'warning',
    lasts: '10m',
    expr: `histogram_quantile(0.99, ${sum(rate('added_latency_seconds_bucket{phase="request_body"}', '5m'), `${PER}, le`)})`,
    over: 0.25,
    summary: 'One request in a hundred waits {{ $value | humanizeDuration }} for its scan',
    description: 'The 99th percentile of the time that the gateway adds before the provider is asked.',
  },
  {
    name: 'PortcullisEventLoopLag',
    severity: 'warning',
    lasts: '10m',
    expr: 'portcullis_event_loop_lag_seconds{percentile="99"}',
    over: 0.1,
    summary: 'The event loop of {{ $labels.instance }} is {{ $value | humanizeDuration }} late',
    description: 'Its CPU is used up or throttled; every request and stream on it waits.',
  },
  {
    name: 'PortcullisSaturated',
    severity: 'warning',
    lasts: '5m',
    expr: 'portcullis_scans_in_flight_peak / portcullis_scans_in_flight_limit',
    over: 0.8,
    summary: '{{ $labels.instance }} is at {{ $value | humanizePercentage }} of the scans that it may run',
    description: 'Beyond the limit requests are refused, or pass unscanned where their mode says so.',
  },
  {
    name: 'PortcullisStreamMemoryHigh',
    severity: 'warning',
    lasts: '5m',
    expr: 'portcullis_stream_memory_bytes / portcullis_stream_memory_limit_bytes',
    over: 0.8,
    summary:
      'Streams on {{ $labels.instance }} hold {{ $value | humanizePercentage }} of the memory that they may',
    description: 'Beyond the limit streams end, or go on unguarded where their mode says so.',
  },
  {
    name: 'PortcullisProviderErrors',
    severity: 'warning',
    lasts: '10m',
    expr: `${sum(`rate(${envoyOf('cluster_upstream_rq_xx', 'provider', 'envoy_response_code_class="5"')}[5m])`)} / ${sum(`rate(${envoyOf('cluster_upstream_rq_total', 'provider')}[5m])`)}`,
    over: 0.1,
    summary: 'The provider answers {{ $value | humanizePercentage }} of requests with 5xx',
    description: 'Its errors pass to callers untouched; the gateway is not their cause.',
  },
];

/** What is kept: records, events, settings, keys. */
const KEEPING: readonly AlertSpec[] = [
  {
    name: 'PortcullisStoreAway',
    severity: 'critical',
    lasts: '1m',
    expr: 'time() - (portcullis_store_last_contact_timestamp_seconds > 0)',
    over: 60,
    summary: 'The store of {{ $labels.instance }} has not answered for {{ $value | humanizeDuration }}',
    description:
      'Traffic goes on with the keys and settings last read; records wait in a queue that can run over.',
  },
  {
    name: 'PortcullisRecordQueueFilling',
    severity: 'warning',
    lasts: '5m',
    expr: 'portcullis_record_queue_length / portcullis_record_queue_limit',
    over: 0.8,
    summary: 'Records wait on {{ $labels.instance }}: {{ $value | humanizePercentage }} of the queue',
    description: 'The store is slower than the traffic; once the queue is full, records are lost.',
  },
  {
    name: 'PortcullisRecordsDropped',
    severity: 'warning',
    lasts: '0m',
    expr: sum(increase('records_dropped_total', '10m'), `${PER}, reason`),
    over: 0,
    summary: '{{ $value | humanize }} records were lost ({{ $labels.reason }})',
    description: 'Requests were judged, but the dashboard and the audit of these are gone.',
  },
  {
    name: 'PortcullisSecurityEventsDropped',
    severity: 'warning',
    lasts: '0m',
    expr: sum(increase('security_events_dropped_total', '10m'), `${PER}, receiver`),
    over: 0,
    summary: '{{ $value | humanize }} security events did not reach {{ $labels.receiver }}',
    description: 'Your SIEM has a gap; the records in the dashboard have none.',
  },
  {
    name: 'PortcullisConfigReloadFailed',
    severity: 'warning',
    lasts: '5m',
    expr: '1 - portcullis_config_last_reload_successful',
    over: 0,
    summary: '{{ $labels.instance }} refuses the newest configuration',
    description: 'It goes on with the one before.',
  },
  {
    name: 'PortcullisConfigDiffers',
    severity: 'warning',
    lasts: '5m',
    expr: `max by (${PER}) (portcullis_config_revision) - min by (${PER}) (portcullis_config_revision)`,
    over: 0,
    summary: 'Gateways run by different settings',
    description: 'They agree within seconds otherwise: one cannot read the store, or refuses what it reads.',
  },
  {
    name: 'PortcullisKeyExpiring',
    severity: 'info',
    lasts: '1h',
    expr: `max by (${PER}) (portcullis_keys_expiring{days="7"})`,
    over: 0,
    summary: '{{ $value }} gateway keys end within a week',
    description: 'After that their applications get 401 expired_gateway_key.',
  },
];

/** What callers do, and what people say about our verdicts. */
const BEHAVIOUR: readonly AlertSpec[] = [
  {
    name: 'PortcullisAuthFailures',
    severity: 'warning',
    lasts: '5m',
    expr: `${sum(rate('auth_failures_total', '5m'))} > 3 * ${dayBefore('auth_failures_total')} and ${sum(increase('auth_failures_total', '5m'))}`,
    over: 50,
    summary: 'Refusals for credentials are up: {{ $value | humanize }} a second',
    description:
      'More than three times those of the day before: somebody guesses keys, or an application missed a rotation.',
  },
  {
    name: 'PortcullisBlocksRise',
    severity: 'warning',
    lasts: '5m',
    expr: `${blockedShare('15m')} > 5 * (${dayBefore(BLOCKED)} / ${dayBefore(LET_IN)}) and ${sum(increase(BLOCKED, '15m'))}`,
    over: 20,
    summary: '{{ $value | humanizePercentage }} of requests are blocked',
    description:
      'More than five times the share of the day before: an attack, or a rule, setting or prompt that changed and now blocks ordinary traffic.',
  },
  {
    name: 'PortcullisFalsePositives',
    severity: 'info',
    lasts: '0m',
    expr: `max by (${PER}) (${increase('feedback_total{label="not_attack"}', '1d')})`,
    over: 10,
    summary: '{{ $value | humanize }} findings were marked "not an attack" within a day',
    description: 'Applications are blocked for nothing.',
  },
  {
    name: 'PortcullisMissedAttack',
    severity: 'warning',
    lasts: '0m',
    expr: `max by (${PER}) (${increase('feedback_total{label="missed_attack"}', '1h')})`,
    over: 0,
    summary: 'Somebody reported an attack that was not found',
    description: 'It reached the provider.',
  },
];

export const ALERTS: readonly AlertSpec[] = [...PROTECTION, ...SERVICE, ...KEEPING, ...BEHAVIOUR];
