import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { compileRule, endOfMatch, leadAtEnd, valueAt } from '../../../src/detection/matching/rule-pattern.ts';
import { ALL_RULESETS } from '../../../src/detection/rulesets/all.ts';
import type { Rule } from '../../../src/detection/rulesets/ruleset.ts';

const ruleOf = (rest: string): Rule => ({
  ...{ id: 'XX-1', score: 0.9, starts: ['key'] },
  ...{ rest, match: [], noMatch: [] },
});

const valueShown = (rest: string, text: string): string | undefined => {
  const compiled = compileRule(ruleOf(rest));
  const span = valueAt(compiled, text, text.indexOf('key') + 'key'.length);
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
      const subject = rule.exact === true ? text : text.toLowerCase();
      return { own: valueAt(compiled, subject, at), told: told.exec(subject)?.indices?.[1] };
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

const RULES: readonly Rule[] = ALL_RULESETS.flatMap(({ rules }) => rules);

describe('a rule that is one long run', () => {
  const LONG = RULES.filter((rule) => compileRule(rule).run !== undefined);

  /** Beginnings within each other's values, one behind which a run is cut for its length, and the run's end at a letter or a sign. */
  const textsOf = ({ match: [sample = ''], starts: [start = ''] }: Rule): readonly string[] => [
    sample,
    `${start}1a/`.repeat(400),
    `${start}1a=_-${start}${'aB3/x'.repeat(60)}+ ${sample}${sample}`,
    `${start}${'_'.repeat(2000)}${sample}`,
    `${start}${'a'.repeat(2000)} ${sample}é${start}${'b'.repeat(1500)}.`,
  ];

  it.each(LONG.map((rule) => ({ id: rule.id, rule })))('$id ends where its pattern does', ({ rule }) => {
    const compiled = compileRule(rule);
    const own: number[] = [];
    const told: number[] = [];
    for (const text of textsOf(rule))
      for (let at = 0; at <= text.length; at++) {
        compiled.pattern.lastIndex = at;
        told.push(compiled.pattern.test(text) ? compiled.pattern.lastIndex : -1);
        own.push(endOfMatch(compiled, text, at));
      }
    expect(own).toEqual(told);
    expect(told.some((end) => end > 0)).toBe(true);
  });

  it('is what the longest tokens have', () => {
    expect(LONG.map(({ id }) => id)).toEqual(expect.arrayContaining(['SE-1050', 'SE-1052', 'SE-1072']));
  });
});

describe('the lead of a rule', () => {
  const LED = RULES.filter(({ lead }) => lead !== undefined);

  it('is told from its end as it is from its beginning, in all samples', () => {
    let found = 0;
    const different = LED.filter((rule) => {
      const compiled = compileRule(rule);
      return [...rule.match, ...rule.noMatch].some((sample) =>
        Array.from(sample, (_, at) => sample.slice(0, at).toLowerCase()).some((text) => {
          const told = compiled.lead?.pattern.exec(text)?.[0];
          const own = leadAtEnd(compiled, text);
          if (told !== undefined) found++;
          return compiled.value === 'none' ? own !== told : (own === undefined) !== (told === undefined);
        }),
      );
    });
    expect(different.map(({ id }) => id)).toEqual([]);
    expect(found).toBeGreaterThan(100);
  });
});
