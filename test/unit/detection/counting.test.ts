import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digitsOf } from '../../../src/detection/decoding/hex-pairs.ts';
import { createCounter, hasKinds } from '../../../src/detection/text/counting.ts';

const TEXTS = fc.oneof(
  fc.string({ unit: 'binary-ascii' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', 'B', '7', ' ', '\n', '_', 'é', '字', '\u0301', '😀') }),
);

it.each([/[\p{L}\p{M}\p{N}\s]/u, /[\p{L} ]/u])('counts what %s matches', (one) => {
  const count = createCounter(one);
  fc.assert(
    fc.property(TEXTS, (text) => {
      expect(count(text)).toBe(text.match(new RegExp(one.source, 'gu'))?.length ?? 0);
    }),
  );
});

it('tells whether so many characters differ', () => {
  fc.assert(
    fc.property(TEXTS, fc.nat(12), (text, least) => {
      expect(hasKinds(text, least)).toBe(new Set(text).size >= least);
    }),
  );
});

it('takes the digits of bytes out of what stands around them', () => {
  const parts = fc.constantFrom(
    '0x',
    '0X',
    '\\x',
    '\\\\x',
    'x',
    '0',
    '00',
    '6F',
    'a',
    ', ',
    ':',
    '\n',
    'g',
    'é',
  );
  fc.assert(
    fc.property(fc.array(parts), (row) => {
      const text = row.join('');
      expect(digitsOf(text)).toBe(text.replaceAll(/0x|[^\da-f]/giu, ''));
    }),
  );
});
