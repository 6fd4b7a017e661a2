import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codePointAt, createCodeUnits, textOf, unitsOf } from '../../../src/detection/text/code-units.ts';

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

it('makes the text again that its code units were read of', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 400 }));
  fc.assert(
    fc.property(texts, (text) => {
      const units = createCodeUnits().read(text);
      expect(textOf(units, text.length)).toBe(text);
    }),
  );
  for (const text of ['é'.repeat(20_000), `${'a'.repeat(300)}я`, `я${'ÿ'.repeat(300)}`, ''])
    expect(textOf(createCodeUnits().read(text), text.length)).toBe(text);
});

it('gives the code units of the text that is asked about, whoever asked before', () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(texts, (all) => {
      for (const text of [...all, ...all, 'a'.repeat(20_000), 'b'.repeat(20_000), ...all]) {
        const units = unitsOf(text);
        expect(String.fromCharCode(...units.subarray(0, text.length))).toBe(text);
        expect([...units.subarray(text.length, text.length + 2)]).toEqual(
          [0, 0].slice(0, units.length - text.length),
        );
      }
    }),
    { numRuns: 30 },
  );
});
