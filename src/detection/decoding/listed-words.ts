import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { chainsOf, type Quoted, stringsIn } from './runs/quoted.ts';
import { isSentence } from './words/sentence-words.ts';

/** A text as a list of its words or characters: `["ignore", "all", "previous"]`, `['i', 'g', 'n']`. */

const MIN_WORDS = 4;
const MIN_CHARACTERS = 12;
const LETTERS_SHARE = 0.7;
const LONGEST_COMMA = 3;
const WORD = /^\S{1,24}$/u;

const isComma = (text: string, from: number, to: number): boolean =>
  to > from && to - from <= LONGEST_COMMA && text.slice(from, to).trim() === ',';

type List = readonly Quoted[];

const listsIn = (text: string): readonly List[] =>
  chainsOf(stringsIn(text), MIN_WORDS, (before, next) => isComma(text, before.end + 1, next.start - 1));

/** What stands between the parts, or undefined where the list is none of these. */
const glueOf = (parts: readonly string[]): string | undefined => {
  const whole = parts.join('');
  const areCharacters = parts.length >= MIN_CHARACTERS && parts.every((part) => part.length <= 2);
  if (areCharacters)
    return (whole.match(/\p{L}/gu)?.length ?? 0) >= whole.length * LETTERS_SHARE ? '' : undefined;
  return parts.every((part) => WORD.test(part)) && isSentence(parts.join(' ')) ? ' ' : undefined;
};

const writeList = (builder: MapBuilder, list: List, glue: string): void => {
  for (const { start, end } of list) {
    builder.copy(start, end);
    builder.put(glue, end, end);
  }
  const last = list.at(-1)?.end ?? 0;
  builder.put('\n', last, last);
};

/** Between the parts of a list. */
const COMMAS = ['",', "',", '`,'] as const;

/** @returns What such lists say, and nothing else. */
export const readLists = (text: string): MappedText | undefined => {
  if (stringsIn(text).length < MIN_WORDS || !COMMAS.some((comma) => text.includes(comma))) return undefined;
  let builder: MapBuilder | undefined;
  for (const list of listsIn(text)) {
    const glue = glueOf(list.map(({ start, end }) => text.slice(start, end)));
    if (glue === undefined) continue;
    builder ??= createMapBuilder(text);
    writeList(builder, list, glue);
  }
  return builder?.build();
};
