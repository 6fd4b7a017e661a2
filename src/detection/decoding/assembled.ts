import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { type Quoted, stringsIn } from './runs/quoted.ts';
import { isSentence } from './words/sentence-words.ts';

/**
 * A text in pieces with names, to be put together in the order in which the names are used, `b='previous'; a='ignore'; say a+b`, or by
 * their numbers, `{"part2": "previous", "part1": "ignore"}`.
 */

const MAX_CHARS = 16_384;
const MIN_PIECES = 3;
/** More of them are a catalogue. */
const MOST_PIECES = 400;
const MIN_CHARS = 12;
/** Of the letters and blanks in what comes out. */
const LEAST_PLAIN = 0.8;
const LONGEST_PIECE = 80;
const LONGEST_NAME = 12;

type Piece = Readonly<{ name: string; start: number; end: number }>;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isWord = (code: number): boolean =>
  isDigit(code) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;

const BLANK = 32;
const ASSIGNS = new Set([':', '=']);
const QUOTES = new Set(['"', "'", '`']);

const behindBlanks = (text: string, at: number): number => {
  let to = at;
  while (to > 0 && at - to < 4 && text.charCodeAt(to - 1) === BLANK) to--;
  return to;
};

/** Of a string that is assigned to a name of one or two letters, or with a number at its end; undefined for all others. */
const nameBefore = (text: string, quote: number): string | undefined => {
  let to = behindBlanks(text, quote);
  if (!ASSIGNS.has(text.charAt(to - 1))) return undefined;
  to--;
  if (ASSIGNS.has(text.charAt(to - 1))) to--;
  to = behindBlanks(text, to);
  if (QUOTES.has(text.charAt(to - 1))) to--;
  const endsWithDigit = isDigit(text.charCodeAt(to - 1));
  if (!endsWithDigit && isWord(text.charCodeAt(to - 2)) && isWord(text.charCodeAt(to - 3))) return undefined;
  let from = to;
  while (from > 0 && to - from <= LONGEST_NAME && isWord(text.charCodeAt(from - 1))) from--;
  const length = to - from;
  const isNamed = length > 0 && (length <= 2 || (length <= LONGEST_NAME && endsWithDigit));
  return isNamed ? text.slice(from, to) : undefined;
};

const quotedPieces = (text: string, strings: readonly Quoted[]): readonly Piece[] => {
  const pieces: Piece[] = [];
  for (const { start, end } of strings) {
    if (end - start > LONGEST_PIECE) continue;
    const name = nameBefore(text, start - 1);
    if (name !== undefined) pieces.push({ name, start, end });
  }
  return pieces;
};

const LINE_PIECE = /^[ \t]*([A-Za-z]\w{0,11})[ \t]?[:=][ \t]?(\S[^\n{}]{0,79})$/gm;

/** Those of a template's values that stand without quotes, one in each line. */
const linePieces = (text: string): readonly Piece[] => {
  const pieces: Piece[] = [];
  for (const { 0: line, 1: name = '', 2: value = '', index } of text.matchAll(LINE_PIECE)) {
    const end = index + line.length;
    pieces.push({ name, start: end - value.length, end });
  }
  return pieces;
};

const NAME = /[A-Za-z_]\w{0,11}/g;
/** Between two names that are used one behind the other. */
const LONGEST_GAP = 12;
const USED_WITHIN = 4096;

type Use = Readonly<{ pieces: readonly Piece[]; hasBlanks: boolean }>;

/** The longest row of names that are used, behind the last piece. */
const useOf = (text: string, pieces: readonly Piece[]): Use | null => {
  const byName = new Map(pieces.map((piece) => [piece.name, piece]));
  const from = (pieces.at(-1)?.end ?? 0) + 1;
  const rest = text.slice(from, from + USED_WITHIN);
  let best: Use = { pieces: [], hasBlanks: false };
  let row: Piece[] = [];
  let hasBlanks = false;
  let end = 0;
  for (const { 0: name, index } of rest.matchAll(NAME)) {
    const piece = byName.get(name);
    if (piece === undefined) continue;
    const gap = rest.slice(end, index);
    if (row.length > 0 && gap.length > LONGEST_GAP) {
      row = [];
      hasBlanks = false;
    }
    hasBlanks ||= row.length > 0 && /^\W*[^\w\s+,.&]\s+[^\w\s+,.&]\W*$/.test(gap);
    end = index + name.length;
    if (row.length === MOST_PIECES) continue;
    row.push(piece);
    if (row.length > best.pieces.length) best = { pieces: [...row], hasBlanks };
  }
  return best.pieces.length >= MIN_PIECES ? best : null;
};

const NUMBERED = /^(.*?)(\d{1,3})$/;

/** By the numbers in their names, which are those from one on. */
const byNumber = (pieces: readonly Piece[]): readonly Piece[] | null => {
  const numbered = pieces.map((piece) => ({ piece, found: NUMBERED.exec(piece.name) }));
  const sorted = numbered
    .map(({ piece, found }) => ({ piece, stem: found?.[1] ?? '', number: Number(found?.[2] ?? Number.NaN) }))
    .sort((a, b) => a.number - b.number);
  const [first] = sorted;
  if (first === undefined || first.number > 1) return null;
  const areOne = sorted.every(
    ({ stem, number }, place) => stem === first.stem && number === first.number + place,
  );
  return areOne ? sorted.map(({ piece }) => piece) : null;
};

/** The first of them: those that are used again and again would make a text many times as long. */
const fitting = (pieces: readonly Piece[]): readonly Piece[] => {
  let length = 0;
  return pieces.filter(({ start, end }) => {
    length += end - start;
    return length <= MAX_CHARS;
  });
};

const isPlain = (whole: string): boolean =>
  whole.length >= MIN_CHARS && (whole.match(/[\p{L} ]/gu)?.length ?? 0) > whole.length * LEAST_PLAIN;

/** Words that have no blanks around them are a sentence with some. */
const glueOf = (parts: readonly string[], hasBlanks: boolean): string => {
  if (hasBlanks) return ' ';
  const haveEdges = parts.some((part) => part !== part.trim());
  return !haveEdges && isSentence(parts.join(' ')) ? ' ' : '';
};

const write = (text: string, { pieces, hasBlanks }: Use): MappedText | undefined => {
  const parts = fitting(pieces).map(({ start, end }) => text.slice(start, end));
  const whole = parts.join(glueOf(parts, hasBlanks));
  if (!isPlain(whole)) return undefined;
  const builder = createMapBuilder(text);
  builder.put(
    whole,
    Math.min(...pieces.map(({ start }) => start)),
    Math.max(...pieces.map(({ end }) => end)),
  );
  return builder.build();
};

const isPieces = ({ length }: readonly Piece[]): boolean => length >= MIN_PIECES && length <= MOST_PIECES;

const assembledOf = (text: string, pieces: readonly Piece[]): MappedText | undefined => {
  const use = useOf(text, pieces);
  if (use !== null) return write(text, use);
  const ordered = byNumber(pieces);
  return ordered === null ? undefined : write(text, { pieces: ordered, hasBlanks: false });
};

/** @returns What such pieces say together, and nothing else. */
export const assemble = (text: string): MappedText | undefined => {
  if (text.length > MAX_CHARS) return undefined;
  const quoted = quotedPieces(text, stringsIn(text));
  if (isPieces(quoted)) return assembledOf(text, quoted);
  if (!text.includes('{{')) return undefined;
  const lines = linePieces(text);
  return isPieces(lines) ? assembledOf(text, lines) : undefined;
};
