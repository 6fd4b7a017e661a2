import { CAPACITY_ROWS } from './capacity-rows.ts';
import type { DashboardSpec } from './dashboard.ts';
import { envoy, own, quantile, rate, sumBy } from './promql.ts';
import {
  AVAILABILITY_BUDGET,
  LATENCY_BUDGET,
  LATENCY_LIMIT_SECONDS,
  slowRatio,
  unavailableRatio,
} from './slo.ts';

const ADDED = own('added_latency_seconds_bucket', 'phase="request_body"');
const chosen = (name: string, labels = ''): string => own(name, labels);
const WINDOWS = ['5m', '1h', '6h'] as const;

/** What scanning costs callers, and how near the gateway is to its limits. */
export const LATENCY: DashboardSpec = {
  uid: 'portcullis-latency',
  title: 'Portcullis / Latency and capacity',
  description: 'Scan and added latency by stage and size, streams, event loop, cache, saturation, SLO burn.',
  rows: [
    {
      title: 'Service level',
      panels: [
        {
          kind: 'stat',
          title: 'Available',
          description:
            'Share of requests let in that the gateway did not fail itself, in the time shown. The objective is 99.9 %.',
          unit: 'percentunit',
          width: 6,
          levels: { warn: 1 - AVAILABILITY_BUDGET, act: 0.99, lowIsBad: true },
          query: `1 - ${unavailableRatio('', '$__range', chosen)}`,
        },
        {
          kind: 'stat',
          title: 'Fast enough',
          description: `Share of requests that waited at most ${LATENCY_LIMIT_SECONDS * 1000} ms for the scan of their body, in the time shown. The objective is 99 %.`,
          unit: 'percentunit',
          width: 6,
          levels: { warn: 1 - LATENCY_BUDGET, act: 0.95, lowIsBad: true },
          query: `1 - ${slowRatio('', '$__range', chosen)}`,
        },
        {
          kind: 'stat',
          title: 'Added, median',
          description: 'Half of the requests waited less than this for the scan of their body.',
          unit: 's',
          width: 6,
          query: quantile(0.5, '', ADDED, '$__range'),
        },
        {
          kind: 'stat',
          title: 'Added, 99 %',
          description:
            'One request in a hundred waited longer. Over 100 ms: see which stage and size below, and the event loop.',
          unit: 's',
          width: 6,
          levels: { warn: LATENCY_LIMIT_SECONDS, act: 0.1 },
          query: quantile(0.99, '', ADDED, '$__range'),
        },
        {
          kind: 'lines',
          title: 'Availability budget burn',
          description:
            'How many times faster than allowed errors use up the month’s budget. 1 lasts the month; over 14.4 in 5m and 1h pages. Open the runbook of PortcullisAvailabilityBurn.',
          unit: 'none',
          width: 12,
          levels: { warn: 1, act: 14.4 },
          queries: WINDOWS.map((window) => [
            `${unavailableRatio('', window, chosen)} / ${AVAILABILITY_BUDGET}`,
            window,
          ]),
        },
        {
          kind: 'lines',
          title: 'Latency budget burn',
          description:
            'The same for requests that waited too long. Over 14.4: see PortcullisLatencyBurn in the runbook.',
          unit: 'none',
          width: 12,
          levels: { warn: 1, act: 14.4 },
          queries: WINDOWS.map((window) => [`${slowRatio('', window, chosen)} / ${LATENCY_BUDGET}`, window]),
        },
      ],
    },
    {
      title: 'What callers wait for',
      panels: [
        {
          kind: 'lines',
          title: 'Added latency of a request’s body',
          description:
            'From Envoy’s message to the gateway’s answer, the scan included: this is what callers pay before the provider is asked.',
          unit: 's',
          width: 8,
          levels: { warn: LATENCY_LIMIT_SECONDS, act: 0.1 },
          queries: [
            [quantile(0.5, '', ADDED), '50 %'],
            [quantile(0.95, '', ADDED), '95 %'],
            [quantile(0.99, '', ADDED), '99 %'],
          ],
        },
        {
          kind: 'lines',
          title: 'Added latency by phase, 95 %',
          description:
            'Headers take microseconds; if they do not, the event loop is late. "response_body" counts once for each piece of a stream.',
          unit: 's',
          width: 8,
          queries: [[quantile(0.95, 'phase', own('added_latency_seconds_bucket')), '{{phase}}']],
        },
        {
          kind: 'lines',
          title: 'Mean time in Envoy',
          description:
            'A second source: all of a request, and the provider’s part of it, as Envoy measures them. The difference is Envoy and the gateway, streams’ hold included. Blocked requests have no provider’s part.',
          unit: 'ms',
          width: 8,
          queries: [
            [
              `${sumBy('', rate(envoy('http_downstream_rq_time_sum', 'front')))} / ${sumBy('', rate(envoy('http_downstream_rq_time_count', 'front')))}`,
              'whole request',
            ],
            [
              `${sumBy('', rate(envoy('cluster_upstream_rq_time_sum', 'provider')))} / ${sumBy('', rate(envoy('cluster_upstream_rq_time_count', 'provider')))}`,
              'provider',
            ],
          ],
        },
      ],
    },
    {
      title: 'Where the time goes',
      panels: [
        {
          kind: 'lines',
          title: 'Scan by stage, 95 %',
          description:
            'rules is detection. If decode grows, bodies are large or compressed; if decide does, many values are replaced.',
          unit: 's',
          width: 8,
          queries: [
            [
              quantile(
                0.95,
                'stage',
                own('scan_duration_seconds_bucket', 'stage=~"decode|segment|rules|decide|total"'),
              ),
              '{{stage}}',
            ],
          ],
        },
        {
          kind: 'lines',
          title: 'Scan by size, 95 %',
          description:
            'By the characters scanned. Time grows with size; a class that rises alone points to hostile texts of that size: see the slowest requests in the dashboard.',
          unit: 's',
          width: 8,
          queries: [[quantile(0.95, 'size', own('scan_size_duration_seconds_bucket')), '{{size}}']],
        },
        {
          kind: 'lines',
          title: 'Scans by size',
          description:
            'How much of each size there is. Conversations grow with every turn; the cache of verdicts pays for their history.',
          unit: 'ops',
          width: 8,
          stacked: true,
          queries: [[sumBy('size', rate(own('scan_size_duration_seconds_count'))), '{{size}}']],
        },
        {
          kind: 'lines',
          title: 'Scan by direction, 99 %',
          description: 'The whole scan of a request, or of an answer; of a stream, all its pieces together.',
          unit: 's',
          width: 8,
          queries: [
            [
              quantile(0.99, 'direction', own('scan_duration_seconds_bucket', 'stage="total"')),
              '{{direction}}',
            ],
          ],
        },
        {
          kind: 'lines',
          title: 'Scan by result, 99 %',
          description:
            'The whole scan, by what came of it. Blocks are no slower than the rest unless hostile texts are long; error is what ran out of time, or was refused for what it is.',
          unit: 's',
          width: 8,
          queries: [[quantile(0.99, 'result', own('scan_result_duration_seconds_bucket')), '{{result}}']],
        },
        {
          kind: 'lines',
          title: 'Verdicts from the cache',
          description:
            'Share of texts whose verdict was known already. Near 0 with long conversations: raise segmentCache, or replicas take turns; use sticky routing by key.',
          unit: 'percentunit',
          width: 8,
          max: 1,
          queries: [
            [
              `${sumBy('', rate(own('segment_cache_lookups_total', 'result="hit"')))} / ${sumBy('', rate(own('segment_cache_lookups_total')))}`,
              'hits',
            ],
          ],
        },
        {
          kind: 'lines',
          title: 'Second tier',
          description:
            'Passages that the network judged, those it was too late for, and threads that ended. Late ones are judged by the first tier alone: add CPU, or switch the second tier off. Threads that end again and again: PortcullisSecondTierFails in the runbook.',
          unit: 'ops',
          width: 8,
          queries: [
            [sumBy('result', rate(own('second_tier_passages_total'))), '{{result}}'],
            [sumBy('', rate(own('second_tier_faults_total'))), 'threads that ended'],
          ],
        },
        {
          kind: 'lines',
          title: 'Scan threads',
          description:
            'Requests that the threads of scan.threads scanned or failed to, and threads that ended. Empty where all is scanned by the first thread.',
          unit: 'ops',
          width: 8,
          queries: [
            [sumBy('result', rate(own('scan_thread_requests_total'))), '{{result}}'],
            [sumBy('', rate(own('scan_thread_faults_total'))), 'threads that ended'],
          ],
        },
      ],
    },
    ...CAPACITY_ROWS,
  ],
};
