import type { CharRanges } from '../text/char-ranges.ts';
import { END, type LoosePattern, type Step } from './loose-pattern.ts';
import { createNumberLists, NO_LIST } from './number-lists.ts';

/** What a row of the table leads to, besides another row. */
export const UNKNOWN = 0;

/** A table stops growing at this many rows, so that no text can fill the memory. */
const MAX_ROWS = 2048;

const LOWER = Uint16Array.from({ length: 0x10000 }, (_, code) => code);
for (let code = 0x41; code < 0x10000; code++) {
  if (code === 0x600) code = 0x10a0; // no cases in between, nor in the next two gaps
  if (code === 0x2e00) code = 0xa640;
  if (code === 0xac00) code = 0xff00;
  const lower = String.fromCharCode(code).toLowerCase();
  if (lower.length === 1) LOWER[code] = lower.charCodeAt(0);
}

/**
 * Deterministic rows over sets of steps of some patterns, each made when a text first leads there. A row says which of the
 * patterns may end where it is entered; these have nothing more to say, and are left out of the rows behind it.
 */
export type Rows = {
  /** As an entry of the table. */
  readonly first: number;
  /** At `row + endsColumn` stands which patterns end there, a bit for each. */
  readonly endsColumn: number;
  /** At `row + openColumn` stands which patterns may go on from there. */
  readonly openColumn: number;
  /** Begins with the columns of the ASCII characters; of others `columnOf` tells. */
  readonly ascii: Uint16Array;
  readonly columnOf: (code: number) => number;
  /**
   * The next entry at `row + column`: twice the next row, and one more where a pattern ends there, so that hardly any step has to look
   * for that; `UNKNOWN`; or, below 0, the complement of the patterns that end there where no other goes on. Replaced when it grows.
   */
  table: Int32Array;
  /** Finds the entry that the table does not know yet; `UNKNOWN` when it is full. */
  readonly extend: (row: number, column: number) => number;
};

const ASCII = 128;

const holds = (ranges: CharRanges, code: number): boolean => {
  for (const [first, last] of ranges) if (code >= first && code <= last) return true;
  return false;
};

/** Sorts the code units into columns, such that no set of the pattern tells two units of a column apart. */
const createColumns = (sets: readonly CharRanges[], exact: boolean) => {
  const cuts = new Set([0]);
  for (const ranges of sets) {
    for (const [first, last] of ranges) cuts.add(first).add(last + 1);
  }
  const starts = [...cuts].filter((cut) => cut <= 0xffff).sort((a, b) => a - b);
  const known = new Map<string, number>();
  const examples: number[] = [];
  const columnOfStart = starts.map((code) => {
    const key = sets.map((ranges) => Number(holds(ranges, code))).join('');
    const column = known.get(key) ?? examples.push(code) - 1;
    known.set(key, column);
    return column;
  });
  const startCount = starts.length;
  // One list in place of four: some thousand patterns have their own.
  const packed = Uint16Array.from([...new Uint16Array(ASCII), ...starts, ...columnOfStart, ...examples]);
  const columnOf = (unit: number): number => {
    const code = exact ? unit : (LOWER[unit] ?? unit);
    let low = ASCII;
    let high = ASCII + startCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((packed[middle] ?? 0) <= code) low = middle;
      else high = middle - 1;
    }
    return packed[low + startCount] ?? 0;
  };
  for (let code = 0; code < ASCII; code++) packed[code] = columnOf(code);
  return {
    count: examples.length,
    /** A code unit of a column. */
    exampleOf: (column: number): number => packed[ASCII + 2 * startCount + column] ?? 0,
    columnOf,
    ascii: packed,
  };
};

/** The numbers of nearly all patterns need no more than 16 bits. */
type Numbers = Uint16Array | Int32Array;

/**
 * The steps of all patterns in one list, packed: there are half a million of them in a process that has read much. Of step `n` stands
 * at `2n` the number of the set of which it takes a character, whether it ends its pattern, and its pattern; at `2n + 1` where it goes on.
 * Sets are counted from 1. A fork has none, and goes on where the number of its ways stands, followed by them.
 */
type Joined = Readonly<{ firsts: readonly number[]; steps: Numbers; sets: readonly CharRanges[] }>;

const OWNER = 0b1_1111;
const ENDS = 0b10_0000;
/** The set's number stands above the other two. */
const SET_SHIFT = 6;
const FORK = 0;
const MOST_OF_16_BITS = 0xffff;

const pack = (numbers: readonly number[]): Numbers =>
  numbers.every((number) => number <= MOST_OF_16_BITS) ? Uint16Array.from(numbers) : Int32Array.from(numbers);

const join = (patterns: readonly LoosePattern[]): Joined => {
  const count = patterns.reduce((sum, { steps }) => sum + steps.length, 0);
  const firsts: number[] = [];
  const steps: number[] = [];
  const forks: number[] = [];
  const sets: CharRanges[] = [];
  // Sets that are one array are one, since patterns repeat the same few over and over.
  const numbers = new Map<CharRanges, number>();
  let offset = 0;
  const put = (step: Step, mark: number): void => {
    if ('forks' in step) {
      steps.push((FORK << SET_SHIFT) | mark, 2 * count + forks.length);
      forks.push(step.forks.length);
      for (const way of step.forks) forks.push(offset + way);
      return;
    }
    const number = numbers.get(step.ranges) ?? sets.push(step.ranges);
    numbers.set(step.ranges, number);
    steps.push((number << SET_SHIFT) | mark, offset + step.to);
  };
  for (const [owner, pattern] of patterns.entries()) {
    firsts.push(offset + pattern.first);
    for (const [number, step] of pattern.steps.entries()) put(step, number === END ? owner | ENDS : owner);
    offset += pattern.steps.length;
  }
  return { firsts, steps: pack([...steps, ...forks]), sets };
};

/** When each step was visited last, by the number of the visit; one for all lists, of which only one is followed at a time. */
const visits = { last: 0, of: new Float64Array(0) };

/** Follows forks to all steps that take a character, or end the match. */
const createCollector = (steps: Numbers) => {
  const collect = (number: number, into: number[]): void => {
    if (visits.of[number] === visits.last) return;
    visits.of[number] = visits.last;
    const what = steps[2 * number] ?? 0;
    if ((what & ENDS) !== 0 || what >> SET_SHIFT !== FORK) {
      into.push(number);
      return;
    }
    const at = steps[2 * number + 1] ?? 0;
    const ways = steps[at] ?? 0;
    for (let way = 1; way <= ways; way++) collect(steps[at + way] ?? 0, into);
  };
  return (from: readonly number[]): number[] => {
    if (visits.of.length < steps.length) visits.of = new Float64Array(steps.length);
    visits.last++;
    const into: number[] = [];
    for (const number of from) collect(number, into);
    return into;
  };
};

/** The steps of all rows there are, behind the number of their `Rows` and the patterns that end there; with each its entry. */
const ROW_STEPS = createNumberLists(2);
let rowsMade = 0;

const FEW_ROWS = 4;

/**
 * @param patterns At most 30.
 * @param exact False: the patterns are meant for text in lower case, and find that of capitals too.
 */
export const createRows = (patterns: readonly LoosePattern[], exact: boolean): Rows => {
  const { firsts, steps, sets } = join(patterns);
  const { count: endsColumn, exampleOf, columnOf, ascii } = createColumns(sets, exact);
  const openColumn = endsColumn + 1;
  /** Where the number of a row's steps stands. */
  const stepsColumn = openColumn + 1;
  const width = stepsColumn + 1;
  const collect = createCollector(steps);
  const name = rowsMade++;
  /** The first one would be `UNKNOWN`. */
  let rowCount = 1;
  let table = new Int32Array(width * FEW_ROWS);

  const bitOf = (number: number): number => 1 << ((steps[2 * number] ?? 0) & OWNER);

  const makeRow = (rest: readonly number[], ended: number): number => {
    const row = rowCount * width;
    rowCount++;
    if (row + width > table.length) {
      const larger = new Int32Array(width * (rowCount + (rowCount >> 1)));
      larger.set(table);
      table = larger;
    }
    table[row + endsColumn] = ended;
    for (const number of rest) table[row + openColumn] = (table[row + openColumn] ?? 0) | bitOf(number);
    const entry = 2 * row + Number(ended !== 0);
    table[row + stepsColumn] = ROW_STEPS.add(entry);
    return entry;
  };

  const entryOf = (numbers: readonly number[]): number => {
    let ended = 0;
    for (const number of numbers) if (((steps[2 * number] ?? 0) & ENDS) !== 0) ended |= bitOf(number);
    const rest = numbers.filter((number) => (ended & bitOf(number)) === 0);
    if (rest.length === 0) return ~ended;
    rest.sort((a, b) => a - b);
    const known = ROW_STEPS.find([name, ended], rest);
    if (known !== NO_LIST) return ROW_STEPS.valueOf(known);
    return rowCount < MAX_ROWS ? makeRow(rest, ended) : UNKNOWN;
  };

  const rows: Rows = {
    first: entryOf(collect(firsts)),
    endsColumn,
    openColumn,
    ascii,
    columnOf,
    table,
    extend: (row, column) => {
      const code = exampleOf(column);
      const to: number[] = [];
      for (const number of ROW_STEPS.read(table[row + stepsColumn] ?? 0)) {
        const set = (steps[2 * number] ?? 0) >> SET_SHIFT;
        if (set !== FORK && holds(sets[set - 1] ?? [], code)) to.push(steps[2 * number + 1] ?? 0);
      }
      const entered = entryOf(collect(to));
      table[row + column] = entered;
      rows.table = table;
      return entered;
    },
  };
  return rows;
};
