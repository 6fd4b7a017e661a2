import { expect, it } from 'vitest';
import { unknownStart, unknownWordsIn, wordsIn } from '../../../../src/detection/decoding/words/stretches.ts';
import { TEXT_UNITS } from '../../../../src/detection/kernel/text-kernel.ts';

const startsIn = (text: string): readonly number[] => {
  const words = unknownWordsIn(text, 0, text.length, 4);
  return Array.from({ length: words.unknown }, (_, i) => unknownStart(words, i));
};

it('words that were remembered are the same once a text was read that is longer than there is room for', () => {
  const text = 'the qxzzv is on the wbrtk table';
  const longer = 'words '.repeat(Math.ceil(TEXT_UNITS / 6) + 1);
  const longest = `${longer}${longer}qxzzv`;
  expect(startsIn(text)).toEqual([4, 20]);
  wordsIn(longer, 0, longer.length);
  expect(startsIn(text)).toEqual([4, 20]);
  expect(startsIn(`${longer}wbrtk`)).toEqual([longer.length]);
  wordsIn(longest, 0, longest.length);
  expect(startsIn(`${longer}wbrtk`)).toEqual([longer.length]);
  expect(startsIn(longest)).toEqual([2 * longer.length]);
  expect(startsIn(text)).toEqual([4, 20]);
});
