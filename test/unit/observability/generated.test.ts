import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALERTS } from '../../../src/observability/alerts.ts';
import { generatedFiles } from '../../../src/observability/generate.ts';
import { ruleFileOf } from '../../../src/observability/rules.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
const CHART = `${ROOT}helm/portcullis`;
const RUNBOOKS = readFileSync(`${CHART}/RUNBOOKS.md`, 'utf8');

describe('what is made from src/observability', () => {
  it.each([...generatedFiles().keys()])('is committed as it would be made now: %s', (path) => {
    expect(existsSync(ROOT + path), 'run npm run observability').toBe(true);
    expect(
      readFileSync(ROOT + path, 'utf8') === generatedFiles().get(path),
      'run npm run observability',
    ).toBe(true);
  });

  it('leaves no file that nobody makes any more', () => {
    const files = ['dashboards', 'rules'].flatMap((folder) =>
      readdirSync(`${CHART}/${folder}`).map((name) => `helm/portcullis/${folder}/${name}`),
    );
    expect(files.sort()).toEqual([...generatedFiles().keys()].sort());
  });
});

describe('an alert', () => {
  const rules = ruleFileOf(ALERTS, []).groups.flatMap(({ rules: all }) => all);
  const alerts = rules.flatMap((rule) => ('alert' in rule ? [rule] : []));
  /** Each section of the runbooks by its heading. */
  const sections = new Map(
    RUNBOOKS.split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section]),
  );

  it('has a name of its own, a runbook, and there is no runbook without an alert', () => {
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    expect([...sections.keys()].sort()).toEqual([...names].sort());
  });

  it.each(alerts)('$alert says what is wrong, and where to read on', ({ alert, annotations, labels }) => {
    expect(alert).toMatch(/^Portcullis[A-Z]\w+$/);
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(annotations['summary']?.length).toBeGreaterThan(20);
    expect(annotations['description']?.length).toBeGreaterThan(15);
    expect(annotations['runbook_url']).toBe(`helm/portcullis/RUNBOOKS.md#${alert.toLowerCase()}`);
  });

  it.each(alerts)('$alert has its threshold last, where it has one', ({ expr, annotations }) => {
    const threshold = annotations['threshold'];
    if (threshold === undefined) expect(expr).not.toMatch(/> [\d.]+$/);
    else expect(expr.endsWith(` > ${threshold}`)).toBe(true);
  });

  it.each([...sections])('%s has a runbook with all its parts', (_, section) => {
    for (const part of ['Symptom', 'Meaning', 'First', 'Cure', 'Escalate']) {
      expect(section).toContain(`- **${part}**`);
    }
    const commands = /```bash\n([\s\S]*?)\n {2}```/.exec(section)?.[1]?.split('\n') ?? [];
    expect(commands).toHaveLength(3);
  });
});
