import { below, pick, type Random } from './random.ts';

/** Letters of one UTF-16 code unit, so that no pair of surrogates is torn apart. */
const WORD = /(?:(?![\u{10000}-\u{10ffff}])\p{L}){4,24}/gu;
const TYPO_RATE = 0.15;

const swap = (word: string, at: number): string =>
  word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
const drop = (word: string, at: number): string => word.slice(0, at) + word.slice(at + 1);
const double = (word: string, at: number): string => word.slice(0, at) + word.charAt(at) + word.slice(at);

const TYPOS = [swap, drop, double] as const;

/** Mistypes some of the words as hasty people do, inside the word. */
export const addTypos = (text: string, random: Random): string =>
  text.replace(WORD, (word) =>
    random() < TYPO_RATE ? pick(random, TYPOS)(word, 1 + below(random, word.length - 2)) : word,
  );

const INNER_LETTER = /(?<=\p{L})(?![\u{10000}-\u{10ffff}])\p{L}(?=\p{L})/gu;
const DROP_RATE = 0.12;

/** Leaves out letters all over the text, never the first or the last of a word. */
export const dropLetters = (text: string, random: Random): string =>
  text.replace(INNER_LETTER, (letter) => (random() < DROP_RATE ? '' : letter));
