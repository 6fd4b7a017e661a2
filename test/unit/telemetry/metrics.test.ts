import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { errorReply } from '../../../src/envoy/answer/error-body.ts';
import { ERROR_CODES, GatewayError } from '../../../src/errors.ts';
import { createGauges } from '../../../src/telemetry/gauges.ts';
import { REFUSAL_CODES, sizeOf } from '../../../src/telemetry/metric-labels.ts';
import { createMetrics, type Metrics } from '../../../src/telemetry/metrics.ts';

const open: Metrics[] = [];
afterEach(() => {
  for (const metrics of open.splice(0)) metrics.close();
});
const create = (processMetrics = false, now?: () => number): Metrics => {
  const metrics = createMetrics({ version: '1.2.3', processMetrics, ...(now === undefined ? {} : { now }) });
  open.push(metrics);
  return metrics;
};
const scrape = async (metrics: Metrics): Promise<string[]> => (await metrics.render()).text.split('\n');

it('has the names and types that dashboards and alerts rely on', async () => {
  const lines = await scrape(create());
  expect(lines.filter((line) => line.startsWith('# TYPE ')).sort()).toEqual(
    [
      'requests_total counter',
      'shed_total counter',
      'connections_over_limit_total counter',
      'queue_delay_seconds histogram',
      'overloaded gauge',
      'scans_total counter',
      'detections_total counter',
      'threats_total counter',
      'refusals_total counter',
      'failures_total counter',
      'scan_size_duration_seconds histogram',
      'scan_result_duration_seconds histogram',
      'record_queue_limit gauge',
      'store_last_contact_timestamp_seconds gauge',
      'keys_expiring gauge',
      'scans_in_flight_peak gauge',
      'scans_in_flight_limit gauge',
      'stream_memory_bytes gauge',
      'stream_memory_limit_bytes gauge',
      'scan_duration_seconds histogram',
      'added_latency_seconds histogram',
      'stream_hold_seconds histogram',
      'stream_held_bytes histogram',
      'unjudged_total counter',
      'fail_open_total counter',
      'fail_closed_total counter',
      'second_tier_passages_total counter',
      'second_tier_faults_total counter',
      'scan_threads gauge',
      'scan_thread_requests_total counter',
      'scan_thread_faults_total counter',
      'segment_cache_lookups_total counter',
      'redactions_total counter',
      'restorations_total counter',
      'auth_failures_total counter',
      'exclusion_hits_total counter',
      'feedback_total counter',
      'records_written_total counter',
      'records_dropped_total counter',
      'texts_dropped_total counter',
      'security_events_dropped_total counter',
      'spans_dropped_total counter',
      'spans_exported_total counter',
      'record_queue_length gauge',
      'config_revision gauge',
      'config_last_reload_successful gauge',
      'config_reload_failures_total counter',
      'streams_in_flight gauge',
      'event_loop_lag_seconds gauge',
      'build_info gauge',
    ]
      .map((line) => `# TYPE portcullis_${line}`)
      .sort(),
  );
});

it('has Node’s own metrics, without those of the event loop that would wake an idle process', async () => {
  const lines = await scrape(create(true));
  const names = lines.flatMap((line) => /^# TYPE ((?:nodejs|process)_\w+)/.exec(line)?.[1] ?? []);
  expect(names).toEqual(
    expect.arrayContaining([
      'process_cpu_seconds_total',
      'nodejs_heap_size_used_bytes',
      'nodejs_gc_duration_seconds',
    ]),
  );
  expect(names.filter((name) => name.includes('eventloop'))).toEqual(['nodejs_eventloop_lag_seconds']);
});

it.each([
  'portcullis_requests_total{mode="blocking",outcome="blocked",stream="true"} 0',
  'portcullis_scans_total{direction="output",status="streaming",mode="shadow"} 0',
  'portcullis_fail_open_total{direction="input",reason="timeout"} 0',
  'portcullis_scan_duration_seconds_count{direction="input",stage="total"} 0',
  'portcullis_stream_held_bytes_count 0',
  'portcullis_records_written_total 0',
  'portcullis_auth_failures_total{code="invalid_gateway_key"} 0',
  'portcullis_refusals_total{code="rate_limit_exceeded"} 0',
  'portcullis_failures_total{code="provider_timeout"} 0',
  'portcullis_threats_total{mode="blocking",sensitivity="medium",loosest="high"} 0',
  'portcullis_scan_size_duration_seconds_count{direction="input",size="over_64k"} 0',
  'portcullis_scan_result_duration_seconds_count{direction="input",result="blocked"} 0',
  `portcullis_build_info{version="1.2.3",node="${process.versions.node}"} 1`,
])('is there from the first scrape: %s', async (line) => {
  expect(await scrape(create())).toContain(line);
});

it('counts and observes', async () => {
  const metrics = create();
  metrics.requests.inc({ mode: 'blocking', outcome: 'pass', stream: 'false' });
  metrics.requests.inc({ mode: 'blocking', outcome: 'pass', stream: 'false' }, 2);
  metrics.recordsWritten.inc({}, 7);
  metrics.addedLatency.observe({ phase: 'request_body' }, 0.0002);
  metrics.streamsInFlight.set(3);
  expect(await scrape(metrics)).toEqual(
    expect.arrayContaining([
      'portcullis_requests_total{mode="blocking",outcome="pass",stream="false"} 3',
      'portcullis_records_written_total 7',
      'portcullis_added_latency_seconds_bucket{le="0.0001",phase="request_body"} 0',
      'portcullis_added_latency_seconds_bucket{le="0.00025",phase="request_body"} 1',
      'portcullis_streams_in_flight 3',
    ]),
  );
});

it('bounds what a label with values of operators can cost', async () => {
  const metrics = create();
  for (let index = 0; index < 1000; index += 1) metrics.exclusionHits.inc({ label: `rule-${index}` });
  metrics.exclusionHits.inc({ label: 'an\nodd "value"' });
  const lines = (await scrape(metrics)).filter((line) => line.startsWith('portcullis_exclusion_hits_total{'));
  expect(lines).toHaveLength(301);
  expect(lines).toContain('portcullis_exclusion_hits_total{label="other"} 701');
});

it('shows a blocked event loop to all who scrape within a minute, and no longer than two', async () => {
  let nowMs = 0;
  const metrics = create(false, () => nowMs);
  await sleep(60);
  const until = performance.now() + 1000;
  while (performance.now() < until);
  await sleep(60);
  const lagAt = async (atMs: number): Promise<number> => {
    nowMs = atMs;
    const line = (await scrape(metrics)).find((each) =>
      each.includes('event_loop_lag_seconds{percentile="100"}'),
    );
    return Number(line?.split(' ')[1]);
  };
  for (const atMs of [0, 1, 15_000, 60_000, 61_000, 120_000]) expect(await lagAt(atMs)).toBeGreaterThan(0.5);
  expect(await lagAt(121_000)).toBeLessThan(0.5);
});

it('keeps each gateway to itself, with Node’s own metrics unless they are not wanted', async () => {
  const [first, second] = [create(true), create()];
  first.recordQueueLength.set(5);
  expect(await scrape(first)).toContain('portcullis_record_queue_length 5');
  expect(await scrape(second)).toContain('portcullis_record_queue_length 0');
  expect((await scrape(first)).some((line) => line.startsWith('process_cpu_seconds_total'))).toBe(true);
  expect((await scrape(second)).some((line) => line.startsWith('process_'))).toBe(false);
});

it('has a name for every code that a caller may be refused with', () => {
  const codes = new Set<string>(
    ERROR_CODES.map((code) => errorReply(new GatewayError(code, 'x'), 'req_1').code),
  );
  expect([...codes].sort()).toEqual([...REFUSAL_CODES].sort());
});

it.each([
  [0, 'under_1k'],
  [999, 'under_1k'],
  [1000, 'under_4k'],
  [3999, 'under_4k'],
  [4000, 'under_16k'],
  [15_999, 'under_16k'],
  [16_000, 'under_64k'],
  [63_999, 'under_64k'],
  [64_000, 'over_64k'],
  [Number.MAX_SAFE_INTEGER, 'over_64k'],
] as const)('counts a scan of %i characters as %s', (chars, size) => {
  expect(sizeOf(chars)).toBe(size);
});

it('shows the most scans at one time to all who scrape within a minute, and no longer than two', async () => {
  let nowMs = 0;
  const metrics = create(false, () => nowMs);
  const shown = async () =>
    (await scrape(metrics)).find((line) => line.startsWith('portcullis_scans_in_flight_peak '));
  for (const count of [1, 2, 3, 2, 1]) metrics.scansInFlight.set(count);
  const MOST = 'portcullis_scans_in_flight_peak 3';
  // Two Prometheus, and somebody who looks by hand in between.
  for (const atMs of [0, 1, 15_000, 15_001, 59_999, 60_000, 75_000, 119_000]) {
    nowMs = atMs;
    expect([atMs, await shown()]).toEqual([atMs, MOST]);
  }
  metrics.scansInFlight.set(0);
  nowMs = 120_000;
  expect(await shown()).toBe(MOST);
  nowMs = 120_001;
  expect(await shown()).toBe('portcullis_scans_in_flight_peak 1');
  nowMs = 180_000;
  await shown();
  nowMs = 195_000;
  expect(await shown()).toBe('portcullis_scans_in_flight_peak 0');
});

it('asks those who know a gauge at each scrape, and shows the limits beside', async () => {
  const metrics = create();
  const gauges = createGauges(
    { limits: { maxInFlight: 64 }, store: { queueLength: 10_000 }, stream: { maxTotalBytes: 2048 } },
    metrics,
  );
  let waiting = 7;
  gauges.followStore({ queueLength: () => waiting });
  gauges.followStreams({ used: () => 512 });
  gauges.followKeys({ endingWithin: (ms) => ms / 86_400_000 });
  let isOverloaded = true;
  gauges.followOverload(() => isOverloaded);
  gauges.refresh();
  expect(await scrape(metrics)).toEqual(
    expect.arrayContaining([
      'portcullis_scans_in_flight_limit 64',
      'portcullis_record_queue_limit 10000',
      'portcullis_stream_memory_limit_bytes 2048',
      'portcullis_record_queue_length 7',
      'portcullis_stream_memory_bytes 512',
      'portcullis_overloaded 1',
      'portcullis_keys_expiring{days="1"} 1',
      'portcullis_keys_expiring{days="30"} 30',
    ]),
  );
  waiting = 8;
  isOverloaded = false;
  gauges.refresh();
  expect(await scrape(metrics)).toContain('portcullis_overloaded 0');
  expect(await scrape(metrics)).toContain('portcullis_record_queue_length 8');
});
