import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { checkPolicy } from '../../../src/live/check-policy.ts';

const RULE = { id: 'customer-number', pattern: '\\bKD-\\d{6}\\b', samples: { match: ['KD-123456'] } };

describe('a policy', () => {
  it.each([
    { name: 'without rules', own: { mode: 'shadow' } },
    { name: 'with rules', own: { mode: 'shadow', rules: [RULE, { id: 'words', words: ['Nachtfalter'] }] } },
  ])('$name passes as it does in a file', async ({ own }) => {
    expect(await checkPolicy(own, { sensitivity: 'high' })).toEqual({
      ok: true,
      policy: loadConfig({ env: {}, overrides: { policy: { ...own, sensitivity: 'high' } } }).policy,
    });
  });

  it.each([
    { own: { modus: 1 }, says: 'policy.modus: unknown key' },
    { own: { mode: 'x' }, says: 'policy.mode' },
    { own: { rules: [{ ...RULE, samples: { match: ['KD-1'] } }] }, says: 'policy.rules.0.samples.match.0' },
    { own: { rules: 'x' }, says: 'policy.rules' },
    { own: { rules: [{ id: 'a', pattern: 'secret-value(' }] }, says: 'policy.rules.0.pattern' },
  ])('$own does not, and its values are not repeated', async ({ own, says }) => {
    const checked = await checkPolicy(own, {});
    const problems = checked.ok ? [] : checked.problems;
    expect(problems).toEqual([expect.stringContaining(says)]);
    expect(problems.join()).not.toMatch(/secret-value|KD-/);
  });

  it('is refused where its check hangs, and the thread that hangs is ended', async () => {
    const worker = new URL('./hanging-check.ts', import.meta.url);
    const turns = new Int32Array(new SharedArrayBuffer(4));
    const checked = await checkPolicy({ rules: [{ turns }] }, {}, { timeoutMs: 1500, worker });
    expect(checked).toEqual({
      ok: false,
      problems: ['policy.rules: the check did not end within 1.5 seconds'],
    });
    const after = Atomics.load(turns, 0);
    expect(after).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(Atomics.load(turns, 0)).toBe(after);
  });

  it.each([
    { name: 'throws', fault: { code: 'ERR_X', message: 'secret-value' }, says: 'broke off (ERR_X)' },
    { name: 'ends', fault: null, says: 'broke off' },
  ])('is refused where the thread of its check $name, without what it said', async ({ fault, says }) => {
    const worker = new URL('./broken-check.ts', import.meta.url);
    expect(await checkPolicy({ rules: [{ fault }] }, {}, { worker })).toEqual({
      ok: false,
      problems: [`policy.rules: the check ${says}`],
    });
  });

  it('keeps nobody waiting while rules are tried on their samples', async () => {
    const rules = Array.from({ length: 60 }, (_, at) => ({
      id: `rule-${at}`,
      pattern: `\\bKD-${at}-\\d{6}(?:-[A-Z]{2,4})?\\b`,
      samples: { noMatch: Array.from({ length: 50 }, () => 'lorem ipsum dolor '.repeat(20)) },
    }));
    const here = process.threadCpuUsage();
    const everywhere = process.cpuUsage();
    const checked = await checkPolicy({ rules }, {});
    const own = process.threadCpuUsage(here);
    const all = process.cpuUsage(everywhere);
    expect(checked.ok).toBe(true);
    // In CPU time, of which a busy machine takes no more.
    expect(own.user + own.system).toBeLessThan((all.user + all.system) / 4);
  });
});
