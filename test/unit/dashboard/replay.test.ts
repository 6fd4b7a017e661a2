import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigSchema } from '../../../src/config/schema.ts';
import { ReplayRequest } from '../../../src/dashboard/api/loop.ts';
import { currentPolicy } from '../../../src/dashboard/current-policy.ts';
import {
  compareRecord,
  isInScope,
  NO_CHANGE,
  REPLAYED,
  type ReplayPolicy,
} from '../../../src/dashboard/replay.ts';
import { runReplay } from '../../../src/dashboard/run-replay.ts';
import type { ExclusionScope } from '../../../src/policy/exclusions.ts';
import {
  MODES,
  RULE_THRESHOLDS,
  SENSITIVITIES,
  thresholdsFor,
  withThresholds,
} from '../../../src/policy/settings.ts';
import type { RecordedFinding } from '../../../src/records/store.ts';
import { createTestDashboard, START_MS, sampleFinding, sampleKey, sampleRecord } from './harness.ts';

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
        expect(compareRecord(each, { ...NO_CHANGE, sensitivity, mode }, policy).change).not.toBe('loosened');
      }),
    );
  });

  it('judges injections by the sensitivity that the record names, however the score was rounded', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SENSITIVITIES), fc.constantFrom(...SENSITIVITIES), (loosest, asked) => {
        const each = sampleRecord({ findings: [sampleFinding({ loosest, confidence: 0.8 })] });
        const { after } = compareRecord(each, { ...NO_CHANGE, sensitivity: asked }, policy);
        const isThreat = SENSITIVITIES.indexOf(loosest) <= SENSITIVITIES.indexOf(asked);
        expect(after.verdict).toBe(isThreat ? 'blocked' : 'pass');
      }),
    );
  });

  it('leaves credentials for the provider alone, as the gateway does', () => {
    const judged = (pointer: string, entities: ReturnType<ReplayPolicy['entitiesOf']> = null): string => {
      const secret = { category: 'secret', subType: 'github_token', confidence: 1, loosest: 'low' } as const;
      const each = sampleRecord({ mode: 'blocking', findings: [sampleFinding({ ...secret, pointer })] });
      return compareRecord(each, NO_CHANGE, { ...policy, entitiesOf: () => entities }).before.verdict;
    };
    expect(judged('/messages/0/content')).toBe('redacted');
    expect(judged('/tools/0/headers/Authorization')).toBe('pass');
    expect(judged('/tools/0/headers/X~1Key')).toBe('pass');
    expect(judged('/tools/0/headers/Authorization', { GITHUB_TOKEN: { input: 'block' } })).toBe('blocked');
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

  /** Records that the thresholds in force judged, so that score and loosest sensitivity agree. */
  const ownThreshold = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
  const injection = finding.filter(({ category }) => category === 'prompt_injection');
  const injections = fc
    .record({
      findings: fc.array(injection, { minLength: 1, maxLength: 4 }),
      sensitivity: fc.constantFrom(...SENSITIVITIES),
    })
    .map(({ findings, sensitivity }) =>
      sampleRecord({
        sensitivity,
        findings: findings.map((each) => ({
          ...each,
          exclusionId: null,
          confidence: Math.round(each.confidence * 1000) / 1000,
          loosest:
            SENSITIVITIES.find(
              (name) =>
                Math.round(each.confidence * 1000) / 1000 >=
                thresholdsFor(each.category, each.trust, RULE_THRESHOLDS)[name],
            ) ?? null,
        })),
      }),
    );

  it('judges by thresholds that are tried as the gateway would have', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(injections, ownThreshold, ownThreshold, (each, a, b) => {
        const thresholds = { user: { medium: Math.max(a, b), high: Math.min(a, b) } };
        const { after } = compareRecord(each, { ...NO_CHANGE, thresholds }, policy);
        const tried = withThresholds(RULE_THRESHOLDS, thresholds);
        const isBlocked = each.findings.some(
          ({ confidence, trust }) => confidence >= tried[trust][each.sensitivity],
        );
        seen.add(after.verdict);
        expect(after.verdict).toBe(isBlocked ? 'blocked' : 'pass');
        const loosest = SENSITIVITIES.find((name) =>
          each.findings.some(({ confidence, trust }) => confidence >= tried[trust][name]),
        );
        expect(after.loosest).toBe(loosest ?? null);
      }),
    );
    expect([...seen].toSorted()).toEqual(['blocked', 'pass']);
  });

  it.each([
    { name: 'at the score', medium: 0.7, after: 'blocked' },
    { name: 'just above it', medium: 0.7001, after: 'pass' },
    { name: 'the threshold in force, whatever the rounded score says', medium: 0.8, after: 'pass' },
  ] as const)('tries a threshold $name', ({ medium, after }) => {
    const each = sampleRecord({ findings: [sampleFinding({ confidence: 0.7, loosest: 'high' })] });
    const rounded = sampleRecord({ findings: [sampleFinding({ confidence: 0.8, loosest: 'high' })] });
    const tried = medium === 0.8 ? rounded : each;
    const change = { ...NO_CHANGE, thresholds: { user: { medium } } };
    expect(compareRecord(tried, change, policy).after.verdict).toBe(after);
  });

  it('judges what stands by the operator’s own thresholds, and without them by the model’s', () => {
    const own = { user: { low: 0.99, medium: 0.97 } };
    const strict = { ...policy, settings: { ...policy.settings, thresholds: own } };
    const each = sampleRecord({ findings: [sampleFinding({ confidence: 0.98, loosest: 'medium' })] });
    expect(compareRecord(each, NO_CHANGE, strict)).toMatchObject({
      before: { verdict: 'blocked', loosest: 'medium' },
      change: 'none',
    });
    const models = compareRecord(each, { ...NO_CHANGE, thresholds: {} }, strict);
    expect([models.after.loosest, models.change]).toEqual(['low', 'none']);
  });

  it('takes for removed what would be, as far as a record tells', () => {
    const settings = { ...policy.settings, injections: { untrusted: 'remove', earlier: 'remove' } } as const;
    const verdictOf = (change: Parameters<typeof sampleRecord>[0], by: ReplayPolicy): string =>
      compareRecord(sampleRecord({ mode: 'blocking', ...change }), NO_CHANGE, by).after.verdict;
    const found = (message: number, rest: Partial<RecordedFinding>) =>
      sampleFinding({ pointer: `/messages/${message}/content`, ...rest });
    const ofTool = { findings: [found(1, { role: 'tool', trust: 'untrusted' })] };
    const ofUser = { findings: [found(1, {})] };
    const ofTwo = { findings: [found(1, {}), found(3, { confidence: 0.1, loosest: null })] };
    const removed = [{ direction: 'input', entity: 'jailbreak', action: 'remove', count: 1 }] as const;
    const removing = { ...policy, settings };
    expect(verdictOf(ofTool, policy)).toBe('blocked');
    expect(verdictOf(ofTool, removing)).toBe('redacted');
    expect(verdictOf(ofUser, removing)).toBe('blocked');
    expect(verdictOf({ ...ofTool, mode: 'shadow' }, removing)).toBe('would_remove');
    expect(verdictOf({ ...ofTool, mode: 'shadow' }, policy)).toBe('would_block');
    expect(verdictOf({ ...ofUser, mode: 'shadow', redactions: removed, wouldRedact: true }, removing)).toBe(
      'would_remove',
    );
    expect(verdictOf(ofTwo, removing)).toBe('redacted');
    expect(verdictOf({ ...ofUser, redactions: removed }, removing)).toBe('redacted');
    expect(verdictOf({ ...ofUser, redactions: removed }, policy)).toBe('blocked');
    const onlyUntrusted = {
      ...policy,
      settings: { ...policy.settings, injections: { untrusted: 'remove' } },
    } as const;
    expect(verdictOf({ ...ofUser, redactions: removed }, onlyUntrusted)).toBe('blocked');
  });

  it('takes nothing for removed that was not a threat then, or is no text of the request', () => {
    const injections = { untrusted: 'remove', earlier: 'remove' } as const;
    const removing = { ...policy, settings: { ...policy.settings, injections } };
    const redactions = [{ direction: 'input', entity: 'jailbreak', action: 'remove', count: 1 }] as const;
    const threat = sampleFinding({ pointer: '/messages/1/content' });
    const judge = (other: Partial<RecordedFinding>, sensitivity: 'medium' | 'paranoid') => {
      const findings = [threat, sampleFinding({ pointer: '/messages/5/content', ...other })];
      const each = sampleRecord({ mode: 'blocking', sensitivity: 'medium', findings, redactions });
      return compareRecord(each, { ...NO_CHANGE, sensitivity }, removing).after.verdict;
    };
    const distant = { confidence: 0.4, loosest: 'paranoid' } as const;
    expect(judge(distant, 'medium')).toBe('redacted');
    expect(judge(distant, 'paranoid')).toBe('blocked');
    expect(judge({ direction: 'output', role: 'output', trust: 'output' }, 'medium')).toBe('blocked');
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

  it.each([
    { mode: 'blocking', tried: 'advisory', noLongerStopped: 1, newlyStopped: 0, loosened: 1, tightened: 0 },
    { mode: 'blocking', tried: 'shadow', noLongerStopped: 1, newlyStopped: 0, loosened: 1, tightened: 0 },
    { mode: 'shadow', tried: 'advisory', noLongerStopped: 0, newlyStopped: 0, loosened: 0, tightened: 1 },
    { mode: 'advisory', tried: 'shadow', noLongerStopped: 0, newlyStopped: 0, loosened: 1, tightened: 0 },
    { mode: 'advisory', tried: 'blocking', noLongerStopped: 0, newlyStopped: 1, loosened: 0, tightened: 1 },
  ] as const)(
    'from $mode to $tried, calls stopped only what is blocked',
    async ({ mode, tried, ...counts }) => {
      const dashboard = await createTestDashboard();
      dashboard.store.addRecord(sampleRecord({ mode }));
      const cookie = await dashboard.cookieOf('analyst');
      const json = { fromMs: START_MS - 3_600_000, toMs: START_MS, mode: tried };
      const answer = await dashboard.ask('/replay', { method: 'POST', cookie, json });
      expect(await answer.json()).toMatchObject({ changed: 1, ...counts });
    },
  );

  it('says whose requests change, those with most first', async () => {
    const dashboard = await createTestDashboard();
    await dashboard.store.insertKey(sampleKey({ id: 'key_few', name: 'few' }));
    await dashboard.store.insertKey(sampleKey({ id: 'key_many', name: 'many' }));
    const add = (rest: Parameters<typeof sampleRecord>[0]) => dashboard.store.addRecord(sampleRecord(rest));
    add({ keyId: 'key_few' });
    add({ keyId: 'key_many' });
    add({ keyId: 'key_many' });
    add({ keyId: 'key_many', findings: [] });
    add({ keyId: 'key_none', findings: [] });
    for (let at = 0; at < 3; at += 1) add({ keyId: null });
    const cookie = await dashboard.cookieOf('analyst');
    const json = { fromMs: START_MS - 3_600_000, toMs: START_MS, exclusion: rule };
    const answer = await dashboard.ask('/replay', { method: 'POST', cookie, json });
    const of = (examined: number, changed: number) => ({
      examined,
      loosened: changed,
      tightened: 0,
      noLongerStopped: changed,
      newlyStopped: 0,
    });
    const { byKey } = await answer.json();
    expect(byKey).toEqual([
      { keyId: null, keyName: null, ...of(3, 3) },
      { keyId: 'key_many', keyName: 'many', ...of(3, 2) },
      { keyId: 'key_few', keyName: 'few', ...of(1, 1) },
    ]);
  });

  it('stops at its limit and says so', async () => {
    expect(await ask(700, { mode: 'advisory' })).toMatchObject({
      examined: 700,
      isComplete: false,
      changed: 700,
    });
  });

  it('looks at no more than it is asked to, and never at more than its limit', async () => {
    expect(await ask(50_000, { mode: 'advisory', limit: 499 })).toMatchObject({
      examined: 499,
      isComplete: false,
    });
    expect(await ask(50_000, { mode: 'advisory', limit: 1300 })).toMatchObject({
      examined: 1300,
      isComplete: true,
    });
    expect(await ask(700, { mode: 'advisory', limit: 1_000_000 })).toMatchObject({ examined: 700 });
  });

  it('says what each sensitivity would block with thresholds that are tried', async () => {
    const answer = await ask(50_000, { thresholds: { user: { low: 1, medium: 1, high: 1 } } });
    const { medium, paranoid } = answer.bySensitivity;
    expect([medium, paranoid]).toEqual([
      { before: 1300, after: 0 },
      { before: 1300, after: 1300 },
    ]);
    expect(answer).toMatchObject({ changed: 1300, loosened: 1300, previewToken: null });
  });

  it('refuses thresholds in an order that no policy could have', async () => {
    const answer = await ask(50_000, { thresholds: { user: { low: 0.5, medium: 0.6 } } });
    expect(answer.error.param).toBe('thresholds.user.medium');
  });

  it('ends where nobody waits for it any more', async () => {
    const dashboard = await createTestDashboard();
    for (let at = 0; at < 1300; at += 1) dashboard.store.addRecord(sampleRecord());
    const asked = { fromMs: 0, toMs: START_MS + 1, mode: 'advisory' } as const;
    const gone = AbortSignal.abort();
    const { effective } = await currentPolicy(dashboard.store, {});
    const run = (signal: AbortSignal) =>
      runReplay(
        ReplayRequest.required({ fromMs: true, toMs: true }).parse(asked),
        effective,
        dashboard.deps,
        signal,
      );
    expect((await run(gone)).examined).toBe(500);
    expect((await run(new AbortController().signal)).examined).toBe(1300);
  });

  it('finds nothing changed by what was in force', async () => {
    expect(await ask(50_000, { sensitivity: 'medium', mode: 'blocking' })).toMatchObject({ changed: 0 });
  });
});
