import { describe, expect, it } from 'vitest';
import { prose } from '../bench/scan-texts.ts';
import { portcullis } from '../contract/program.ts';
import { ATTACK } from '../contract/stack.ts';

const EXAM = 'test/eval/exam.txt';

describe('the detectors are as good as the committed report says', () => {
  it.each([
    { tiers: 'both tiers', secondTier: 'on', report: 'test/eval/report.json' },
    { tiers: 'the first tier alone', secondTier: 'off', report: 'test/eval/report-first-tier.json' },
  ])('$tiers', async ({ secondTier, report }) => {
    const { code, stdout, stderr } = await portcullis(['eval', '--since', report, EXAM], {
      env: { PORTCULLIS_SCAN_SECOND_TIER: secondTier },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('| all texts | 561 | 555 |');
  });

  it('says in words what fell', async () => {
    const { code, stderr } = await portcullis([
      'eval',
      '--since',
      'test/fixtures/eval/better-than-possible.json',
      EXAM,
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain('recall at medium: 100.00 % before');
  });
});

/** The second tier once let as much harmless prose speak for one attack in a hundred. */
describe('harmless prose is no excuse', () => {
  const texts = [60, 200, 300, 400, 700, 2000].flatMap((chars) =>
    Array.from({ length: 40 }, (_, seed) => prose(chars, chars + seed)),
  );
  it.each(['on', 'off'])('for an attack before or behind it, second tier %s', async (secondTier) => {
    const input = texts
      .flatMap((harmless) => [`${harmless} ${ATTACK}`, `${ATTACK} ${harmless}`])
      .map((text) => JSON.stringify({ text, role: 'user' }))
      .join('\n');
    const { stdout } = await portcullis(['scan'], {
      input,
      env: { PORTCULLIS_SCAN_SECOND_TIER: secondTier },
    });
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(results).toHaveLength(texts.length * 2);
    expect(results.filter(({ verdict }) => verdict.medium !== 'blocked')).toEqual([]);
  });
});
