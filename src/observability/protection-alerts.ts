import { increase, LET_IN, rate, sum } from './alert-queries.ts';
import { envoyOf } from './promql.ts';
import { type AlertSpec, PER } from './rules.ts';

const ENVOY = `${PER}, instance`;
const forwarded = (name: string): string =>
  sum(`rate(${envoyOf(`cluster_upstream_${name}`, 'provider')}[5m])`, ENVOY);
/** What an Envoy sent to the provider. */
const FORWARDED = `(${forwarded('rq_total')} - ${forwarded('rq_retry')})`;
/**
 * What it asked the gateway about: by its own count, since gateways may be in another namespace and count a request only when its
 * answer has ended.
 */
const ASKED = sum(`rate(${envoyOf('http_ext_proc_streams_started', 'front')}[5m])`, ENVOY);
/** Others call a cluster `provider`, too. */
const KNOWS_GATEWAY = sum(envoyOf('cluster_membership_healthy', 'processor'), ENVOY);

const LET_IN_RATE = sum(rate(LET_IN, '5m'));
const PASSED_THROUGH = sum(rate('unjudged_total{reason="pass_through"}', '5m'));
/** Requests that the operator lets by are not meant to be judged: a probe of the models at night is no failure. */
const MEANT_TO_BE_JUDGED = `(${LET_IN_RATE} - (${PASSED_THROUGH} or 0 * ${LET_IN_RATE}))`;

/** Traffic goes on unprotected, or not at all. */
export const PROTECTION: readonly AlertSpec[] = [
  {
    name: 'PortcullisDown',
    severity: 'critical',
    lasts: '2m',
    expr: 'up == 0 and on (job, instance) max_over_time(portcullis_build_info[1d])',
    summary: 'The gateway {{ $labels.instance }} cannot be scraped',
    description:
      'It was there within the last day. If it is down, Envoy answers 503 for its share of the traffic: nothing passes unscanned.',
  },
  {
    name: 'PortcullisEnvoyDown',
    severity: 'critical',
    lasts: '2m',
    expr: `up == 0 and on (job, instance) max_over_time(${envoyOf('cluster_membership_healthy', 'processor')}[1d])`,
    summary: 'Envoy {{ $labels.instance }} cannot be scraped',
    description:
      'It was there within the last day. If it is down, its callers reach nothing at all, and no gateway sees that they try.',
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
    name: 'PortcullisReleaseGone',
    severity: 'critical',
    lasts: '5m',
    expr: `count by (${PER}) (max_over_time(portcullis_build_info[1h])) unless on (${PER}) portcullis_build_info`,
    summary: 'No gateway of {{ $labels.job }} in {{ $labels.namespace }} is scraped any more',
    description:
      'There were {{ $value }} within the last hour, and other releases may go on. Its callers get 503, or Prometheus has lost its targets; an hour after the last one this alert ends by itself.',
  },
  {
    name: 'PortcullisRestarting',
    severity: 'warning',
    lasts: '0m',
    expr: '(changes(process_start_time_seconds[30m]) and on (job, instance) max_over_time(portcullis_build_info[30m]))',
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
    expr: `((${FORWARDED} - (${ASKED} or 0 * ${FORWARDED})) / ${FORWARDED} and on (${ENVOY}) ${KNOWS_GATEWAY})`,
    over: 0.2,
    summary: 'Envoy {{ $labels.instance }} forwards requests without asking a gateway',
    description:
      '{{ $value | humanizePercentage }} of what it sends to the provider has gone around the gateway.',
  },
  {
    name: 'PortcullisNothingJudged',
    severity: 'critical',
    lasts: '5m',
    expr: `${MEANT_TO_BE_JUDGED} > 0.001 unless (${sum(rate('scans_total{direction="input",status!~"skipped|error"}', '5m'))} > 0)`,
    summary: 'Requests come, and none of them is judged',
    description:
      '{{ $value | humanize }} requests a second that are meant to be scanned end without any verdict on their input.',
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
    expr: `${sum(rate('unjudged_total{reason!="pass_through",effect!="refused"}', '15m'))} / ${sum(rate(LET_IN, '15m'))}`,
    over: 0.2,
    summary: 'Much of the traffic passes unjudged',
    description:
      '{{ $value | humanize }} parts for each request passed that are images, files, too long, in too many disguises, or failed.',
  },
];
