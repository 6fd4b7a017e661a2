import type { Span } from '../../chat/segment.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { sentencePieces, writePieces } from './words/sentence-pieces.ts';

/**
 * A sentence whose words stand apart in elements of their own, or between tags: `<td>ignore</td><td>all</td>`, runs of a document of Word,
 * subtitles word by word, BBCode, and links of Markdown. What attributes and comments say is read elsewhere.
 */

const TAG_HERE = new RegExp(
  [
    String.raw`<[\p{L}\d/!?][^<>]{0,400}>`,
    String.raw`\[/?[a-z]{1,8}(?:=[^[\]\n]{0,80})?\](?!\()`,
    String.raw`!?\[(?=[^[\]\n]{1,48}\]\()`,
    String.raw`\]\([^()\n]{0,200}\)`,
  ].join('|'),
  'iuy',
);

/** Where a tag ends that starts at `at`; -1 where none does. */
const endOfTag = (text: string, at: number): number => {
  TAG_HERE.lastIndex = at;
  return TAG_HERE.test(text) ? TAG_HERE.lastIndex : -1;
};

const EXCLAMATION = 33;
/** Whether the tag that begins at `at` is a picture, which has an exclamation mark in front, from `from` on. */
const isPicture = (text: string, from: number, at: number): boolean =>
  at > from && text.charCodeAt(at - 1) === EXCLAMATION && endOfTag(text, at - 1) !== -1;

const indexOrEnd = (text: string, sign: string, from: number): number => {
  const at = text.indexOf(sign, from);
  return at === -1 ? text.length : at;
};

/**
 * To look only where one may begin is cheaper than to have the pattern look everywhere.
 *
 * @returns Where each tag starts and where it ends, in pairs.
 */
export const tagsIn = (text: string): readonly number[] => {
  const tags: number[] = [];
  let angle = indexOrEnd(text, '<', 0);
  let square = indexOrEnd(text, '[', 0);
  let link = indexOrEnd(text, '](', 0);
  for (let from = 0; ; ) {
    const first = Math.min(angle, square, link);
    if (first === text.length) return tags;
    const start = isPicture(text, from, first) ? first - 1 : first;
    const end = endOfTag(text, start);
    if (end !== -1) tags.push(start, end);
    from = end === -1 ? first + 1 : end;
    if (angle < from) angle = indexOrEnd(text, '<', from);
    if (square < from) square = indexOrEnd(text, '[', from);
    if (link < from) link = indexOrEnd(text, '](', from);
  }
};

/** Longer ones, in UTF-16 code units, are read as they stand; so much of their beginnings and ends goes with what is beside them. */
const LONGEST_PIECE = 24;
const LONGEST_EDGE = 16;
/** Between fewer short ones enough of a sentence stands together. */
const MIN_SHORT = 3;
const MIN_TAGS = MIN_SHORT - 1;
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

const NONE: readonly Piece[] = [];

/** What stands between tags, in ascending order; nothing where these are too few. */
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
  const tags = tagsIn(text);
  if (tags.length < 2 * MIN_TAGS) return NONE;
  for (let i = 0; i < tags.length; i += 2) {
    put(tags[i] ?? 0);
    from = tags[i + 1] ?? 0;
  }
  put(text.length);
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
  let before: Piece | undefined;
  let short: Piece[] = [];
  const close = (behind: readonly Piece[]): void => {
    const tail = before === undefined ? [] : [tailOf(text, before)];
    chains.push([...tail, ...short, ...behind]);
  };
  for (const piece of piecesIn(text)) {
    if (!isLong(piece)) {
      short.push(piece);
      continue;
    }
    if (short.length >= MIN_SHORT) close([headOf(text, piece)]);
    before = piece;
    if (short.length > 0) short = [];
  }
  if (short.length >= MIN_SHORT) close([]);
  return chains;
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
