import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hashLetter,
  isKnownHash,
  isVocabularyWord,
  NO_LETTERS,
} from '../../../../src/detection/decoding/words/known-words.ts';
import { CORE_WORDS } from '../../../../src/detection/decoding/words/mistyped.ts';
import {
  isWordOfRules,
  mayBeOfRules,
  nearestWord,
} from '../../../../src/detection/decoding/words/nearest-word.ts';
import {
  unknownEnd,
  unknownStart,
  unknownWordsIn,
  wordsIn,
} from '../../../../src/detection/decoding/words/stretches.ts';
import { eachWord } from '../../../../src/detection/decoding/words/vocabulary.ts';

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

const CHANGES = {
  drop: (word: string, at: number) => word.slice(0, at) + word.slice(at + 1),
  put: (word: string, at: number, letter: string) => word.slice(0, at) + letter + word.slice(at),
  set: (word: string, at: number, letter: string) => word.slice(0, at) + letter + word.slice(at + 1),
  swap: (word: string, at: number) =>
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
} as const;

const LETTER = fc.constantFrom(...'aeinorstxz');
const KINDS = ['drop', 'put', 'swap', 'set'] as const;
const CHANGE = fc.constantFrom(...KINDS);

/** What such a change may make of a word, anywhere and with any letter. */
const changed = (written: string, kind: keyof typeof CHANGES): readonly string[] =>
  Array.from({ length: written.length + 1 }, (_, at) => at).flatMap((at) =>
    [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => CHANGES[kind](written, at, letter)),
  );

/** Whether one change makes one word the other. */
const isOneAway = (written: string, word: string): boolean =>
  KINDS.some((kind) => changed(written, kind).includes(word));

describe('what a mistyped word may have been', () => {
  it.each([
    ['ignroe', 'ignore'],
    ['instrctions', 'instructions'],
    ['instrutcoins', 'instructions'],
    ['pasword', 'password'],
    ['promptt', 'prompt'],
    // Nearer than a word that has the same letters.
    ['refue', 'refuse'],
    ['medssage', 'message'],
    ['uinstruction', 'instruction'],
  ])('is seen of %s in either case', (word, meant) => {
    expect(isVocabularyWord(word, 0, word.length)).toBe(false);
    expect(nearestWord(word)).toBe(meant);
    for (const written of [word, word.toUpperCase()])
      expect(mayBeOfRules(`<${written}>`, 1, 1 + written.length)).toBe(true);
  });

  it('is one change away wherever one change was made', () => {
    const words = [...CORE_WORDS, 'refuse', 'message', 'order', 'never'].filter(isWordOfRules);
    expect(words.length).toBeGreaterThan(25);
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.nat(20), CHANGE, LETTER, (word, place, kind, letter) => {
        const written = CHANGES[kind](word, place % word.length, letter);
        fc.pre(!isVocabularyWord(written, 0, written.length));
        const nearest = nearestWord(written) ?? '';
        expect(isOneAway(written, nearest)).toBe(true);
        // Of those the one that lost a letter.
        if (changed(written, 'put').some(isWordOfRules)) expect(nearest).toHaveLength(written.length + 1);
      }),
      { numRuns: 2000 },
    );
  });

  it('is asked of every word that is put right to one of rules', () => {
    const change = fc.tuple(fc.nat(20), CHANGE, LETTER);
    const words = fc.constantFrom(...CORE_WORDS, 'restriction', 'credentials', 'ignoring', 'confidential');
    fc.assert(
      fc.property(words, fc.array(change, { minLength: 1, maxLength: 2 }), (word, changes) => {
        const written = changes.reduce(
          (letters, [place, kind, put]) => CHANGES[kind](letters, place % letters.length, put),
          word,
        );
        const meant = isVocabularyWord(written, 0, written.length) ? undefined : nearestWord(written);
        if (meant !== undefined && isWordOfRules(meant))
          expect(mayBeOfRules(`(${written})`, 1, 1 + written.length)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it.each(['kamu', 'como', 'mehr', 'wurde'])('is not %s of the everyday words of other languages', (word) => {
    expect(isWordOfRules(word)).toBe(false);
  });

  it.each(['anweisungen', 'consignes', 'wachtwoord', 'palabra'])(
    'is %s, by which attacks are told',
    (word) => {
      expect(isWordOfRules(word)).toBe(true);
    },
  );

  it.each(['xqzvkjw', 'kubernetes', 'x'.repeat(30)])('is no word of rules for %s', (word) => {
    expect(mayBeOfRules(word, 0, word.length)).toBe(false);
  });
});
