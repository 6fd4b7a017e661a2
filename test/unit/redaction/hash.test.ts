import { expect, it } from 'vitest';
import { createValueHash, placeholderFor } from '../../../src/redaction/placeholder.ts';
import { findingOf, segmentOf } from '../envoy/fixtures.ts';

const SECRET = 'replica'.repeat(3);
const hashed = (subType: string, value: string, secret?: string): string =>
  placeholderFor(
    {
      value,
      replacement: 'hash',
      finding: { ...findingOf(segmentOf(value), 'pii', subType), replacement: 'hash' },
    },
    createValueHash(secret),
  );

it('is the same for a value in every notation, on every replica with the secret', () => {
  const card = hashed('CREDIT_CARD', '4111 1111 1111 1111', SECRET);
  expect(card).toMatch(/^<CREDIT_CARD:[0-9a-f]{16}>$/);
  expect(hashed('CREDIT_CARD', '4111111111111111', SECRET)).toBe(card);
});

it('differs by value, entity and secret', () => {
  const all = [
    hashed('EMAIL_ADDRESS', 'ann@example.com', SECRET),
    hashed('EMAIL_ADDRESS', 'bob@example.com', SECRET),
    hashed('USER_NAME', 'ann@example.com', SECRET),
    hashed('EMAIL_ADDRESS', 'ann@example.com', `${SECRET}0`),
    hashed('EMAIL_ADDRESS', 'ann@example.com'),
    hashed('EMAIL_ADDRESS', 'ann@example.com'),
  ];
  expect(new Set(all.map((each) => each.split(':')[1])).size).toBe(all.length);
});
