import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Digest, digestAt, digestOf, digestsOf } from '../../../src/detection/cache/digest.ts';
import { createDigestLru } from '../../../src/detection/cache/digest-lru.ts';
import { createLru } from '../../../src/detection/cache/lru.ts';

const KEY = Uint8Array.from({ length: 16 }, (_, i) => i);
const hexOf = (digest: Digest): string => Buffer.from(digest, 'latin1').toString('hex');

describe('the digest of a text', () => {
  // `openssl mac -macopt size:16 -macopt hexkey:000102…0f SIPHASH` of the label as 64 bits, little-endian, and the text as UTF-8.
  it.each([
    [0, '', 'c293ab68efe6f296bd92a49d6257801d'],
    [0, 'a', '896bf53f70e8bf6e1f71a772704435de'],
    [7, 'abc', 'af7fe21dc4fb04adbdfab078efa8068b'],
    [0x1_0002, 'äöü日本語 hello', 'e2ac5d8cf0c3c3d8ad7ffb9f054c79e3'],
    [1, 'x'.repeat(16_384), '61c1b5bb4b8b97ebfc161b93090cb55c'],
    [1, `${'xy'.repeat(16_384)}z`, '3f3d6a7808fd2e28124d1695d4e3d8cf'],
    // Pieces would end within characters of two code units, and within numbers of 64 bits.
    [1, '😀日'.repeat(9000), 'ddc8d220584fe63c3fef289fa94e6554'],
    [1, 'q'.repeat(50_001), '2bd7f8f56b0fdfcb8e3a0f75d74567b5'],
  ])('is SipHash-2-4 with 128 bits (label %i, %#)', (label, text, expected) => {
    expect(hexOf(digestOf(KEY, label, text))).toBe(expected);
  });

  it('is another one for another key, label, end and order', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(text, text, fc.nat({ max: 20_000 }), (a, b, gap) => {
        fc.pre(a !== b);
        const between = '.'.repeat(gap);
        const digests = [
          digestOf(KEY, 1, a + between + b),
          digestOf(KEY, 1, b + between + a),
          digestOf(KEY, 2, a + between + b),
          digestOf(KEY, 1, `${a + between + b}\0`),
          digestOf(KEY.toReversed(), 1, a + between + b),
        ];
        expect(new Set(digests).size).toBe(a + between + b === b + between + a ? 4 : 5);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the digests of several texts', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  const GROUP = 9;

  it('are those of each, and one of all together', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 31 }), fc.nat({ max: 5 }), (texts, shift) => {
        const labelOf = (index: number): number => index + shift;
        const names = digestsOf(KEY, GROUP, texts, labelOf) ?? '';
        expect(names).toHaveLength(16 * (texts.length + 1));
        const each = texts.map((_, index) => digestAt(names, index));
        expect(each).toEqual(texts.map((one, index) => digestOf(KEY, labelOf(index), one)));
        const ofAll = (label: number, ...list: readonly string[]): string =>
          hexOf(digestAt(digestsOf(KEY, label, list, labelOf) ?? '', list.length));
        const all = ofAll(GROUP, ...texts);
        expect([
          ofAll(GROUP + 1, ...texts),
          ofAll(GROUP, ...texts, ''),
          ofAll(GROUP, 'x', ...texts),
        ]).not.toContain(all);
        expect(digestsOf(KEY, GROUP, [...texts, ''], (index) => labelOf(index) + 1)).not.toContain(all);
      }),
      { numRuns: 200 },
    );
  });

  it('hang on where one text ends and the next begins', () => {
    const ofAll = (...texts: string[]): string =>
      digestAt(digestsOf(KEY, 1, texts, () => 0) ?? '', texts.length);
    expect(ofAll('ab', 'c')).not.toBe(ofAll('a', 'bc'));
    expect(ofAll('a', '')).not.toBe(ofAll('', 'a'));
    expect(ofAll('a')).not.toBe(ofAll('a', ''));
  });

  it.each([
    { name: 'as many as fit', texts: Array.from({ length: 32 }, () => 'x'), fits: true },
    { name: 'one too many', texts: Array.from({ length: 33 }, () => 'x'), fits: false },
    { name: 'as long as fits', texts: ['€'.repeat(8188), '€'.repeat(8187)], fits: true },
    { name: 'a character too long', texts: ['€'.repeat(8188), '€'.repeat(8188), 'x'], fits: false },
  ])('are told for $name: $fits', ({ texts, fits }) => {
    const names = digestsOf(KEY, 1, texts, () => 7);
    expect(names !== null).toBe(fits);
    for (const [index, one] of texts.entries())
      if (names !== null) expect(hexOf(digestAt(names, index))).toBe(hexOf(digestOf(KEY, 7, one)));
  });
});

describe('the memory for digests', () => {
  /** Few of them, and half of those want the same place. */
  const digest = fc.nat({ max: 60 }).map((n) => String.fromCharCode(n % 2, n, 255, 128).padEnd(16, '\xff'));

  it.each([1, 2, 3, 7, 64])('of %i entries remembers and forgets as the one for texts does', (maxEntries) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(digest, fc.boolean()), { maxLength: 300 }), (steps) => {
        const [ours, theirs] = [createDigestLru<object>(maxEntries), createLru<object>(maxEntries)];
        for (const [key, isSet] of steps) {
          const value = {};
          if (isSet) {
            ours.set(key, value);
            theirs.set(key, value);
          }
          expect(ours.get(key)).toBe(theirs.get(key));
          expect(ours.size()).toBe(theirs.size());
        }
      }),
    );
  });
});
