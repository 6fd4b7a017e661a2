import { describe, expect, it } from 'vitest';
import { portcullis } from '../contract/program.ts';

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
