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

/** The second tier once let harmless prose speak for one attack in a hundred. */
describe('harmless prose is no excuse', () => {
  it.each([
    { chars: [60, 200, 300, 400, 700], secondTier: 'on', mayMiss: 0 },
    { chars: [60, 200, 300, 400, 700], secondTier: 'off', mayMiss: 0 },
    // Known: of 480 such texts one is missed, where the prose breaks off in the sentence of the attack.
    { chars: [2000], secondTier: 'on', mayMiss: 1 },
    { chars: [2000], secondTier: 'off', mayMiss: 0 },
  ])(
    'for an attack before or behind it: $chars characters, second tier $secondTier',
    async ({ chars, secondTier, mayMiss }) => {
      const input = chars
        .flatMap((length) => Array.from({ length: 40 }, (_, seed) => prose(length, length + seed)))
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
      expect(results).toHaveLength(chars.length * 80);
      const missed = results.filter(({ verdict }) => verdict.medium !== 'blocked');
      expect(missed.slice(mayMiss)).toEqual([]);
    },
  );
});
