import { increase, rate, sum } from './alert-queries.ts';
import { envoyOf } from './promql.ts';
import { type AlertSpec, burnsFast, burnsSlowly, PER } from './rules.ts';

/** The service level, and what comes before it is missed. */
export const SERVICE: readonly AlertSpec[] = [
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
    name: 'PortcullisShedding',
    severity: 'warning',
    lasts: '0m',
    expr: sum(increase('shed_total', '10m'), `${PER}, reason`),
    over: 0,
    summary: '{{ $value | humanize }} requests were too many to be scanned ({{ $labels.reason }})',
    description: 'Within ten minutes; they were refused, or passed unscanned where their mode says so.',
  },
  {
    name: 'PortcullisConnectionsOverLimit',
    severity: 'warning',
    lasts: '0m',
    expr: sum(increase('connections_over_limit_total', '10m'), `${PER}, ended`),
    over: 0,
    summary: 'More connections come to the gateway than it takes',
    description:
      '{{ $value | humanize }} within ten minutes were ended or not taken ({{ $labels.ended }}): too many Envoys, or somebody else.',
  },
  {
    name: 'PortcullisScanThreadsFail',
    severity: 'warning',
    lasts: '0m',
    expr: sum(increase('scan_thread_faults_total', '30m')),
    over: 2,
    summary: 'Threads that scan end and are started anew: {{ $value | humanize }} within half an hour',
    description: 'What they were at is scanned again elsewhere, or fails; they run out of memory, or crash.',
  },
  {
    name: 'PortcullisSecondTierFails',
    severity: 'warning',
    lasts: '0m',
    expr: sum(increase('second_tier_faults_total', '30m')),
    over: 2,
    summary: 'The second tier’s thread does not last: {{ $value | humanize }} faults within half an hour',
    description:
      'Until it is back the first tier judges alone, by thresholds of its own: more false alarms, and fewer attacks found.',
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
