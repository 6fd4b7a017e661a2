import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigSchema } from '../../../src/config/schema.ts';
import {
  compareRecord,
  isInScope,
  NO_CHANGE,
  REPLAYED,
  type ReplayPolicy,
} from '../../../src/dashboard/replay.ts';
import { MODES, RULE_THRESHOLDS, SENSITIVITIES, thresholdsFor } from '../../../src/policy/settings.ts';
import type { ExclusionScope } from '../../../src/records/ports.ts';
import type { RecordedFinding } from '../../../src/records/store.ts';
import { createTestDashboard, START_MS, sampleFinding, sampleRecord } from './harness.ts';

const policy: ReplayPolicy = {
  settings: { ...ConfigSchema.parse({}).policy, injectionThresholds: RULE_THRESHOLDS, revision: '' },
  entitiesOf: () => null,
};

const finding = fc
  .record({
    category: fc.constantFrom('prompt_injection', 'data_leak', 'secret', 'pii', 'policy'),
    subType: fc.constantFrom('jailbreak', 'CREDIT_CARD', 'EMAIL_ADDRESS', 'openai_api_key'),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    ruleId: fc.constantFrom('PI-1001', 'ML-1001', 'SE-1001'),
    role: fc.constantFrom('user', 'tool', 'system'),
    trust: fc.constantFrom('user', 'untrusted', 'trusted'),
    direction: fc.constantFrom('input', 'output'),
    fingerprint: fc.constantFrom('a'.repeat(32), 'b'.repeat(32)),
    exclusionId: fc.constantFrom(null, null, 'exc_1'),
  } as const)
  .map((fields): RecordedFinding => {
    const thresholds = thresholdsFor(fields.category, fields.trust, RULE_THRESHOLDS);
    const loosest = SENSITIVITIES.find((name) => fields.confidence >= thresholds[name]) ?? null;
    return sampleFinding({ ...fields, loosest });
  });

const record = fc
  .record({
    findings: fc.array(finding, { maxLength: 5 }),
    mode: fc.constantFrom(...MODES),
    sensitivity: fc.constantFrom(...SENSITIVITIES),
  })
  .map((fields) => sampleRecord(fields));

const scope: fc.Arbitrary<ExclusionScope> = fc.record({
  ruleId: fc.constantFrom(null, 'PI-1001', 'ML-1001'),
  subType: fc.constantFrom(null, 'jailbreak'),
  keyId: fc.constantFrom(null, 'key_1', 'key_2'),
  role: fc.constantFrom(null, 'user'),
  direction: fc.constantFrom(null, 'input' as const),
  fingerprint: fc.constantFrom(null, 'a'.repeat(32)),
});

describe('a replay', () => {
  it('changes nothing where nothing is changed', () => {
    fc.assert(
      fc.property(record, (each) => {
        expect(compareRecord(each, NO_CHANGE, policy).change).toBe('none');
      }),
    );
  });

  it('only loosens by an exclusion', () => {
    fc.assert(
      fc.property(record, scope, (each, exclusion) => {
        expect(compareRecord(each, { ...NO_CHANGE, exclusion }, policy).change).not.toBe('tightened');
      }),
    );
  });

  it('only tightens by a stricter sensitivity or mode', () => {
    fc.assert(
      fc.property(record, fc.nat(3), fc.nat(2), (each, higher, stricter) => {
        const sensitivity = SENSITIVITIES[Math.max(higher, SENSITIVITIES.indexOf(each.sensitivity))] ?? null;
        const mode = MODES[Math.max(stricter, MODES.indexOf(each.mode))] ?? null;
        expect(compareRecord(each, { exclusion: null, sensitivity, mode }, policy).change).not.toBe(
          'loosened',
        );
      }),
    );
  });

  it('judges injections by the sensitivity that the record names, however the score was rounded', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SENSITIVITIES), fc.constantFrom(...SENSITIVITIES), (loosest, asked) => {
        const each = sampleRecord({ findings: [sampleFinding({ loosest, confidence: 0.8 })] });
        const { after } = compareRecord(each, { ...NO_CHANGE, sensitivity: asked }, policy);
        const isThreat = SENSITIVITIES.indexOf(loosest) <= SENSITIVITIES.indexOf(asked);
        expect(after).toBe(isThreat ? 'blocked' : 'pass');
      }),
    );
  });

  it('takes out what an exclusion takes out, and nothing where the scope names neither rule nor text', () => {
    fc.assert(
      fc.property(finding, scope, (each, exclusion) => {
        const isIn = isInScope(exclusion, each, 'key_1');
        if (exclusion.ruleId === null && exclusion.fingerprint === null) expect(isIn).toBe(false);
        if (isIn && exclusion.ruleId !== null) expect(each.ruleId).toBe(exclusion.ruleId);
        if (isIn && exclusion.fingerprint !== null) expect(each.fingerprint).toBe(exclusion.fingerprint);
        if (exclusion.keyId === 'key_2') expect(isIn).toBe(false);
      }),
    );
  });

  it.each(REPLAYED)('has a place for %s', (name) => {
    expect(REPLAYED.indexOf(name)).toBeGreaterThanOrEqual(0);
  });
});

describe('a replay of stored traffic', () => {
  const ask = async (replayLimit: number, body: object) => {
    const dashboard = await createTestDashboard({ dashboard: { replayLimit } });
    for (let at = 0; at < 1300; at += 1) dashboard.store.addRecord(sampleRecord());
    const cookie = await dashboard.cookieOf('analyst');
    const json = { fromMs: START_MS - 3_600_000, toMs: START_MS, ...body };
    const answer = await (await dashboard.ask('/replay', { method: 'POST', cookie, json })).json();
    expect(dashboard.store.audits()).toEqual([]);
    return answer;
  };
  const rule: ExclusionScope = {
    ruleId: 'PI-1001',
    subType: null,
    keyId: null,
    role: null,
    direction: null,
    fingerprint: null,
  };

  it('looks at all of it, and shows some', async () => {
    const answer = await ask(50_000, { exclusion: rule });
    expect(answer).toMatchObject({
      examined: 1300,
      isComplete: true,
      changed: 1300,
      loosened: 1300,
      tightened: 0,
    });
    expect(answer.samples).toHaveLength(100);
    expect(answer.samples[0]).toMatchObject({ before: 'blocked', after: 'pass' });
  });

  it('stops at its limit and says so', async () => {
    expect(await ask(700, { mode: 'advisory' })).toMatchObject({
      examined: 700,
      isComplete: false,
      changed: 700,
    });
  });

  it('finds nothing changed by what was in force', async () => {
    expect(await ask(50_000, { sensitivity: 'medium', mode: 'blocking' })).toMatchObject({ changed: 0 });
  });
});
