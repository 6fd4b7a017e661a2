import type { RawFinding } from './matcher.ts';
import { LITERALS } from './rule-literals.ts';
import { COLUMN_NAMES } from './rulesets/secrets/assignment-names.ts';
import { entropy, isPassword } from './rulesets/secrets/values.ts';
import type { TextFacts } from './text-facts.ts';

/** Secrets that the name of their column gives away: in CSV, in tables of Markdown, in rows of `INSERT`. */

const NAMES: ReadonlySet<string> = new Set(COLUMN_NAMES);
const IS_NAME = Uint8Array.from(LITERALS, ({ text }) => Number(NAMES.has(text)));

const LEAST = 6;
const LEAST_ENTROPY = 2.5;
const LONGEST_LINE = 2000;
const MOST_CELLS = 64;
/** A name of a column: words, no sentence. */
const IS_COLUMN = /^["'\x60[]?[\p{L}_][\p{L}\p{N}_ .-]{0,39}["'\x60\]]?$/u;
const IS_RULE = /^[\s:=-]*$/u;
const DELIMITERS = ['|', ';', ','] as const;

type Cell = Readonly<{ start: number; end: number }>;

const QUOTE = /["'\x60]/u;

/** Cells between delimiters that are not in quotes, without blanks around them. */
const cellsIn = (text: string, start: number, end: number, delimiter: string): readonly Cell[] => {
  const cells: Cell[] = [];
  let from = start;
  let quote = '';
  for (let at = start; at <= end; at++) {
    const sign = at === end ? delimiter : text.charAt(at);
    if (quote !== '' && at < end) {
      if (sign === quote) quote = '';
    } else if (sign === delimiter) {
      cells.push(trimmed(text, from, at));
      from = at + 1;
      quote = '';
    } else if (QUOTE.test(sign) && text.slice(from, at).trim() === '') quote = sign;
  }
  return cells;
};

const trimmed = (text: string, from: number, to: number): Cell => {
  let [start, end] = [from, to];
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return { start, end };
};

const unquoted = (text: string, { start, end }: Cell): Cell => {
  const isQuoted = end - start > 1 && QUOTE.test(text.charAt(start)) && text[start] === text[end - 1];
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
};

const read = (text: string, { start, end }: Cell): string => text.slice(start, end);

/** Which columns of a row of names hold secrets; none where it is no such row. */
const columnsOf = (text: string, cells: readonly Cell[]): readonly number[] => {
  const names = cells.map((cell) => read(text, cell));
  if (names.filter((name) => name !== '').length < 2 || names.length > MOST_CELLS) return [];
  if (
    !names.every((name, at) => IS_COLUMN.test(name) || (name === '' && (at === 0 || at === names.length - 1)))
  )
    return [];
  return names.flatMap((name, at) => (NAMES.has(bareName(name)) ? [at] : []));
};

/** `"user_password"` is a password. */
const bareName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/["'\x60[\]]/gu, '')
    .replace(/^(?:user|db|admin|login|account|root|ssh|wifi|mail|smtp)[_ -]/u, '');

const findingOf = (text: string, cell: Cell | undefined): RawFinding[] => {
  if (cell === undefined) return [];
  const span = unquoted(text, cell);
  const value = read(text, span);
  const isSecret =
    value.length >= LEAST &&
    value.length <= 128 &&
    !/\s/u.test(value) &&
    isPassword(value) &&
    entropy(value) >= LEAST_ENTROPY;
  return isSecret
    ? [{ ruleId: 'SE-1237', category: 'secret', subType: 'generic_secret', score: 0.85, span }]
    : [];
};

/** Of rows, each of which is asked about once. */
const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
};

type Found = Readonly<{ findings: readonly RawFinding[]; end: number }>;
const NOTHING: readonly RawFinding[] = [];

/** A part of a list in a program: with a margin, in quotes that CSV has not, or with a comma at its end. */
const LIST = /^\s|['\x60]|[,;]\s*$/u;

/** The rows below a line of names, as far as they have as many cells. */
const inRows = (text: string, start: number, end: number): Found => {
  const line = text.slice(start, end);
  const delimiter = DELIMITERS.find((each) => line.includes(each));
  const isHead = delimiter === '|' || !LIST.test(line);
  const names = delimiter === undefined || !isHead ? [] : cellsIn(text, start, end, delimiter);
  const columns = columnsOf(text, names);
  if (delimiter === undefined || columns.length === 0) return { findings: NOTHING, end };
  const findings: RawFinding[] = [];
  let at = end + 1;
  while (at < text.length) {
    const stop = lineEnd(text, at);
    if (stop - at > LONGEST_LINE) break;
    const cells = cellsIn(text, at, stop, delimiter);
    if (cells.length !== names.length) break;
    const isRule = cells.every((cell) => IS_RULE.test(read(text, cell)));
    if (!isRule) for (const column of columns) findings.push(...findingOf(text, cells[column]));
    at = stop + 1;
  }
  return { findings, end: Math.max(end, at - 1) };
};

const VALUES = /\)\s{0,4}values\s{0,4}(?=\()/iuy;
const NEXT_ROW = /\s{0,4},?\s{0,4}\(/uy;
const LONGEST_ROW = 4000;

/** Where the bracket closes that opens in front of `start`, outside quotes; -1 where none does soon. */
const closing = (text: string, start: number): number => {
  let quote = '';
  for (let at = start; at < text.length && at < start + LONGEST_ROW; at++) {
    const sign = text.charAt(at);
    if (quote === '' && sign === ')') return at;
    if (quote === '' && sign === '(') return -1;
    if (quote === '' && QUOTE.test(sign)) quote = sign;
    else if (sign === quote) quote = '';
  }
  return -1;
};

/** `(name, password) VALUES ('anna', '…'), (…)`, with the bracket that opens at `open`. */
const inValues = (text: string, open: number): Found => {
  const close = closing(text, open + 1);
  const nothing = { findings: NOTHING, end: open + 1 };
  if (close === -1) return nothing;
  VALUES.lastIndex = close;
  if (!VALUES.test(text)) return nothing;
  const names = cellsIn(text, open + 1, close, ',');
  const columns = columnsOf(text, names);
  const findings: RawFinding[] = [];
  let at = VALUES.lastIndex;
  for (NEXT_ROW.lastIndex = at; columns.length > 0 && NEXT_ROW.test(text); NEXT_ROW.lastIndex = at) {
    const start = NEXT_ROW.lastIndex;
    const stop = closing(text, start);
    if (stop === -1) break;
    const cells = cellsIn(text, start, stop, ',');
    if (cells.length === names.length)
      for (const column of columns) findings.push(...findingOf(text, cells[column]));
    at = stop + 1;
  }
  return { findings, end: Math.max(at, close) };
};

/** Where the line around a place begins, and where it ends; null where that is too far away. */
const lineAround = (text: string, at: number): Cell | null => {
  const from = Math.max(0, at - LONGEST_LINE);
  const start = text.slice(from, at).lastIndexOf('\n');
  const end = text.slice(at, at + LONGEST_LINE).indexOf('\n');
  if ((start === -1 && from > 0) || (end === -1 && at + LONGEST_LINE < text.length)) return null;
  return { start: from + start + 1, end: end === -1 ? text.length : at + end };
};

/** @param known The bracket that was looked at last. */
const foundAt = (text: string, at: number, known: number): Found & Readonly<{ open: number }> => {
  const from = Math.max(0, at - LONGEST_LINE);
  const near = text.slice(from, at);
  const open = from + near.lastIndexOf('(');
  if (open >= from && open > from + near.lastIndexOf('\n'))
    return open === known ? { findings: NOTHING, end: at, open } : { ...inValues(text, open), open };
  const line = lineAround(text, at);
  return {
    ...(line === null ? { findings: NOTHING, end: at } : inRows(text, line.start, line.end)),
    open: -1,
  };
};

/**
 * Passwords and keys in columns that are named as such.
 *
 * @returns In ascending order; every row is read once.
 */
export const secretsInColumns = ({ text, hits }: TextFacts): readonly RawFinding[] => {
  const findings: RawFinding[] = [];
  let done = 0;
  let known = -1;
  for (let i = 0; i < hits.length; i += 2) {
    const at = hits[i + 1] ?? 0;
    if (IS_NAME[hits[i] ?? 0] !== 1 || at <= done) continue;
    const found = foundAt(text, at, known);
    findings.push(...found.findings);
    known = found.open;
    done = Math.max(at, found.end);
  }
  return findings;
};
