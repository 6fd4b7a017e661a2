import { createContext, Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createOpener } from '../../../src/detection/matching/open-pattern.ts';
import { compileRule } from '../../../src/detection/matching/rule-pattern.ts';
import { ALL_RULESETS } from '../../../src/detection/rulesets/all.ts';
import type { Rule } from '../../../src/detection/rulesets/ruleset.ts';
import { SECRETS } from '../../../src/detection/rulesets/secrets.ts';
import { foldLetters } from '../../../src/detection/text/normalize.ts';

/** What patterns with several ways to read one text read in many of them, when it is repeated. */
const UNITS = [
  ...['a', '1', 'ab1', '-', "'", "a'", ' ', '\n', '1234567 ', 'word ', 'Word-a ', ', ', '?! '],
  ...['Abc: ,,,,,,,,,,,,', 'Abc: a\n', '"a" ', '\\n', '/a.', 'a=b ', '(a) ', 'é '],
];
const REPEATED_CHARS = 180;
/** As much as is read in front of a literal. */
const LEAD_CHARS = 192;
/** Thousands of times what such a text should take. */
const TIMEOUT_MS = 500;

const place = createContext({ pattern: /a/, text: '', at: 0 });
const match = new Script('pattern.lastIndex = at; pattern.exec(text)');

const endsInTime = (pattern: RegExp, text: string, at: number): boolean => {
  Object.assign(place, { pattern, text, at });
  try {
    match.runInContext(place, { timeout: TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
};

/** On a busy machine a thread may stand still for as long; what takes too long by itself does so each time. */
const TRIES = 3;

const endsSoon = (pattern: RegExp, text: string, at = 0): boolean =>
  Array.from({ length: TRIES }).some(() => endsInTime(pattern, text, at));

/** Up to five places, at the borders of words. */
const cutsOf = (text: string): readonly number[] => {
  const all = [0, ...Array.from(text.matchAll(/\b/gu), ({ index }) => index)];
  return all.filter((_, at) => at % Math.ceil(all.length / 5) === 0);
};

/** A sample with something repeated in its middle, which then does not go on like a sample, or ends otherwise. */
const spoilt = (sample: string): readonly string[] =>
  cutsOf(sample).flatMap((cut) =>
    UNITS.flatMap((unit) => {
      const before = sample.slice(0, cut) + unit.repeat(Math.ceil(REPEATED_CHARS / unit.length));
      return [`${before} AAAAAAAA AAAAAA !`, `${before}${sample.slice(cut, -1)}x`];
    }),
  );

/** A rule's first sample, its literal apart; as the rule reads it. */
const partsOf = (rule: Rule): Readonly<{ before: string; rest: string }> => {
  const [sample = ''] = rule.match;
  const text = rule.exact === true ? sample : sample.toLowerCase();
  const literal = rule.starts.find((start) => text.includes(start)) ?? '';
  const at = Math.max(0, text.indexOf(literal));
  return { before: text.slice(0, at), rest: text.slice(at + literal.length, at + literal.length + 400) };
};

const slowIn = (rule: Rule): readonly string[] => {
  const { pattern, lead } = compileRule(rule);
  const { before, rest } = partsOf(rule);
  const slow = spoilt(rest).filter((text) => !endsSoon(pattern, text));
  if (lead === undefined) return slow;
  const isSlow = (text: string): boolean =>
    !endsSoon(lead.pattern, text) || !endsSoon(lead.behind, text, text.length);
  return [...slow, ...spoilt(before).filter((text) => isSlow(text.slice(0, LEAD_CHARS)))];
};

/** As streams look for what a rule may still find. */
const slowToOpen = (rule: Rule): readonly string[] => {
  const { open } = createOpener(foldLetters(rule.rest).replaceAll(' ', '[^a-z0-9.!?;]{1,6}'));
  const pattern = new RegExp(open, 'uy');
  return spoilt(partsOf(rule).rest).filter((text) => !endsSoon(pattern, text));
};

const firstOf = (rules: readonly Rule[], slow: (rule: Rule) => readonly string[]): readonly string[] =>
  rules.flatMap((rule) => slow(rule).map((text) => `${rule.id}: ${text.slice(0, 120)}`)).slice(0, 10);

describe.each(ALL_RULESETS.map((ruleset, at) => ({ at, rules: ruleset.rules })))(
  'rules of set $at',
  ({ rules }) => {
    it('come to an end soon, whatever stands in their middle', { timeout: 120_000 }, () => {
      expect(firstOf(rules, slowIn)).toEqual([]);
    });
  },
);

it('streams soon see where a secret may begin', { timeout: 120_000 }, () => {
  expect(firstOf(SECRETS.rules, slowToOpen)).toEqual([]);
});
