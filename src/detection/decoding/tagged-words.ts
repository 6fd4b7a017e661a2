import type { Span } from '../../chat/segment.ts';
import { unitsOf } from '../text/code-units.ts';
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
const endByPattern = (text: string, at: number): number => {
  TAG_HERE.lastIndex = at;
  return TAG_HERE.test(text) ? TAG_HERE.lastIndex : -1;
};

/** In a tag, a label and a target, at most; in characters, each of which may be two UTF-16 code units. */
const LONGEST_TAG = 400;
const LONGEST_LABEL = 48;
const LONGEST_TARGET = 200;
const UNITS = 2;

const EXCLAMATION = 0x21;
const OPENS_ROUND = 0x28;
const GREATER = 0x3e;
const OPENS_SQUARE = 0x5b;
const CLOSES_SQUARE = 0x5d;
const CLOSES_ROUND = 0x29;
const FIRST_BEYOND_ASCII = 0x80;

/** What the name of a tag begins with, and that of one in square brackets; what ends all that may stand in a tag, a label and a target. */
const BEGINS_TAG = 1;
const BEGINS_CODE = 2;
const ENDS_TAG = 4;
const ENDS_LABEL = 8;
const ENDS_TARGET = 16;
const ROLES = new Uint8Array(0x10000).fill(BEGINS_TAG | BEGINS_CODE, FIRST_BEYOND_ASCII);
for (let code = 0; code < FIRST_BEYOND_ASCII; code++) {
  const sign = String.fromCharCode(code);
  ROLES[code] =
    (/[a-z\d/!?]/iu.test(sign) ? BEGINS_TAG : 0) |
    (/[a-z/]/iu.test(sign) ? BEGINS_CODE : 0) |
    (/[<>]/u.test(sign) ? ENDS_TAG : 0) |
    (/[[\]\n]/u.test(sign) ? ENDS_LABEL : 0) |
    (/[()\n]/u.test(sign) ? ENDS_TARGET : 0);
}

type Units = Readonly<{ text: string; units: Uint16Array }>;

const has = (units: Uint16Array, at: number, role: number): boolean =>
  ((ROLES[units[at] ?? 0] ?? 0) & role) !== 0;

/** Where the sign stands that ends what begins at `from`; -1 where it is another one, or too far away. */
const closing = ({ text, units }: Units, from: number, most: number, role: number, sign: number): number => {
  const last = Math.min(text.length, from + UNITS * most);
  let at = from;
  while (at < last && !has(units, at, role)) at++;
  return units[at] === sign ? at : -1;
};

/** Whether a label of a link begins behind the bracket at `at`, which ends at `close`. */
const isLabel = ({ text, units }: Units, at: number, close: number): boolean => {
  if (close === -1 || units[close + 1] !== OPENS_ROUND || close === at + 1) return false;
  return close - at - 1 <= LONGEST_LABEL || endByPattern(text, at) !== -1;
};

const endOfLabel = (all: Units, at: number): number =>
  closing(all, at + 1, LONGEST_TARGET, ENDS_LABEL, CLOSES_SQUARE);

const endOfSquare = (all: Units, at: number): number => {
  const { text, units } = all;
  const close = endOfLabel(all, at);
  if (close === -1) return -1;
  if (units[close + 1] === OPENS_ROUND) return isLabel(all, at, close) ? at + 1 : -1;
  return has(units, at + 1, BEGINS_CODE) ? endByPattern(text, at) : -1;
};

const endOfAngle = (all: Units, at: number): number => {
  const { text, units } = all;
  if (!has(units, at + 1, BEGINS_TAG)) return -1;
  if ((units[at + 1] ?? 0) >= FIRST_BEYOND_ASCII) return endByPattern(text, at);
  const close = closing(all, at + 2, LONGEST_TAG, ENDS_TAG, GREATER);
  return close - at - 2 > LONGEST_TAG ? endByPattern(text, at) : behind(close);
};

/** Of `](`. */
const endOfTarget = (all: Units, at: number): number => {
  const close = closing(all, at + 2, LONGEST_TARGET, ENDS_TARGET, CLOSES_ROUND);
  return close - at - 2 > LONGEST_TARGET ? endByPattern(all.text, at) : behind(close);
};

const behind = (close: number): number => (close === -1 ? -1 : close + 1);

const endOfTag = (all: Units, at: number): number => {
  switch (all.units[at]) {
    case OPENS_SQUARE:
      return endOfSquare(all, at);
    case CLOSES_SQUARE:
      return endOfTarget(all, at);
    default:
      return endOfAngle(all, at);
  }
};

const isPicture = (all: Units, at: number): boolean =>
  all.units[at - 1] === EXCLAMATION &&
  all.units[at] === OPENS_SQUARE &&
  isLabel(all, at, endOfLabel(all, at));

/** Where the tag starts whose bracket stands at `at`: that of a picture has an exclamation mark in front, from `from` on. */
const startOfTag = (all: Units, from: number, at: number): number =>
  at > from && isPicture(all, at) ? at - 1 : at;

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
  const all: Units = { text, units: unitsOf(text) };
  const tags: number[] = [];
  let angle = indexOrEnd(text, '<', 0);
  let square = indexOrEnd(text, '[', 0);
  let link = indexOrEnd(text, '](', 0);
  for (let from = 0; ; ) {
    const first = Math.min(angle, square, link);
    if (first === text.length) return tags;
    const end = endOfTag(all, first);
    if (end !== -1) tags.push(startOfTag(all, from, first), end);
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
