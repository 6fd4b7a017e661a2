import { createRows, type Rows, UNKNOWN } from './lazy-rows.ts';
import { loosen, outlasts } from './loose-pattern.ts';

/**
 * Which of some patterns may match `text` at `at`, a bit for each; those that are left out do not.
 *
 * @param reading A number of its own for each text, with which places are asked about in ascending order.
 */
export type JointFilter = (text: string, at: number, reading: number) => number;

/** All patterns may match: there were too many ways to go on. Its bits are those of all of them. */
export const UNDECIDED = -1;

/** Walks of the text that is read now. */
type Walks = {
  reading: number;
  /** How far any walk went; one that begins behind it has nothing to meet. */
  reached: number;
  /** The rows of the last walk that overlapped with another, from `tracedFrom` on, and their number. */
  tracedFrom: number;
  trace: Int32Array;
  traced: number;
  /** For each pattern the last place behind which it ends on that trace. */
  readonly lastEnds: Int32Array;
  /** Patterns that end anywhere on that trace. */
  ended: number;
};

/** Which patterns end where an entry of the table leads. */
const endsAt = ({ table, endsColumn }: Rows, entry: number): number => {
  if (entry <= 0) return entry < 0 ? ~entry : 0;
  return (entry & 1) === 0 ? 0 : (table[(entry >> 1) + endsColumn] ?? 0);
};

/** What a walk says that came to `entry` in the end. */
const outcome = (entry: number, ended: number): number => {
  if (entry === UNKNOWN) return UNDECIDED;
  return entry < 0 ? ended | ~entry : ended;
};

const stepInto = (rows: Rows, entry: number, code: number): number => {
  const column = code < 128 ? (rows.ascii[code] ?? 0) : rows.columnOf(code);
  const row = entry >> 1;
  const next = rows.table[row + column] ?? 0;
  return next === UNKNOWN ? rows.extend(row, column) : next;
};

const walk = (rows: Rows, text: string, from: number, end: number, walks: Walks): number => {
  let { first: entry } = rows;
  let ended = endsAt(rows, entry);
  let i = from;
  for (; entry > 0 && i < end; i++) {
    entry = stepInto(rows, entry, text.charCodeAt(i));
    if ((entry & 1) !== 0) ended |= endsAt(rows, entry);
  }
  if (i > walks.reached) walks.reached = i;
  return outcome(entry, ended);
};

/** Goes on from an entry with the trace that ends at `from`, or begins there. */
const goOn = (rows: Rows, text: string, from: number, end: number, walks: Walks, first: number): number => {
  const trace = roomFor(walks, end - from);
  const base = walks.traced - from;
  let entry = first;
  let ended = 0;
  let i = from;
  for (; entry > 0 && i < end; i++) {
    entry = stepInto(rows, entry, text.charCodeAt(i));
    trace[base + i] = entry;
    if ((entry & 1) === 0) continue;
    const here = endsAt(rows, entry);
    ended |= here;
    noteEnds(walks, here, i);
  }
  walks.traced = base + i;
  if (i > walks.reached) walks.reached = i;
  return outcome(entry, ended);
};

/**
 * Two walks that come to the same row at the same place go on as one. Where the places of a text that is nothing but
 * beginnings of a rule are walked, each walk meets the one before it after a few steps.
 */
const walkTraced = (rows: Rows, text: string, from: number, end: number, walks: Walks): number => {
  const { trace, traced, tracedFrom } = walks;
  const tracedTo = tracedFrom + traced;
  const until = Math.min(end, tracedTo);
  let { first: entry } = rows;
  let ended = endsAt(rows, entry);
  let i = from;
  for (; entry > 0 && i < until; i++) {
    entry = stepInto(rows, entry, text.charCodeAt(i));
    if ((entry & 1) !== 0) ended |= endsAt(rows, entry);
    if (i < tracedFrom || trace[i - tracedFrom] !== entry) continue;
    if (walks.ended !== 0) ended |= endsBehind(walks, i);
    return ended | goOn(rows, text, tracedTo, end, walks, trace[traced - 1] ?? entry);
  }
  if (entry > 0 && i < end) {
    startTrace(walks, i);
    return ended | goOn(rows, text, i, end, walks, entry);
  }
  if (i > walks.reached) walks.reached = i;
  return outcome(entry, ended);
};

const startTrace = (walks: Walks, at: number): void => {
  walks.traced = 0;
  walks.tracedFrom = at;
  walks.ended = 0;
};

/** The trace, with room for so many more rows. */
const roomFor = (walks: Walks, more: number): Int32Array => {
  const { trace, traced } = walks;
  if (more <= 0 || traced + more <= trace.length) return trace;
  const larger = new Int32Array(Math.max(256, 2 * (traced + more)));
  larger.set(trace);
  walks.trace = larger;
  return larger;
};

const noteEnds = (walks: Walks, ended: number, at: number): void => {
  walks.ended |= ended;
  for (let left = ended; left !== 0; left &= left - 1) walks.lastEnds[31 - Math.clz32(left & -left)] = at;
};

/** Patterns that end on the trace behind `at`. */
const endsBehind = ({ ended, lastEnds }: Walks, at: number): number => {
  let behind = 0;
  for (let left = ended; left !== 0; left &= left - 1) {
    const bit = left & -left;
    if ((lastEnds[31 - Math.clz32(bit)] ?? 0) > at) behind |= bit;
  }
  return behind;
};

/**
 * A quick look at what stands behind a literal: most places where a rule could begin are ruled out within a character
 * or two, and hardly any is left for the regular expression. Linear in the text however many places there are, and one
 * walk answers for all rules of a literal.
 *
 * @param sources As for `loosen`; at most 30.
 * @param exact False: the patterns are meant for the text in lower case.
 */
export const createJointFilter = (sources: readonly string[], exact: boolean): JointFilter => {
  const walks: Walks = {
    ...{ reading: -1, reached: 0, tracedFrom: 0, trace: new Int32Array(0), traced: 0, ended: 0 },
    lastEnds: new Int32Array(sources.length),
  };
  let rows: Rows | undefined;
  let longest = 0;
  return (text, at, reading) => {
    if (rows === undefined) {
      const patterns = sources.map(loosen);
      longest = Math.max(...patterns.map((pattern) => pattern.longest));
      rows = createRows(patterns, exact);
    }
    if (walks.reading !== reading) {
      walks.reading = reading;
      walks.reached = 0;
      startTrace(walks, 0);
    }
    const end = Math.min(text.length, at + longest);
    return (at < walks.reached ? walkTraced : walk)(rows, text, at, end, walks);
  };
};

/** Characters that a glance reads. */
const GLANCE_CHARS = 24;

const lookInto = (rows: Rows, text: string, from: number): number => {
  const end = Math.min(text.length, from + GLANCE_CHARS);
  let { first: entry } = rows;
  let ended = endsAt(rows, entry);
  let i = from;
  for (; entry > 0 && i < end; i++) {
    entry = stepInto(rows, entry, text.charCodeAt(i));
    if ((entry & 1) !== 0) ended |= endsAt(rows, entry);
  }
  const isOpen = entry > 0 && i === from + GLANCE_CHARS;
  return isOpen ? ended | (rows.table[(entry >> 1) + rows.openColumn] ?? 0) : outcome(entry, ended);
};

/**
 * A joint filter that reads a few characters and no more: patterns that may go on behind them are left in. Walks for several patterns
 * that read far come to many rows, and seldom to the same; so short ones do not.
 *
 * @param sources As for a joint filter, of patterns that do not tell capitals apart.
 */
export const createGlance = (sources: readonly string[]): ((text: string, at: number) => number) => {
  let rows: Rows | undefined;
  return (text, at) => {
    rows ??= createRows(sources.map(loosen), false);
    return lookInto(rows, text, at);
  };
};

/** Words that no rule is about, one more than a glance reads. */
const ANY_WORDS = ' wwwwwww wwwwww wwwwwww ww';

/** Whether a glance says nothing of a pattern, since it begins with words of any kind: almost every place would be left in. */
export const isOpenToAll = (source: string): boolean =>
  outlasts(loosen(source), ANY_WORDS.slice(0, GLANCE_CHARS));

/** False: a pattern does not match `text` at `at`. True: it may. Places are asked about as with a joint filter. */
export type Filter = (text: string, at: number, reading: number) => boolean;

/** The same for one pattern. */
export const createFilter = (source: string, exact: boolean): Filter => {
  const ask = createJointFilter([source], exact);
  return (text, at, reading) => ask(text, at, reading) !== 0;
};
