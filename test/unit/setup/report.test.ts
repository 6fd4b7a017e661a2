import { describe, expect, it } from 'vitest';
import { count, diedIn, summary, withRerun } from '../../report.mjs';

const file = (name: string, status: string, ...outcomes: readonly string[]) => ({
  name: `/somewhere/test/${name}`,
  status,
  assertionResults: outcomes.map((outcome) => ({ status: outcome })),
});
const options = { root: '/somewhere', project: 'unit', strict: false };
const strict = { ...options, strict: true };
const skipping = { testResults: [file('a.test.ts', 'passed', 'passed', 'skipped', 'todo')] };
const allowed = new Map([['test/a.test.ts', 'needs a daemon']]);

it.each([
  {
    name: 'all is well',
    report: { testResults: [file('a', 'passed', 'passed', 'passed')] },
    exit: 0,
    options,
    line: '2 passed, 0 failed',
  },
  {
    name: 'a test fails',
    report: { testResults: [file('a', 'failed', 'passed', 'failed')] },
    exit: 1,
    options,
    line: '1 passed, 1 failed',
  },
  {
    name: 'a file cannot be loaded',
    report: { testResults: [file('a', 'failed'), file('b', 'passed', 'passed')] },
    exit: 1,
    options,
    line: '1 passed, 1 failed',
  },
  {
    name: 'an error outside of tests',
    report: { testResults: [file('a', 'passed', 'passed')] },
    exit: 1,
    options,
    line: '1 passed, 1 failed',
  },
  { name: 'the runner died', report: null, exit: 137, options, line: '0 passed, 1 failed' },
  { name: 'a skipped test', report: skipping, exit: 0, options, line: '1 passed, 0 failed, 2 skipped' },
  {
    name: 'a skipped test in CI',
    report: skipping,
    exit: 0,
    options: strict,
    line: '1 passed, 1 failed, 2 skipped',
  },
  { name: 'no tests', report: { testResults: [] }, exit: 0, options, line: '0 passed, 0 failed' },
  {
    name: 'no tests in CI',
    report: { testResults: [] },
    exit: 0,
    options: strict,
    line: '0 passed, 1 failed',
  },
])('$name: $line', ({ report, exit, options: given, line }) => {
  expect(summary(count(report, exit, given).counts)).toBe(line);
});

it('lets a listed file skip in CI', () => {
  expect(count(skipping, 0, strict, allowed)).toEqual({
    counts: { passed: 1, failed: 0, skipped: 2 },
    failures: [],
  });
});

it('says at the end what failed, and why', () => {
  const failed = {
    ...file('a.test.ts', 'failed', 'passed'),
    assertionResults: [
      { status: 'passed', fullName: 'a holds' },
      { status: 'failed', fullName: 'b holds', failureMessages: ['Property failed\n{ seed: 1 }'] },
    ],
  };
  const broken = { ...file('b.test.ts', 'failed'), message: 'no such module' };
  expect(count({ testResults: [failed, broken] }, 1, strict).failures).toEqual([
    'test/a.test.ts: b holds: Property failed | { seed: 1 }',
    'test/b.test.ts: no such module',
  ]);
  expect(count(skipping, 0, strict).failures).toEqual([
    expect.stringContaining('test/a.test.ts skips tests'),
  ]);
});

describe('a process that died in the middle', () => {
  const died = file('a.test.ts', 'failed', 'passed', 'pending');
  const others = [
    file('b.test.ts', 'passed', 'passed'),
    file('c.test.ts', 'failed', 'failed', 'pending'),
    { ...file('d.test.ts', 'failed'), message: 'no such module' },
  ];

  it('is told from failed tests and from files that cannot be loaded', () => {
    expect(diedIn({ testResults: [died, ...others] })).toEqual(['/somewhere/test/a.test.ts']);
    expect(diedIn(null)).toEqual([]);
  });

  it.each([
    {
      name: 'passes',
      second: file('a.test.ts', 'passed', 'passed', 'passed'),
      exit: 0,
      line: '3 passed, 0 failed',
    },
    {
      name: 'fails',
      second: file('a.test.ts', 'failed', 'passed', 'failed'),
      exit: 1,
      line: '2 passed, 1 failed',
    },
    { name: 'dies again', second: died, exit: 1, line: '2 passed, 1 failed, 1 skipped' },
  ])('counts by its second run, which $name', ({ second, exit, line }) => {
    const whole = withRerun(
      { testResults: [died, file('b.test.ts', 'passed', 'passed')] },
      { testResults: [second] },
    );
    expect(summary(count(whole, exit, options).counts)).toBe(line);
  });

  it('stays a failure where there is no second report', () => {
    const whole = withRerun({ testResults: [died] }, null);
    expect(summary(count(whole, 1, options).counts)).toBe('1 passed, 1 failed, 1 skipped');
  });
});
