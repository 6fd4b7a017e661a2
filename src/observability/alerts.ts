import { increase, rate, sum } from './alert-queries.ts';
import { BLOCKED, blockedShare, USUAL_BLOCKED_SHARE } from './blocked-share.ts';
import { PROTECTION } from './protection-alerts.ts';
import { type AlertSpec, PER } from './rules.ts';
import { SERVICE } from './service-alerts.ts';

const dayBefore = (metric: string): string => sum(`rate(portcullis_${metric}[1d] offset 15m)`);

/** What is kept: records, events, settings, keys. */
const KEEPING: readonly AlertSpec[] = [
  {
    name: 'PortcullisDashboardDown',
    severity: 'warning',
    lasts: '5m',
    expr: 'up == 0 and on (job, instance) max_over_time(portcullis_dashboard_build_info[1d])',
    summary: 'The dashboard {{ $labels.instance }} cannot be scraped',
    description:
      'It was there within the last day. Traffic goes on; nobody sees records or changes settings, and webhooks wait.',
  },
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
    name: 'PortcullisWebhooksFail',
    severity: 'warning',
    lasts: '0m',
    expr: sum(increase('dashboard_webhook_deliveries_total{result="failed"}', '30m')),
    over: 3,
    summary: 'Webhooks are not taken: {{ $value | humanize }} attempts failed within half an hour',
    description: 'They are tried again for half a day each; until then somebody does not hear of threats.',
  },
  {
    name: 'PortcullisWebhooksGivenUp',
    severity: 'warning',
    lasts: '0m',
    expr: `${sum(increase('dashboard_webhook_deliveries_total{result="dead"}', '1h'))} + ${sum(increase('dashboard_webhook_records_dropped_total', '1h'))}`,
    over: 0,
    summary: '{{ $value | humanize }} events will not reach their webhooks',
    description:
      'Half a day of attempts failed, or more were waiting than may; the records themselves are kept.',
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
    name: 'PortcullisSignInsFail',
    severity: 'warning',
    lasts: '0m',
    expr: sum(increase('dashboard_sign_ins_total{result!="succeeded"}', '10m')),
    over: 50,
    summary: '{{ $value | humanize }} attempts to sign in to the dashboard failed within ten minutes',
    description: 'Somebody guesses passwords, or the sign-in provider refuses everybody.',
  },
  {
    name: 'PortcullisBlocksRise',
    severity: 'warning',
    lasts: '5m',
    expr: `${blockedShare('15m')} > 5 * ${USUAL_BLOCKED_SHARE} and ${sum(increase(BLOCKED, '15m'))}`,
    over: 20,
    summary: '{{ $value | humanizePercentage }} of requests are blocked',
    description:
      'More than five times the usual share of the week before: an attack, or a rule, setting or prompt that changed and now blocks ordinary traffic.',
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
