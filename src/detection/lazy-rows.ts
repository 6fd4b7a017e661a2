import type { CharRanges } from './char-ranges.ts';
import { END, type LoosePattern } from './loose-pattern.ts';

/** What a row of the table leads to, besides another row. */
export const UNKNOWN = 0;
export const NO_MATCH = -1;
export const MAY_MATCH = -2;

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

/** Deterministic rows over sets of steps of a pattern, each made when a text first leads there. */
export type Rows = {
  readonly first: number;
  /** Columns of the ASCII characters; of others `columnOf` tells. */
  readonly ascii: Uint16Array;
  readonly columnOf: (code: number) => number;
  /** The next row, or one of the three outcomes, at `row + column`. Replaced when it grows. */
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

/** Sets that are equal are one, since patterns repeat the same few over and over. */
const numberSets = ({ steps }: LoosePattern) => {
  const numbers = new Map<string, number>();
  const sets: CharRanges[] = [];
  const setOf = steps.map((step) => {
    if ('forks' in step) return -1;
    const key = step.ranges.join(';');
    const number = numbers.get(key) ?? sets.push(step.ranges) - 1;
    numbers.set(key, number);
    return number;
  });
  return { sets, setOf };
};

/** Follows forks to all steps that take a character, or end the match. */
const createCollector = ({ steps }: LoosePattern) => {
  const visited = new Uint32Array(steps.length);
  let visit = 0;
  const collect = (number: number, into: number[]): void => {
    if (visited[number] === visit) return;
    visited[number] = visit;
    const step = steps[number];
    if (step === undefined || number === END || 'to' in step) into.push(number);
    else for (const fork of step.forks) collect(fork, into);
  };
  return (from: readonly number[]): number[] => {
    visit++;
    const into: number[] = [];
    for (const number of from) collect(number, into);
    return into;
  };
};

/** @param exact False: the pattern is meant for text in lower case, and finds that of capitals too. */
export const createRows = (pattern: LoosePattern, exact: boolean): Rows => {
  const { sets, setOf } = numberSets(pattern);
  const { members, columnOf, ascii } = createColumns(sets, exact);
  const width = members.length;
  const collect = createCollector(pattern);
  const known = new Map<string, number>();
  const stepsOf: (readonly number[])[] = [[]];

  const rowOf = (steps: number[]): number => {
    if (steps.includes(END)) return MAY_MATCH;
    if (steps.length === 0) return NO_MATCH;
    const key = steps.sort((a, b) => a - b).join();
    const row = known.get(key) ?? (stepsOf.length < MAX_ROWS ? stepsOf.push(steps) * width - width : UNKNOWN);
    if (row !== UNKNOWN) known.set(key, row);
    return row;
  };

  const rows: Rows = {
    first: rowOf(collect([pattern.first])),
    ascii,
    columnOf,
    table: new Int32Array(width * 16),
    extend: (row, column) => {
      const to: number[] = [];
      for (const number of stepsOf[row / width] ?? []) {
        const step = pattern.steps[number];
        if (step === undefined || !('to' in step)) continue;
        if (members[column]?.[setOf[number] ?? 0] === true) to.push(step.to);
      }
      const next = rowOf(collect(to));
      if (next + width > rows.table.length) {
        const larger = new Int32Array(rows.table.length * 2);
        larger.set(rows.table);
        rows.table = larger;
      }
      rows.table[row + column] = next;
      return next;
    },
  };
  return rows;
};
