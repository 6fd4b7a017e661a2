import type { Span } from '../../chat/segment.ts';
import { codeAt } from '../code-units.ts';
import { createMapBuilder, type MappedText } from '../mapped-text.ts';
import { stringsIn } from './quoted.ts';
import { sentencePieces, writePieces } from './sentence-pieces.ts';

/** A text word by word in the members of one name: what reads pictures gives it like this, `[{"text":"ignore"},{"text":"all"}]`, and a stream. */

const MIN_WORDS = 4;
/** A word, with the blank that may belong to it. */
const WORD = /^ ?\S+ ?$/u;
const LONGEST = 26;
/** From one member to the next of its name, in UTF-16 code units: what stands beside them is coordinates and the like. */
const REACH = 400;
/** Where so many of the words bring their blanks along there are none but these. */
const BLANKS_SHARE = 0.25;

type Column = readonly Span[];

const startOf = (column: Column): number => column[0]?.start ?? 0;

const COLON = 0x3a;
const BLANK = 0x20;

/** Between the quotes of a name and those of its value. */
const isColon = (text: string, from: number, to: number): boolean =>
  codeAt(text, from) === COLON && (to === from + 1 || (to === from + 2 && codeAt(text, from + 1) === BLANK));

const isWord = (text: string, { start, end }: Span): boolean =>
  end - start <= LONGEST && end > start && WORD.test(text.slice(start, end));

/** Words that are values of one name and near to each other, in the order in which they end. */
const columnsIn = (text: string): readonly Column[] => {
  const columns: Column[] = [];
  const open = new Map<string, Span[]>();
  const strings = stringsIn(text);
  for (let i = 1; i < strings.length; i++) {
    const [name, value] = [strings[i - 1], strings[i]];
    if (name === undefined || value === undefined) continue;
    if (!(isColon(text, name.end + 1, value.start - 1) && isWord(text, value))) continue;
    const key = text.slice(name.start, name.end);
    const column = open.get(key);
    if (column !== undefined && value.start - (column.at(-1)?.end ?? 0) <= REACH) {
      column.push(value);
      continue;
    }
    if (column !== undefined) columns.push(column);
    open.set(key, [value]);
  }
  return [...columns, ...open.values()].filter((column) => column.length >= MIN_WORDS);
};

const glueOf = (text: string, column: Column): string => {
  const blanks = column.filter(({ start, end }) => text[start] === ' ' || text[end - 1] === ' ');
  return blanks.length >= column.length * BLANKS_SHARE ? '' : ' ';
};

type Sentence = Readonly<{ pieces: Column; glue: string }>;

const sentenceOf = (text: string, column: Column): Sentence => {
  const glue = glueOf(text, column);
  return { pieces: sentencePieces(text, column, glue), glue };
};

/** Of columns beside each other the longest, in the order in which they begin. */
const sentencesIn = (text: string): readonly Sentence[] => {
  const sentences: Sentence[] = [];
  const found = columnsIn(text)
    .map((column) => sentenceOf(text, column))
    .filter(({ pieces }) => pieces.length > 0)
    .toSorted((a, b) => startOf(a.pieces) - startOf(b.pieces));
  for (const { pieces, glue } of found) {
    const last = sentences.at(-1)?.pieces ?? [];
    const isBeside = startOf(pieces) < (last.at(-1)?.end ?? 0);
    if (isBeside && pieces.length <= last.length) continue;
    if (isBeside) sentences.pop();
    sentences.push({ pieces, glue });
  }
  return sentences;
};

/** @returns What such columns say, one a line, and nothing else. */
export const readColumns = (text: string): MappedText | undefined => {
  if (!(text.includes('":') || text.includes("':"))) return undefined;
  const sentences = sentencesIn(text);
  if (sentences.length === 0) return undefined;
  const builder = createMapBuilder(text);
  for (const { pieces, glue } of sentences) writePieces(builder, pieces, () => glue);
  return builder.build();
};
