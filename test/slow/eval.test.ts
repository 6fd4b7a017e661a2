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

/** Pieces of prose behind which a soak's attacks passed: they break off in its sentence. */
const PROSE_OF_A_SOAK = [9821, 28_202, 66_321, 70_540, 77_721];

/** The second tier once let harmless prose speak for one attack in a hundred, and then for one in six hundred. */
describe('harmless prose is no excuse', () => {
  it.each(
    [60, 200, 300, 400, 700, 2000].flatMap((chars) => [
      { chars, secondTier: 'on' },
      { chars, secondTier: 'off' },
    ]),
  )(
    'for an attack before or behind $chars characters of it, second tier $secondTier',
    async ({ chars, secondTier }) => {
      const seeds = [...Array.from({ length: 80 }, (_, seed) => chars + seed), ...PROSE_OF_A_SOAK];
      const input = seeds
        .map((seed) => prose(chars, seed))
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
      expect(results).toHaveLength(2 * seeds.length);
      expect(results.filter(({ verdict }) => verdict.medium !== 'blocked')).toEqual([]);
    },
  );
});
