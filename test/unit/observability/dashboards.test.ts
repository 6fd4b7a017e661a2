import { afterAll, describe, expect, it } from 'vitest';
import { ALERTS } from '../../../src/observability/alerts.ts';
import { createDashboardMetrics } from '../../../src/telemetry/dashboard-metrics.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { dashboards, type Panel } from '../../observability/dashboards.ts';

const metrics = createMetrics({ version: '0' });
afterAll(metrics.close);
const ofDashboard = createDashboardMetrics({ version: '0', routes: [], processMetrics: false });
const scraped = (await metrics.render()).text + (await ofDashboard.render()).text;
const registered = new Set(
  [...scraped.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
);

/** Those of Grafana's units that we use; a misspelt one shows bare numbers. */
const UNITS = ['short', 'none', 's', 'ms', 'bytes', 'percentunit', 'reqps', 'ops'];

const all = dashboards();
const panels = all.flatMap((dashboard) =>
  dashboard.panels.map((panel) => ({ uid: dashboard.uid, ...panel })),
);
const shown = panels.filter(({ type }) => type !== 'row');

const overlaps = ({ gridPos: a }: Panel, { gridPos: b }: Panel): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

describe('a dashboard', () => {
  it.each(all)('$uid can be imported anywhere', (dashboard) => {
    expect(dashboard.uid).toMatch(/^portcullis-[a-z]+$/);
    expect(JSON.stringify(dashboard)).not.toMatch(/"id":null|"uid":"(?!\$\{datasource\}|portcullis-)[^"]*"/);
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual([
      'datasource',
      'namespace',
      'job',
      'instance',
    ]);
    expect(dashboard.templating.list[0]).toMatchObject({ type: 'datasource', query: 'prometheus' });
  });

  it('has a uid of its own, and so has each of its panels', () => {
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(3);
    for (const { panels: own } of all) expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
  });

  it.each(all)('$uid has no panels that overlap or stick out', ({ panels: own }) => {
    for (const panel of own) {
      expect(panel.gridPos.x + panel.gridPos.w).toBeLessThanOrEqual(24);
      const others = own.filter((other) => other.id !== panel.id && overlaps(panel, other));
      expect(others.map(({ title }) => title)).toEqual([]);
    }
  });

  it.each(all)('$uid has no two panels of one title', ({ panels: own }) => {
    expect(new Set(own.map(({ title }) => title)).size).toBe(own.length);
  });
});

describe('a panel', () => {
  it.each(shown.filter(({ type }) => type === 'stat'))(
    '$uid: "$title" shows no NaN where nothing happened',
    ({ targets }) => {
      for (const { expr } of targets ?? []) expect(expr).toMatch(/^\(.*\) > -Inf$/);
    },
  );

  it.each(shown)('$uid: "$title" says what it shows, and what to do', (panel) => {
    expect(panel.description?.length).toBeGreaterThan(50);
    expect(UNITS).toContain(panel.fieldConfig?.defaults.unit);
    expect(panel.datasource).toEqual({ type: 'prometheus', uid: `\${datasource}` });
    expect(panel.targets?.length).toBeGreaterThan(0);
    const legends = panel.targets?.map(({ legendFormat }) => legendFormat) ?? [];
    if (panel.type !== 'table') for (const legend of legends) expect(legend).toBeTruthy();
    expect(new Set(legends).size).toBe(legends.length);
    for (const { datasource } of panel.targets ?? []) expect(datasource).toEqual(panel.datasource);
  });

  it.each(shown)('$uid: "$title" asks for what there is, in the time shown', (panel) => {
    for (const { expr } of panel.targets ?? []) {
      for (const [name] of expr.matchAll(/(?<!")\bportcullis_\w+/g)) expect(registered).toContain(name);
      for (const [, window] of expr.matchAll(/\[([^\]]+)\]/g)) {
        expect(window).toMatch(/^(?:\$__rate_interval|\$__range|5m|1h|6h)$/);
      }
      // Whoever chooses a namespace sees no other's traffic.
      for (const [, labels] of expr.matchAll(/\b(?:portcullis|envoy|process|nodejs)_\w+\{([^}]*)\}/g)) {
        expect(labels).toContain('namespace=~"$namespace"');
      }
      expect(expr.replaceAll(/by \([^)]*\)/g, '')).not.toMatch(
        /(?<!")\b(?:portcullis|envoy|process|nodejs)_\w+\b(?![{=])/,
      );
    }
  });
});

it.each(ALERTS)('$name asks for what there is', ({ expr }) => {
  for (const [name] of expr.matchAll(/(?<!")\bportcullis_\w+/g)) expect(registered).toContain(name);
});
