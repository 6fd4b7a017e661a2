import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { eventually, type Stack, startStack } from '../contract/stack.ts';
import { freePort } from '../free-port.ts';
import { dashboards } from '../observability/dashboards.ts';
import { type Prometheus, promtool, RULES, startPrometheus } from '../observability/prometheus.ts';
import { firstAccount, giveFeedback, makeShortKey, sendMixed } from '../observability/traffic.ts';

const ROUNDS = 3;
/** A scrape is due every second; a round is seen by a few. */
const BETWEEN_MS = 3000;
const SCAN_LIMIT = '2';

/** What each variable of a dashboard stands for when everything is chosen. */
const filled = (expr: string, range: string): string =>
  expr
    .replaceAll('"$namespace"', '".*"')
    .replaceAll('"$job"', '".*"')
    .replaceAll('"$instance"', '".*"')
    .replaceAll('$__rate_interval', '10s')
    .replaceAll('$__range', range);

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string().optional(),
          record: z.string().optional(),
          expr: z.string(),
          annotations: z.record(z.string(), z.string()).optional(),
        }),
      ),
    }),
  ),
});
const rules = Rules.parse(parse(readFileSync(RULES, 'utf8'))).groups.flatMap((group) => group.rules);

/** Compared with the day before, which a test has none of: only the whole expression is run. */
const NEEDS_A_DAY = ['PortcullisAuthFailures', 'PortcullisBlocksRise'];

/** The alert without its threshold: what it looks at has to be there even while all is well. */
const watched = rules.flatMap(({ alert, expr, annotations }) => {
  const threshold = annotations?.['threshold'];
  if (alert === undefined || threshold === undefined || NEEDS_A_DAY.includes(alert)) return [];
  return [{ alert, expr: expr.slice(0, -` > ${threshold}`.length) }];
});

const panels = dashboards().flatMap(({ uid, panels: all }) =>
  all.flatMap(({ title, targets }) =>
    (targets ?? []).map(({ expr, instant }) => ({
      name: `${uid}: ${title}`,
      expr,
      instant: instant === true,
    })),
  ),
);

const metricsIn = (expr: string): readonly string[] =>
  [...expr.matchAll(/(?<!")\b(?:portcullis|envoy|process|nodejs)_\w+(?=[{[])|\bportcullis:[\w:]+/g)].map(
    ([name]) => name,
  );

/** What the runbooks have people ask, as their shell would put it. */
const asked = [
  ...readFileSync(new URL('../../helm/portcullis/RUNBOOKS.md', import.meta.url), 'utf8').matchAll(
    /^ +ask '(.+)'$/gm,
  ),
].map(([, query = '']) => query.replaceAll(`'"$NS"'`, 'test'));

describe('dashboards and alerts over a real stack', () => {
  let stack: Stack;
  let prometheus: Prometheus;
  let startMs = 0;
  let known: ReadonlySet<string>;
  let adminPort = 0;

  beforeAll(async () => {
    adminPort = await freePort();
    const dashboardMetrics = `127.0.0.1:${await freePort()}`;
    stack = await startStack({
      dashboard: true,
      env: {
        PORTCULLIS_PROXY_ADMIN_ADDRESS: `127.0.0.1:${adminPort}`,
        PORTCULLIS_LIMITS_MAX_IN_FLIGHT: SCAN_LIMIT,
        PORTCULLIS_DASHBOARD_METRICS_ADDRESS: dashboardMetrics,
      },
    });
    startMs = Date.now();
    prometheus = await startPrometheus(await freePort(), {
      gateway: `${stack.ready.metricsUrl}/metrics`,
      dashboard: `http://${dashboardMetrics}/metrics`,
      envoy: `http://127.0.0.1:${adminPort}/stats/prometheus`,
    });
    await eventually(
      () => prometheus.query('up == 1'),
      (series) => series.length === 3,
      30_000,
    );
    const client = await firstAccount(stack);
    await makeShortKey(client);
    await giveFeedback(stack, client);
    for (let round = 0; round < ROUNDS; round += 1) {
      await sendMixed(stack);
      await sleep(BETWEEN_MS);
    }
    // Envoy shows its histograms a few seconds late.
    await eventually(
      () => prometheus.query('envoy_cluster_upstream_rq_time_count{envoy_cluster_name="provider"} > 0'),
      (series) => series.length > 0,
      30_000,
    );
    await sleep(BETWEEN_MS);
    const answer = await prometheus.get('/api/v1/label/__name__/values');
    known = new Set(z.object({ data: z.array(z.string()) }).parse(answer).data);
  });
  afterAll(async () => {
    await prometheus?.stop();
    await stack?.stop();
  });

  it('was scraped at least three times', async () => {
    const [counted] = await prometheus.query('min(count_over_time(up[10m]))');
    expect(counted?.values[0]).toBeGreaterThanOrEqual(3);
  });

  /** Asks as Grafana would: a point in time for numbers and tables, the whole time for lines. */
  const ask = async (expr: string, isInstant: boolean) => {
    const seconds = Math.ceil((Date.now() - startMs) / 1000);
    const query = filled(expr, `${seconds}s`);
    return isInstant ? prometheus.query(query) : prometheus.queryRange(query, startMs, Date.now(), 2);
  };

  it.each(panels)('$name has something to show: $expr', async ({ expr, instant }) => {
    for (const metric of metricsIn(expr)) expect(known).toContain(metric);
    const series = await ask(expr, instant);
    const numbers = series.flatMap(({ values }) => values).filter((value) => Number.isFinite(value));
    expect(numbers.length).toBeGreaterThan(0);
  });

  it.each([
    ['what was blocked', 'sum(portcullis_requests_total{outcome="blocked"})'],
    [
      'what one sensitivity up would block',
      'sum(portcullis_threats_total{sensitivity="medium",loosest="high"})',
    ],
    ['what shadow mode let pass', 'sum(portcullis_detections_total{action="would_block"})'],
    ['values replaced', 'sum(portcullis_redactions_total)'],
    ['values put back', 'sum(portcullis_restorations_total)'],
    ['exclusions', 'sum(portcullis_exclusion_hits_total)'],
    ['feedback', 'min(portcullis_feedback_total)'],
    ['what passed unscanned', 'sum(portcullis_fail_open_total{reason="overload"})'],
    ['what was refused unscanned', 'sum(portcullis_fail_closed_total{reason="undecodable"})'],
    ['images', 'sum(portcullis_unjudged_total)'],
    ['bad keys', 'sum(portcullis_auth_failures_total{code="invalid_gateway_key"})'],
    ['bad bodies', 'sum(portcullis_refusals_total{code="invalid_json"})'],
    [
      'bodies over Envoy’s limit',
      'sum(envoy_http_downstream_rq_too_large{envoy_http_conn_manager_prefix="llm"})',
    ],
    ['each size of scan', 'min(sum by (size) (portcullis_scan_size_duration_seconds_count))'],
    ['streams', 'sum(portcullis_requests_total{stream="true"})'],
    ['scans at one time', 'max_over_time(portcullis_scans_in_flight_peak[10m])'],
    ['keys that end', 'portcullis_keys_expiring{days="7"}'],
  ])('the traffic showed %s', async (_, query) => {
    const [first] = await prometheus.query(query);
    expect(first?.values[0]).toBeGreaterThan(0);
  });

  it.each(rules)('Prometheus evaluates $alert $record', async ({ expr }) => {
    for (const metric of metricsIn(expr)) expect(known).toContain(metric);
    await prometheus.query(expr);
  });

  it.each(rules.flatMap(({ record }) => (record === undefined ? [] : [record])))(
    '%s is recorded',
    async (record) => {
      const series = await prometheus.query(record);
      expect(series.flatMap(({ values }) => values).filter(Number.isFinite).length).toBeGreaterThan(0);
    },
  );

  it.each(watched)('$alert sees what it watches', async ({ expr }) => {
    expect(await prometheus.query(expr)).not.toEqual([]);
  });

  it.each(asked)('a runbook may ask: %s', async (query) => {
    for (const metric of metricsIn(query.replaceAll(/(portcullis_\w+)(?![\w{[])/g, '$1{'))) {
      if (metric.startsWith('portcullis')) expect(known).toContain(metric);
    }
    await prometheus.query(query);
  });

  it('has fired where the traffic gave a reason, in words that could be filled in', async () => {
    const Alerts = z.object({
      data: z.object({
        alerts: z.array(
          z.object({
            labels: z.record(z.string(), z.string()),
            annotations: z.record(z.string(), z.string()),
            state: z.string(),
          }),
        ),
      }),
    });
    const { alerts } = Alerts.parse(await prometheus.get('/api/v1/alerts')).data;
    const firing = alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels['alertname']);
    expect(firing).toEqual(expect.arrayContaining(['PortcullisFailOpen', 'PortcullisMissedAttack']));
    for (const { annotations } of alerts) {
      expect(JSON.stringify(annotations)).not.toMatch(/error expanding|<no value>|\{\{/);
    }
    // Of `PortcullisDown` a moment is allowed: a busy machine may miss a scrape.
    expect(firing).not.toContain('PortcullisDown');
    for (const name of ['PortcullisBypassed', 'PortcullisStoreAway', 'PortcullisEnvoyFailsOpen']) {
      expect(alerts.map(({ labels }) => labels['alertname'])).not.toContain(name);
    }
  });

  it('has no fault in any rule', async () => {
    const answer = JSON.stringify(await prometheus.get('/api/v1/rules'));
    expect(answer).toContain('"health":"ok"');
    expect(answer).not.toMatch(/"health":"(?!ok)|"lastError":"[^"]/);
  });

  it('passes promtool’s own check of a scrape', async () => {
    const scrape = await (await fetch(`${stack.ready.metricsUrl}/metrics`)).text();
    const { printed } = await promtool(['check', 'metrics'], scrape);
    // Node's client names these, and has for years.
    const ours = printed.split('\n').filter((line) => line !== '' && !/^nodejs_active_\w+_total /.test(line));
    expect(ours).toEqual([]);
  });

  it('notices a gateway that is gone', async () => {
    process.kill(stack.ready.gatewayPid ?? 0, 'SIGSTOP');
    try {
      await eventually(
        () => prometheus.query(rules.find(({ alert }) => alert === 'PortcullisDown')?.expr ?? ''),
        (series) => series.length > 0,
        30_000,
      );
      await eventually(
        () =>
          prometheus.query(rules.find(({ alert }) => alert === 'PortcullisProcessorUnreachable')?.expr ?? ''),
        (series) => series.length > 0,
        30_000,
      );
    } finally {
      process.kill(stack.ready.gatewayPid ?? 0, 'SIGCONT');
    }
  });
});
