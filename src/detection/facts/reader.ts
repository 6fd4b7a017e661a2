import { reserve, TEXT, TEXT_AT, TEXT_FUNCTIONS, TEXT_MEMORY, TEXT_UNITS } from '../kernel/text-kernel.ts';
import { createAutomaton, HALF_COLUMNS } from '../matching/automaton.ts';
import { charsOfUnits, signsOfUnits } from './signs.ts';
import { CHARACTER_KINDS, MIN_RUN, STATES } from './traits.ts';

/** Where in an entry of the kernel's table the signs of a code unit stand, behind its column, and its kind. */
export const SIGNS_SHIFT = 12;
const KIND_SHIFT = 29;
/** Code units that the kernel reads in one go; longer texts are read in pieces. */
export const PIECE_UNITS = TEXT_UNITS;
/** Numbers that the kernel carries from piece to piece; the last one of `gather` says how much one piece gave, and behind it there is room for a second way. */
export const ROW_AT = 0;
export const MARKS_AT = 2;
export const SIGNS_AT = 3;
export const TWICE_AT = 4;
export const ROWS_AT = 5;
export const CHARS_AT = 6;
const WAY_NUMBERS = 7;
/** Where a run of the base64 alphabet began that the next piece may go on with. */
const RUN_AT = 2 * WAY_NUMBERS;
/** Whether the piece before ended with a digit. */
const DIGIT_AT = RUN_AT + 1;
const STATE_NUMBERS = DIGIT_AT + 1;

/**
 * The kernel with its tables; those of the automaton over `literals` are in its memory, too, and nowhere else.
 *
 * @param usual As for the automaton.
 */
export const createReader = (literals: readonly string[], usual: readonly string[] = []) => {
  const automaton = createAutomaton(literals, usual);
  // So far behind the beginning of a second way its rows are those of the first.
  const longest = Math.max(...literals.map(({ length }) => length));
  const { next, others, rests, columns, origin } = automaton;
  const rowZero = origin * HALF_COLUMNS * Int16Array.BYTES_PER_ELEMENT;
  const restZero = origin * Int32Array.BYTES_PER_ELEMENT;
  const at = reserve({
    entries: 8 * columns.length,
    next: next.byteLength,
    others: others.byteLength,
    rests: rests.byteLength,
    states: STATES.byteLength,
    state: 4 * STATE_NUMBERS,
    entered: 8 * PIECE_UNITS,
    rare: 4 * PIECE_UNITS,
    runs: 8 * (PIECE_UNITS / MIN_RUN),
  });
  const functions = TEXT_FUNCTIONS;
  const buffer = TEXT_MEMORY;
  const numbers = (from: number, length: number): Int32Array => new Int32Array(buffer, from, length);
  const placed = <Table extends Int16Array | Int32Array>(table: Table, view: Table): Table => {
    view.set(table);
    return view;
  };
  // Column, kind and signs of each UTF-16 code unit in one look-up, and in the upper half of the number its bit of `CHARS`.
  const signs = signsOfUnits();
  const entryOf = (kind: number, code: number): number =>
    ((signs[code] ?? 0) << SIGNS_SHIFT) | (kind << KIND_SHIFT) | (columns[code] ?? 0);
  const chars = charsOfUnits();
  const entries = numbers(at.entries, 2 * columns.length);
  for (const [code, kind] of CHARACTER_KINDS.entries()) {
    entries[2 * code] = entryOf(kind, code);
    entries[2 * code + 1] = chars[code] ?? 0;
  }
  placed(STATES, numbers(at.states, STATES.length));
  return {
    automaton: {
      ...automaton,
      next: placed(next, new Int16Array(buffer, at.next, next.length)),
      others: placed(others, new Int16Array(buffer, at.others, others.length)),
      rests: placed(rests, numbers(at.rests, rests.length)),
    },
    units: TEXT,
    state: numbers(at.state, STATE_NUMBERS),
    entered: numbers(at.entered, 2 * PIECE_UNITS),
    rare: numbers(at.rare, PIECE_UNITS),
    runs: numbers(at.runs, 2 * (PIECE_UNITS / MIN_RUN)),
    /** @param base Where the piece that is in hand stands in its text. */
    gather: (length: number, base: number): void => {
      functions.gather(
        TEXT_AT,
        length,
        base,
        at.entries,
        at.next + rowZero,
        next.byteLength / 2,
        at.others,
        at.rests + restZero,
        longest,
        at.states,
        at.state,
        at.entered,
      );
    },
    /** @returns How many places are worth a closer look. */
    findRare: (length: number, base: number): number =>
      functions.findRare(TEXT_AT, length, base, at.state + 4 * DIGIT_AT, at.rare),
    /** @returns How many runs of the base64 alphabet have ended. */
    findRuns: (length: number, base: number): number =>
      functions.findRuns(TEXT_AT, length, base, at.state + 4 * RUN_AT, at.runs),
  };
};
