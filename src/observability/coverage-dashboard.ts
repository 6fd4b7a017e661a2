import type { DashboardSpec } from './dashboard.ts';
import { envoy, increase, ofDashboard, ofReleases, orZero, own, rate, sumBy } from './promql.ts';

const total = (metric: string): string => orZero(sumBy('', increase(metric)));

/** What was not judged, and what failed: the gateway's own health as a control. */
export const COVERAGE: DashboardSpec = {
  uid: 'portcullis-coverage',
  title: 'Portcullis / Coverage and failures',
  description:
    'What passed without a scan, what was refused, what was lost, and whether store and processor are there.',
  rows: [
    {
      title: 'In the time shown',
      panels: [
        {
          kind: 'stat',
          title: 'Judged',
          description:
            'Share of scans that ended with a verdict; the rest failed. What is not meant to be scanned (paths that pass through, errors of the provider) is left out. Below 99 % look at the reasons below.',
          unit: 'percentunit',
          width: 4,
          levels: { warn: 0.99, act: 0.9, lowIsBad: true },
          query: `${sumBy('', increase(own('scans_total', 'status!~"error|skipped"')))} / ${sumBy('', increase(own('scans_total', 'status!="skipped"')))}`,
        },
        {
          kind: 'stat',
          title: 'Passed unscanned',
          description:
            'Requests and answers that went on although their scan failed (onScanError: allow). Anything but 0 is a hole: see the reason below and PortcullisFailOpen in the runbook.',
          unit: 'short',
          width: 4,
          levels: { warn: 1, act: 10 },
          query: total(own('fail_open_total')),
        },
        {
          kind: 'stat',
          title: 'Refused for want of a scan',
          description:
            'What callers got 503 for. Time-outs and overload mean too little capacity: add replicas or CPU.',
          unit: 'short',
          width: 4,
          levels: { warn: 1, act: 100 },
          query: total(own('fail_closed_total')),
        },
        {
          kind: 'stat',
          title: 'Records lost',
          description:
            'Requests of which no record was kept. The store is away, full or too slow: see "Store" below.',
          unit: 'short',
          width: 4,
          levels: { warn: 1, act: 100 },
          query: total(own('records_dropped_total')),
        },
        {
          kind: 'stat',
          title: 'Store answered',
          description:
            'How long ago the store last answered; it is asked four times a second. Over a minute: the database is away. Traffic goes on, records queue up.',
          unit: 's',
          width: 4,
          levels: { warn: 15, act: 60 },
          query: `clamp_min(max(time() - (${own('store_last_contact_timestamp_seconds')} > 0)), 0)`,
        },
        {
          kind: 'stat',
          title: 'Gateways',
          description:
            'Gateways that are scraped. Fewer than your replicas: some are down, or out of reach of Prometheus.',
          unit: 'short',
          width: 4,
          query: `count(${own('build_info')})`,
        },
      ],
    },
    {
      title: 'Not judged',
      panels: [
        {
          kind: 'lines',
          title: 'Parts that no detector saw',
          description:
            'Images, audio and files cannot be judged; "too_many_readings" are texts in more disguises, or deeper ones, than are read, which hardly anybody writes without a purpose; "too_long", "timeout" and "scan_error" can be cured by limits and capacity. policy.unreadable says which kinds may not pass. "refused" went nowhere. What policy.passThrough lets by is not in it, but "skipped" in "Scans by status".',
          unit: 'ops',
          width: 8,
          stacked: true,
          queries: [
            [
              sumBy('reason, effect', rate(own('unjudged_total', 'reason!="pass_through"'))),
              '{{reason}} {{effect}}',
            ],
          ],
        },
        {
          kind: 'lines',
          title: 'Passed without a full scan',
          description:
            'By direction and reason. In blocking mode this stays 0 unless onScanError says allow. "overload" and "timeout": add capacity. "undecodable": an answer in a coding nobody asked for.',
          unit: 'ops',
          width: 8,
          queries: [[sumBy('direction, reason', rate(own('fail_open_total'))), '{{direction}} {{reason}}']],
        },
        {
          kind: 'lines',
          title: 'Refused without a full scan',
          description: 'The same, where the direction fails closed: safe, but callers notice.',
          unit: 'ops',
          width: 8,
          queries: [[sumBy('direction, reason', rate(own('fail_closed_total'))), '{{direction}} {{reason}}']],
        },
        {
          kind: 'lines',
          title: 'Scans by status',
          description:
            '"skipped" was not meant to be scanned, "streaming" is judged as it goes. A rise of "skipped" means that traffic moves to paths that are not scanned.',
          unit: 'ops',
          width: 12,
          stacked: true,
          queries: [[sumBy('direction, status', rate(own('scans_total'))), '{{direction}} {{status}}']],
        },
        {
          kind: 'lines',
          title: 'Requests: Envoy and the gateway',
          description:
            'Three counts of the same traffic. What Envoy forwards to the provider and the gateway never saw has gone around it: PortcullisBypassed. Needs Envoy to be scraped.',
          unit: 'reqps',
          width: 12,
          queries: [
            [sumBy('', rate(envoy('http_downstream_rq_total', 'front'))), 'reached Envoy'],
            [sumBy('', rate(own('requests_total'))), 'seen by the gateway'],
            [sumBy('', rate(envoy('cluster_upstream_rq_total', 'provider'))), 'forwarded to the provider'],
          ],
        },
      ],
    },
    {
      title: 'Refused and failed',
      panels: [
        {
          kind: 'lines',
          title: 'Refusals by code',
          description:
            'What callers were told. rate_limit_exceeded: raise the limit of the key or talk to its team. invalid_*: an application that is built wrong.',
          unit: 'reqps',
          width: 12,
          stacked: true,
          queries: [[sumBy('code', rate(own('refusals_total'))), '{{code}}']],
        },
        {
          kind: 'lines',
          title: 'Failures by code',
          description:
            'What was let in and failed all the same. provider_*: the provider, or the way to it. client_closed_request: callers that do not wait. answer_interrupted, stream_interrupted: an answer broke off, because its caller left or the provider did; Envoy tells the processor neither, its access log does (flags DC, UC, UT). protocol_violation: Envoy sent what it should not; the log says more.',
          unit: 'reqps',
          width: 12,
          stacked: true,
          queries: [[sumBy('code', rate(own('failures_total'))), '{{code}}']],
        },
        {
          kind: 'lines',
          title: 'Refused for credentials',
          description:
            'A burst of invalid keys is somebody who guesses; of revoked or expired ones, an application that missed a rotation.',
          unit: 'reqps',
          width: 12,
          stacked: true,
          queries: [[sumBy('code', rate(own('auth_failures_total'))), '{{code}}']],
        },
        {
          kind: 'lines',
          title: 'What Envoy answered',
          description:
            'By class of status, and bodies over its limit, which the gateway never sees (413). 5xx without errors of the gateway are the provider or Envoy itself.',
          unit: 'reqps',
          width: 12,
          queries: [
            [
              sumBy('envoy_response_code_class', rate(envoy('http_downstream_rq_xx', 'front'))),
              '{{envoy_response_code_class}}xx',
            ],
            [sumBy('', rate(envoy('http_downstream_rq_too_large', 'front'))), 'body too large'],
          ],
        },
      ],
    },
    {
      title: 'Store, events, settings, keys',
      panels: [
        {
          kind: 'lines',
          title: 'Records',
          description:
            'Written, and lost by reason: queue_full (more than the store can write), store_failed (it refused), closed (at shutdown).',
          unit: 'ops',
          width: 8,
          queries: [
            [sumBy('', rate(own('records_written_total'))), 'written'],
            [sumBy('reason', rate(own('records_dropped_total'))), 'lost: {{reason}}'],
            [sumBy('', rate(own('texts_dropped_total'))), 'without their texts'],
          ],
        },
        {
          kind: 'lines',
          title: 'Records that wait',
          description:
            'Against the queue’s limit; at 100 % records are lost. If it does not fall again, the store is too slow or away.',
          unit: 'percentunit',
          width: 8,
          max: 1,
          levels: { warn: 0.5, act: 0.8 },
          queries: [[`${own('record_queue_length')} / ${own('record_queue_limit')}`, '{{instance}}']],
        },
        {
          kind: 'lines',
          title: 'Since the store answered',
          description:
            'Seconds, for each gateway. One line alone: that gateway’s network. All of them: the database.',
          unit: 's',
          width: 8,
          levels: { warn: 15, act: 60 },
          queries: [
            [`clamp_min(time() - (${own('store_last_contact_timestamp_seconds')} > 0), 0)`, '{{instance}}'],
          ],
        },
        {
          kind: 'lines',
          title: 'Security events and spans lost',
          description:
            'By receiver, spans by reason. Your SIEM or collector does not take them fast enough, or is away.',
          unit: 'ops',
          width: 8,
          queries: [
            [sumBy('receiver', rate(own('security_events_dropped_total'))), '{{receiver}}'],
            [sumBy('reason', rate(own('spans_dropped_total'))), 'spans: {{reason}}'],
          ],
        },
        {
          kind: 'lines',
          title: 'Webhook deliveries',
          description:
            '"failed" is tried again for half a day, "dead" is given up until somebody retries it in the dashboard (Integrations), "records nobody was told of" had gathered in too long an outage.',
          unit: 'ops',
          width: 8,
          queries: [
            [sumBy('result', rate(ofDashboard('webhook_deliveries_total'))), '{{result}}'],
            [sumBy('', rate(ofDashboard('webhook_records_dropped_total'))), 'records nobody was told of'],
          ],
        },
        {
          kind: 'lines',
          title: 'Settings in force',
          description:
            'Revision of the dashboard’s settings on each gateway. They agree within seconds; one that stays behind cannot reach the store or refuses the settings.',
          unit: 'none',
          width: 8,
          queries: [
            [own('config_revision'), 'revision, {{instance}}'],
            [sumBy('', increase(own('config_reload_failures_total'), '1h')), 'refused in the last hour'],
          ],
        },
        {
          kind: 'lines',
          title: 'Keys that end soon',
          description:
            'Valid gateway keys that end within so many days. Make their successors now: an expired key is a 401 for its application.',
          unit: 'none',
          width: 8,
          queries: [[ofReleases('days', own('keys_expiring')), 'within {{days}} days']],
        },
      ],
    },
    {
      title: 'As Envoy sees it',
      panels: [
        {
          kind: 'lines',
          title: 'Processor failures',
          description:
            'Calls that failed or timed out: callers get 503. "let through" must stay 0: it means that Envoy is configured to fail open.',
          unit: 'ops',
          width: 8,
          queries: [
            [sumBy('', rate(envoy('http_ext_proc_streams_failed', 'front'))), 'failed'],
            [sumBy('', rate(envoy('http_ext_proc_message_timeouts', 'front'))), 'timed out'],
            [sumBy('', rate(envoy('http_ext_proc_failure_mode_allowed', 'front'))), 'let through'],
          ],
        },
        {
          kind: 'lines',
          title: 'Processors that are healthy',
          description: 'Seen from each Envoy. 0 means that nothing passes at all.',
          unit: 'none',
          width: 8,
          queries: [
            [envoy('cluster_membership_healthy', 'processor'), 'healthy, {{instance}}'],
            [envoy('cluster_membership_total', 'processor'), 'known, {{instance}}'],
          ],
        },
        {
          kind: 'lines',
          title: 'Provider',
          description:
            'Answers by class of status, and connections that failed. Its own errors pass to callers untouched; the gateway adds none.',
          unit: 'reqps',
          width: 8,
          queries: [
            [
              sumBy('envoy_response_code_class', rate(envoy('cluster_upstream_rq_xx', 'provider'))),
              '{{envoy_response_code_class}}xx',
            ],
            [sumBy('', rate(envoy('cluster_upstream_cx_connect_fail', 'provider'))), 'connection failed'],
            [sumBy('', rate(envoy('cluster_upstream_rq_timeout', 'provider'))), 'timed out'],
          ],
        },
      ],
    },
  ],
};
