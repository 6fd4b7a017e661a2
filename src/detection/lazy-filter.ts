import { createRows, MAY_MATCH, type Rows, UNKNOWN } from './lazy-rows.ts';
import { loosen } from './loose-pattern.ts';

/**
 * False: a pattern does not match `text` at `at`. True: it may.
 *
 * @param reading A number of its own for each text, with which places are asked about in ascending order.
 */
export type Filter = (text: string, at: number, reading: number) => boolean;

/** From this many characters on a walk leaves a trace. */
const SHORT_WALK = 16;

/** The rows of the last long walk, so that another one that comes to the same row at the same place ends there. */
type Trace = { reading: number; from: number; rows: number[] };

const stepInto = (rows: Rows, row: number, code: number): number => {
  const column = code < 128 ? (rows.ascii[code] ?? 0) : rows.columnOf(code);
  const next = rows.table[row + column] ?? 0;
  return next === UNKNOWN ? rows.extend(row, column) : next;
};

const walkOn = (rows: Rows, trace: Trace, text: string, from: number, end: number, first: number): number => {
  const met = trace.rows;
  let row = first;
  let own: number[] | undefined;
  for (let i = from; row > 0 && i < end; i++) {
    row = stepInto(rows, row, text.charCodeAt(i));
    const place = i - trace.from;
    if (own === undefined && place < met.length) {
      if (met[place] !== row) continue;
      // From here on both walks are one: on to where the other ended, and beyond where it was at its limit.
      i = trace.from + met.length - 1;
      row = met.at(-1) ?? row;
      own = met;
      continue;
    }
    if (own === undefined) {
      own = [];
      trace.from = i;
      trace.rows = own;
    }
    own.push(row);
  }
  return row;
};

/**
 * A quick look at what stands behind a literal: most places where a rule could begin are ruled out within a character
 * or two, and hardly any is left for the regular expression. Linear in the text however many places there are.
 *
 * @param source As for `loosen`.
 * @param exact False: the pattern is meant for the text in lower case.
 */
export const createFilter = (source: string, exact: boolean): Filter => {
  const pattern = loosen(source);
  const { longest } = pattern;
  const trace: Trace = { reading: -1, from: 0, rows: [] };
  let lazy: Rows | undefined;
  return (text, at, reading) => {
    lazy ??= createRows(pattern, exact);
    const end = Math.min(text.length, at + longest);
    const near = Math.min(end, at + SHORT_WALK);
    let row = lazy.first;
    let i = at;
    for (; row > 0 && i < near; i++) row = stepInto(lazy, row, text.charCodeAt(i));
    if (row > 0 && i < end) {
      if (trace.reading !== reading) {
        trace.reading = reading;
        trace.rows = [];
        trace.from = 0;
      }
      row = walkOn(lazy, trace, text, i, end, row);
    }
    return row === MAY_MATCH || row === UNKNOWN;
  };
};
