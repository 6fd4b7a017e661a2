import type { Span } from '../../chat/segment.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../mapped-text.ts';
import { runsIn } from './alphabet-runs.ts';
import { segmentLetters } from './segment-letters.ts';

/** Names in programs run words together, too, and begin each with a capital. */
const MIN_HUMP = 10;
const MAX_PIECE = 4096;
const MANY_LETTERS = /[a-z]{12}/iu;
const HUMP = /[a-z](?=[A-Z])/gu;

/** Whether a long run of letters may be a sentence. */
const mayBeSentence = (text: string, { start, end }: Span): boolean => {
  if (PATH.test(text.charAt(start - 1)) || PATH.test(text.charAt(end))) return false;
  const run = text.slice(start, Math.min(end, start + MAX_PIECE));
  return (
    !PATH.test(run) && MANY_LETTERS.test(run) && run.length >= MIN_HUMP * (1 + (run.match(HUMP)?.length ?? 0))
  );
};

const isBlank = (code: number): boolean => code === 32 || code === 10;

/** Between the blanks around a run. */
const pieceAround = (text: string, run: Span, floor: number): Span => {
  let { start, end } = run;
  while (start > floor && !isBlank(text.charCodeAt(start - 1))) start--;
  const last = Math.min(text.length, start + MAX_PIECE);
  while (end < last && !isBlank(text.charCodeAt(end))) end++;
  return { start, end: Math.max(run.end, end) };
};

const LETTERS = /\p{L}{2,1024}/gu;
/** A path, an address or a name beside it. */
const PATH = /[/\\_=$]/u;
const MIN_WORDS = 3;
/** Nats for a letter; a jumble has about 3. */
const MAX_COST = 2.5;

type Cut = Readonly<{ at: number; cuts: readonly number[]; end: number }>;

const readPiece = (piece: string, from: number): readonly Cut[] | undefined => {
  const runs: Cut[] = [];
  let letters = 0;
  let words = 0;
  let cost = 0;
  for (const { 0: run, index } of piece.matchAll(LETTERS)) {
    const { cuts, costPerLetter } = segmentLetters(run);
    runs.push({ at: from + index, cuts, end: from + index + run.length });
    letters += run.length;
    words += cuts.length + 1;
    cost += costPerLetter * run.length;
  }
  const isText = words >= MIN_WORDS && cost <= letters * MAX_COST;
  return isText ? runs : undefined;
};

const writeCut = (builder: MapBuilder, { at, cuts, end }: Cut): void => {
  let from = at;
  for (const cut of cuts) {
    builder.copy(from, at + cut);
    builder.put(' ', at + cut, at + cut);
    from = at + cut;
  }
  builder.copy(from, end);
};

/**
 * Words that were written without blanks, with the blanks back in their places.
 *
 * @returns The pieces that are made of words, and nothing else.
 */
export const splitRunTogether = (text: string): MappedText | undefined => {
  const all = runsIn(text);
  if (all.length === 0) return undefined;
  const builder = createMapBuilder(text);
  let found = false;
  let done = 0;
  for (const run of all) {
    if (run.start < done || !mayBeSentence(text, run)) continue;
    const piece = pieceAround(text, run, done);
    done = piece.end;
    const runs = readPiece(text.slice(piece.start, piece.end), piece.start);
    if (runs === undefined) continue;
    found = true;
    writePiece(text, builder, piece, runs);
  }
  return found ? builder.build() : undefined;
};

/** The next letters belong to what stands before. */
const NO_BLANK = /['’("“«-]/u;

const writePiece = (text: string, builder: MapBuilder, { start, end }: Span, runs: readonly Cut[]): void => {
  let from = start;
  for (const run of runs) {
    // Whatever stands between two runs ended a word.
    builder.copy(from, run.at);
    if (run.at > start && !NO_BLANK.test(text.charAt(run.at - 1))) builder.put(' ', run.at, run.at);
    writeCut(builder, run);
    if (/\d/u.test(text.charAt(run.end))) builder.put(' ', run.end, run.end);
    from = run.end;
  }
  builder.copy(from, end);
  builder.put('\n', end, end);
};
