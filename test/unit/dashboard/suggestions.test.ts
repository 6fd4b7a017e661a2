import { describe, expect, it } from 'vitest';
import { suggestScopes } from '../../../src/dashboard/suggestions.ts';
import type { RecordedFinding } from '../../../src/records/store.ts';
import { sampleFinding, sampleRecord } from './harness.ts';

const NAMES = new Map([['key_1', 'checkout']]);
const suggested = (...findings: readonly RecordedFinding[]) =>
  suggestScopes(sampleRecord({ keyId: 'key_1', findings }), NAMES).map(({ scope }) => scope);

describe('what is suggested', () => {
  it('begins with the very text, for the key that sent it', () => {
    const finding = sampleFinding();
    expect(suggested(finding)[0]).toEqual({
      ruleId: finding.ruleId,
      subType: finding.subType,
      keyId: 'key_1',
      role: null,
      direction: null,
      fingerprint: finding.fingerprint,
    });
  });

  it.each([
    { name: 'a streamed answer', untold: { direction: 'output', role: 'assistant', fingerprint: '' } },
    { name: 'an attack over several texts', untold: { fingerprint: '' } },
  ] as const)('of $name names no text, since none is known there by its fingerprint', ({ untold }) => {
    const one = suggested(sampleFinding(untold));
    expect(one.length).toBeGreaterThan(0);
    expect(one.every(({ fingerprint, ruleId }) => fingerprint === null && ruleId !== null)).toBe(true);
    const several = suggested(
      sampleFinding(untold),
      sampleFinding({ ...untold, ruleId: 'PI-2001', subType: 'jailbreak' }),
    );
    expect(new Set(several.map(({ ruleId }) => ruleId))).toEqual(new Set(['PI-1001', 'PI-2001']));
    expect(several.every(({ fingerprint }) => fingerprint === null)).toBe(true);
  });

  it('of a request whose answer was streamed still names the request’s text', () => {
    const scopes = suggestScopes(sampleRecord({ stream: true }), NAMES).map(({ scope }) => scope);
    expect(scopes.some(({ fingerprint }) => fingerprint === sampleFinding().fingerprint)).toBe(true);
  });
});
