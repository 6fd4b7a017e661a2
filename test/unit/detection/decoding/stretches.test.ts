import { expect, it } from 'vitest';
import { findUnknown } from '../../../../src/detection/decoding/words/known-words.ts';
import { unknownStart, unknownWordsIn, wordsIn } from '../../../../src/detection/decoding/words/stretches.ts';

it('words that were remembered are found again once a longer text has made the memory grow', () => {
  const text = 'the qxzzv is on the wbrtk table';
  const starts = () => {
    const words = unknownWordsIn(text, 0, text.length, 4);
    return Array.from({ length: words.unknown }, (_, i) => unknownStart(words, i));
  };
  const { places } = findUnknown('', 0);
  expect(starts()).toEqual([4, 20]);
  // Longer than what any text before had room for.
  const longer = 'words '.repeat(Math.ceil(places.length / 6));
  wordsIn(longer, 0, longer.length);
  expect(places).toHaveLength(0);
  expect(starts()).toEqual([4, 20]);
});
