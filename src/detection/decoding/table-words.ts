import type { Span } from '../../chat/segment.ts';
import { codeAt, unitsOf } from '../text/code-units.ts';
import { type LineFeeds, lineFeedsIn, startOfLine } from '../text/line-feeds.ts';
import type { MappedText } from '../text/mapped-text.ts';
import { type Column, isWord, MIN_WORDS, REACH, writeColumns } from './runs/columns.ts';

/** A text word by word in the rows of a table: `| 1 | ignore | dog |`, `1,ignore,dog`, `- word: ignore`. */

/** In UTF-16 code units; longer lines are no rows of words. */
const LONGEST_ROW = 161;
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
/** For each code unit the number of its delimiter, counted from 1. */
const KINDS = new Uint8Array(0x10000);
for (const [i, sign] of [...DELIMITERS].entries()) KINDS[sign.charCodeAt(0)] = i + 1;
/** In a sum of these each delimiter has eight bits, which the longest row does not fill; so a line is counted without a branch. */
const COUNT_BITS = 8;
const ADDED = Int32Array.from(KINDS, (kind) => (kind === 0 ? 0 : 1 << (COUNT_BITS * (kind - 1))));

/** What a member of a list or an object is written like in YAML, TOML and INI. */
const MEMBER = /^(?:[-*+] )?([\p{L}_][\p{L}\d_.-]{0,30}) ?[:=] ?(?=\S)/u;
const DIGITS = /\d+/gu;

/** For what is none. */
const NO_ROW = -1;
/** A row by its kind and by how many signs of that are the borders between its cells: rows of a table have the same number. */
const shapeOf = (kind: number, borders: number): number => kind * MOST_CELLS + borders;
const kindOf = (shape: number): number => Math.floor(shape / MOST_CELLS);
const cellsOf = (shape: number): number => (shape % MOST_CELLS) + 1;

/** @param sum Of `ADDED`, of all of its line. */
const countOf = (sum: number, kind: number): number =>
  (sum >>> (COUNT_BITS * kind)) & ((1 << COUNT_BITS) - 1);

const shapeOfSum = (sum: number): number => {
  if (sum === 0) return NO_ROW;
  let kind = 0;
  while (countOf(sum, kind) === 0) kind++;
  const borders = countOf(sum, kind);
  if (borders >= (kind === BLANKS ? MOST_CELLS_OF_BLANKS : MOST_CELLS)) return NO_ROW;
  const isFull = kind !== BLANKS && countOf(sum, BLANKS) > MOST_BLANKS * (borders + 1);
  return isFull ? NO_ROW : shapeOf(kind, borders);
};

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isQuote = (sign: string | undefined): boolean => sign === '"' || sign === "'" || sign === '`';

/** What stands in `[from, to)` without the blanks and quotes around it. */
const trimmed = (text: string, from: number, to: number): Span => {
  let [start, end] = [from, to];
  while (start < end && codeAt(text, start) <= 0x20) start++;
  while (end > start && codeAt(text, end - 1) <= 0x20) end--;
  const isQuoted = end - start > 2 && isQuote(text[start]) && text[start] === text[end - 1];
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
};

/** Places of words that attacks are made of, as pairs of a number and where it ends, in order; null: any word may be one. */
type Said = readonly number[] | Int32Array | null;

/** The number of the first pair whose end lies behind `start`. */
const firstBehind = (said: readonly number[] | Int32Array, start: number): number => {
  let low = 0;
  for (let high = said.length >> 1; low < high; ) {
    const middle = (low + high) >> 1;
    if ((said[2 * middle + 1] ?? 0) > start) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Whether such a word ends in a span. */
const isSaidIn = (said: Said, start: number, end: number): boolean => {
  if (said === null) return true;
  const pair = firstBehind(said, start);
  return 2 * pair < said.length && (said[2 * pair + 1] ?? 0) <= end;
};

/** What is known of a text, and of a table in it. @param sign What stands in `KINDS` for its delimiter. */
type Table = Readonly<{ text: string; units: Uint16Array; said: Said; rows: readonly Span[]; sign: number }>;

const NOWHERE: Span = { start: 0, end: 0 };
/** For each column of a table 1 where such a word ends in it. */
const isSaid = new Uint8Array(MOST_CELLS);

/** The column in which something ends in a row. */
const columnAt = ({ units, sign }: Table, row: Span, end: number): number => {
  let column = 0;
  for (let at = row.start; at < end; at++) if (KINDS[units[at] ?? 0] === sign) column++;
  return column;
};

/** Columns of blanks are what lines of prose have by chance, and each goes on in the next one. */
const markSaid = (table: Table, kind: number): void => {
  const { said, rows } = table;
  const [start, last] = [rows[0]?.start ?? 0, rows.at(-1)?.end ?? 0];
  const isWhole = said === null || kind === BLANKS;
  isSaid.fill(isWhole && isSaidIn(said, start, last) ? 1 : 0);
  if (isWhole) return;
  for (let pair = firstBehind(said, start), i = 0; 2 * pair < said.length; pair++) {
    const end = said[2 * pair + 1] ?? 0;
    if (end > last) return;
    while ((rows[i]?.end ?? last) < end) i++;
    isSaid[columnAt(table, rows[i] ?? NOWHERE, end)] = 1;
  }
};

const cellOf = ({ text, units, sign }: Table, { start, end }: Span, column: number): Span => {
  let from = start;
  for (let left = column; left > 0 && from < end; from++) if (KINDS[units[from] ?? 0] === sign) left--;
  let to = from;
  while (to < end && KINDS[units[to] ?? 0] !== sign) to++;
  return trimmed(text, from, to);
};

/** The words of a column; undefined where too few of its cells are such. */
const wordsOf = (table: Table, column: number): Column | undefined => {
  const { text, rows } = table;
  const found: Span[] = [];
  for (const [i, row] of rows.entries()) {
    const cell = cellOf(table, row, column);
    if (isWord(text, cell)) found.push(cell);
    else if (found.length + rows.length - i - 1 < rows.length * LEAST_WORDS) return undefined;
  }
  return found;
};

/** What was found in a text so far: columns, and the values of each name. */
type Search = Readonly<{
  text: string;
  units: Uint16Array;
  feeds: LineFeeds;
  said: Said;
  columns: Column[];
  members: Map<string, Span[]>;
}>;

/** Reads the table in the lines `[from, to)`, which are of one shape. */
const readTable = (search: Search, from: number, to: number, shape: number): void => {
  const { feeds, columns } = search;
  const kind = kindOf(shape);
  if (to - from < (kind === BLANKS ? MIN_ROWS_OF_BLANKS : MIN_WORDS)) return;
  const rows = Array.from({ length: to - from }, (_, i) => ({
    start: startOfLine(feeds, from + i),
    end: feeds.places[from + i] ?? 0,
  }));
  const table = { ...search, rows, sign: kind + 1 };
  markSaid(table, kind);
  for (let column = 0; column < cellsOf(shape); column++) {
    const found = isSaid[column] === 1 ? wordsOf(table, column) : undefined;
    if (found !== undefined) columns.push(found);
  }
};

/** A name without its numbers. */
const bareName = (name: string): string => {
  for (let at = 0; at < name.length; at++) if (isDigit(name.charCodeAt(at))) return name.replace(DIGITS, '0');
  return name;
};

/** Adds the value of a member, where that is a word. */
const addMember = ({ text, columns, members }: Search, member: Member, end: number): void => {
  const value = trimmed(text, member.valueAt, end);
  if (!isWord(text, value)) return;
  const name = bareName(text.slice(member.nameAt, member.nameEnd));
  const values = members.get(name);
  if (values !== undefined && value.start - (values.at(-1)?.end ?? 0) <= REACH) {
    values.push(value);
    return;
  }
  if (values !== undefined) columns.push(values);
  members.set(name, [value]);
};

/** What a row begins with, and what a name may have in it; letters beyond ASCII may be in both. */
const BEGINS_ROW = 1;
const OF_NAME = 2;
const ROLES = new Uint8Array(0x10000).fill(BEGINS_ROW | OF_NAME, 0x80);
for (let code = 0; code < 0x80; code++)
  if (/[\da-z]/iu.test(String.fromCharCode(code))) ROLES[code] = BEGINS_ROW | OF_NAME;
// Markup and code begin with others.
for (const sign of '|"\'`([-') ROLES[sign.charCodeAt(0)] = BEGINS_ROW;
for (const sign of '_.-') ROLES[sign.charCodeAt(0)] = (ROLES[sign.charCodeAt(0)] ?? 0) | OF_NAME;

const BLANK = 0x20;
const DASH = 0x2d;
const COLON = 0x3a;
const EQUALS = 0x3d;

/** Where the colon or the sign of equality behind what may be a name, as `MEMBER` has it, stands; -1 where none does. */
const signOfMember = (units: Uint16Array, start: number): number => {
  const from = units[start] === DASH && units[start + 1] === BLANK ? start + 2 : start;
  let at = from;
  while (((ROLES[units[at] ?? 0] ?? 0) & OF_NAME) !== 0) at++;
  if (at === from) return -1;
  if (units[at] === BLANK) at++;
  return units[at] === COLON || units[at] === EQUALS ? at : -1;
};

const LONGEST_NAME = 31;
const FIRST_BEYOND_ASCII = 0x80;
const UNDERSCORE = 0x5f;

/** Where the name of a member begins and ends, and behind which place its value. */
type Member = Readonly<{ nameAt: number; nameEnd: number; valueAt: number }>;

const isLetter = (code: number): boolean =>
  ((code | 0x20) >= 97 && (code | 0x20) <= 122) || code === UNDERSCORE;

const isSpace = (code: number): boolean => code === BLANK || (code >= 9 && code <= 13);

const memberByPattern = (text: string, start: number, end: number): Member | undefined => {
  const found = MEMBER.exec(text.slice(start, end));
  if (found === null) return undefined;
  const [all, name = ''] = found;
  const nameAt = start + all.indexOf(name);
  return { nameAt, nameEnd: nameAt + name.length, valueAt: start + all.length };
};

/** What `MEMBER` finds, whose sign stands at `sign`: by hand where all of it is ASCII, as nearly everywhere. */
const memberOf = ({ text, units }: Search, start: number, sign: number, end: number): Member | undefined => {
  const nameAt = units[start] === DASH && units[start + 1] === BLANK ? start + 2 : start;
  const nameEnd = units[sign - 1] === BLANK ? sign - 1 : sign;
  for (let at = nameAt; at < nameEnd; at++)
    if ((units[at] ?? 0) >= FIRST_BEYOND_ASCII) return memberByPattern(text, start, end);
  const valueAt = units[sign + 1] === BLANK ? sign + 2 : sign + 1;
  const after = units[valueAt] ?? 0;
  if (after >= FIRST_BEYOND_ASCII) return memberByPattern(text, start, end);
  if (!isLetter(units[nameAt] ?? 0) || nameEnd - nameAt > LONGEST_NAME) return undefined;
  return valueAt < end && !isSpace(after) ? { nameAt, nameEnd, valueAt } : undefined;
};

/** The shape of a line that is no member. */
const shapeOfLine = ({ units, feeds }: Search, line: number): number => {
  const end = feeds.places[line] ?? 0;
  let sum = 0;
  for (let at = startOfLine(feeds, line); at < end; at++) sum = (sum + (ADDED[units[at] ?? 0] ?? 0)) | 0;
  return shapeOfSum(sum);
};

/** Reads the tables in the lines `[from, to)`, each of which may be a row: of so many as a table has at least one is looked at. */
const readRows = (search: Search, from: number, to: number): void => {
  let floor = from;
  for (let look = floor + MIN_WORDS - 1; look < to; look = floor + MIN_WORDS - 1) {
    const shape = shapeOfLine(search, look);
    let first = look;
    floor = look + 1;
    if (shape === NO_ROW) continue;
    while (first > from && shapeOfLine(search, first - 1) === shape) first--;
    while (floor < to && shapeOfLine(search, floor) === shape) floor++;
    readTable(search, first, floor, shape);
  }
};

/** Whether a line may be a row of a table. Its value is taken over where it is a member. */
const mayBeRow = (search: Search, line: number): boolean => {
  const { units, feeds } = search;
  const start = startOfLine(feeds, line);
  const end = feeds.places[line] ?? 0;
  if (((ROLES[units[start] ?? 0] ?? 0) & BEGINS_ROW) === 0 || end - start > LONGEST_ROW) return false;
  const sign = signOfMember(units, start);
  const member = sign === -1 ? undefined : memberOf(search, start, sign, end);
  if (member !== undefined) addMember(search, member, end);
  return member === undefined;
};

/** Columns of the tables in a text, and values of one name. */
const columnsIn = (text: string, feeds: LineFeeds, said: Said): readonly Column[] => {
  const search: Search = { text, units: unitsOf(text), feeds, said, columns: [], members: new Map() };
  let first = 0;
  for (let line = 0; line <= feeds.count; line++) {
    if (mayBeRow(search, line)) continue;
    readRows(search, first, line);
    first = line + 1;
  }
  readRows(search, first, feeds.count + 1);
  return [...search.columns, ...search.members.values()].filter((column) =>
    isSaidIn(said, column[0]?.start ?? 0, column.at(-1)?.end ?? 0),
  );
};

/**
 * @param said Where words of attacks are: a table without any says nothing of interest.
 * @returns What such columns say, one a line, and nothing else.
 */
export const readTables = (text: string, said: Said): MappedText | undefined => {
  const feeds = lineFeedsIn(text);
  return feeds.count < MIN_WORDS - 1 ? undefined : writeColumns(text, columnsIn(text, feeds, said));
};
