import { count } from './format.ts';

/** Of a text that rules and entity settings are tried on. */
export const MAX_TRIED_CHARS = 20_000;

/**
 * What is wrong with a text that the API takes no more of; null where nothing is. A field with `maxLength` cuts what is
 * pasted without a word, and what is said of the rest would be taken for all of it.
 */
export const tooLong = (text: string, maxChars: number): string | null =>
  text.length <= maxChars
    ? null
    : `${count(text.length)} characters: at most ${count(maxChars)} can be tried here.`;
