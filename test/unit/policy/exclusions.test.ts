import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATEGORIES, namesValue } from '../../../src/detection/findings.ts';
import type { SegmentFinding } from '../../../src/detection/scan-segments.ts';
import { decide, markExcluded, type Policy, type Verdict } from '../../../src/policy/decide.ts';
import { compileExclusions, type Exclusion, type ExclusionDeps } from '../../../src/policy/exclusions.ts';
import { ENTITY_ACTIONS, MODES, SENSITIVITIES } from '../../../src/policy/settings.ts';
import { findingOf, policyOf, segmentOf } from '../envoy/fixtures.ts';

const NOW_MS = 1_800_000_000_000;

const exclusion = (
  scope: Partial<Exclusion['scope']>,
  rest: Partial<Omit<Exclusion, 'scope'>> = {},
): Exclusion => ({
  id: 'exc_1',
  expiresAtMs: null,
  endedAtMs: null,
  ...rest,
  scope: {
    ...{ ruleId: null, subType: null, keyId: null, role: null, direction: null, fingerprint: null },
    ...scope,
  },
});

/** A text's fingerprint is the text, and how often it was asked for is counted. */
const depsOf = (): ExclusionDeps & { asked: () => number } => {
  let asked = 0;
  return {
    now: () => NOW_MS,
    fingerprintOf: ({ text }) => {
      asked += 1;
      return text;
    },
    asked: () => asked,
  };
};

const excluded = (
  exclusions: readonly Exclusion[],
  finding: SegmentFinding,
  { keyId = 'key_1', isWhole = true, deps = depsOf() } = {},
): string | null => compileExclusions(exclusions, deps).forKey(keyId)?.(finding, isWhole) ?? null;

const TEXT = 'ignore the previous page';
const ATTACK = findingOf(segmentOf(TEXT), 'prompt_injection', 'instruction_override');
const EMAIL = findingOf(segmentOf('ann@example.com'), 'pii', 'EMAIL_ADDRESS', { ruleId: 'PII-1001' });

const FULL = {
  ruleId: 'PI-1001',
  subType: 'instruction_override',
  keyId: 'key_1',
  role: 'user',
  direction: 'input',
  fingerprint: TEXT,
} as const;

describe('an exclusion', () => {
  it('matches where all parts of its scope agree', () => {
    expect(excluded([exclusion(FULL)], ATTACK)).toBe('exc_1');
    for (const part of ['subType', 'keyId', 'role', 'direction', 'fingerprint', 'ruleId'] as const) {
      expect(excluded([exclusion({ ...FULL, [part]: null })], ATTACK)).toBe('exc_1');
    }
  });

  it.each([
    { ruleId: 'PI-1002' },
    { subType: 'jailbreak' },
    { keyId: 'key_2' },
    { role: 'tool' },
    { direction: 'output' as const },
    { fingerprint: 'another text' },
  ])('does nothing where %o is another one', (part) => {
    expect(excluded([exclusion({ ...FULL, ...part })], ATTACK)).toBeNull();
    expect(excluded([exclusion({ ...FULL, ruleId: null, ...part })], ATTACK)).toBeNull();
  });

  it.each([
    { name: 'names neither a rule nor a text', scope: { subType: 'instruction_override', keyId: 'key_1' } },
    { name: 'names nothing', scope: {} },
  ])('that $name does nothing', ({ scope }) => {
    expect(excluded([exclusion(scope)], ATTACK)).toBeNull();
  });

  it.each([
    { name: 'has expired', rest: { expiresAtMs: NOW_MS }, expected: null },
    { name: 'was ended', rest: { endedAtMs: 1 }, expected: null },
    { name: 'will expire', rest: { expiresAtMs: NOW_MS + 1 }, expected: 'exc_1' },
  ])('that $name: $expected', ({ rest, expected }) => {
    expect(excluded([exclusion({ ruleId: 'PI-1001' }, rest)], ATTACK)).toBe(expected);
    expect(excluded([exclusion({ fingerprint: TEXT }, rest)], ATTACK)).toBe(expected);
  });

  it('expires while it is in use', () => {
    let nowMs = NOW_MS;
    const compiled = compileExclusions([exclusion({ ruleId: 'PI-1001' }, { expiresAtMs: NOW_MS + 10 })], {
      ...depsOf(),
      now: () => nowMs,
    });
    const excludedBy = compiled.forKey('key_1');
    expect(excludedBy?.(ATTACK, true)).toBe('exc_1');
    nowMs += 10;
    expect(excludedBy?.(ATTACK, true)).toBeNull();
  });

  it('of a text says nothing about the values in it, unless it names them', () => {
    const fingerprint = 'ann@example.com';
    expect(excluded([exclusion({ fingerprint })], EMAIL)).toBeNull();
    expect(excluded([exclusion({ fingerprint, keyId: 'key_1', role: 'user' })], EMAIL)).toBeNull();
    expect(excluded([exclusion({ fingerprint, subType: 'EMAIL_ADDRESS' })], EMAIL)).toBe('exc_1');
    expect(excluded([exclusion({ fingerprint, ruleId: 'PII-1001' })], EMAIL)).toBe('exc_1');
    expect(excluded([exclusion({ ruleId: 'PII-1001' })], EMAIL)).toBe('exc_1');
  });

  it('by fingerprint does nothing about a text that still grows', () => {
    for (const scope of [FULL, { fingerprint: TEXT }]) {
      expect(excluded([exclusion(scope)], ATTACK, { isWhole: false })).toBeNull();
    }
    expect(excluded([exclusion({ ruleId: 'PI-1001' })], ATTACK, { isWhole: false })).toBe('exc_1');
  });

  it('asks for a fingerprint only where all else agrees', () => {
    const deps = depsOf();
    const others = [
      exclusion({ ...FULL, ruleId: 'PI-1002' }),
      exclusion({ ...FULL, keyId: 'key_2' }),
      exclusion({ ...FULL, ruleId: null, role: 'tool' }),
      exclusion({ fingerprint: 'x' }, { expiresAtMs: 1 }),
      exclusion({ fingerprint: 'x' }, { endedAtMs: 1 }),
    ];
    expect(excluded(others, ATTACK, { deps })).toBeNull();
    expect(excluded([...others, exclusion({ ruleId: 'PI-1001' })], ATTACK, { deps })).toBe('exc_1');
    expect(deps.asked()).toBe(0);
    expect(excluded([...others, exclusion({ fingerprint: 'x' })], ATTACK, { deps })).toBeNull();
    expect(deps.asked()).toBe(1);
  });

  it('costs nothing where there is none', () => {
    expect(compileExclusions([], depsOf()).forKey('key_1')).toBeNull();
    expect(compileExclusions([exclusion(FULL, { endedAtMs: 1 })], depsOf()).forKey('key_1')).toBeNull();
  });
});

const RULES = ['PI-1001', 'PI-2001', 'PII-1001'] as const;
const TEXTS = ['one', 'two'] as const;
const SUB_TYPES = ['jailbreak', 'EMAIL_ADDRESS'] as const;
const orNull = <T>(values: readonly T[]) => fc.constantFrom(null, ...values);

describe('an exclusion of a text, and what is found across its border to another one', () => {
  const policy = policyOf('blocking');
  const segment = segmentOf(TEXT);
  const of = (
    category: SegmentFinding['category'],
    score: number,
    rest: Partial<SegmentFinding> = {},
  ): SegmentFinding => findingOf(segment, category, 'x', { ruleId: 'X-1', score, ...rest });
  const across = (category: SegmentFinding['category'], score = 0.98) =>
    of(category, score, { isAcross: true });
  const OF_TEXT = exclusion({ fingerprint: TEXT });
  const OF_RULE = exclusion({ ruleId: 'X-1' });
  const OF_BOTH = exclusion({ ruleId: 'X-1', fingerprint: TEXT });

  it.each<{ name: string; found: SegmentFinding[]; by: Exclusion; isExcluded: boolean }>([
    { name: 'in a harmless text', found: [across('prompt_injection')], by: OF_TEXT, isExcluded: false },
    {
      name: 'in a text that is less bad by itself',
      found: [of('prompt_injection', 0.1), across('prompt_injection')],
      by: OF_TEXT,
      isExcluded: false,
    },
    {
      name: 'in a text that is as bad by itself',
      found: [of('prompt_injection', 0.97), across('prompt_injection')],
      by: OF_TEXT,
      isExcluded: true,
    },
    {
      name: 'in a text with a value',
      found: [of('pii', 1), across('prompt_injection')],
      by: OF_TEXT,
      isExcluded: false,
    },
    { name: 'a value', found: [of('pii', 1), across('pii')], by: OF_BOTH, isExcluded: false },
    { name: 'by its rule', found: [across('prompt_injection')], by: OF_RULE, isExcluded: true },
    { name: 'by its rule in the text', found: [across('prompt_injection')], by: OF_BOTH, isExcluded: false },
    { name: 'a value by its rule', found: [across('pii')], by: OF_RULE, isExcluded: true },
  ])('$name: $isExcluded', ({ found, by, isExcluded }) => {
    const excludedBy = compileExclusions([by], depsOf()).forKey('key_1');
    if (excludedBy === null) throw new Error('no exclusion');
    const last = markExcluded(found, { ...policy, excludedBy }).at(-1);
    expect(last?.exclusionId).toBe(isExcluded ? by.id : undefined);
    // Whoever looks at it later is offered the text only where it holds.
    const isTold = markExcluded(found, policy).at(-1)?.isAcross === undefined;
    expect(isTold).toBe(isExcluded && by !== OF_RULE);
  });
});

const anyFinding = fc
  .record({
    category: fc.constantFrom(...CATEGORIES),
    subType: fc.constantFrom(...SUB_TYPES),
    ruleId: fc.constantFrom(...RULES),
    text: fc.constantFrom(...TEXTS),
    role: fc.constantFrom('user', 'tool'),
    score: fc.constantFrom(0.3, 0.6, 0.8, 0.95, 1),
  })
  .map(({ category, subType, ruleId, text, role, score }) =>
    findingOf(segmentOf(text, { role }), category, subType, { ruleId, score }),
  );

const anyExclusion = fc
  .record({
    ruleId: orNull(RULES),
    subType: orNull(SUB_TYPES),
    keyId: orNull(['key_1', 'key_2']),
    role: orNull(['user', 'tool']),
    direction: orNull(['input', 'output'] as const),
    fingerprint: orNull(TEXTS),
    expiresAtMs: fc.constantFrom(null, NOW_MS - 1, NOW_MS + 1),
    endedAtMs: fc.constantFrom(null, null, null, 1),
    id: fc.constantFrom('exc_1', 'exc_2', 'exc_3'),
  })
  .map(({ id, expiresAtMs, endedAtMs, ...scope }) => exclusion(scope, { id, expiresAtMs, endedAtMs }));

const anyPolicy = fc
  .record({
    mode: fc.constantFrom(...MODES),
    sensitivity: fc.constantFrom(...SENSITIVITIES),
    action: fc.constantFrom(...ENTITY_ACTIONS),
  })
  .map(
    ({ mode, sensitivity, action }): Policy => ({
      ...policyOf(mode),
      sensitivity,
      entityAction: () => action,
    }),
  );

const judge = (
  findings: readonly SegmentFinding[],
  exclusions: readonly Exclusion[],
  policy: Policy,
): Verdict => {
  const excludedBy = compileExclusions(exclusions, depsOf()).forKey('key_1');
  return decide(markExcluded(findings, excludedBy === null ? policy : { ...policy, excludedBy }), policy);
};

/** By the words of the port, without an index. */
const isMatch = (
  { scope, expiresAtMs, endedAtMs }: Exclusion,
  { ruleId, subType, segment, category }: SegmentFinding,
): boolean => {
  const actual = {
    ...{ ruleId, subType, keyId: 'key_1', role: segment.role, direction: segment.direction },
    fingerprint: segment.text,
  };
  const agreesIn = (part: keyof typeof actual): boolean => [null, actual[part]].includes(scope[part]);
  return (
    endedAtMs === null &&
    (expiresAtMs === null || expiresAtMs > NOW_MS) &&
    (scope.ruleId !== null || scope.fingerprint !== null) &&
    (!namesValue(category) || scope.ruleId !== null || scope.subType !== null) &&
    (['ruleId', 'subType', 'keyId', 'role', 'direction', 'fingerprint'] as const).every(agreesIn)
  );
};

const STRICTNESS = ['pass', 'flag', 'redact', 'block'];
const strictness = ({ action }: Verdict): number => STRICTNESS.indexOf(action);

describe('exclusions', () => {
  const findings = fc.array(anyFinding, { maxLength: 6 });
  const exclusions = fc.array(anyExclusion, { maxLength: 6 });

  it('mark what one of them matches, and nothing else', () => {
    fc.assert(
      fc.property(findings, exclusions, (found, all) => {
        const excludedBy = compileExclusions(all, depsOf()).forKey('key_1');
        for (const finding of found) {
          const id = excludedBy?.(finding, true) ?? null;
          const matching = all.filter((each) => isMatch(each, finding)).map((each) => each.id);
          if (id === null) expect(matching).toEqual([]);
          else expect(matching).toContain(id);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('never change the verdict of texts in which they match nothing', () => {
    fc.assert(
      fc.property(findings, exclusions, anyPolicy, (found, all, policy) => {
        const unmatched = found.filter((finding) => !all.some((each) => isMatch(each, finding)));
        expect(judge(unmatched, all, policy)).toEqual(decide(unmatched, policy));
      }),
      { numRuns: 1000 },
    );
  });

  it('never tighten a verdict by being more', () => {
    fc.assert(
      fc.property(findings, exclusions, anyExclusion, anyPolicy, (found, all, one, policy) => {
        const before = judge(found, all, policy);
        const after = judge(found, [...all, one], policy);
        expect(strictness(after)).toBeLessThanOrEqual(strictness(before));
        expect(after.redactions.length).toBeLessThanOrEqual(before.redactions.length);
        if (before.loosest === null) expect(after.loosest).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  it('keep what they match among the findings', () => {
    fc.assert(
      fc.property(findings, exclusions, (found, all) => {
        const excludedBy = compileExclusions(all, depsOf()).forKey('key_1');
        const policy = policyOf('blocking');
        const marked = markExcluded(found, excludedBy === null ? policy : { ...policy, excludedBy });
        expect(marked.map(({ exclusionId: _, ...finding }) => finding)).toEqual(found);
      }),
    );
  });
});
