import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { ALERTS } from '../../src/observability/alerts.ts';
import { ALERT_CASES, type AlertCase } from '../observability/alert-cases.ts';
import { promtool, RULES } from '../observability/prometheus.ts';

const RuleFile = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.looseObject({ record: z.string().optional(), alert: z.string().optional(), expr: z.string() }),
      ),
    }),
  ),
});

let folder: string;
let rules: z.output<typeof RuleFile>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-promtool-'));
  rules = RuleFile.parse(parse(await readFile(RULES, 'utf8')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The rule of one alert, as it is committed, and what it needs: all of them over a day take promtool long. */
const rulesFor = (alert: string): z.output<typeof RuleFile> => {
  const expr = ALERTS.find(({ name }) => name === alert)?.expr ?? '';
  return {
    groups: rules.groups
      .map((group) => ({
        ...group,
        rules: group.rules.filter(({ record, alert: name }) =>
          record === undefined ? name === alert : expr.includes(record),
        ),
      }))
      .filter((group) => group.rules.length > 0),
  };
};

/** What promtool makes of an alert that is asked about at one time, with these series and no others. */
const outcome = async (
  alert: string,
  { at, every = 1 }: AlertCase,
  series: Readonly<Record<string, string>>,
  isFiring: boolean,
): Promise<string> => {
  const file = join(folder, `${alert}.test.yaml`);
  const needed = rulesFor(alert);
  await writeFile(join(folder, `${alert}.yaml`), stringify(needed));
  await writeFile(
    file,
    stringify({
      rule_files: [`${alert}.yaml`],
      evaluation_interval: `${every}m`,
      // Else promtool goes through them in any order, and an alert before its recorded series sees none younger than an interval.
      group_eval_order: needed.groups.map(({ name }) => name),
      tests: [
        {
          interval: `${every}m`,
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          promql_expr_test: [
            {
              expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
              eval_time: `${at}m`,
              exp_samples: isFiring ? [{ labels: '{}', value: 1 }] : [],
            },
          ],
        },
      ],
    }),
  );
  const { status, printed } = await promtool(['test', 'rules', file]);
  return status === 0 ? 'as expected' : printed;
};

it('the rules are valid', async () => {
  const { status, printed } = await promtool(['check', 'rules', RULES]);
  expect(printed).toMatch(/SUCCESS: \d+ rules found/);
  expect(status).toBe(0);
});

it('there are cases for every alert, and for nothing else', () => {
  expect(Object.keys(ALERT_CASES).sort()).toEqual(ALERTS.map(({ name }) => name).sort());
});

describe.each(Object.entries(ALERT_CASES))('%s', (alert, given) => {
  it.each(given.fires)('fires: %j', async (series) => {
    expect(await outcome(alert, given, series, true)).toBe('as expected');
  });

  it.each(given.quiet)('stays quiet: %j', async (series) => {
    expect(await outcome(alert, given, series, false)).toBe('as expected');
  });
});
