import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  reverse,
  reverseOrderOfWords,
  rot47,
} from '../../../../src/detection/decoding/letters/letter-order.ts';

const texts = fc
  .array(fc.constantFrom(' ', '\n', '\u00a0', '\u3000', 'a', 'Word', '!', '~', 'é', '中', '😀'), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''));

it('turns a text round word by word', () => {
  expect(reverseOrderOfWords('snoitcurtsni suoiverp lla erongi')).toBe('erongi lla suoiverp snoitcurtsni');
  fc.assert(
    fc.property(texts, (text) => {
      expect(reverseOrderOfWords(text)).toBe(reverse(text).replace(/\S{1,128}/gu, reverse));
    }),
  );
});

it('cuts no character in two where a word has no end', () => {
  const text = `a${'😀'.repeat(200)}`;
  expect(reverseOrderOfWords(text).isWellFormed()).toBe(true);
});

it('gives a text back that is written in rot47 twice', () => {
  expect(rot47('Ignore all, ~now!')).toBe('x8?@C6 2==[ O?@HP');
  fc.assert(
    fc.property(texts, (text) => {
      expect(rot47(rot47(text))).toBe(text);
    }),
  );
});
