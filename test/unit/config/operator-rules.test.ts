import { describe, expect, it } from 'vitest';
import { OperatorRulesSchema } from '../../../src/config/operator-rules.ts';
import { ConfigSchema } from '../../../src/config/schema.ts';
import { policyRevision } from '../../../src/envoy/report/report.ts';

type Problem = readonly [path: string, message: string];

const problemsOf = (rules: unknown): readonly Problem[] => {
  const { error } = OperatorRulesSchema.safeParse(rules);
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
};

const rule = (rest: object): object => ({ id: 'a', ...rest });

describe('a rule', () => {
  it('has defaults', () => {
    expect(OperatorRulesSchema.parse([rule({ pattern: 'x' })])).toEqual([
      {
        id: 'a',
        pattern: 'x',
        caseSensitive: false,
        direction: 'both',
        action: 'block',
        maxChars: 200,
        samples: { match: [], noMatch: [] },
      },
    ]);
  });

  it.each<{ name: string; rest: object }>([
    { name: 'a pattern', rest: { pattern: 'acme-\\d{6}', description: 'Numbers of customers' } },
    {
      name: 'words',
      rest: { words: ['Project Bluebird', 'C++'], roles: ['user', 'tool'], action: 'redact' },
    },
    { name: 'a pattern without end', rest: { pattern: 'a.*b', maxChars: 2000 } },
    { name: 'flags', rest: { pattern: '(?s)a.b' } },
    {
      name: 'samples',
      rest: {
        words: ['bird'],
        direction: 'output',
        roles: ['tool'],
        samples: { match: ['A BIRD'], noMatch: ['birds'] },
      },
    },
  ])('may have $name', ({ rest }) => {
    expect(problemsOf([rule(rest)])).toEqual([]);
  });

  it.each<{ name: string; rest: object; problem: readonly [path: string, message: string | RegExp] }>([
    { name: 'nothing to look for', rest: {}, problem: ['0', 'needs either a pattern or words'] },
    {
      name: 'two things to look for',
      rest: { pattern: 'x', words: ['x'] },
      problem: ['0', 'needs either a pattern or words'],
    },
    {
      name: 'a wrong id',
      rest: { id: 'No', pattern: 'x' },
      problem: ['0.id', 'must be small letters, digits and hyphens, beginning with a letter'],
    },
    {
      name: 'a parenthesis too few',
      rest: { pattern: '(secret' },
      problem: ['0.pattern', 'is not valid RE2 syntax: missing closing )'],
    },
    {
      name: 'a parenthesis too many',
      rest: { pattern: 'secret)(' },
      problem: ['0.pattern', 'is not valid RE2 syntax: unexpected )'],
    },
    {
      name: 'a look-ahead',
      rest: { pattern: 'a(?=secret)' },
      problem: ['0.pattern', 'is not valid RE2 syntax: invalid or unsupported Perl syntax'],
    },
    {
      name: 'a back reference',
      rest: { pattern: '(a)\\1' },
      problem: ['0.pattern', 'is not valid RE2 syntax: invalid escape sequence'],
    },
    {
      name: 'an anchor',
      rest: { pattern: '^secret' },
      problem: [
        '0.pattern',
        '^ has no meaning here: a rule is looked for anywhere in a text; \\b is the border of a word',
      ],
    },
    {
      name: 'a match of nothing',
      rest: { pattern: '(?:secret)*' },
      problem: ['0.pattern', 'can match nothing at all, and so would match everywhere'],
    },
    {
      name: 'a border alone',
      rest: { pattern: '\\b' },
      problem: ['0.pattern', 'can match nothing at all, and so would match everywhere'],
    },
    {
      name: 'a match that is too long',
      rest: { pattern: '[a-z]{1,60}', maxChars: 50 },
      problem: ['0.pattern', 'can match 60 characters, more than maxChars (50)'],
    },
    {
      name: 'too many steps',
      rest: { pattern: '(?:ab|bc|cd){100}', maxChars: 500 },
      problem: ['0.pattern', /^takes \d+ steps a character, more than 250: write fewer or shorter repeats/],
    },
    {
      name: 'a word that cannot be seen',
      rest: { words: ['ok', '\u200b '] },
      problem: ['0.words.1', 'has nothing that can be seen'],
    },
    {
      name: 'a sample that it misses',
      rest: { words: ['secret'], samples: { match: ['secret', 'secrets'] } },
      problem: ['0.samples.match.1', 'the rule finds nothing in this sample'],
    },
    {
      name: 'a sample that it should miss',
      rest: { pattern: 'secret', samples: { noMatch: ['top secret'] } },
      problem: ['0.samples.noMatch.0', 'the rule finds something in this sample'],
    },
    { name: 'no words', rest: { words: [] }, problem: ['0.words', /^Too small/] },
  ])('may not have $name', ({ rest, problem }) => {
    const [path, message] = problem;
    const expected = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(problemsOf([rule(rest)])).toEqual([[path, expected]]);
  });
});

it.each<{ name: string; rules: readonly object[]; problem: RegExp }>([
  {
    name: 'two of one id',
    rules: [rule({ pattern: 'x' }), rule({ words: ['y'] })],
    problem: /^1\.id: another rule has this id$/,
  },
  {
    name: 'too many',
    rules: Array.from({ length: 201 }, (_, at) => ({ id: `r${at}`, pattern: 'x' })),
    problem: /^: Too big/,
  },
  {
    name: 'too many steps',
    rules: Array.from({ length: 20 }, (_, at) => ({ id: `r${at}`, pattern: '[ab]{190}' })),
    problem: /^: all patterns together take \d+ steps a character; 3000 are allowed$/,
  },
  {
    name: 'too many characters',
    rules: Array.from({ length: 2 }, (_, at) => ({
      id: `r${at}`,
      words: Array.from({ length: 400 }, (__, n) => `${n}`.padEnd(150, 'x')),
    })),
    problem: /^: all words together have 120000 characters; 100000 are allowed$/,
  },
])('rules may not be $name', ({ rules, problem }) => {
  const problems = problemsOf(rules).map(([path, message]) => `${path}: ${message}`);
  expect(problems).toEqual([expect.stringMatching(problem)]);
});

it('the revision of the policy hangs on them', () => {
  const settings = [
    [],
    [rule({ pattern: 'x' })],
    [rule({ pattern: 'x', action: 'redact' })],
    [rule({ pattern: 'y' })],
  ].map((rules) => ConfigSchema.parse({ policy: { rules } }).policy);
  expect(new Set(settings.map((each) => policyRevision('r', each))).size).toBe(settings.length);
});
