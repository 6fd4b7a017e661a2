import { describe, expect, it } from 'vitest';
import { checkRule, stepsOf } from '../../../src/detection/operator-rules/check.ts';
import { MAX_ALL_STEPS, type RuleDefinition } from '../../../src/detection/operator-rules/definition.ts';
import { createOpenRules, createRulePipeline } from '../../../src/detection/operator-rules/rules.ts';
import { cpuMs } from '../cost.ts';
import { USER } from '../detection/samples.ts';

const rulesOf = (count: number, rest: (at: number) => Partial<RuleDefinition>): RuleDefinition[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `r${at}`,
    caseSensitive: false,
    direction: 'both',
    maxChars: 400,
    ...rest(at),
  }));

const noise = (length: number): string => {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 2 === 0 ? 'a' : 'b';
  }).join('');
};

/** As much as the limits let through, of the dearest kind: all steps of all patterns alive at each character. */
const DEAREST = rulesOf(12, (at) => ({ pattern: `[ab]*a[ab]{230}[^${at}]` }));

describe('the dearest rules', () => {
  it('are within the limits', () => {
    expect(DEAREST.flatMap(checkRule)).toEqual([]);
    const steps = DEAREST.reduce((sum, rule) => sum + stepsOf(rule), 0);
    expect(steps).toBeGreaterThan(0.9 * MAX_ALL_STEPS);
    expect(steps).toBeLessThanOrEqual(MAX_ALL_STEPS);
  });

  it.each([
    { name: 'that match', text: noise(8192) },
    { name: 'that nearly match', text: `${'a'.repeat(220)} `.repeat(37) },
    { name: 'of plain words', text: 'a bad day for a cab ride '.repeat(330) },
  ])('take bounded time for 8 KB of texts $name', ({ name, text }) => {
    const pipeline = createRulePipeline([], DEAREST);
    const spent = cpuMs(() => [...pipeline.scan(text, USER)]);
    console.info(`${name}: ${Math.round(spent)} ms`);
    expect(spent).toBeLessThan(10_000);
  });
});

it('many rules cost little where they find nothing', () => {
  const prose =
    'The committee met on Tuesday to discuss the budget, which had grown by 12.5% since 2021. '.repeat(92);
  const rules = [
    ...rulesOf(100, (at) => ({ pattern: `\\bacme${at}-\\d{6}\\b` })),
    ...rulesOf(20, (at) => ({ words: Array.from({ length: 200 }, (_, n) => `name ${at} ${n}`) })),
  ];
  const pipeline = createRulePipeline([], rules);
  const open = createOpenRules(rules);
  const scan = (): void => {
    for (let round = 0; round < 20; round += 1) for (const _ of pipeline.scan(prose, USER));
  };
  const look = (): void => {
    for (let end = 600; end < 1600; end += 1) open.openFrom(prose.slice(end - 600, end));
  };
  scan();
  look();
  const [scanned, looked] = [cpuMs(scan), cpuMs(look)];
  console.info(`8 KB: ${(scanned / 20).toFixed(1)} ms, an event: ${looked.toFixed(0)} µs`);
  expect(scanned / 20).toBeLessThan(100);
  expect(looked).toBeLessThan(2000);
});
