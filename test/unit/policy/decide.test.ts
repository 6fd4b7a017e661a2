import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRUSTS } from '../../../src/chat/segment.ts';
import { CATEGORIES } from '../../../src/detection/findings.ts';
import type { SegmentFinding } from '../../../src/detection/scan-segments.ts';
import { byWeight, decide, loosestFor, type Policy, relevantFindings } from '../../../src/policy/decide.ts';
import { effectivePolicy } from '../../../src/policy/effective.ts';
import {
  ENTITY_ACTIONS,
  type EntityAction,
  MODES,
  type Mode,
  RULE_THRESHOLDS,
  type RuleAction,
  SENSITIVITIES,
  thresholdsFor,
} from '../../../src/policy/settings.ts';
import { findingOf, policyOf, SETTINGS, segmentOf } from '../envoy/fixtures.ts';

const STRICTNESS = ['pass', 'flag', 'redact', 'block'] as const;
const strictness = ({ action }: ReturnType<typeof decide>): number => STRICTNESS.indexOf(action);

const finding = fc
  .record({
    category: fc.constantFrom(...CATEGORIES),
    subType: fc.constantFrom('EMAIL_ADDRESS', 'AWS_KEY', 'OFF_ENTITY'),
    score: fc.oneof(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(0.3, 0.35, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95),
    ),
    trust: fc.constantFrom(...TRUSTS),
    direction: fc.constantFrom('input', 'output'),
  })
  .map(({ category, subType, score, trust, direction }) =>
    findingOf(segmentOf('text', { trust, direction }), category, subType, { score }),
  );
const findings = fc.array(finding, { maxLength: 5 });

const policy = fc
  .record({
    mode: fc.constantFrom(...MODES),
    sensitivity: fc.constantFrom(...SENSITIVITIES),
    actions: fc.array(fc.constantFrom(...ENTITY_ACTIONS), { minLength: 3, maxLength: 3 }),
  })
  .map(({ mode, sensitivity, actions }): Policy => {
    const byEntity = new Map(['EMAIL_ADDRESS', 'AWS_KEY', 'OFF_ENTITY'].map((name, i) => [name, actions[i]]));
    return {
      ...policyOf(mode),
      sensitivity,
      entityAction: (entity): EntityAction => byEntity.get(entity) ?? 'detect',
    };
  });

describe('a verdict', () => {
  it('is never loosened by a stricter sensitivity', () => {
    fc.assert(
      fc.property(findings, policy, (found, inForce) => {
        const verdicts = SENSITIVITIES.map((sensitivity) => decide(found, { ...inForce, sensitivity }));
        const actions = verdicts.map(strictness);
        expect(actions).toEqual(actions.toSorted((a, b) => a - b));
        expect(new Set(verdicts.map(({ loosest }) => loosest)).size).toBe(1);
      }),
    );
  });

  it('is never loosened by more findings, nor changed by their order', () => {
    fc.assert(
      fc.property(findings, finding, fc.nat(5), policy, (found, added, at, inForce) => {
        const more = [...found.slice(0, at), added, ...found.slice(at)];
        expect(strictness(decide(more, inForce))).toBeGreaterThanOrEqual(strictness(decide(found, inForce)));
        const before = decide(found, inForce).threat?.score ?? 0;
        const reversed = decide(more.toReversed(), inForce);
        expect(reversed.action).toBe(decide(more, inForce).action);
        expect(reversed.threat?.score ?? 0).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  it('follows the mode alone in what it does', () => {
    fc.assert(
      fc.property(findings, policy, (found, inForce) => {
        const verdicts = MODES.map((mode) => decide(found, { ...inForce, mode }));
        const [shadow, advisory, blocking] = verdicts;
        expect(shadow?.action).toBe('pass');
        expect(advisory?.action).toMatch(/^(?:pass|flag)$/);
        expect(blocking?.action).toMatch(/^(?:pass|redact|block)$/);
        // What advisory tells, blocking acts upon.
        expect(advisory?.action === 'flag').toBe(blocking?.action !== 'pass');
        for (const { threat, redactions, loosest } of verdicts) {
          expect({ threat, redactions, loosest }).toEqual({
            threat: blocking?.threat,
            redactions: blocking?.redactions,
            loosest: blocking?.loosest,
          });
        }
      }),
    );
  });

  it('says at which sensitivity it would have been a block', () => {
    fc.assert(
      fc.property(findings, policy, (found, inForce) => {
        const { loosest } = decide(found, inForce);
        const blocks = SENSITIVITIES.filter(
          (sensitivity) => decide(found, { ...inForce, mode: 'blocking', sensitivity }).action === 'block',
        );
        expect(blocks[0] ?? null).toBe(loosest);
      }),
    );
  });

  it('removes only where nothing has to be blocked, and of each text what is worst', () => {
    const [one, other] = [segmentOf('a'), segmentOf('b')];
    const of = (segment: typeof one, score: number, isRemovable = true) =>
      findingOf(segment, 'prompt_injection', 'jailbreak', { score, isRemovable });
    const found = [of(one, 0.96), of(one, 0.99), of(other, 0.97), of(other, 0.1)];
    expect(decide(found, policyOf('blocking'))).toMatchObject({
      action: 'redact',
      threat: { score: 0.99 },
      removals: [{ score: 0.99 }, { score: 0.97 }],
      redactions: [],
      loosest: 'low',
    });
    expect(decide([...found, of(segmentOf('c'), 0.96, false)], policyOf('blocking')).action).toBe('block');
    expect(decide(found, policyOf('advisory')).action).toBe('flag');
    expect(decide(found, policyOf('shadow')).action).toBe('pass');
  });

  it.each<{ action: EntityAction; expected: string; redactions: number }>([
    { action: 'off', expected: 'pass', redactions: 0 },
    { action: 'detect', expected: 'pass', redactions: 0 },
    { action: 'redact', expected: 'redact', redactions: 1 },
    { action: 'block', expected: 'block', redactions: 0 },
  ])('on an entity does what the operator chose: $action', ({ action, expected, redactions }) => {
    for (const category of ['pii', 'secret'] as const) {
      const inForce: Policy = { ...policyOf('blocking'), entityAction: () => action };
      const found: readonly SegmentFinding[] = [findingOf(segmentOf('x'), category, 'ANY')];
      const relevant = relevantFindings(found, inForce);
      expect(relevant).toHaveLength(action === 'off' ? 0 : 1);
      const verdict = decide(relevant, inForce);
      expect(verdict.action).toBe(expected);
      expect(verdict.redactions).toHaveLength(redactions);
    }
  });

  it.each<{
    action: RuleAction;
    blocking: string;
    advisory: string;
    redactions: number;
    loosest: string | null;
  }>([
    { action: 'detect', blocking: 'pass', advisory: 'pass', redactions: 0, loosest: null },
    { action: 'redact', blocking: 'redact', advisory: 'flag', redactions: 1, loosest: null },
    { action: 'block', blocking: 'block', advisory: 'flag', redactions: 0, loosest: 'low' },
  ])('on an operator’s rule does what the rule says, at every sensitivity: $action', (expected) => {
    const rules = [{ id: 'no-bird', action: expected.action }];
    for (const sensitivity of SENSITIVITIES) {
      for (const trust of TRUSTS) {
        const found = [
          findingOf(segmentOf('x', { trust }), 'policy', 'no-bird', { score: 1, ruleId: 'no-bird' }),
        ];
        const verdictIn = (mode: Mode) =>
          decide(
            found,
            effectivePolicy(
              { ...SETTINGS, mode, sensitivity, rules },
              { mode: null, sensitivity: null, override: 'ignore' },
              { mode: null, sensitivity: null },
            ),
          );
        const verdict = verdictIn('blocking');
        expect(verdict).toMatchObject({ action: expected.blocking, loosest: expected.loosest });
        expect(verdict.redactions).toHaveLength(expected.redactions);
        expect(verdictIn('advisory').action).toBe(expected.advisory);
        expect(verdictIn('shadow')).toMatchObject({ action: 'pass', loosest: expected.loosest });
      }
    }
  });

  it('blocks rather than redacts where it would do both', () => {
    const inForce: Policy = { ...policyOf('blocking'), entityAction: () => 'redact' };
    const segment = segmentOf('x');
    const found = [findingOf(segment, 'pii', 'EMAIL_ADDRESS'), findingOf(segment, 'data_leak', 'x')];
    expect(decide(found, inForce).action).toBe('block');
  });
});

describe('thresholds', () => {
  it.each(CATEGORIES.flatMap((category) => TRUSTS.map((trust) => ({ category, trust }))))(
    'of $category in $trust text fall from low to paranoid',
    ({ category, trust }) => {
      const thresholds = SENSITIVITIES.map(
        (sensitivity) => thresholdsFor(category, trust, RULE_THRESHOLDS)[sensitivity],
      );
      expect(thresholds).toEqual(thresholds.toSorted((a, b) => b - a));
    },
  );

  it('enforce injections in trusted text only from paranoid', () => {
    const inTrusted = findingOf(segmentOf('x', { trust: 'trusted' }), 'prompt_injection', 'jailbreak', {
      score: 1,
    });
    expect(loosestFor(inTrusted, { injectionThresholds: RULE_THRESHOLDS })).toBe('paranoid');
  });

  it('are never looser for text that nobody vouches for', () => {
    for (const sensitivity of SENSITIVITIES) {
      const of = (trust: (typeof TRUSTS)[number]) =>
        thresholdsFor('prompt_injection', trust, RULE_THRESHOLDS)[sensitivity];
      expect(of('untrusted')).toBeLessThanOrEqual(of('user'));
      expect(of('third-party')).toBeLessThanOrEqual(of('user'));
      expect(of('user')).toBeLessThanOrEqual(of('trusted'));
    }
  });
});

describe('findings in the order of their weight', () => {
  const actions: Readonly<Record<string, EntityAction>> = {
    EMAIL_ADDRESS: 'detect',
    PHONE: 'mask',
    AWS_KEY: 'block',
  };
  const inForce: Policy = { ...policyOf('blocking'), entityAction: (entity) => actions[entity] ?? 'detect' };
  const injection = (score: number) =>
    findingOf(segmentOf('text'), 'prompt_injection', 'jailbreak', { score });
  const entity = (subType: string, score: number) => findingOf(segmentOf('text'), 'pii', subType, { score });
  const excluded = { ...injection(0.99), exclusionId: 'exc_1' };

  it.each([
    {
      name: 'a weaker attack before a value that is only noted',
      found: [entity('EMAIL_ADDRESS', 0.95), injection(0.921)],
    },
    {
      name: 'a blocked value before one that is replaced',
      found: [entity('PHONE', 0.99), entity('AWS_KEY', 0.9)],
    },
    { name: 'the surest of two attacks', found: [injection(0.9), injection(0.95)] },
    { name: 'what counts before what is excluded', found: [excluded, injection(0.9)] },
    {
      name: 'a replaced value before an attack below the threshold',
      found: [injection(0.36), entity('PHONE', 0.8)],
    },
    {
      name: 'an attack below the threshold before a value that is only noted',
      found: [entity('EMAIL_ADDRESS', 0.95), injection(0.36)],
    },
  ])('$name', ({ found }) => {
    expect(byWeight(found, inForce)).toEqual(found.toReversed());
    expect(byWeight(found.toReversed(), inForce)).toEqual(found.toReversed());
  });

  it('begin with the threat of the verdict', () => {
    fc.assert(
      fc.property(findings, policy, (found, anyPolicy) => {
        const { threat } = decide(found, anyPolicy);
        if (threat !== null) expect(byWeight(found, anyPolicy)[0]?.score).toBe(threat.score);
      }),
    );
  });
});
