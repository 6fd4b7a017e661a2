import { createRows, MAY_MATCH, type Rows, UNKNOWN } from './lazy-rows.ts';
import { loosen } from './loose-pattern.ts';

/**
 * False: a pattern does not match `text` at `at`. True: it may.
 *
 * @param reading A number of its own for each text, with which places are asked about in ascending order.
 */
export type Filter = (text: string, at: number, reading: number) => boolean;

/** Walks of the text that is read now. */
type Walks = {
  reading: number;
  /** How far any walk went; one that begins behind it has nothing to meet. */
  reached: number;
  /** The rows of the last walk that overlapped with another, from `tracedFrom` on. */
  tracedFrom: number;
  trace: number[];
};

const walk = (rows: Rows, text: string, from: number, end: number, walks: Walks): number => {
  const { ascii, columnOf, extend } = rows;
  let { first: row, table } = rows;
  let i = from;
  for (; row > 0 && i < end; i++) {
    const code = text.charCodeAt(i);
    const column = code < 128 ? (ascii[code] ?? 0) : columnOf(code);
    const next = table[row + column] ?? 0;
    if (next === UNKNOWN) {
      row = extend(row, column);
      ({ table } = rows);
    } else {
      row = next;
    }
  }
  walks.reached = Math.max(walks.reached, i);
  return row;
};

const stepInto = (rows: Rows, row: number, code: number): number => {
  const column = code < 128 ? (rows.ascii[code] ?? 0) : rows.columnOf(code);
  const next = rows.table[row + column] ?? 0;
  return next === UNKNOWN ? rows.extend(row, column) : next;
};

/**
 * Two walks that come to the same row at the same place go on as one. Where the places of a text that is nothing but
 * beginnings of a rule are walked, each walk meets the one before it after a few steps.
 */
const walkTraced = (rows: Rows, text: string, from: number, end: number, walks: Walks): number => {
  let { first: row } = rows;
  let own: number[] | undefined;
  let i = from;
  for (; row > 0 && i < end; i++) {
    row = stepInto(rows, row, text.charCodeAt(i));
    const place = i - walks.tracedFrom;
    if (own !== undefined || place >= walks.trace.length) {
      own ??= startTrace(walks, i);
      own.push(row);
    } else if (walks.trace[place] === row) {
      own = walks.trace;
      i = walks.tracedFrom + own.length - 1;
      row = own.at(-1) ?? row;
    }
  }
  walks.reached = Math.max(walks.reached, i);
  return row;
};

const startTrace = (walks: Walks, at: number): number[] => {
  walks.trace = [];
  walks.tracedFrom = at;
  return walks.trace;
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
  const walks: Walks = { reading: -1, reached: 0, tracedFrom: 0, trace: [] };
  let rows: Rows | undefined;
  return (text, at, reading) => {
    rows ??= createRows(pattern, exact);
    if (walks.reading !== reading) {
      walks.reading = reading;
      walks.reached = 0;
      startTrace(walks, 0);
    }
    const end = Math.min(text.length, at + longest);
    const row = (at < walks.reached ? walkTraced : walk)(rows, text, at, end, walks);
    return row === MAY_MATCH || row === UNKNOWN;
  };
};
