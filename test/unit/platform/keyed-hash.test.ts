import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyedHash } from '../../../src/platform/keyed-hash.ts';

describe('a keyed hash', () => {
  it('is the HMAC-SHA256 that Node makes, for keys of any length and texts of any characters', () => {
    const secret = fc.uint8Array({ minLength: 1, maxLength: 130 });
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(secret, text, text, (bytes, first, second) => {
        const key = createSecretKey(bytes);
        for (const each of [first, `${second}\ud800`, first]) {
          expect(keyedHash(key, each)).toBe(createHmac('sha256', key).update(each).digest('hex'));
        }
      }),
    );
  });

  it('is the one of RFC 4231, test case 2', () => {
    expect(keyedHash(createSecretKey(Buffer.from('Jefe')), 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});
