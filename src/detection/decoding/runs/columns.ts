import type { Span } from '../../../chat/segment.ts';
import { createMapBuilder, type MappedText } from '../../text/mapped-text.ts';
import { sentencePieces, writePieces } from '../words/sentence-pieces.ts';

/** Words that stand below each other, one in each member or row. */

export const MIN_WORDS = 4;
const LONGEST = 26;
/** From one word to the next, in UTF-16 code units: what stands beside them is coordinates and the like. */
export const REACH = 400;
/** Where so many of the words bring their blanks along there are none but these. */
const BLANKS_SHARE = 0.25;
/** Columns beside each other that are read: one hides none of the others. */
const MOST_BESIDE = 8;

export type Column = readonly Span[];

const SPACE = /\s/u;
const isSpaceAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code < 0x80 ? code === 0x20 || (code >= 9 && code <= 13) : SPACE.test(text.charAt(at));
};

/** Whether a span is a word, with the blank that may belong to it on either side. */
export const isWord = (text: string, { start, end }: Span): boolean => {
  if (end - start > LONGEST) return false;
  const from = text[start] === ' ' ? start + 1 : start;
  const to = text[end - 1] === ' ' ? end - 1 : end;
  for (let at = from; at < to; at++) if (isSpaceAt(text, at)) return false;
  return to > from;
};

const glueOf = (text: string, column: Column): string => {
  const blanks = column.filter(({ start, end }) => text[start] === ' ' || text[end - 1] === ' ');
  return blanks.length >= column.length * BLANKS_SHARE ? '' : ' ';
};

/** Of the words of a sentence; markup and states say the same again and again. */
const LEAST_DIFFERENT = 0.5;

const areDifferent = (text: string, pieces: Column): boolean =>
  new Set(pieces.map(({ start, end }) => text.slice(start, end))).size >= pieces.length * LEAST_DIFFERENT;

type Sentence = Readonly<{ pieces: Column; glue: string; start: number; end: number; said: string }>;

const sentenceOf = (text: string, column: Column): Sentence => {
  const glue = glueOf(text, column);
  const pieces = sentencePieces(text, column, glue);
  const said = pieces.map(({ start, end }) => text.slice(start, end)).join(glue);
  return { pieces, glue, said, start: pieces[0]?.start ?? 0, end: pieces.at(-1)?.end ?? 0 };
};

/** The longest of those beside each other first, without those that say a part of what another one does. */
const tellingOf = (beside: readonly Sentence[]): readonly Sentence[] => {
  const kept: Sentence[] = [];
  for (const sentence of beside.toSorted((a, b) => b.pieces.length - a.pieces.length)) {
    if (kept.length === MOST_BESIDE) break;
    if (!kept.some(({ said }) => said.includes(sentence.said))) kept.push(sentence);
  }
  return kept;
};

const sentencesIn = (text: string, columns: readonly Column[]): readonly Sentence[] => {
  const found = columns
    .map((column) => sentenceOf(text, column))
    .filter(({ pieces }) => pieces.length > 0 && areDifferent(text, pieces))
    .toSorted((a, b) => a.start - b.start);
  const sentences: Sentence[] = [];
  let beside: Sentence[] = [];
  let end = 0;
  for (const sentence of found) {
    if (sentence.start >= end) {
      sentences.push(...tellingOf(beside));
      beside = [];
    }
    beside.push(sentence);
    end = Math.max(end, sentence.end);
  }
  return [...sentences, ...tellingOf(beside)];
};

/** @returns What those of the columns say that are sentences, one a line, and nothing else. */
export const writeColumns = (text: string, columns: readonly Column[]): MappedText | undefined => {
  const sentences = sentencesIn(
    text,
    columns.filter((column) => column.length >= MIN_WORDS),
  );
  if (sentences.length === 0) return undefined;
  const builder = createMapBuilder(text);
  for (const { pieces, glue } of sentences) writePieces(builder, pieces, () => glue);
  const built = builder.build();
  return {
    ...built,
    // What goes over from one column to the next may end in front of where it begins.
    toSource: (span) => {
      const { start, end } = built.toSource(span);
      return { start: Math.min(start, end), end: Math.max(start, end) };
    },
  };
};
