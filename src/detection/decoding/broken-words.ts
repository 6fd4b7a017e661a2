import type { Span } from '../../chat/segment.ts';
import { codeAt } from '../code-units.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../mapped-text.ts';
import { SHORT_TEXT } from '../signs.ts';
import { areNear } from './dense-runs.ts';
import { segmentLetters } from './segment-letters.ts';
import { unknownWordsIn } from './stretches.ts';

/** Words that were broken into pieces: `ins-truc-tions`, `ins tructi ons`, lines that end within a word. */

/** So many of a clause's words, and that share of them, are no words before they are put together, or hang together as it is. */
const MIN_BROKEN = 4;
const BROKEN_SHARE = 0.25;
const HANGING = ['-', '\n', '·', '‧', '•'] as const;
/** So many letters tell a piece from a word of another language. */
const LONGEST_PIECE = 5;
const MIN_LETTERS = 3;
/** Letters that a full stop or a quotation mark ends; a word is not broken there. */
const CLAUSE = /[\p{L}\p{M}](?:[\p{L}\p{M}'’ \n·‧•_-]{0,800}[\p{L}\p{M}])?/gu;
const PIECE = /[\p{L}\p{M}]+/gu;
/** So many pieces of a clause are joined to the one before. */
const MIN_JOINED = 2;
/** Nats for a letter, as for words that are run together. */
const MAX_COST = 2.5;

/** Puts the letters of a clause together, and cuts them anew. @returns Whether words came out. */
const writeClause = (builder: MapBuilder, { start }: Span, clause: string): boolean => {
  const pieces = [...clause.matchAll(PIECE)];
  const letters = pieces.map(([piece]) => piece).join('');
  const { cuts, costPerLetter } = segmentLetters(letters);
  if (costPerLetter > MAX_COST) return false;
  const isCut = new Set(cuts);
  let offset = 0;
  const joined = pieces.filter(([piece]) => {
    const begins = offset;
    offset += piece.length;
    return begins > 0 && !isCut.has(begins);
  });
  if (joined.length < MIN_JOINED) return false;
  offset = 0;
  for (const { 0: piece, index } of pieces) {
    for (let i = 0; i < piece.length; i++, offset++) {
      const at = start + index + i;
      if (isCut.has(offset)) builder.put(' ', at, at);
      builder.copy(at, at + 1);
    }
  }
  return true;
};

/** Pieces of a word are near to each other, in UTF-16 code units. */
const REACH = 64;

/** A small letter: lists begin their lines with capitals. */
const isSmall = (code: number): boolean => (code >= 97 && code <= 122) || code >= 0xc0;

/** Where a sign stands that cuts a word in two: between two letters, or at the end of a line. */
const hangingIn = (text: string): readonly Span[] => {
  const places: Span[] = [];
  for (const sign of HANGING)
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
      const next = text[at + 1] === '\n' ? at + 2 : at + 1;
      if (isSmall(codeAt(text, at - 1)) && isSmall(codeAt(text, next)))
        places.push({ start: at, end: at + 1 });
    }
  return places;
};

/** Whether a clause is made of pieces of words, as far as can be told from these places. */
const isBroken = (text: string, from: number, to: number, places: readonly Span[]): boolean => {
  const inside = places.filter(({ start, end }) => start >= from && end <= to);
  if (inside.length < MIN_BROKEN) return false;
  const { count } = unknownWordsIn(text, from, to, MIN_LETTERS);
  return inside.length >= count * BROKEN_SHARE;
};

/** @returns A short text with its broken words put together. */
export const joinBrokenWords = (text: string): MappedText | undefined => {
  if (text.length > SHORT_TEXT) return undefined;
  const { unknown } = unknownWordsIn(text, 0, text.length, MIN_LETTERS);
  const hanging = hangingIn(text);
  if (unknown.length + hanging.length < MIN_BROKEN) return undefined;
  const pieces = unknown.filter(({ start, end }) => end - start <= LONGEST_PIECE);
  const places = [...pieces, ...hanging].sort((a, b) => a.start - b.start);
  if (!areNear(places, MIN_BROKEN, REACH)) return undefined;
  const builder = createMapBuilder(text);
  let from = 0;
  let found = false;
  for (const { 0: clause, index } of text.matchAll(CLAUSE)) {
    builder.copy(from, index);
    from = index + clause.length;
    const span = { start: index, end: from };
    const mayBeRead = isBroken(text, index, from, places);
    if (mayBeRead && writeClause(builder, span, clause)) found = true;
    else builder.copy(index, from);
  }
  builder.copy(from, text.length);
  return found ? builder.build() : undefined;
};
