import { type Random, shuffle } from '../training/random.ts';
import { mapLetters, type Transform } from './transform.ts';

const wordsOf = (text: string): readonly string[] => text.split(/\s+/u).filter((word) => word !== '');
const joined = (glue: string) => (text: string) => wordsOf(text).join(glue);
const inWords = (text: string, change: (word: string) => string): string => text.replace(/[a-z]+/giu, change);
const cut = (word: string, sign: string): string =>
  word.length < 4 ? word : `${word.slice(0, 2)}${sign}${word.slice(2)}`;

/** The letters between the first and the last in another order; the same ones where no other is. */
const jumble = (word: string, random: Random): string => {
  const order = Int32Array.from({ length: Math.max(0, word.length - 2) }, (_, i) => i + 1);
  shuffle(random, order);
  return word.charAt(0) + Array.from(order, (at) => word.charAt(at)).join('') + word.slice(1).slice(-1);
};

/** Words and letters where others stand. */
export const WORD_TRANSFORMS: readonly Transform[] = [
  { name: 'underscores', apply: joined('_') },
  { name: 'full-stops', apply: joined('.') },
  {
    name: 'capitals',
    apply: (text) =>
      wordsOf(text)
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(''),
  },
  { name: 'arrows', apply: joined(' -> ') },
  {
    name: 'braces',
    apply: (text) =>
      wordsOf(text)
        .map((word) => `{${word}}`)
        .join(''),
  },
  { name: 'list-of-words', apply: (text) => JSON.stringify(wordsOf(text)) },
  { name: 'list-of-letters', apply: (text) => JSON.stringify([...text]) },
  { name: 'tags-in-words', apply: (text) => inWords(text, (word) => cut(word, '<b></b>')) },
  { name: 'stars-in-words', apply: (text) => inWords(text, (word) => cut(word, '**')) },
  { name: 'colours-in-words', apply: (text) => inWords(text, (word) => cut(word, '\u001b[1m')) },
  { name: 'hyphens-in-words', apply: (text) => inWords(text, (word) => word.replace(/...(?=..)/gu, '$&-')) },
  { name: 'lines-of-eight', apply: (text) => text.replace(/[^\n]{8}/gu, '$&\n') },
  { name: 'jumbled', apply: (text, random) => inWords(text, (word) => jumble(word, random)) },
  {
    name: 'no-vowels',
    apply: (text) => inWords(text, (word) => word.charAt(0) + word.slice(1).replace(/[aeiou]/giu, '')),
  },
  { name: 'letters-twice', apply: (text) => mapLetters(text, (letter) => letter.repeat(2)) },
];
