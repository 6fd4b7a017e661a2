import { describe, expect, it } from 'vitest';
import { matchRules } from '../../../src/detection/matching/matcher.ts';
import { ALL_RULESETS } from '../../../src/detection/rulesets/all.ts';
import { normalize } from '../../../src/detection/text/normalize.ts';

const rules = ALL_RULESETS.flatMap((ruleset) =>
  ruleset.rules.map((rule) => ({ id: rule.id, rule, ruleset })),
);

describe('rules', () => {
  it('have ids of their own', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });

  it.each(rules)('$id finds its samples and nothing in the others', ({ id, rule, ruleset }) => {
    const finds = (text: string): boolean =>
      matchRules(normalize(text).text, ruleset).some(({ ruleId }) => ruleId === id);
    expect(rule.match.length).toBeGreaterThanOrEqual(3);
    expect(rule.noMatch.length).toBeGreaterThanOrEqual(3);
    expect(rule.match.filter((text) => !finds(text))).toEqual([]);
    expect(rule.noMatch.filter(finds)).toEqual([]);
  });
});
