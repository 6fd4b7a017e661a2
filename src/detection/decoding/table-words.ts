import type { Span } from '../../chat/segment.ts';
import { codeAt } from '../code-units.ts';
import type { MappedText } from '../mapped-text.ts';
import { type Column, isWord, MIN_WORDS, REACH, writeColumns } from './columns.ts';

/** A text word by word in the rows of a table: `| 1 | ignore | dog |`, `1,ignore,dog`, `- word: ignore`. */

/** In UTF-16 code units; longer lines are no rows of words. */
const LONGEST_ROW = 160;
/** In a row. */
const MOST_CELLS = 12;
const MOST_CELLS_OF_BLANKS = 6;
/** For each cell; where there are more of them, cells hold sentences of their own. */
const MOST_BLANKS = 3;
/** What blanks make of prose has rows of one length by chance. */
const MIN_ROWS_OF_BLANKS = 6;
/** Of the rows of a table those whose cell is a word. */
const LEAST_WORDS = 0.6;

/** Between cells: the first of these that a row has, and blanks where it has none. */
const DELIMITERS = '|;, ';
const BLANKS = DELIMITERS.indexOf(' ');
/** Behind the name of a member. */
const NAMED = DELIMITERS.length;
const KINDS = new Uint8Array(128);
for (const [i, sign] of [...DELIMITERS].entries()) KINDS[sign.charCodeAt(0)] = i + 1;
for (const sign of ':=') KINDS[sign.charCodeAt(0)] = NAMED + 1;

/** What a member of a list or an object is written like in YAML, TOML and INI. */
const MEMBER = /^(?:[-*+] )?([\p{L}_][\p{L}\d_.-]{0,30}) ?[:=] ?(?=\S)/u;
const LONGEST_NAME = 36;
const DIGITS = /\d+/gu;

/** A line that may be a row; of its kind as many signs as there are borders between cells. */
type Row = Readonly<{ line: Span; kind: number; borders: number }>;

const counts = new Int32Array(NAMED + 1);
const first = new Int32Array(NAMED + 1);

const countSigns = (text: string, { start, end }: Span): void => {
  counts.fill(0);
  for (let at = start; at < end; at++) {
    const kind = (KINDS[codeAt(text, at)] ?? 0) - 1;
    if (kind < 0) continue;
    if (counts[kind] === 0) first[kind] = at;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
};

/** @returns Undefined for what is none; of the line whose signs were counted last. */
const rowOf = (line: Span): Row | undefined => {
  const kind = counts.findIndex((count) => count > 0);
  const borders = counts[kind] ?? 0;
  const most = kind === BLANKS ? MOST_CELLS_OF_BLANKS : MOST_CELLS;
  if (kind < 0 || kind === NAMED || borders >= most) return undefined;
  const blanks = counts[BLANKS] ?? 0;
  return kind === BLANKS || blanks <= MOST_BLANKS * (borders + 1) ? { line, kind, borders } : undefined;
};

const isQuote = (sign: string | undefined): boolean => sign === '"' || sign === "'" || sign === '`';

/** What stands in `[from, to)` without the blanks and quotes around it. */
const trimmed = (text: string, from: number, to: number): Span => {
  let [start, end] = [from, to];
  while (start < end && codeAt(text, start) <= 0x20) start++;
  while (end > start && codeAt(text, end - 1) <= 0x20) end--;
  const isQuoted = end - start > 2 && isQuote(text[start]) && text[start] === text[end - 1];
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
};

const cellsOf = (text: string, { line, kind }: Row): readonly Span[] => {
  const cells: Span[] = [];
  const delimiter = DELIMITERS.charAt(kind);
  for (let from = line.start; from <= line.end; ) {
    const found = text.indexOf(delimiter, from);
    const to = found === -1 || found > line.end ? line.end : found;
    cells.push(trimmed(text, from, to));
    from = to + 1;
  }
  return cells;
};

const columnsOf = (text: string, rows: readonly Row[]): readonly Column[] => {
  const [head] = rows;
  if (head === undefined || rows.length < (head.kind === BLANKS ? MIN_ROWS_OF_BLANKS : MIN_WORDS)) return [];
  const table = rows.map((row) => cellsOf(text, row));
  return Array.from({ length: head.borders + 1 }, (_, number) =>
    table.flatMap((cells) => cells[number] ?? []).filter((cell) => isWord(text, cell)),
  ).filter((column) => column.length >= rows.length * LEAST_WORDS);
};

/** Places of words that attacks are made of, as pairs of a number and where it ends, in order; null: any word may be one. */
type Said = readonly number[] | Int32Array | null;

/** Whether such a word ends in a span. */
const isSaidIn = (said: Said, start: number, end: number): boolean => {
  if (said === null) return true;
  let low = 0;
  for (let high = said.length >> 1; low < high; ) {
    const middle = (low + high) >> 1;
    if ((said[2 * middle + 1] ?? 0) > start) high = middle;
    else low = middle + 1;
  }
  return 2 * low < said.length && (said[2 * low + 1] ?? 0) <= end;
};

/** What was found in a text so far: columns, the rows that may go on, and the values of each name. */
type Search = Readonly<{ text: string; said: Said; columns: Column[]; members: Map<string, Span[]> }> & {
  rows: Row[];
};

const closeTable = (search: Search): void => {
  const { text, said, columns, rows } = search;
  const [head] = rows;
  if (head === undefined) return;
  if (isSaidIn(said, head.line.start, rows.at(-1)?.line.end ?? 0)) columns.push(...columnsOf(text, rows));
  search.rows = [];
};

/** Adds the value of a name. @returns Whether the line is such a member. */
const addMember = ({ text, columns, members }: Search, { start, end }: Span): boolean => {
  const found = MEMBER.exec(text.slice(start, end));
  if (found === null) return false;
  const value = trimmed(text, start + found[0].length, end);
  if (!isWord(text, value)) return true;
  const name = (found[1] ?? '').replace(DIGITS, '0');
  const values = members.get(name);
  if (values !== undefined && value.start - (values.at(-1)?.end ?? 0) <= REACH) {
    values.push(value);
    return true;
  }
  if (values !== undefined) columns.push(values);
  members.set(name, [value]);
  return true;
};

/** Rows begin with a letter, a digit or one of these: markup and code do not. */
const BEGINS = new Set('|"\'`([-');
const isLetterOrDigit = (code: number): boolean =>
  code > 0x7f || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || (code >= 0x30 && code <= 0x39);

const mayBeRow = (text: string, { start, end }: Span): boolean =>
  end - start <= LONGEST_ROW &&
  end > start &&
  (isLetterOrDigit(codeAt(text, start)) || BEGINS.has(text.charAt(start)));

/** @returns The row that a line is; undefined where it is none, or a member. */
const readLine = (search: Search, line: Span): Row | undefined => {
  if (!mayBeRow(search.text, line)) return undefined;
  countSigns(search.text, line);
  const mayBeMember = (counts[NAMED] ?? 0) > 0 && (first[NAMED] ?? 0) - line.start <= LONGEST_NAME;
  return mayBeMember && addMember(search, line) ? undefined : rowOf(line);
};

const addLine = (search: Search, line: Span): void => {
  const row = readLine(search, line);
  const last = search.rows.at(-1);
  if (row === undefined || last?.kind !== row.kind || last.borders !== row.borders) closeTable(search);
  if (row !== undefined) search.rows.push(row);
};

/** Columns of the tables in a text, and values of one name. */
const columnsIn = (text: string, said: Said): readonly Column[] => {
  const search: Search = { text, said, columns: [], members: new Map(), rows: [] };
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    addLine(search, { start, end });
    start = end + 1;
  }
  closeTable(search);
  return [...search.columns, ...search.members.values()].filter((column) =>
    isSaidIn(said, column[0]?.start ?? 0, column.at(-1)?.end ?? 0),
  );
};

const hasLines = (text: string): boolean => {
  let at = text.indexOf('\n');
  for (let lines = 1; lines < MIN_WORDS - 1 && at !== -1; lines++) at = text.indexOf('\n', at + 1);
  return at !== -1;
};

/**
 * @param said Where words of attacks are: a table without any says nothing of interest.
 * @returns What such columns say, one a line, and nothing else.
 */
export const readTables = (text: string, said: Said): MappedText | undefined =>
  hasLines(text) ? writeColumns(text, columnsIn(text, said)) : undefined;
