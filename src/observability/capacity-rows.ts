import type { DashboardSpec } from './dashboard.ts';
import { ofGateways, own, quantile, RATE, rate, sumBy } from './promql.ts';

/** What streams hold back, and how near the gateway is to its limits. */
export const CAPACITY_ROWS: DashboardSpec['rows'] = [
  {
    title: 'Streams',
    panels: [
      {
        kind: 'lines',
        title: 'Text held back',
        description:
          'How long pieces of streamed answers wait until they are decided. Readers notice from about 0.3 s.',
        unit: 's',
        width: 8,
        levels: { warn: 0.3, act: 1 },
        queries: [
          [quantile(0.5, '', own('stream_hold_seconds_bucket')), '50 %'],
          [quantile(0.95, '', own('stream_hold_seconds_bucket')), '95 %'],
          [quantile(0.99, '', own('stream_hold_seconds_bucket')), '99 %'],
        ],
      },
      {
        kind: 'lines',
        title: 'Bytes held back, 95 %',
        description:
          'Bytes of an event that waited. Large ones are values that grow, such as a private key in the answer.',
        unit: 'bytes',
        width: 8,
        queries: [[quantile(0.95, '', own('stream_held_bytes_bucket')), '95 %']],
      },
      {
        kind: 'lines',
        title: 'Requests in flight',
        description:
          'From headers to the end of the answer, streams included. Drain times at a roll-out depend on it.',
        unit: 'none',
        width: 8,
        stacked: true,
        queries: [[own('streams_in_flight'), '{{instance}}']],
      },
    ],
  },
  {
    title: 'Capacity',
    panels: [
      {
        kind: 'lines',
        title: 'Saturation',
        description:
          'Against the limits beyond which requests are refused or pass unscanned. Over 80 %: add replicas before you raise limits.',
        unit: 'percentunit',
        width: 8,
        max: 1,
        levels: { warn: 0.5, act: 0.8 },
        queries: [
          [`max(${own('scans_in_flight_peak')} / ${own('scans_in_flight_limit')})`, 'scans at one time'],
          [`max(${own('stream_memory_bytes')} / ${own('stream_memory_limit_bytes')})`, 'memory of streams'],
          [`max(${own('record_queue_length')} / ${own('record_queue_limit')})`, 'records that wait'],
        ],
      },
      {
        kind: 'lines',
        title: 'Event loop lag',
        description:
          'How much later than planned the one thread came round in the last minute or two. Over 100 ms at 99 %: the CPU is used up or throttled.',
        unit: 's',
        width: 8,
        levels: { warn: 0.05, act: 0.1 },
        queries: [
          [`max(${own('event_loop_lag_seconds', 'percentile="50"')})`, '50 %'],
          [`max(${own('event_loop_lag_seconds', 'percentile="99"')})`, '99 %'],
          [`max(${own('event_loop_lag_seconds', 'percentile="100"')})`, 'most'],
        ],
      },
      {
        kind: 'lines',
        title: 'Requests by gateway',
        description:
          'Uneven lines mean that Envoy holds on to one gateway; long streams do that for a while.',
        unit: 'reqps',
        width: 8,
        stacked: true,
        queries: [[sumBy('instance', rate(own('requests_total'))), '{{instance}}']],
      },
      {
        kind: 'lines',
        title: 'CPU',
        description: 'Cores used. Scanning runs on one: near 1 the gateway is full, and only replicas help.',
        unit: 'none',
        width: 8,
        levels: { warn: 0.7, act: 0.9 },
        queries: [
          [ofGateways((labels) => `rate(process_cpu_seconds_total{${labels}}[${RATE}])`), '{{instance}}'],
        ],
      },
      {
        kind: 'lines',
        title: 'Memory',
        description: 'Resident memory. A slope that never ends is a leak: take a heap snapshot and tell us.',
        unit: 'bytes',
        width: 8,
        queries: [[ofGateways((labels) => `process_resident_memory_bytes{${labels}}`), '{{instance}}']],
      },
      {
        kind: 'lines',
        title: 'Garbage collection',
        description: 'Share of time. Over 10 %: give the process more memory.',
        unit: 'percentunit',
        width: 8,
        levels: { warn: 0.05, act: 0.1 },
        queries: [
          [
            ofGateways(
              (labels) => `sum by (job, instance) (rate(nodejs_gc_duration_seconds_sum{${labels}}[${RATE}]))`,
            ),
            '{{instance}}',
          ],
        ],
      },
      {
        kind: 'table',
        title: 'What runs',
        description:
          'Versions of the gateways and their Node. Two versions for longer than a roll-out: one is stuck.',
        unit: 'none',
        width: 12,
        columns: ['instance', 'version', 'node'],
        query: `sum by (instance, version, node) (${own('build_info')})`,
      },
    ],
  },
];
