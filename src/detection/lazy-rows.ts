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
  /** As an entry of the table. */
  readonly first: number;
  /** At `row + endsColumn` stands which patterns end there, a bit for each. */
  readonly endsColumn: number;
  /** At `row + openColumn` stands which patterns may go on from there. */
  readonly openColumn: number;
  /** Columns of the ASCII characters; of others `columnOf` tells. */
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
  /** For each column 1 for the sets that hold it. */
  const members: Uint8Array[] = [];
  const columnOfStart = starts.map((code) => {
    const member = Uint8Array.from(sets, (ranges) => Number(holds(ranges, code)));
    const key = member.join('');
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

/** The steps of all patterns in one list, packed: there are a hundred thousand of them in a process that has read much. */
type Joined = Readonly<{
  firsts: readonly number[];
  /** For each step the pattern to which it belongs. */
  owners: Uint8Array;
  /** 1 for a step that ends its pattern. */
  ends: Uint8Array;
  /** The number of the set of which a step takes a character; `FORK` for one that takes none. */
  setOf: Int32Array;
  /** Where a step goes on; of a fork the place in `forks` at which its number of ways stands, followed by them. */
  to: Int32Array;
  forks: Int32Array;
  sets: readonly CharRanges[];
}>;

const FORK = -1;

const join = (patterns: readonly LoosePattern[]): Joined => {
  const length = patterns.reduce((sum, { steps }) => sum + steps.length, 0);
  const owners = new Uint8Array(length);
  const ends = new Uint8Array(length);
  const setOf = new Int32Array(length);
  const to = new Int32Array(length);
  const firsts: number[] = [];
  const forks: number[] = [];
  const sets: CharRanges[] = [];
  // Sets that are one array are one, since patterns repeat the same few over and over.
  const numbers = new Map<CharRanges, number>();
  let offset = 0;
  const put = (at: number, step: Step): void => {
    if ('forks' in step) {
      setOf[at] = FORK;
      to[at] = forks.length;
      forks.push(step.forks.length);
      for (const way of step.forks) forks.push(offset + way);
      return;
    }
    const number = numbers.get(step.ranges) ?? sets.push(step.ranges) - 1;
    numbers.set(step.ranges, number);
    setOf[at] = number;
    to[at] = offset + step.to;
  };
  for (const [owner, { first, steps }] of patterns.entries()) {
    firsts.push(offset + first);
    ends[offset + END] = 1;
    owners.fill(owner, offset, offset + steps.length);
    for (const [number, step] of steps.entries()) put(offset + number, step);
    offset += steps.length;
  }
  return { firsts, owners, ends, setOf, to, forks: Int32Array.from(forks), sets };
};

/** When each step was visited last, by the number of the visit; one for all lists, of which only one is followed at a time. */
const visits = { last: 0, of: new Float64Array(0) };

/** Follows forks to all steps that take a character, or end the match. */
const createCollector = ({ ends, setOf, to, forks }: Joined) => {
  const collect = (number: number, into: number[]): void => {
    if (visits.of[number] === visits.last) return;
    visits.of[number] = visits.last;
    if (ends[number] === 1 || setOf[number] !== FORK) {
      into.push(number);
      return;
    }
    const at = to[number] ?? 0;
    const ways = forks[at] ?? 0;
    for (let way = 1; way <= ways; way++) collect(forks[at + way] ?? 0, into);
  };
  return (from: readonly number[]): number[] => {
    if (visits.of.length < ends.length) visits.of = new Float64Array(2 * ends.length);
    visits.last++;
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
  const { owners, ends, setOf, to: next } = joined;
  const { members, columnOf, ascii } = createColumns(joined.sets, exact);
  const endsColumn = members.length;
  const openColumn = endsColumn + 1;
  const width = openColumn + 1;
  const collect = createCollector(joined);
  const known = new Map<string, number>();
  const stepsOf: (readonly number[])[] = [[]];
  let table = new Int32Array(width * 16);

  const bitOf = (number: number): number => 1 << (owners[number] ?? 0);

  const makeRow = (rest: readonly number[], ended: number): number => {
    const row = stepsOf.push(rest) * width - width;
    if (row + width > table.length) {
      const larger = new Int32Array(table.length * 2);
      larger.set(table);
      table = larger;
    }
    table[row + endsColumn] = ended;
    for (const number of rest) table[row + openColumn] = (table[row + openColumn] ?? 0) | bitOf(number);
    return row;
  };

  const entryOf = (numbers: readonly number[]): number => {
    let ended = 0;
    for (const number of numbers) if (ends[number] === 1) ended |= bitOf(number);
    const rest = numbers.filter((number) => (ended & bitOf(number)) === 0);
    if (rest.length === 0) return ~ended;
    const key = `${ended}:${rest.sort((a, b) => a - b).join()}`;
    const entry =
      known.get(key) ??
      (stepsOf.length < MAX_ROWS ? 2 * makeRow(rest, ended) + Number(ended !== 0) : UNKNOWN);
    if (entry !== UNKNOWN) known.set(key, entry);
    return entry;
  };

  const rows: Rows = {
    first: entryOf(collect(joined.firsts)),
    endsColumn,
    openColumn,
    ascii,
    columnOf,
    table,
    extend: (row, column) => {
      const to: number[] = [];
      for (const number of stepsOf[row / width] ?? []) {
        const set = setOf[number] ?? FORK;
        if (set !== FORK && members[column]?.[set] === 1) to.push(next[number] ?? 0);
      }
      const entered = entryOf(collect(to));
      table[row + column] = entered;
      rows.table = table;
      return entered;
    },
  };
  return rows;
};
