import { describe, expect, it } from 'vitest';
import type { ExcludedBy } from '../../../src/policy/exclusions.ts';
import { guardOf, policyOf, textsOf } from './streams.ts';
import { DONE, say } from './transcripts.ts';

const CARD = '4111 1111 1111 1111';
// In pieces: a scan of this repository finds no secret.
const AWS_KEY = ['AKIA', 'Q3EGV7B2RYMZX4KD'].join('');
const TEXT = `Sure, the number of my card is ${CARD}, as you know. And the key is ${AWS_KEY} for now.`;

const read = (excludedBy: ExcludedBy | null, mode: 'blocking' | 'advisory' | 'shadow' = 'blocking') => {
  const policy = policyOf({ mode });
  const guard = guardOf({ policy: excludedBy === null ? policy : { ...policy, excludedBy } });
  const released: Buffer[] = [];
  let isCut = false;
  for (const event of [...say(TEXT, { size: 9 }), DONE]) {
    const { release, threat } = guard.push(Buffer.from(event));
    released.push(release);
    isCut ||= threat !== null;
    if (isCut) break;
  }
  if (!isCut) released.push(guard.end().release);
  const { inspection } = guard.summary();
  const shown = textsOf(Buffer.concat(released)).get('/choices/0/content') ?? '';
  return { shown, isCut, inspection };
};

const ofCategory =
  (...categories: readonly string[]): ExcludedBy =>
  ({ category }) =>
    categories.includes(category) ? `exc_${category}` : null;

describe('in a stream', () => {
  it('what is not excluded is masked and cut', () => {
    const { shown, isCut } = read(null);
    expect(isCut).toBe(true);
    expect(shown).toContain('<CREDIT_CARD>');
    expect(shown).not.toContain('AKIA');
  });

  it('what is excluded leaves as it is, and stays among the findings', () => {
    const { shown, isCut, inspection } = read(ofCategory('secret'));
    expect(isCut).toBe(false);
    expect(shown).toContain('<CREDIT_CARD>');
    expect(shown).toContain(AWS_KEY);
    expect(inspection.verdict).toMatchObject({ action: 'redact', threat: null });
    expect(inspection.findings.find(({ category }) => category === 'secret')).toMatchObject({
      exclusionId: 'exc_secret',
    });
    expect(read(ofCategory('secret', 'pii')).shown).toBe(TEXT);
  });

  it.each(['advisory', 'shadow'] as const)('%s says what blocking would do', (mode) => {
    const { inspection } = read(ofCategory('secret', 'pii'), mode);
    expect(inspection.verdict).toMatchObject({ action: 'pass', threat: null, redactions: [], loosest: null });
    expect(read(ofCategory('pii'), mode).inspection.verdict.threat?.category).toBe('secret');
  });

  it.each(['blocking', 'advisory', 'shadow'] as const)('a text is never whole in %s', (mode) => {
    const asked: boolean[] = [];
    const { inspection } = read((_finding, isWhole) => {
      asked.push(isWhole);
      return null;
    }, mode);
    expect(inspection.findings.every(({ isGrowing }) => isGrowing === true)).toBe(true);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.includes(true)).toBe(false);
  });
});
