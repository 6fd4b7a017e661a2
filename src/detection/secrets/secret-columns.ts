import { ENTITY_COLUMNS } from '../entities/column-names.ts';
import { isWordLetter } from '../entities/context-words.ts';
import type { Candidate } from '../entities/entity.ts';
import { valuesInCell } from '../entities/named-cells.ts';
import type { TextFacts } from '../facts/facts.ts';
import type { RawFinding } from '../matching/matcher.ts';
import { LITERALS } from '../matching/rule-literals.ts';
import { COLUMN_NAMES } from '../rulesets/secrets/assignment-names.ts';
import { entropy, isPassword } from '../rulesets/secrets/values.ts';
import { codeAt } from '../text/code-units.ts';
import { onForget } from '../text/in-hand.ts';
import { foldLetters } from '../text/normalize.ts';
import { entriesFrom, manifestAt, SECRET_KIND } from './secret-manifests.ts';
import type { Column, Found, OpenTable, Table, Value } from './table.ts';

/**
 * Secrets and numbers of people that the name of their column gives away: in CSV, in values that tabs divide, in tables of Markdown and of databases'
 * clients, in rows of `INSERT`, in lists of lists in JSON, in tables of HTML.
 */

const NAMES: ReadonlySet<string> = new Set(COLUMN_NAMES);
const NAMES_OF_VALUES: ReadonlySet<string> = new Set(
  ENTITY_COLUMNS.map((name) => foldLetters(name).toLowerCase()),
);
const OF_SECRETS = 1;
const OF_VALUES = 2;
const OF_MANIFESTS = 3;
const KIND = SECRET_KIND.toLowerCase();
const IS_NAME = Uint8Array.from(LITERALS, ({ text }) =>
  NAMES.has(text) ? OF_SECRETS : NAMES_OF_VALUES.has(text) ? OF_VALUES : text === KIND ? OF_MANIFESTS : 0,
);

const LEAST = 6;
const LEAST_ENTROPY = 2.5;
const LONGEST_LINE = 2000;
const MOST_CELLS = 64;
/** A name of a column: words, no sentence. */
const IS_COLUMN = /^["'\x60[]?[\p{L}_][\p{L}\p{M}\p{N}_ .-]{0,39}["'\x60\]]?$/u;
/** A line that divides rows: `|:---|---|`, `----+----`, `+====+====+`, `├───┼───┤`. */
const IS_RULE = /^[\s|:=+\u2500-\u257f-]+$/u;
/** Tabs and runs of blanks are one blank by now. */
const DELIMITERS = ['|', '│', ';', ',', ' '] as const;
const BARS = '|│';
/** What else a line of nothing but names names, where blanks are all that divides them. */
const OTHER_NAMES =
  /^(?:id|n[ro]|uid|uuid|key|key_?id|user|users|username|user_?name|login|account|name|names?pace|e-?mail|mail|address|role|roles|group|host|hostname|server|ip|port|url|site|system|service|app|application|client|client_?id|env|environment|type|status|state|active|created|updated|expires|age|note|notes|comment|domain|device|ssid|database|db|schema|first_?name|last_?name|phone|team|tenant|region|scope|benutzer|benutzername|rolle|nutzer|utilisateur|usuario|usuário|utente|gebruiker|\w{1,20}_(?:id|at|name|url|on))$/iu;
/** Cells of people's names have blanks, too; one that is empty is not seen. */
const MOST_BLANKS = 2;

type Cell = Readonly<{ start: number; end: number }>;

const QUOTE = /["'\x60]/u;

/** Where the cell's quotes end that begin at `at`, as two of them are one that stands in it; the end where they do not. */
const quotesEnd = (text: string, at: number, end: number): number => {
  const quote = text.charAt(at);
  for (let i = at + 1; i < end; i++) {
    if (text.charAt(i) !== quote) continue;
    if (text.charAt(i + 1) !== quote) return i;
    i++;
  }
  return end - 1;
};

/** Cells between delimiters that are not in quotes, without blanks around them. */
const cellsIn = (text: string, start: number, end: number, delimiter: string): readonly Cell[] => {
  const cells: Cell[] = [];
  let from = start;
  for (let at = start; at <= end; at++) {
    const sign = at === end ? delimiter : text.charAt(at);
    if (sign === delimiter) {
      cells.push(trimmed(text, from, at));
      from = at + 1;
    } else if (QUOTE.test(sign) && text.slice(from, at).trim() === '') at = quotesEnd(text, at, end);
  }
  return delimiter === ' ' ? cells.filter((cell) => cell.end > cell.start) : cells;
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

const textOf = (text: string, { start, end }: Cell): string => text.slice(start, end);

/** What may stand behind a name: `NHS no`, `Phone 2`, `Telefon privat`. */
const BEHIND_NAME =
  /^(?:no|nr|num|number|numero|\d|home|work|office|private|privat|mobile|main|other|fixe|fixo|geschaeftlich)$/u;
const MOST_WORDS = 4;

/** `Customer_Phone` is of telephones, `phone_id` and `mobile sessions` are not. */
const headOf = (name: string): string | undefined => {
  const bare = name
    .toLowerCase()
    .replaceAll(/["'\x60[\]]/gu, '')
    .trim();
  if (NAMES_OF_VALUES.has(bare)) return bare;
  const words = bare.split(/[_ -]/u);
  if (words.length > 1 && BEHIND_NAME.test(words.at(-1) ?? '')) words.pop();
  const isNamed = NAMES_OF_VALUES.has(words.at(-1) ?? '') || NAMES_OF_VALUES.has(words.slice(-2).join(' '));
  return isNamed && words.length <= MOST_WORDS ? bare : undefined;
};

/** What telephones are compared with, in a table of how often each is used. */
const BESIDE_COUNTS =
  /^["'\x60]?(?:tablets?|desktop|laptops?|pcs?|tv|computer|sms|mms|internet|broadband|landline|in[ -]?store|online|(?:live )?chat)["'\x60]?$/iu;

const columnOf = (name: string, at: number): readonly Column[] => {
  if (NAMES.has(bareName(name))) return [{ at }];
  const head = headOf(name);
  return head === undefined ? [] : [{ at, head }];
};

/** Which columns of a row of names hold secrets or numbers of people; none where it is no such row. */
const columnsOf = (text: string, cells: readonly Cell[]): readonly Column[] => {
  const names = cells.map((cell) => textOf(text, cell));
  if (names.filter((name) => name !== '').length < 2 || names.length > MOST_CELLS) return [];
  if (
    !names.every((name, at) => IS_COLUMN.test(name) || (name === '' && (at === 0 || at === names.length - 1)))
  )
    return [];
  const columns = names.flatMap(columnOf);
  if (columns.length === 0 || !names.some((name) => BESIDE_COUNTS.test(name))) return columns;
  return columns.map((column) => ({ ...column, isCounted: true }));
};

/** `"user_password"` is a password, `acme_api_key` a key. */
const bareName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/["'\x60[\]]/gu, '')
    .replace(/^(?:user|db|admin|login|account|root|ssh|wifi|mail|smtp)[_ -]/u, '')
    .replace(
      /^.{1,24}[_ -](?=(?:api[_ -]?(?:key|token|secret)|(?:client|secret|access|private|auth)[_ -]?(?:secret|key|token))$)/u,
      '',
    );

/** What a column of a database is made of: `varchar(255)`. */
const IS_TYPE = /^[a-z_]{2,20}\(\d{1,5}\)$/iu;

/** What stands in a cell: a secret, or a number that the name of its column announces. */
const numbersOf = ({ head = '', isCounted = false }: Column, text: string, span: Cell): readonly Value[] =>
  valuesInCell(head, text, span, isCounted);

const findingOf = (text: string, cell: Cell | undefined, column: Column): readonly Value[] => {
  if (cell === undefined) return [];
  const span = unquoted(text, cell);
  if (column.head !== undefined) return numbersOf(column, text, span);
  const value = textOf(text, span);
  const isSecret =
    value.length >= LEAST &&
    value.length <= 128 &&
    !/\s/u.test(value) &&
    !IS_TYPE.test(value) &&
    isPassword(value) &&
    entropy(value) >= LEAST_ENTROPY;
  return isSecret
    ? [{ ruleId: 'SE-1237', category: 'secret', subType: 'generic_secret', score: 0.85, span }]
    : [];
};

/** Whether these are names of columns and no sentence. */
const areNames = (text: string, names: readonly Cell[], columns: readonly Column[]): boolean =>
  names.every(
    (name, place) => columns.some(({ at }) => at === place) || OTHER_NAMES.test(textOf(text, name)),
  );

/** Of rows, each of which is asked about once. */
const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
};

const NOTHING: readonly Value[] = [];

/** A part of a list in a program: with a margin, in quotes that CSV has not, or with a comma at its end. */
const LIST = /^\s|['\x60]|[,;]\s*$/u;

/** The names of columns, as far as some are of secrets. */
const tableIn = (text: string, start: number, end: number): Table | null => {
  const whole = text.slice(start, end);
  // A mark of the order of bytes is a blank by now.
  const line = start === 0 ? whole.replace(/^ /u, '') : whole;
  const delimiter = DELIMITERS.find((each) => line.includes(each));
  if (delimiter === undefined) return null;
  const hasBars = BARS.includes(delimiter);
  if (!hasBars && LIST.test(line)) return null;
  const names = cellsIn(text, start, end, delimiter);
  const columns = columnsOf(text, names);
  if (columns.length === 0 || (delimiter === ' ' && !areNames(text, names, columns))) return null;
  const isFramed = hasBars && line.trimStart().startsWith(delimiter);
  return { form: 'lines', delimiter, width: names.length, columns, isFramed };
};

/** Where a row has more cells than there are names, blanks stand in those in front. */
const valuesOf = (text: string, cells: readonly Cell[], { columns, width }: Table): readonly Value[] =>
  columns.flatMap((column) =>
    // A number that blanks divide has more cells than one.
    column.head !== undefined && cells.length !== width
      ? []
      : findingOf(text, cells[column.at + cells.length - width], column),
  );

const isRowOf = ({ length }: readonly Cell[], { delimiter, width }: Table): boolean =>
  length === width || (delimiter === ' ' && length >= width - 1 && length <= width + MOST_BLANKS);

/** Whether what stands last in a text, and may go on, may become a row. */
const mayBecomeRow = (row: string, cells: number, { delimiter, width, isFramed }: Table): boolean =>
  cells <= width && (!isFramed || row === '' || row.trimStart().startsWith(delimiter));

type Row = Readonly<{
  kind: 'row' | 'rule' | 'unfinished' | 'none';
  cells: readonly Cell[];
  stop: number;
}>;

/** Breaks within the quotes of one row. */
const MOST_BREAKS = 4;

const isWithinQuotes = (text: string, start: number, end: number): boolean => {
  let isOpen = false;
  for (let at = start; at < end; at++) if (text[at] === '"') isOpen = !isOpen;
  return isOpen;
};

/** Where a row ends some of whose cells, in quotes, may have breaks. */
const quotedEnd = (text: string, start: number, end: number): number => {
  let stop = end;
  for (let breaks = 0; breaks < MOST_BREAKS && stop < text.length; breaks++) {
    if (stop - start > LONGEST_LINE || !isWithinQuotes(text, start, stop)) return stop;
    stop = lineEnd(text, stop + 1);
  }
  return stop;
};

const rowAt = (text: string, start: number, table: Table): Row => {
  const row = rowUpTo(text, start, lineEnd(text, start), table);
  if (row.kind === 'row' || row.kind === 'rule' || table.isFramed) return row;
  const stop = quotedEnd(text, start, row.stop);
  return stop === row.stop ? row : rowUpTo(text, start, stop, table);
};

const rowUpTo = (text: string, start: number, stop: number, table: Table): Row => {
  const line = text.slice(start, Math.min(stop, start + LONGEST_LINE + 1));
  if (line.length > LONGEST_LINE) return { kind: 'none', cells: [], stop };
  if (IS_RULE.test(line) && line.trim() !== '') return { kind: 'rule', cells: [], stop };
  const cells = cellsIn(text, start, stop, table.delimiter);
  if (isRowOf(cells, table)) return { kind: 'row', cells, stop };
  const isUnfinished = stop === text.length && mayBecomeRow(line, cells.length, table);
  return { kind: isUnfinished ? 'unfinished' : 'none', cells, stop };
};

/** @param at The row that is read here is told. */
const rowsFrom = (text: string, from: number, table: Table, at: number): Found => {
  const findings: Value[] = [];
  let open: OpenTable | undefined;
  let start = from;
  while (start <= text.length) {
    const { kind, cells, stop } = rowAt(text, start, table);
    if (start <= at) open = kind === 'none' ? undefined : { table, start };
    if (kind === 'none' || kind === 'unfinished') break;
    if (kind === 'row') findings.push(...valuesOf(text, cells, table));
    start = stop + 1;
  }
  return { findings, end: start - 1, open };
};

const headAt = (start: number, at: number): OpenTable | undefined =>
  start <= at ? { table: undefined, start } : undefined;

/** The rows below a line of names, as far as they have as many cells. */
const inRows = (text: string, start: number, end: number, at: number): Found => {
  const table = tableIn(text, start, end);
  if (table === null) return { findings: NOTHING, end };
  const { findings, end: last, open } = rowsFrom(text, end + 1, table, at);
  return { findings, end: Math.max(end, last), open: at > end ? open : headAt(start, at) };
};

const VALUES = /\)\s{0,4}values\s{0,4}(?=\()/iuy;
/** Rows of JSON are followed by others, a list in it. */
const LISTS = /\]\s{0,8},\s{0,8}(?=\[)/uy;
const NEXT_ROW = { values: /\s{0,4},?\s{0,4}\(/uy, lists: /\s{0,8},?\s{0,8}\[/uy };
const BRACKETS = { values: '()', lists: '[]' };
const ROW_TO_COME = /^\s{0,4},?\s{0,4}$/u;
const LONGEST_ROW = 4000;

type Bracketed = 'values' | 'lists';

/** Where the bracket closes that opens in front of `start`, outside quotes; -1 where none does soon. */
const closing = (text: string, start: number, form: Bracketed): number => {
  const [opens, closes] = BRACKETS[form];
  let quote = '';
  for (let at = start; at < text.length && at < start + LONGEST_ROW; at++) {
    const sign = text.charAt(at);
    if (quote === '' && sign === closes) return at;
    if (quote === '' && sign === opens) return -1;
    if (quote === '' && QUOTE.test(sign)) quote = sign;
    else if (sign === quote) quote = '';
  }
  return -1;
};

/** Rows in brackets, the first of which begins behind `from`, or behind a comma there. */
const valuesFrom = (text: string, from: number, table: Table, form: Bracketed, at: number): Found => {
  const next = NEXT_ROW[form];
  const findings: Value[] = [];
  let end = from;
  let open: OpenTable | undefined;
  for (next.lastIndex = end; next.test(text); next.lastIndex = end) {
    const start = next.lastIndex;
    const stop = closing(text, start, form);
    if (end <= at)
      open = stop !== -1 || text.length - start < LONGEST_ROW ? { table, start: end } : undefined;
    if (stop === -1) return { findings, end, open };
    const cells = cellsIn(text, start, stop, ',');
    if (cells.length === table.width) findings.push(...valuesOf(text, cells, table));
    end = stop + 1;
  }
  if (end <= at) open = ROW_TO_COME.test(text.slice(end, end + 16)) ? { table, start: end } : undefined;
  return { findings, end, open };
};

/** A list of words may as well be one of commands, so all of them have to be such names. */
const areNamesOfLists = (text: string, names: readonly Cell[], columns: readonly Column[]): boolean =>
  names.every((name) => text[name.start] === '"') &&
  areNames(
    text,
    names.map((name) => unquoted(text, name)),
    columns,
  );

/** `(name, password) VALUES ('anna', '…'), (…)` or `["name","password"],["anna","…"]`, with the bracket that opens at `open`. */
const inBrackets = (text: string, open: number, form: Bracketed, at: number): Found => {
  const close = closing(text, open + 1, form);
  const nothing = { findings: NOTHING, end: open + 1 };
  if (close === -1) return nothing;
  const between = form === 'values' ? VALUES : LISTS;
  between.lastIndex = close;
  if (!between.test(text)) return nothing;
  const from = between.lastIndex;
  const names = cellsIn(text, open + 1, close, ',');
  const columns = columnsOf(text, names);
  if (columns.length === 0 || (form === 'lists' && !areNamesOfLists(text, names, columns)))
    return { findings: NOTHING, end: from };
  const table = { form, delimiter: ',', width: names.length, columns, isFramed: false };
  const found = valuesFrom(text, from, table, form, at);
  return at >= from ? found : { ...found, open: headAt(open, at) };
};

const IN_HEAD = /<th(?: [^<>]{0,40})?>[^<>]{0,40}$/u;
const HEAD_WIDTH = 100;
const HEAD_CELL = /<th(?:\s[^<>]{0,200})?>([^<>]{0,80})(?=<)/dgu;
const BODY_CELL = /<td(?:\s[^<>]{0,200})?>(?:<(?:code|kbd|span|b|p)>)?([^<>]{0,200})(?=<)/dgu;
/** Between two rows, from the end of the first one. */
const TO_NEXT_ROW = /<\/tr>\s{0,80}(?:<\/?t(?:head|body)>\s{0,80}){0,3}(?=<tr[\s>])/uy;
const ROW_END = '</tr>';

const markedCells = (text: string, { start, end }: Cell, form: RegExp): readonly Cell[] =>
  Array.from(text.slice(start, end).matchAll(form), ({ indices }) => {
    const [from, to] = indices?.[1] ?? [0, 0];
    return trimmed(text, start + from, start + to);
  });

/** Where a row ends in which `at` is; -1 where that is too far away. */
const rowEnd = (text: string, at: number): number => {
  const end = text.slice(at, at + LONGEST_ROW).indexOf(ROW_END);
  return end === -1 ? -1 : at + end;
};

/** Rows of HTML behind the row that ends at `from`. */
const markedRows = (text: string, from: number, table: Table, at: number): Found => {
  const findings: Value[] = [];
  let open: OpenTable | undefined;
  let end = from;
  for (;;) {
    TO_NEXT_ROW.lastIndex = end;
    const isNext = TO_NEXT_ROW.test(text);
    const isNear = isNext || text.length - end < HEAD_WIDTH;
    const start = TO_NEXT_ROW.lastIndex;
    const stop = isNext ? rowEnd(text, start) : -1;
    if (end <= at)
      open = stop !== -1 || (isNear && text.length - end < LONGEST_ROW) ? { table, start: end } : undefined;
    if (stop === -1) return { findings, end, open };
    const cells = markedCells(text, { start, end: stop }, BODY_CELL);
    if (cells.length === table.width) findings.push(...valuesOf(text, cells, table));
    end = stop;
  }
};

/** `<tr><th>user</th><th>password</th></tr><tr><td>anna</td><td>…</td></tr>`, at such a name. */
const inMarkup = (text: string, at: number, until: number): Found | undefined => {
  if (!IN_HEAD.test(text.slice(Math.max(0, at - HEAD_WIDTH), at))) return undefined;
  const from = Math.max(0, at - LONGEST_LINE);
  const row = text.slice(from, at).lastIndexOf('<tr');
  const end = rowEnd(text, at);
  if (row === -1 || end === -1) return undefined;
  const names = markedCells(text, { start: from + row, end }, HEAD_CELL);
  const columns = columnsOf(text, names);
  if (columns.length === 0) return { findings: NOTHING, end };
  const table: Table = { form: 'markup', delimiter: '', width: names.length, columns, isFramed: false };
  const found = markedRows(text, end, table, until);
  return until >= end ? found : { ...found, open: headAt(from + row, until) };
};

/** How far a sign was looked for, and where the last one stands. */
type Looked = { to: number; last: number };
const notLooked = (): Looked => ({ to: 0, last: -1 });

/** The signs in front of names, which are asked about in ascending order: what stands in front of one was read for the one before. */
type Signs = Readonly<{ brackets: Looked; lists: Looked; breaks: Looked }>;

/** Where the last such sign stands within `LONGEST_LINE` in front of a place, or the place before that. */
const lastBefore = (text: string, sign: string, at: number, looked: Looked): number => {
  const from = Math.max(0, at - LONGEST_LINE);
  const since = Math.max(from, looked.to);
  const found = text.slice(since, at).lastIndexOf(sign);
  if (found !== -1) looked.last = since + found;
  looked.to = at;
  return Math.max(looked.last, from - 1);
};

/** Where the line around a place ends that begins behind the last break, and where it begins; null where that is too far away. */
const lineAround = (text: string, at: number, lastBreak: number): Cell | null => {
  const from = Math.max(0, at - LONGEST_LINE);
  const isOpen = from > 0 && lastBreak < from;
  const end = text.slice(at, at + LONGEST_LINE).indexOf('\n');
  if (isOpen || (end === -1 && at + LONGEST_LINE < text.length)) return null;
  return { start: lastBreak + 1, end: end === -1 ? text.length : at + end };
};

const LIST_OF_TEXTS = /^\[\s{0,8}"/u;

type Place = Readonly<{ at: number; until: number }>;

/** @param known The bracket that was looked at last. */
const foundAt = (
  text: string,
  { at, until }: Place,
  known: number,
  signs: Signs,
): Found & Readonly<{ bracket: number }> => {
  const marked = inMarkup(text, at, until);
  if (marked !== undefined) return { ...marked, bracket: known };
  const from = Math.max(0, at - LONGEST_LINE);
  const bracket = lastBefore(text, '(', at, signs.brackets);
  const lastBreak = lastBefore(text, '\n', at, signs.breaks);
  if (bracket >= from && bracket > lastBreak)
    return bracket === known
      ? { findings: NOTHING, end: at, bracket }
      : { ...inBrackets(text, bracket, 'values', until), bracket };
  const list = lastBefore(text, '[', at, signs.lists);
  if (list >= from && list !== known && LIST_OF_TEXTS.test(text.slice(list, list + 16))) {
    const found = inBrackets(text, list, 'lists', until);
    if (found.end > at) return { ...found, bracket: list };
  }
  const line = lineAround(text, at, lastBreak);
  return {
    ...(line === null ? { findings: NOTHING, end: at } : inRows(text, line.start, line.end, until)),
    bracket: list,
  };
};

const isOfManifest = (form: Table['form']): form is 'data' | 'stringData' =>
  form === 'data' || form === 'stringData';

const rowsOf = (text: string, table: Table, until: number): Found => {
  const { form } = table;
  if (form === 'lines') return rowsFrom(text, 0, table, until);
  if (form === 'markup') return markedRows(text, 0, table, until);
  return isOfManifest(form) ? entriesFrom(text, 0, form, until) : valuesFrom(text, 0, table, form, until);
};

/** Names of people's numbers are common words: such a one ends a cell, or a short word behind it does. */
const ENDS_CELL =
  /^(?:[_ -]?(?:no|nr|num|number|id|\d))?["'\x60]?\s{0,3}(?:[|│;,\n\]<)]|$|[a-z_]{2,20}[ \n])/iu;
const ENDS_REACH = 32;
const mayHead = (text: string, at: number): boolean =>
  !isWordLetter(codeAt(text, at)) && ENDS_CELL.test(text.slice(at, at + ENDS_REACH));

/** Goes on in a text behind the rows that it begins with. */
const createReader = (text: string, until: number, first: Found, begun: Table | undefined) => {
  const findings = [...first.findings];
  let { open, end: done } = first;
  // Not `done`: a line that may have headed a table may be one of the data in front of a Secret's kind.
  let manifested = begun !== undefined && isOfManifest(begun.form) ? done : 0;
  let known = -1;
  let signs: Signs | undefined;
  const take = (found: Found, at: number): number => {
    findings.push(...found.findings);
    open = found.open ?? open;
    done = Math.max(done, at, found.end);
    return Math.max(at, found.end);
  };
  return {
    manifest: (at: number): void => {
      if (at <= manifested) return;
      const found = manifestAt(text, at, manifested, until);
      if (found !== undefined) manifested = take(found, at);
    },
    table: (at: number, kind: number): void => {
      if (at <= done || (kind === OF_VALUES && !mayHead(text, at))) return;
      signs ??= { brackets: notLooked(), lists: notLooked(), breaks: notLooked() };
      const found = foundAt(text, { at, until }, known, signs);
      known = found.bracket;
      take(found, at);
    },
    found: (): Found => ({ findings, end: done, open }),
  };
};

/** @param until Of the tables the one that is open here is told. @param begun One whose next row the text begins with. */
const read = ({ text, hits }: TextFacts, until: number, begun: Table | undefined): Found => {
  const first = begun === undefined ? { findings: NOTHING, end: 0 } : rowsOf(text, begun, until);
  const reader = createReader(text, until, first, begun);
  for (let i = 0; i < hits.length; i += 2) {
    const kind = IS_NAME[hits[i] ?? 0] ?? 0;
    if (kind === 0) continue;
    const at = hits[i + 1] ?? 0;
    if (kind === OF_MANIFESTS) reader.manifest(at);
    else reader.table(at, kind);
  }
  return reader.found();
};

const NO_SECRETS: readonly RawFinding[] = [];
const NO_NUMBERS: readonly Candidate[] = [];

/** One reading answers for secrets and for numbers, which are asked for one after the other. */
const known: { facts: TextFacts | undefined; begun: Table | undefined; values: readonly Value[] } = {
  facts: undefined,
  begun: undefined,
  values: NOTHING,
};
onForget(() => {
  known.facts = undefined;
  known.begun = undefined;
  known.values = NOTHING;
});

const namesColumn = ({ hits }: TextFacts): boolean => {
  for (let i = 0; i < hits.length; i += 2) if (IS_NAME[hits[i] ?? 0] !== 0) return true;
  return false;
};

const valuesIn = (facts: TextFacts, begun: Table | undefined): readonly Value[] => {
  if (known.facts === facts && known.begun === begun) return known.values;
  known.values = begun === undefined && !namesColumn(facts) ? NOTHING : read(facts, -1, begun).findings;
  known.facts = facts;
  known.begun = begun;
  return known.values;
};

/**
 * Passwords and keys in columns that are named as such.
 *
 * @param begun A table whose next row the text begins with.
 * @returns In ascending order; every row is read once.
 */
export const secretsInColumns = (facts: TextFacts, begun?: Table): readonly RawFinding[] => {
  const values = valuesIn(facts, begun);
  return values.length === 0 ? NO_SECRETS : values.filter((value) => 'category' in value);
};

/**
 * Numbers of people in columns that are named as such.
 *
 * @param begun As above.
 */
export const numbersInColumns = (facts: TextFacts, begun?: Table): readonly Candidate[] => {
  const values = valuesIn(facts, begun);
  return values.length === 0 ? NO_NUMBERS : values.filter((value) => 'isChecked' in value);
};

/**
 * The table that goes on at a place.
 *
 * @param begun As above.
 * @returns Where the row begins that the place is in, or that comes next. Undefined where there is none.
 */
export const openTableAt = (facts: TextFacts, at: number, begun?: Table): OpenTable | undefined =>
  read(facts, at, begun).open;
