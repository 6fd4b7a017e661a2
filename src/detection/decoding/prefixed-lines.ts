import type { TextFacts } from '../facts/facts.ts';
import { SIGNS } from '../facts/signs.ts';
import { LITERALS } from '../matching/rule-literals.ts';
import { codeAt } from '../text/code-units.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { isSentence } from './words/sentence-words.ts';

/** A sentence in pieces, of which each stands in a line behind the same as in the others: times of a log or of subtitles, numbers, names of members, cells. */

const MIN_PIECES = 3;
const MOST_PIECES = 64;
const LONGEST_LINE = 240;
const LONGEST_PIECE = 64;
/** In a piece; in longer ones sentences stand that say what they say by themselves. */
const MOST_BLANKS = 6;
/** What closes a line behind its piece, at most. */
const LONGEST_TAIL = 12;
/** On average: tables of words and names are read by others. */
const LEAST_WORDS = 1.5;
/** Of the pieces behind the first those that begin with a small letter, as in the middle of a sentence. */
const LEAST_SMALL = 0.6;
/** Of all pieces. */
const LEAST_DIFFERENT = 0.7;
/** What is repeated without any digit, quote or bracket is a mark of a list or a word if it is shorter. */
const SHORT_PREFIX = 4;

const SMALL = 0x20;
const BLANK = 0x20;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** What stands in a piece, and what may stand behind one in its line. */
const IN_PIECE = 1;
const IN_TAIL = 2;
const LETTER = 4;
const KINDS = new Uint8Array(0x10000);
for (const sign of " '’,.:;/-!?0123456789") KINDS[sign.charCodeAt(0)] = IN_PIECE;
for (const sign of ' "\'`,;.!?)|}]>\r0123456789')
  KINDS[sign.charCodeAt(0)] = (KINDS[sign.charCodeAt(0)] ?? 0) | IN_TAIL;
KINDS.fill(LETTER | IN_PIECE, 0xc0);
for (let code = 97; code <= 122; code++) {
  KINDS[code] = LETTER | IN_PIECE;
  KINDS[code - SMALL] = LETTER | IN_PIECE;
}
const has = (code: number, kind: number): boolean => ((KINDS[code] ?? 0) & kind) !== 0;

type Part = Readonly<{ start: number; end: number }>;
type Line = Readonly<Part & { piece: Part }>;

const BACKSLASH = 0x5c;
const N = 0x6e;

/** Where the words end of the line `[start, end)`, behind which nothing but quotes, brackets and numbers stand; -1 where there are none. */
const endOfWords = (text: string, start: number, end: number): number => {
  const least = Math.max(start, end - LONGEST_TAIL);
  let at = end;
  while (at > least && has(codeAt(text, at - 1), IN_TAIL)) at--;
  // A line feed as it is written in strings.
  if (codeAt(text, at - 1) === N && codeAt(text, at - 2) === BACKSLASH) at -= 2;
  while (at > least && has(codeAt(text, at - 1), IN_TAIL)) at--;
  return at > start && has(codeAt(text, at - 1), LETTER) ? at : -1;
};

/** The words at the end of a line. */
const pieceOf = (text: string, start: number, end: number): Part | undefined => {
  const to = endOfWords(text, start, end);
  if (to === -1) return undefined;
  const least = Math.max(start, to - LONGEST_PIECE);
  let from = to;
  for (let blanks = 0; from > least && has(codeAt(text, from - 1), IN_PIECE); from--)
    if (codeAt(text, from - 1) === BLANK && ++blanks > MOST_BLANKS) break;
  while (!has(codeAt(text, from), LETTER)) from++;
  return { start: from, end: to };
};

const behindDigits = (text: string, from: number, end: number): number => {
  let at = from;
  while (at < end && isDigit(codeAt(text, at))) at++;
  return at;
};

/** How far two lines are alike but for their numbers; the place in the second one. */
const alikeUntil = (text: string, a: Part, b: Part): number => {
  let [i, j] = [a.start, b.start];
  while (i < a.end && j < b.end) {
    const code = codeAt(text, j);
    if (isDigit(code) && isDigit(codeAt(text, i))) {
      i = behindDigits(text, i, a.end);
      j = behindDigits(text, j, b.end);
    } else if (code === codeAt(text, i)) {
      i++;
      j++;
    } else break;
  }
  return j;
};

const TELLING = /[\d"'`([{<|]/;

const isPrefix = (prefix: string): boolean => prefix.length >= SHORT_PREFIX || TELLING.test(prefix);

/** The line with the words that stand in it behind what stands in `last`, too; words may be part of that. */
const behindPrefix = (text: string, last: Part, { start, end, piece }: Line): Line | undefined => {
  let from = alikeUntil(text, last, { start, end });
  if (from < piece.start) return undefined;
  while (from > start && has(codeAt(text, from - 1), LETTER)) from--;
  if (!isPrefix(text.slice(start, from).trim())) return undefined;
  while (from < piece.end && !has(codeAt(text, from), LETTER)) from++;
  return from < piece.end ? { start, end, piece: { start: from, end: piece.end } } : undefined;
};

const isSaid = (said: readonly string[], isBehindNumbers: boolean): boolean => {
  if (said.length < MIN_PIECES) return false;
  const words = said.reduce((sum, piece) => sum + piece.split(' ').length, 0);
  if (!isBehindNumbers && words < said.length * LEAST_WORDS) return false;
  const small = said.slice(1).filter((piece) => piece.charAt(0) === piece.charAt(0).toLowerCase()).length;
  if (small < (said.length - 1) * LEAST_SMALL) return false;
  return new Set(said).size >= said.length * LEAST_DIFFERENT && isSentence(said.join(' '));
};

const writePieces = (builder: MapBuilder, pieces: readonly Part[]): void => {
  let before = pieces[0]?.start ?? 0;
  for (const { start, end } of pieces) {
    if (start > before) builder.put(' ', before, start);
    builder.copy(start, end);
    before = end;
  }
  builder.put('\n', before, before);
};

/** A line of numbers, as subtitles have them in front of each text. */
const LONGEST_NUMBERS = 40;
const NO_LETTER = /^[^\p{L}]*\d[^\p{L}]*$/u;

const isOfNumbers = (text: string, start: number, end: number): boolean =>
  end - start <= LONGEST_NUMBERS &&
  !has(codeAt(text, end - 1), LETTER) &&
  NO_LETTER.test(text.slice(start, end));

/** What was found so far. */
type Search = {
  builder: MapBuilder | undefined;
  pieces: Part[];
  last: Line | undefined;
  isBehindNumbers: boolean;
};

const close = (text: string, search: Search): void => {
  const { pieces } = search;
  search.pieces = [];
  if (pieces.length < MIN_PIECES) return;
  const said = pieces.map(({ start, end }) => text.slice(start, end));
  if (!isSaid(said, search.isBehindNumbers)) return;
  search.builder ??= createMapBuilder(text);
  writePieces(search.builder, pieces);
};

const addLine = (text: string, search: Search, line: Line): void => {
  const { last } = search;
  search.last = line;
  const found = last === undefined ? undefined : behindPrefix(text, last, line);
  if (found !== undefined && last !== undefined) {
    const first = search.pieces.length === 0 ? behindPrefix(text, line, last) : undefined;
    if (first !== undefined) search.pieces.push(first.piece);
    search.pieces.push(found.piece);
  } else if (search.isBehindNumbers && line.piece.start === line.start) search.pieces.push(line.piece);
  else close(text, search);
  if (search.pieces.length === MOST_PIECES) close(text, search);
};

const behindBlanks = (text: string, from: number, end: number): number => {
  let at = from;
  while (at < end && codeAt(text, at) <= BLANK) at++;
  return at;
};

/** Any line but an empty one, which parts nothing. */
const readLine = (text: string, search: Search, start: number, end: number): void => {
  const piece = end - start > LONGEST_LINE ? undefined : pieceOf(text, start, end);
  if (piece !== undefined) {
    addLine(text, search, { start, end, piece });
    return;
  }
  const isNumbers = isOfNumbers(text, start, end);
  if (!isNumbers) {
    close(text, search);
    search.last = undefined;
  }
  search.isBehindNumbers = isNumbers;
};

const readPart = (text: string, search: Search, { start: from, end: to }: Part): void => {
  search.last = undefined;
  search.isBehindNumbers = false;
  const last = Math.min(to, text.length);
  for (let next = from; next < last; ) {
    const feed = text.indexOf('\n', next);
    const end = feed === -1 ? text.length : feed;
    const start = behindBlanks(text, next, end);
    if (start < end) readLine(text, search, start, end);
    next = end + 1;
  }
  close(text, search);
};

/** Programs have few of them. */
const TELLING_WORDS = new Set([
  'ignore',
  'disregard',
  'bypass',
  'previous',
  'reveal',
  'unrestricted',
  'jailbreak',
]);
const IS_TELLING = Uint8Array.from(LITERALS, ({ text }) => (TELLING_WORDS.has(text) ? 1 : 0));
/** Around such a word in a long text. */
const REACH = 600;

/** All of a short text, and of a long one what stands around words that attacks are made of: lines of records and programs begin alike. */
const partsOf = ({ text, hits, signs }: TextFacts): readonly Part[] => {
  if ((signs & SIGNS.short) !== 0) return [{ start: 0, end: text.length }];
  const parts: { start: number; end: number }[] = [];
  for (let i = 0; i < hits.length; i += 2) {
    if (IS_TELLING[hits[i] ?? 0] !== 1) continue;
    const at = hits[i + 1] ?? 0;
    const last = parts.at(-1);
    if (last !== undefined && at - REACH <= last.end) {
      last.end = at + REACH;
      continue;
    }
    const start = text.lastIndexOf('\n', Math.max(0, at - REACH)) + 1;
    if (last !== undefined && start <= last.end) last.end = at + REACH;
    else parts.push({ start, end: at + REACH });
  }
  return parts;
};

/** @returns What is said in this way, and nothing else. */
export const readPrefixed = (facts: TextFacts): MappedText | undefined => {
  const search: Search = { builder: undefined, pieces: [], last: undefined, isBehindNumbers: false };
  for (const part of partsOf(facts)) readPart(facts.text, search, part);
  return search.builder?.build();
};
