import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { compileRule, valueIn } from '../../../src/detection/matching/rule-pattern.ts';
import { ALL_RULESETS } from '../../../src/detection/rulesets/all.ts';
import type { Rule } from '../../../src/detection/rulesets/ruleset.ts';

const ruleOf = (rest: string): Rule => ({
  ...{ id: 'XX-1', score: 0.9, starts: ['key'] },
  ...{ rest, match: [], noMatch: [] },
});

const valueShown = (rest: string, text: string): string | undefined => {
  const compiled = compileRule(ruleOf(rest));
  compiled.pattern.lastIndex = text.indexOf('key') + 'key'.length;
  const span = valueIn(compiled, text);
  return span === undefined ? undefined : `${text.slice(0, span[0])}[${text.slice(...span)}]`;
};

/** Values of a rule's samples, and where the engine says that they stand. */
const comparedIn = (rule: Rule) => {
  const compiled = compileRule(rule);
  if (compiled.value !== 'in front of the rest') return [];
  const told = new RegExp(compiled.source, 'yd');
  return rule.match.flatMap((text) =>
    Array.from(text, (_, at) => {
      told.lastIndex = at;
      compiled.pattern.lastIndex = at;
      const subject = rule.exact === true ? text : text.toLowerCase();
      return { own: valueIn(compiled, subject), told: told.exec(subject)?.indices?.[1] };
    }).filter(({ own, told: other }) => own !== undefined || other !== undefined),
  );
};

describe('the value of a rule', () => {
  it.each([
    { name: 'at the end', rest: '=([a-z]{2,9})', text: 'a key=abab', told: 'a key=[abab]' },
    { name: 'in front of the same', rest: '=([a-z]{2})[a-z]{0,2}', text: 'key=abab', told: 'key=[ab]' },
    { name: 'behind the same', rest: '=[a-z]{2};([a-z]{2})(?=;)', text: 'key=ab;ab;', told: 'key=ab;[ab]' },
    { name: 'with its sign behind it', rest: '=(["\'])x\\1', text: 'key="x"', told: 'key=["]' },
    { name: 'in one of two ways', rest: '=([a-z]{2});|=(?:)[a-z];', text: 'key=ab;', told: 'key=[ab]' },
    { name: 'within a group', rest: '=(?:([a-z]{2});){1,2}', text: 'key=ab;cd;', told: 'key=ab;[cd]' },
    { name: 'that may be repeated', rest: '=([a-z]{2};){1,2}', text: 'key=ab;cd;', told: 'key=ab;[cd;]' },
    {
      name: 'behind brackets of a class',
      rest: '=[(|]\\(([a-z]{2})[)|]',
      text: 'key=|(ab|',
      told: 'key=|([ab]',
    },
    { name: 'that does not stand there', rest: '=([a-z]{2});', text: 'key=ab', told: undefined },
  ])('is told $name', ({ rest, text, told }) => {
    expect(valueShown(rest, text)).toBe(told);
  });

  it('is told by a second group as the engine tells it, in all samples of all rules', () => {
    const compared = ALL_RULESETS.flatMap(({ rules }) => rules).flatMap(comparedIn);
    expect(compared.filter(({ own, told }) => !isDeepStrictEqual(own, told))).toEqual([]);
    expect(compared.length).toBeGreaterThan(500);
  });
});
