import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { MAX_ALLOWED, MAX_ALLOWED_CHARS } from '../../../src/policy/allow.ts';

const load = (policy: object) => loadConfig({ env: {}, overrides: { policy } });
const problemOf = (policy: object): string => {
  try {
    load(policy);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'none';
};

describe('entities', () => {
  it('take every action in requests, and all but tokenize in answers', () => {
    for (const action of ['off', 'detect', 'mask', 'hash', 'redact', 'block']) {
      expect(problemOf({ entities: { EMAIL_ADDRESS: { input: action, output: action } } })).toBe('none');
    }
    expect(problemOf({ entities: { EMAIL_ADDRESS: { input: 'tokenize' } } })).toBe('none');
    expect(problemOf({ entities: { EMAIL_ADDRESS: { output: 'tokenize' } } })).toContain(
      'EMAIL_ADDRESS.output: a value can be tokenised in requests only',
    );
    expect(problemOf({ entities: { EMAIL_ADDRESS: { input: 'hide' } } })).toContain('EMAIL_ADDRESS.input');
  });

  it('of rules likewise', () => {
    const rule = { id: 'x', words: ['x'], action: 'tokenize' };
    expect(problemOf({ rules: [rule] })).toBe('none');
    expect(problemOf({ rules: [{ ...rule, direction: 'output' }] })).toContain(
      'rules.0.action: a value can be',
    );
  });
});

describe('allow lists', () => {
  it.each<[string, object, string]>([
    [
      'values and domains',
      { EMAIL_ADDRESS: ['@a.com', '.b.org', 'x@y.example'], CREDIT_CARD: ['4111'] },
      'none',
    ],
    ['a whole top-level domain', { EMAIL_ADDRESS: ['.com'] }, 'EMAIL_ADDRESS.0: a domain needs'],
    ['a domain with a sign', { EMAIL_ADDRESS: ['@a*.com'] }, 'EMAIL_ADDRESS.0: a domain needs'],
    ['a domain of no address', { CREDIT_CARD: ['@a.com'] }, 'CREDIT_CARD.0: domains are for'],
    ['nothing', { CREDIT_CARD: [' '] }, 'CREDIT_CARD.0'],
    ['a long value', { CREDIT_CARD: ['1'.repeat(MAX_ALLOWED_CHARS)] }, 'none'],
    ['one that is too long', { CREDIT_CARD: ['1'.repeat(MAX_ALLOWED_CHARS + 1)] }, 'CREDIT_CARD.0'],
    ['many values', { CREDIT_CARD: Array(MAX_ALLOWED).fill('1') }, 'none'],
    ['too many', { CREDIT_CARD: Array(MAX_ALLOWED + 1).fill('1') }, 'CREDIT_CARD'],
    [
      'too many in all',
      Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`X${i}`, Array(MAX_ALLOWED).fill('1')])),
      '10000 are allowed',
    ],
    ['a name in small letters', { credit_card: ['1'] }, 'credit_card'],
  ])('%s', (_name, allow, problem) => {
    expect(problemOf({ allow })).toContain(problem);
  });
});

it('the secret of hashes is long enough, and never shown', () => {
  const of = (hashSecret: string) => loadConfig({ env: { PORTCULLIS_REDACTION_HASH_SECRET: hashSecret } });
  expect(of('0123456789abcdef').redaction.hashSecret).toBe('0123456789abcdef');
  expect(() => of('0123456789abcde')).toThrow(/PORTCULLIS_REDACTION_HASH_SECRET/);
  expect(() => of('0123456789abcde')).not.toThrow(/0123456789/);
});
