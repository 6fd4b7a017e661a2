import type { CharRanges } from './char-ranges.ts';
import { END, type LoosePattern, type Step } from './loose-pattern.ts';

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
  readonly first: number;
  /** At `row + endsColumn` stands which patterns end there, a bit for each. */
  readonly endsColumn: number;
  /** Columns of the ASCII characters; of others `columnOf` tells. */
  readonly ascii: Uint16Array;
  readonly columnOf: (code: number) => number;
  /**
   * The next row at `row + column`; `UNKNOWN`; or, below 0, the complement of the patterns that end there where no other
   * goes on. Replaced when it grows.
   */
  table: Int32Array;
  /** Finds what the table does not know yet; `UNKNOWN` when it is full. */
  readonly extend: (row: number, column: number) => number;
};

/** Sorts the code units into columns, such that no set of the pattern tells two units of a column apart. */
const createColumns = (sets: readonly CharRanges[], exact: boolean) => {
  const cuts = new Set([0]);
  for (const ranges of sets) {
    for (const [first, last] of ranges) cuts.add(first).add(last + 1);
  }
  const starts = [...cuts].filter((cut) => cut <= 0xffff).sort((a, b) => a - b);
  const holds = (ranges: CharRanges, code: number): boolean =>
    ranges.some(([first, last]) => code >= first && code <= last);
  const known = new Map<string, number>();
  const members: boolean[][] = [];
  const columnOfStart = starts.map((code) => {
    const member = sets.map((ranges) => holds(ranges, code));
    const key = member.map(Number).join('');
    const column = known.get(key) ?? members.push(member) - 1;
    known.set(key, column);
    return column;
  });
  const columnOf = (unit: number): number => {
    const code = exact ? unit : (LOWER[unit] ?? unit);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= code) low = middle;
      else high = middle - 1;
    }
    return columnOfStart[low] ?? 0;
  };
  return { members, columnOf, ascii: Uint16Array.from({ length: 128 }, (_, code) => columnOf(code)) };
};

/** The steps of all patterns in one list, and for each step to which pattern it belongs, and whether it ends it. */
type Joined = Readonly<{
  steps: readonly Step[];
  firsts: readonly number[];
  owners: readonly number[];
  ends: readonly boolean[];
}>;

const join = (patterns: readonly LoosePattern[]): Joined => {
  const steps: Step[] = [];
  const firsts: number[] = [];
  const owners: number[] = [];
  const ends: boolean[] = [];
  for (const [owner, pattern] of patterns.entries()) {
    const offset = steps.length;
    firsts.push(offset + pattern.first);
    for (const [number, step] of pattern.steps.entries()) {
      const isFork = 'forks' in step;
      steps.push(
        isFork
          ? { forks: step.forks.map((to) => offset + to) }
          : { ranges: step.ranges, to: offset + step.to },
      );
      owners.push(owner);
      ends.push(number === END);
    }
  }
  return { steps, firsts, owners, ends };
};

/** Sets that are one array are one, since patterns repeat the same few over and over. */
const numberSets = ({ steps }: Joined) => {
  const numbers = new Map<CharRanges, number>();
  const sets: CharRanges[] = [];
  const setOf = steps.map((step) => {
    if ('forks' in step) return -1;
    const number = numbers.get(step.ranges) ?? sets.push(step.ranges) - 1;
    numbers.set(step.ranges, number);
    return number;
  });
  return { sets, setOf };
};

/** Follows forks to all steps that take a character, or end the match. */
const createCollector = ({ steps, ends }: Joined) => {
  const visited = new Uint32Array(steps.length);
  let visit = 0;
  const collect = (number: number, into: number[]): void => {
    if (visited[number] === visit) return;
    visited[number] = visit;
    const step = steps[number];
    if (step === undefined || ends[number] === true || 'to' in step) into.push(number);
    else for (const fork of step.forks) collect(fork, into);
  };
  return (from: readonly number[]): number[] => {
    visit++;
    const into: number[] = [];
    for (const number of from) collect(number, into);
    return into;
  };
};

/**
 * @param patterns At most 30.
 * @param exact False: the patterns are meant for text in lower case, and find that of capitals too.
 */
export const createRows = (patterns: readonly LoosePattern[], exact: boolean): Rows => {
  const joined = join(patterns);
  const { steps, owners, ends } = joined;
  const { sets, setOf } = numberSets(joined);
  const { members, columnOf, ascii } = createColumns(sets, exact);
  const endsColumn = members.length;
  const width = endsColumn + 1;
  const collect = createCollector(joined);
  const known = new Map<string, number>();
  const stepsOf: (readonly number[])[] = [[]];
  let table = new Int32Array(width * 16);

  const makeRow = (rest: readonly number[], ended: number): number => {
    const row = stepsOf.push(rest) * width - width;
    if (row + width > table.length) {
      const larger = new Int32Array(table.length * 2);
      larger.set(table);
      table = larger;
    }
    table[row + endsColumn] = ended;
    return row;
  };

  const rowOf = (numbers: readonly number[]): number => {
    let ended = 0;
    for (const number of numbers) if (ends[number] === true) ended |= 1 << (owners[number] ?? 0);
    const rest = numbers.filter((number) => (ended & (1 << (owners[number] ?? 0))) === 0);
    if (rest.length === 0) return ~ended;
    const key = `${ended}:${rest.sort((a, b) => a - b).join()}`;
    const row = known.get(key) ?? (stepsOf.length < MAX_ROWS ? makeRow(rest, ended) : UNKNOWN);
    if (row !== UNKNOWN) known.set(key, row);
    return row;
  };

  const rows: Rows = {
    first: rowOf(collect(joined.firsts)),
    endsColumn,
    ascii,
    columnOf,
    table,
    extend: (row, column) => {
      const to: number[] = [];
      for (const number of stepsOf[row / width] ?? []) {
        const step = steps[number];
        if (step === undefined || !('to' in step)) continue;
        if (members[column]?.[setOf[number] ?? 0] === true) to.push(step.to);
      }
      const next = rowOf(collect(to));
      table[row + column] = next;
      rows.table = table;
      return next;
    },
  };
  return rows;
};
