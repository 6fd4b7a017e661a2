import type { TextFacts } from '../facts/facts.ts';
import { CHARS, SHORT_TEXT } from '../facts/signs.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { segmentLetters } from './words/segment-letters.ts';
import { type UnknownWords, unknownEnd, unknownStart, unknownWordsIn } from './words/stretches.ts';
import { findHanging, type Hanging } from './words/word-gaps.ts';

/** Words that were broken into pieces: `ins-truc-tions`, `ins tructi ons`, lines that end within a word. */

/** So many of a clause's words, and that share of them, are no words before they are put together, or hang together as it is. */
const MIN_BROKEN = 4;
const BROKEN_SHARE = 0.25;
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

/** The letters of a clause put together and cut anew. */
type Recut = Readonly<{ pieces: readonly RegExpExecArray[]; isCut: ReadonlySet<number> }>;

/** @returns Undefined where no words come out. */
const recut = (clause: string): Recut | undefined => {
  const pieces = [...clause.matchAll(PIECE)];
  const letters = pieces.map(([piece]) => piece).join('');
  const { cuts, costPerLetter } = segmentLetters(letters);
  if (costPerLetter > MAX_COST) return undefined;
  const isCut = new Set(cuts);
  let offset = 0;
  const joined = pieces.filter(([piece]) => {
    const begins = offset;
    offset += piece.length;
    return begins > 0 && !isCut.has(begins);
  });
  return joined.length < MIN_JOINED ? undefined : { pieces, isCut };
};

const writeClause = (builder: MapBuilder, start: number, { pieces, isCut }: Recut): void => {
  let offset = 0;
  for (const { 0: piece, index } of pieces) {
    for (let i = 0; i < piece.length; i++, offset++) {
      const at = start + index + i;
      if (isCut.has(offset)) builder.put(' ', at, at);
      builder.copy(at, at + 1);
    }
  }
};

/** Pieces of a word are near to each other, in UTF-16 code units. */
const REACH = 64;

const SMALL = 0x20;
const isAsciiLetter = (code: number): boolean => (code | SMALL) >= 97 && (code | SMALL) <= 122;

/** Signs of ASCII that no clause goes on beyond. */
const ENDS_CLAUSE = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[a-z' \n_-]/iu.test(String.fromCharCode(code)) ? 0 : 1,
);

const hasEnd = (text: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (ENDS_CLAUSE[text.charCodeAt(at)] === 1) return true;
  return false;
};

/** Where the pieces of words and the signs that cut words in two start and end, in ascending order: of the text in hand. */
const STARTS = new Int32Array(SHORT_TEXT);
const ENDS = new Int32Array(SHORT_TEXT);

/** Whether so many of these places as make a clause broken stand near to each other. */
const areNear = (count: number): boolean => {
  for (let i = MIN_BROKEN - 1; i < count; i++)
    if ((ENDS[i] ?? 0) - (STARTS[i - MIN_BROKEN + 1] ?? 0) <= REACH) return true;
  return false;
};

/** Whether so many of them may stand in one clause. */
const mayShareClause = (text: string, count: number): boolean => {
  let together = 1;
  for (let i = 1; i < count && together < MIN_BROKEN; i++)
    together = hasEnd(text, STARTS[i - 1] ?? 0, ENDS[i] ?? 0) ? 1 : together + 1;
  return together >= MIN_BROKEN;
};

/** Puts unknown words that are short enough to be pieces, and signs that cut words in two, into `STARTS` and `ENDS`. @returns How many. */
const readPlaces = (words: UnknownWords, hanging: Hanging): number => {
  let count = 0;
  let next = 0;
  const putHanging = (before: number): void => {
    for (; next < hanging.count; next++, count++) {
      const start = hanging.places[next] ?? 0;
      if (start > before) return;
      STARTS[count] = start;
      ENDS[count] = start + 1;
    }
  };
  for (let i = 0; i < words.unknown; i++) {
    const start = unknownStart(words, i);
    const end = unknownEnd(words, i);
    if (end - start > LONGEST_PIECE) continue;
    putHanging(start);
    STARTS[count] = start;
    ENDS[count++] = end;
  }
  putHanging(SHORT_TEXT);
  return count;
};

/** One of these cuts a word in two. */
const CUTTING = CHARS.hyphen | CHARS.lineFeed | CHARS.dot;
const NOTHING_HANGS: Hanging = { count: 0, places: new Int32Array(0) };

/** How many of both there are; 0 where they are too few, or not together. */
const placesIn = ({ text, chars }: TextFacts): number => {
  const words = unknownWordsIn(text, 0, text.length, MIN_LETTERS);
  const hanging = (chars & CUTTING) === 0 ? NOTHING_HANGS : findHanging(text);
  if (words.unknown + hanging.count < MIN_BROKEN) return 0;
  const count = readPlaces(words, hanging);
  return areNear(count) && mayShareClause(text, count) ? count : 0;
};

/** How many words of so many letters of ASCII there are. */
const countWords = (text: string, from: number, to: number): number => {
  let count = 0;
  let letters = 0;
  for (let at = from; at < to; at++) {
    letters = isAsciiLetter(text.charCodeAt(at)) ? letters + 1 : 0;
    if (letters === MIN_LETTERS) count++;
  }
  return count;
};

/** Whether a clause is made of pieces of words, as far as can be told from so many places. */
const isBroken = (text: string, from: number, to: number, count: number): boolean => {
  let inside = 0;
  for (let i = 0; i < count; i++) if ((STARTS[i] ?? 0) >= from && (ENDS[i] ?? 0) <= to) inside++;
  return inside >= MIN_BROKEN && inside >= countWords(text, from, to) * BROKEN_SHARE;
};

/** @returns A short text with its broken words put together. */
export const joinBrokenWords = (facts: TextFacts): MappedText | undefined => {
  const { text } = facts;
  if (text.length > SHORT_TEXT) return undefined;
  const places = placesIn(facts);
  if (places === 0) return undefined;
  let builder: MapBuilder | undefined;
  let from = 0;
  for (const { 0: clause, index } of text.matchAll(CLAUSE)) {
    const end = index + clause.length;
    const read = isBroken(text, index, end, places) ? recut(clause) : undefined;
    if (read === undefined) continue;
    builder ??= createMapBuilder(text);
    builder.copy(from, index);
    writeClause(builder, index, read);
    from = end;
  }
  builder?.copy(from, text.length);
  return builder?.build();
};
