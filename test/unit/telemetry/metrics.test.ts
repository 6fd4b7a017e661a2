import { afterEach, expect, it } from 'vitest';
import { createMetrics, type Metrics } from '../../../src/telemetry/metrics.ts';

const open: Metrics[] = [];
afterEach(() => {
  for (const metrics of open.splice(0)) metrics.close();
});
const create = (processMetrics = false): Metrics => {
  const metrics = createMetrics({ version: '1.2.3', processMetrics });
  open.push(metrics);
  return metrics;
};
const scrape = async (metrics: Metrics): Promise<string[]> => (await metrics.render()).text.split('\n');

it('has the names and types that dashboards and alerts rely on', async () => {
  const lines = await scrape(create());
  expect(lines.filter((line) => line.startsWith('# TYPE ')).sort()).toEqual(
    [
      'requests_total counter',
      'scans_total counter',
      'detections_total counter',
      'scan_duration_seconds histogram',
      'added_latency_seconds histogram',
      'stream_hold_seconds histogram',
      'stream_held_bytes histogram',
      'unjudged_total counter',
      'fail_open_total counter',
      'fail_closed_total counter',
      'second_tier_passages_total counter',
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

it.each([
  'portcullis_requests_total{mode="blocking",outcome="blocked",stream="true"} 0',
  'portcullis_scans_total{direction="output",status="streaming",mode="shadow"} 0',
  'portcullis_fail_open_total{direction="input",reason="timeout"} 0',
  'portcullis_scan_duration_seconds_count{direction="input",stage="total"} 0',
  'portcullis_stream_held_bytes_count 0',
  'portcullis_records_written_total 0',
  'portcullis_auth_failures_total{code="invalid_gateway_key"} 0',
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

it('sees a blocked event loop once', async () => {
  const metrics = create();
  await new Promise((resolve) => setTimeout(resolve, 60));
  const until = performance.now() + 1000;
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 60));
  const lag = async (): Promise<number> => {
    const line = (await scrape(metrics)).find((each) =>
      each.includes('event_loop_lag_seconds{quantile="0.99"}'),
    );
    return Number(line?.split(' ')[1]);
  };
  expect(await lag()).toBeGreaterThan(0.5);
  expect(await lag()).toBeLessThan(0.5);
});

it('keeps each gateway to itself, with Node’s own metrics unless they are not wanted', async () => {
  const [first, second] = [create(true), create()];
  first.recordQueueLength.set(5);
  expect(await scrape(first)).toContain('portcullis_record_queue_length 5');
  expect(await scrape(second)).toContain('portcullis_record_queue_length 0');
  expect((await scrape(first)).some((line) => line.startsWith('process_cpu_seconds_total'))).toBe(true);
  expect((await scrape(second)).some((line) => line.startsWith('process_'))).toBe(false);
});
