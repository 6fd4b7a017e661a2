import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hashLetter,
  isKnownHash,
  isVocabularyWord,
  NO_LETTERS,
} from '../../../../src/detection/decoding/known-words.ts';
import { mayBeOfRules, nearestWord } from '../../../../src/detection/decoding/nearest-word.ts';
import {
  unknownEnd,
  unknownStart,
  unknownWordsIn,
  wordsIn,
} from '../../../../src/detection/decoding/stretches.ts';
import { eachWord } from '../../../../src/detection/decoding/vocabulary.ts';

const LONGEST = 20;
const isKnown = (word: string): boolean => {
  const hash = [...word.toLowerCase()].reduce(
    (sum, letter) => hashLetter(sum, letter.charCodeAt(0)),
    NO_LETTERS,
  );
  return word.length <= LONGEST && isKnownHash(hash);
};
const plainWords = (text: string) =>
  [...text.matchAll(/[a-z]+/giu)]
    // The flags take two letters for ASCII ones that are none.
    .filter(([word]) => /^[A-Za-z]+$/u.test(word))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length, isKnown: isKnown(word) }));

const pieces = fc.constantFrom(
  ...['ignore', 'Previous', 'a', 'the', 'xqzv', 'instructionsinstruct', 'internationalisations', 'né', 'ИМЯ'],
  ...[' ', '  ', '\n', '-', '7', '@', '[', '`', '{', 'Š', '\u0161', '\uff41', ' '.repeat(61)],
);
const texts = fc.array(pieces, { maxLength: 60 }).map((all) => all.join(''));

describe('the words of a text', () => {
  it('are those that a plain reading finds', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(wordsIn(text, 0, text.length)).toEqual(plainWords(text));
      }),
    );
  });

  it.each([62, 63, 64, 65, 127, 128, 129])('are found where one ends at %i', (end) => {
    const text = `${' '.repeat(end - 6)}ignore`;
    expect(wordsIn(text, 0, text.length)).toEqual([{ start: end - 6, end, isKnown: true }]);
    expect(wordsIn(`${text} xqzv`, 0, end + 5)).toEqual([
      { start: end - 6, end, isKnown: true },
      { start: end + 1, end: end + 5, isKnown: false },
    ]);
  });

  it('are found again in a text that needs more room', () => {
    const text = 'ignore xqzv '.repeat(2000);
    expect(wordsIn(text, 0, text.length)).toHaveLength(4000);
    expect(unknownWordsIn(text, 0, text.length, 3)).toMatchObject({ count: 4000, unknown: 2000 });
  });

  it('are known where they are of the vocabulary, wherever each stands in the table', () => {
    const all: string[] = [];
    eachWord((word) => {
      if (/^[a-z]+$/u.test(word)) all.push(word);
    });
    const text = all.join(' ');
    expect(unknownWordsIn(text, 0, text.length, 1)).toMatchObject({ count: all.length, unknown: 0 });
  });

  it.each([1, 3, 5])('are counted from %i letters on, with those that are unknown', (letters) => {
    fc.assert(
      fc.property(texts, (text) => {
        const from = Math.min(3, text.length);
        const long = plainWords(text.slice(from)).filter(({ start, end }) => end - start >= letters);
        const words = unknownWordsIn(text, from, text.length, letters);
        const places = Array.from({ length: words.unknown }, (_, i) => [
          unknownStart(words, i),
          unknownEnd(words, i),
        ]);
        expect(words.count).toBe(long.length);
        expect(places).toEqual(
          long.filter((word) => !word.isKnown).map(({ start, end }) => [start + from, end + from]),
        );
      }),
    );
  });
});

describe('what a mistyped word may have been', () => {
  it.each([
    ['ignroe', 'ignore'],
    ['instrctions', 'instructions'],
    ['instrutcoins', 'instructions'],
    ['pasword', 'password'],
    ['promptt', 'prompt'],
  ])('is seen of %s in either case', (word, meant) => {
    expect(isVocabularyWord(word, 0, word.length)).toBe(false);
    expect(nearestWord(word)).toBe(meant);
    for (const written of [word, word.toUpperCase()])
      expect(mayBeOfRules(`<${written}>`, { start: 1, end: 1 + written.length })).toBe(true);
  });

  it.each(['xqzvkjw', 'kubernetes', 'x'.repeat(30)])('is no word of rules for %s', (word) => {
    expect(mayBeOfRules(word, { start: 0, end: word.length })).toBe(false);
  });
});
