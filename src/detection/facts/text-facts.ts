import type { Span } from '../../chat/segment.ts';
import { findStrange } from '../decoding/letters/strange-letters.ts';
import { addRun, NO_RUNS, type Run } from '../decoding/runs/alphabet-runs.ts';
import { hasCrowdedDigits } from '../decoding/runs/crowded-digits.ts';
import { createKernel, layOut } from '../kernel/kernel.ts';
import { ASCII_COLUMNS, AT_WORD, createAutomaton, isBreakLetter } from '../matching/automaton.ts';
import { LITERALS } from '../matching/rule-literals.ts';
import { codeAt, createCodeUnits } from '../text/code-units.ts';
import { MOST_KEPT_CHARS } from '../text/normalize.ts';
import type { TextFacts } from './facts.ts';
import { type LiteralHits, listHits, sortHits, walkEscaped } from './literals.ts';
import { MANY_DIGITS, SHORT_TEXT, SIGNAL_BITS, SIGNS, signsOfUnits } from './signs.ts';
import { CHARACTER_KINDS, MIN_RUN, STATES, traitsFrom } from './traits.ts';

/** Where in an entry of the kernel's table the signs of a code unit stand, behind its column, and its kind. */
const SIGNS_SHIFT = 12;
const KIND_SHIFT = 29;
/** All signs that a code unit can bring. */
const UNIT_SIGNS = (1 << 15) - 1;

/** What each literal tells of a text. */
const LITERAL_SIGNS = Int32Array.from(LITERALS, ({ signal }) =>
  signal === undefined ? 0 : SIGNAL_BITS[signal],
);

/** Code units that the kernel reads in one go; longer texts are read in pieces. */
const PIECE_UNITS = 16_384;
/** Numbers that the kernel carries from piece to piece; the last one of `gather` says how much one piece gave, and behind it there is room for a second way. */
const ROW_AT = 0;
const MARKS_AT = 2;
const SIGNS_AT = 3;
const TWICE_AT = 4;
const ROWS_AT = 5;
const WAY_NUMBERS = 6;
/** Where a run of the base64 alphabet began that the next piece may go on with. */
const RUN_AT = 2 * WAY_NUMBERS;
/** Whether the piece before ended with a digit. */
const DIGIT_AT = RUN_AT + 1;
const STATE_NUMBERS = DIGIT_AT + 1;

/** Characters of the longest literal: so far behind the beginning of a second way its rows are those of the first. */
const LONGEST = Math.max(...LITERALS.map(({ text }) => text.length));

/** The kernel with its tables; the automaton's own are in its memory, too, and nowhere else. */
const createReader = () => {
  const automaton = createAutomaton(LITERALS.map(({ text }) => text));
  const { next, others, rests, columns, endRows } = automaton;
  const firstRow = endRows * ASCII_COLUMNS * Int16Array.BYTES_PER_ELEMENT;
  const firstRest = endRows * Int32Array.BYTES_PER_ELEMENT;
  const { at, end } = layOut({
    entries: 4 * columns.length,
    next: next.byteLength,
    others: others.byteLength,
    rests: rests.byteLength,
    states: STATES.byteLength,
    state: 4 * STATE_NUMBERS,
    units: 2 * PIECE_UNITS,
    entered: 8 * PIECE_UNITS,
    rare: 4 * PIECE_UNITS,
    runs: 8 * (PIECE_UNITS / MIN_RUN),
  });
  const { functions, memory } = createKernel(end);
  const { buffer } = memory;
  const numbers = (from: number, length: number): Int32Array => new Int32Array(buffer, from, length);
  const placed = <Table extends Int16Array | Int32Array>(table: Table, view: Table): Table => {
    view.set(table);
    return view;
  };
  // Column, kind and signs of each UTF-16 code unit in one look-up.
  const signs = signsOfUnits();
  const entryOf = (kind: number, code: number): number =>
    ((signs[code] ?? 0) << SIGNS_SHIFT) | (kind << KIND_SHIFT) | (columns[code] ?? 0);
  numbers(at.entries, columns.length).set(Int32Array.from(CHARACTER_KINDS, entryOf));
  placed(STATES, numbers(at.states, STATES.length));
  return {
    automaton: {
      ...automaton,
      next: placed(next, new Int16Array(buffer, at.next, next.length)),
      others: placed(others, new Int16Array(buffer, at.others, others.length)),
      rests: placed(rests, numbers(at.rests, rests.length)),
    },
    bytes: Buffer.from(buffer, at.units, 2 * PIECE_UNITS),
    units: new Uint16Array(buffer, at.units, PIECE_UNITS),
    state: numbers(at.state, STATE_NUMBERS),
    entered: numbers(at.entered, 2 * PIECE_UNITS),
    rare: numbers(at.rare, PIECE_UNITS),
    runs: numbers(at.runs, 2 * (PIECE_UNITS / MIN_RUN)),
    /** @param base Where the piece that `bytes` holds stands in its text. */
    gather: (length: number, base: number): void => {
      functions.gather(
        at.units,
        length,
        base,
        at.entries,
        at.next + firstRow,
        at.others,
        at.rests + firstRest,
        LONGEST,
        at.states,
        at.state,
        at.entered,
      );
    },
    /** @returns How many places are worth a closer look. */
    findRare: (length: number, base: number): number =>
      functions.findRare(at.units, length, base, at.state + 4 * DIGIT_AT, at.rare),
    /** @returns How many runs of the base64 alphabet have ended. */
    findRuns: (length: number, base: number): number =>
      functions.findRuns(at.units, length, base, at.state + 4 * RUN_AT, at.runs),
  };
};

const READER = createReader();
const { automaton: AUTOMATON } = READER;

const CODE_UNITS = createCodeUnits();

/** Literals behind escaped line breaks, where a word begins, too: few texts have them. */
const withEscaped = (text: string, hits: LiteralHits): LiteralHits => {
  const all = [...hits];
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at + 1))
    if (isBreakLetter(codeAt(text, at + 1))) walkEscaped(AUTOMATON, text, at + 2, all);
  return all.length > hits.length ? sortHits(AUTOMATON, all) : hits;
};

/** Puts a piece into the kernel's memory, behind the text's end a sign that no literal holds. @returns Its length. */
const writePiece = (text: string, from: number): number => {
  const to = Math.min(text.length, from + PIECE_UNITS);
  READER.bytes.write(to - from === text.length ? text : text.slice(from, to), 'utf16le');
  if (to - from === PIECE_UNITS) return PIECE_UNITS;
  READER.units[to - from] = 0;
  return to - from + 1;
};

/** Takes over the runs of a piece behind those of the pieces before. */
const readRuns = (text: string, count: number, before: Run[] | undefined): Run[] | undefined => {
  if (count === 0) return before;
  const runs = before ?? [];
  const { runs: found } = READER;
  for (let i = 0; i < 2 * count; i += 2) addRun(runs, text, found[i] ?? 0, found[i + 1] ?? 0);
  return runs;
};

/** What the characters of the text that was gathered last say of it, and how they follow each other. */
const signsOf = (text: string, marks: readonly number[], strange: readonly Span[]): number => {
  const { state } = READER;
  let signs = ((state[SIGNS_AT] ?? 0) >>> SIGNS_SHIFT) & UNIT_SIGNS;
  signs |= traitsFrom(state[MARKS_AT] ?? 0, state[TWICE_AT] ?? 0);
  if (strange.length > 0) signs |= SIGNS.strange;
  if (text.length <= SHORT_TEXT) signs |= SIGNS.short;
  if (marks.length >= MANY_DIGITS) signs |= SIGNS.numbers;
  if (strange.length > 0 || hasCrowdedDigits(text, marks)) signs |= SIGNS.coded;
  return signs;
};

/** As in `normalize`. */
let last: TextFacts | undefined;

/** @param text A window in the form that `normalize` gives. */
export const readFacts = (text: string): TextFacts => {
  if (last?.text === text) return last;
  const facts = gatherFacts(text);
  if (text.length <= MOST_KEPT_CHARS) last = facts;
  return facts;
};

/** Of a text that stood in a longer one: what is looked for in short texts only is not looked for in it. */
export const asPartOfLong = (facts: TextFacts): TextFacts => ({
  ...facts,
  signs: facts.signs & ~SIGNS.short,
});

const gatherFacts = (text: string): TextFacts => {
  const { state, entered, rare } = READER;
  const { length } = text;
  let runs: Run[] | undefined;
  const found: number[] = [];
  const marks: number[] = [];
  state.fill(0);
  state[ROW_AT] = AT_WORD;
  for (let from = 0; from <= length; from += PIECE_UNITS) {
    const units = writePiece(text, from);
    READER.gather(units, from);
    listHits(AUTOMATON, entered, 2 * (state[ROWS_AT] ?? 0), found);
    const places = READER.findRare(units, from);
    for (let i = 0; i < places; i++) marks.push(rare[i] ?? 0);
    runs = readRuns(text, READER.findRuns(units, from), runs);
  }
  const strange = findStrange(length < PIECE_UNITS ? READER.units : CODE_UNITS.read(text), length);
  let signs = signsOf(text, marks, strange);
  if (runs !== undefined) signs |= SIGNS.longRun;
  const hits = signs & SIGNS.backslash ? withEscaped(text, found) : found;
  for (let i = 0; i < hits.length; i += 2) signs |= LITERAL_SIGNS[hits[i] ?? 0] ?? 0;
  let lower: string | undefined;
  return {
    text,
    hits,
    marks,
    signs,
    strange,
    runs: runs ?? NO_RUNS,
    lower: () => {
      lower ??= text.toLowerCase();
      return lower;
    },
  };
};
