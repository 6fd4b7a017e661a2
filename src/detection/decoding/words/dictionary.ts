import { DICTIONARY_WORDS } from './dictionary-words.ts';

let words: ReadonlySet<string> | undefined;

/** Whether the ASCII letters there, in either case, are a word rather than a mistyped one of rules, though the vocabulary lacks it. */
export const isDictionaryWord = (text: string, start: number, end: number): boolean => {
  words ??= new Set(DICTIONARY_WORDS.trim().split(/\s+/u));
  return words.has(text.slice(start, end).toLowerCase());
};
