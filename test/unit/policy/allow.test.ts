import { describe, expect, it } from 'vitest';
import { createAllowed } from '../../../src/policy/allow.ts';
import { relevantFindings } from '../../../src/policy/decide.ts';
import { effectivePolicy } from '../../../src/policy/effective.ts';
import { findingOf, SETTINGS, segmentOf } from '../envoy/fixtures.ts';

const LISTS = {
  EMAIL_ADDRESS: ['@contoso.com', '.corp.example', 'press@other.example'],
  CREDIT_CARD: ['4111 1111 1111 1111'],
  URL: ['@contoso.com'],
  GITHUB_TOKEN: ['ghp_Test'],
};

describe('a value of the operator’s lists', () => {
  const isAllowed = createAllowed(LISTS);

  it.each([
    ['EMAIL_ADDRESS', 'ann@contoso.com', true],
    ['EMAIL_ADDRESS', 'Ann@CONTOSO.com', true],
    ['EMAIL_ADDRESS', 'ann@mail.contoso.com', false],
    ['EMAIL_ADDRESS', 'ann@contoso.com.evil.example', false],
    ['EMAIL_ADDRESS', 'ann@evilcontoso.com', false],
    ['EMAIL_ADDRESS', 'ann@contoso.com@evil.example', false],
    ['EMAIL_ADDRESS', 'bob@a.corp.example', true],
    ['EMAIL_ADDRESS', 'bob@corp.example', false],
    ['EMAIL_ADDRESS', 'Press@Other.example', true],
    ['EMAIL_ADDRESS', 'ann@other.example', false],
    ['CREDIT_CARD', '4111111111111111', true],
    ['CREDIT_CARD', '4111-1111-1111-1111', true],
    ['CREDIT_CARD', '4111111111111112', false],
    ['IBAN_CODE', '4111111111111111', false],
    ['URL', 'https://contoso.com/x?y=@a', true],
    ['URL', 'https://contoso.com@evil.example/', false],
    ['URL', 'https://evil.example\\@contoso.com/', false],
    ['URL', 'https://evil.example/@contoso.com', false],
    ['github_token', 'ghp_Test', true],
    ['github_token', 'ghp_test', false],
    ['constructor', 'x', false],
  ])('%s %s: %s', (entity, value, expected) => {
    expect(isAllowed(entity, value)).toBe(expected);
  });

  it('is no evidence in either direction, and of no other category', () => {
    const none = { mode: null, sensitivity: null };
    const policy = effectivePolicy({ ...SETTINGS, allow: LISTS }, { ...none, override: 'ignore' }, none);
    for (const direction of ['input', 'output'] as const) {
      const segment = segmentOf('ann@contoso.com', { direction });
      expect(relevantFindings([findingOf(segment, 'pii', 'EMAIL_ADDRESS')], policy)).toEqual([]);
      expect(relevantFindings([findingOf(segment, 'policy', 'EMAIL_ADDRESS')], policy)).toHaveLength(1);
    }
  });
});
