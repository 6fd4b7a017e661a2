import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codePointAt } from '../../../src/detection/code-units.ts';

it('gives the code points that the language gives', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (...texts) => {
      for (const text of [...texts, texts.join('').slice(1)]) {
        for (let at = -1; at <= text.length; at++) {
          expect(codePointAt(text, at)).toBe(at < 0 ? 0 : (text.codePointAt(at) ?? 0));
        }
      }
    }),
  );
});

it('ends with a piece of a text that ends with half a character, compiled or not', () => {
  const text = 'ab𝒜c'.repeat(20);
  const half = text.charCodeAt(2);
  const wrong = new Set<number>();
  for (let turn = 0; turn < 100_000; turn++) {
    const piece = text.slice(0, 5 * (turn % 10) + 23);
    if (codePointAt(piece, piece.length - 1) !== half) wrong.add(piece.length);
  }
  expect([...wrong]).toEqual([]);
});
