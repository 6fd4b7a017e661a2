import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { decide } from '../../../src/policy/decide.ts';
import { effectivePolicy } from '../../../src/policy/effective.ts';
import { modelThresholds, SENSITIVITIES, withThresholds } from '../../../src/policy/settings.ts';
import { findingOf, SETTINGS, segmentOf } from '../envoy/fixtures.ts';

const MODEL = modelThresholds({
  direct: { low: 0.95, medium: 0.8, high: 0.6, paranoid: 0.35 },
  indirect: { low: 0.9, medium: 0.7, high: 0.5, paranoid: 0.3 },
  definition: { low: 0.96, medium: 0.85, high: 0.7, paranoid: 0.4 },
});

const load = (thresholds: unknown) => () => loadConfig({ env: {}, overrides: { policy: { thresholds } } });

describe('an operator’s thresholds', () => {
  it('take the place of the model’s where they are set, and only there', () => {
    const own = withThresholds(MODEL, { user: { medium: 0.7 } });
    expect(own.user).toEqual({ low: 0.95, medium: 0.7, high: 0.6, paranoid: 0.35 });
    expect(own.model).toEqual(own.user);
    expect(own.output).toEqual(own.user);
    expect(own.trusted.paranoid).toBe(0.7);
    expect(own.untrusted).toEqual(MODEL.untrusted);
    expect(own['third-party']).toEqual(MODEL['third-party']);
    expect(withThresholds(MODEL, { untrusted: { low: 0.99 } })['third-party'].low).toBe(0.99);
    expect(withThresholds(MODEL, {})).toBe(MODEL);
    expect(withThresholds(MODEL)).toBe(MODEL);
  });

  it.each([
    { name: 'looser ones stay above', own: { high: 0.97 }, expected: [0.97, 0.97, 0.97, 0.35] },
    { name: 'stricter ones stay below', own: { medium: 0.2 }, expected: [0.95, 0.2, 0.2, 0.2] },
    { name: 'both', own: { low: 0.5, paranoid: 0.45 }, expected: [0.5, 0.5, 0.5, 0.45] },
    { name: 'none is ever a threat at 1', own: { paranoid: 1 }, expected: [1, 1, 1, 1] },
  ])('of those that are not set $name', ({ own, expected }) => {
    const { user } = withThresholds(MODEL, { user: own });
    expect(SENSITIVITIES.map((sensitivity) => user[sensitivity])).toEqual(expected);
  });

  it('stay monotone', () => {
    const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined });
    const anyOwn = fc.tuple(share, share, share, share).map((values) => {
      const given = values.filter((value) => value !== undefined).sort((a, b) => b - a);
      let next = 0;
      const taken = values.map((value) => {
        if (value === undefined) return undefined;
        next += 1;
        return given[next - 1];
      });
      const [low, medium, high, paranoid] = taken;
      return { low, medium, high, paranoid };
    });
    fc.assert(
      fc.property(anyOwn, (own) => {
        expect(load({ user: own })).not.toThrow();
        const { user } = withThresholds(MODEL, { user: own });
        const made = SENSITIVITIES.map((sensitivity) => user[sensitivity]);
        expect(made).toEqual(made.toSorted((a, b) => b - a));
        for (const sensitivity of SENSITIVITIES) {
          if (own[sensitivity] !== undefined) expect(user[sensitivity]).toBe(own[sensitivity]);
        }
      }),
    );
  });

  it.each([
    { thresholds: { user: { low: 0.5, high: 0.6 } }, says: /policy\.thresholds\.user\.high.*low ≥ medium/s },
    { thresholds: { user: { low: 1.5 } }, says: /policy\.thresholds\.user\.low/ },
    { thresholds: { user: { low: -0.1 } }, says: /policy\.thresholds\.user\.low/ },
    { thresholds: { trusted: { low: 0.5 } }, says: /policy\.thresholds/ },
    { thresholds: { user: { lowest: 0.5 } }, says: /unknown key/ },
  ])('$thresholds are refused', ({ thresholds, says }) => {
    expect(load(thresholds)).toThrow(says);
  });

  it('can stand in the environment', () => {
    const env = { PORTCULLIS_POLICY_THRESHOLDS: '{"user":{"medium":0.7}}' };
    expect(loadConfig({ env }).policy.thresholds).toEqual({ user: { medium: 0.7 } });
  });

  it('decide', () => {
    const none = { mode: null, sensitivity: null } as const;
    const found = findingOf(segmentOf('text'), 'prompt_injection', 'jailbreak', { score: 0.75 });
    const verdict = (medium: number | undefined) =>
      decide(
        [found],
        effectivePolicy(
          { ...SETTINGS, injectionThresholds: MODEL, thresholds: { user: { medium } } },
          { ...none, override: 'ignore' },
          none,
        ),
      );
    expect(verdict(undefined)).toMatchObject({ action: 'pass', loosest: 'high' });
    expect(verdict(0.75)).toMatchObject({ action: 'block', loosest: 'medium' });
  });
});
