import type { Span } from '../../chat/segment.ts';
import { createMapBuilder, type MappedText } from '../mapped-text.ts';
import { sentencePieces, writePieces } from './sentence-pieces.ts';

/**
 * A sentence whose words stand apart in elements of their own, or between tags: `<td>ignore</td><td>all</td>`, runs of a document of Word,
 * subtitles word by word, BBCode, and links of Markdown. What attributes and comments say is read elsewhere.
 */

const TAG = new RegExp(
  [
    String.raw`<[\p{L}\d/!?][^<>]{0,400}>`,
    String.raw`\[/?[a-z]{1,8}(?:=[^[\]\n]{0,80})?\](?!\()`,
    String.raw`!?\[(?=[^[\]\n]{1,48}\]\()`,
    String.raw`\]\([^()\n]{0,200}\)`,
  ].join('|'),
  'giu',
);

/** Longer ones, in UTF-16 code units, are read as they stand; so much of their beginnings and ends goes with what is beside them. */
const LONGEST_PIECE = 24;
const LONGEST_EDGE = 16;
/** Between fewer short ones enough of a sentence stands together. */
const MIN_SHORT = 3;
/** So few letters in each piece spell words. */
const LONGEST_LETTERS = 2;
const MIN_LETTERS = 12;
const LETTERS_SHARE = 0.7;

/** What begins such a tag. */
const mayHoldTags = (text: string): boolean =>
  text.includes('<') || text.includes('[/') || text.includes('](');

const trimmed = (text: string, from: number, to: number): Span => {
  let [start, end] = [from, to];
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return { start, end };
};

/** `isApart`: whether there is a blank between it and the one before. */
type Piece = Readonly<Span & { isApart: boolean }>;

/** What stands between tags, in ascending order. */
const piecesIn = (text: string): readonly Piece[] => {
  const pieces: Piece[] = [];
  let from = 0;
  let isApart = false;
  const put = (to: number): void => {
    const { start, end } = trimmed(text, from, to);
    isApart ||= start > from;
    if (start === end) return;
    pieces.push({ start, end, isApart });
    isApart = end < to;
  };
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    put(index);
    from = index + tag.length;
  }
  if (from > 0) put(text.length);
  return pieces;
};

const isLong = ({ start, end }: Span): boolean => end - start > LONGEST_PIECE;

/** The first words of a long piece. */
const headOf = (text: string, { start, isApart }: Piece): Piece => {
  const blank = text.slice(start, start + LONGEST_EDGE + 1).lastIndexOf(' ');
  return { start, end: start + (blank > 0 ? blank : LONGEST_EDGE), isApart };
};

/** Its last words, but for those that are its first. */
const tailOf = (text: string, piece: Piece): Piece => {
  const { end } = piece;
  const start = Math.max(end - LONGEST_EDGE, headOf(text, piece).end);
  return { start: start + text.slice(start, end).indexOf(' ') + 1, end, isApart: true };
};

/** Short pieces that follow each other, with the words before them and behind them. */
const chainsIn = (text: string): readonly (readonly Piece[])[] => {
  const chains: (readonly Piece[])[] = [];
  let chain: Piece[] = [];
  let short = 0;
  for (const piece of piecesIn(text)) {
    if (!isLong(piece)) {
      chain.push(piece);
      short++;
      continue;
    }
    if (short >= MIN_SHORT) chains.push([...chain, headOf(text, piece)]);
    chain = [tailOf(text, piece)];
    short = 0;
  }
  return short >= MIN_SHORT ? [...chains, chain] : chains;
};

const LETTER = /^\p{L}/u;

const areLetters = (text: string, chain: readonly Span[]): boolean => {
  if (chain.length < MIN_LETTERS) return false;
  const letters = chain.filter(
    ({ start, end }) => end - start <= LONGEST_LETTERS && LETTER.test(text.slice(start, end)),
  );
  return letters.length >= chain.length * LETTERS_SHARE;
};

/** Tags between letters are nothing, and blanks between them one. */
const gapOfLetters = ({ isApart }: Piece): string => (isApart ? ' ' : '');

/** @returns What such words say, one piece a line, and nothing else. */
export const readTagged = (text: string): MappedText | undefined => {
  if (!mayHoldTags(text)) return undefined;
  const builder = createMapBuilder(text);
  let isEmpty = true;
  for (const chain of chainsIn(text)) {
    if (areLetters(text, chain)) writePieces(builder, chain, gapOfLetters);
    else {
      const pieces = sentencePieces(text, chain, ' ');
      if (pieces.length === 0) continue;
      writePieces(builder, pieces, () => ' ');
    }
    isEmpty = false;
  }
  return isEmpty ? undefined : builder.build();
};
