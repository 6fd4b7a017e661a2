import { isAlphanumeric } from '../entities/letters.ts';
import type { RawFinding } from '../matching/matcher.ts';
import { isPassword, isStrongPassword } from '../rulesets/secrets/values.ts';

/**
 * Lists of addresses of mail and their passwords, as they are stolen and sold: `anna@corp.dev:hunter2`, perhaps behind the address of a
 * page. One such line may be anything; of three that follow each other two have to look like it.
 */

const MARK = String.raw`[>*\-"'\x60 ]{0,4}(?:\d{1,6}[.)] ?)?`;
const PAGE = String.raw`(?:https?:\/\/[^\s@]{1,80}[:;| ])?`;
const ADDRESS = String.raw`[\w.+%-]{1,64}@(?:[\w-]{1,40}\.){1,4}[A-Za-z]{2,16}`;
const ROW = new RegExp(
  `${MARK}${PAGE}${ADDRESS} ?([:;|] ?)(?![\\/~.])([^\\s"'\\x60,;|]{4,48})["'\\x60]?,?[ \\r]?(?=\\n|$)`,
  'duy',
);
const LONGEST_ROW = 160;
/** A row as far as it goes. */
const PARTIAL = new RegExp(`^${MARK}(?:https?:\\/\\/[^\\s@]{1,80} )?[^\\s]{0,150} ?[^\\s]{0,50}$`, 'u');

/** One that begins with an address. */
const FIRST = new RegExp(`^${MARK}${PAGE}[\\w.+%-]{1,64}@[\\w.-]{0,120} ?(?:[:;|] ?[^\\s]{0,50})?$`, 'u');

/** Revisions and sums of something. */
const HEX = /^[\da-f]{7,128}$/iu;
/** Sizes, times, versions. */
const MEASURE = /^v?[\d.,:+-]{1,12}[a-z%]{0,3}$/iu;
/** What is left of numbers of people, `EMP1001`, `EMP1002`, is alike. */
const DIGITS = /\d+/gu;
const LEAST_LIKELY = 2;

/** Numbers of customers and of goods. */
const CODE = /^[A-Z\d_./-]+$/u;

/** @param isTable Whether the sign in front divides the cells of tables as well. */
const isLikely = (value: string, isTable: boolean): boolean =>
  (isTable ? isStrongPassword(value) : isPassword(value)) &&
  ![HEX, MEASURE, CODE].some((pattern) => pattern.test(value)) &&
  !value.includes('/');

/** What is copied from a machine or to it: `anna@nas.corp.dev:backups2024`, and whatever follows those who do nothing else. */
const PLACE =
  /^(?:back-?ups?|archives?|data|files?|logs?|media|photos?|videos?|docs?|documents?|home|repos?|src|www|html|web|sites?|public|shared?|shares|tools?|builds?|releases?|nightly|dumps?|projects?|downloads?|uploads?|mirror|snapshots?|images?|exports?|imports?|incoming|tmp)[-_]?\d{0,8}[a-z]?$/iu;
const COPIES = /(?<![\w.+%-])(?:git|hg|svn|rsync|borg|backups?|scp)@/u;

/** Where letters and digits meet: in `1q2w3e4r` more often than in names of things, `desk14b`. */
const BORDERS = /[A-Za-z](?=\d)|\d(?=[A-Za-z])/gu;
const MIN_BORDERS = 3;
/** `sess_4f`, `cus_9k`: what numbers of one kind begin with alike. */
const LONGEST_KIND = 3;

const isSure = (value: string): boolean =>
  isStrongPassword(value) || (value.match(BORDERS)?.length ?? 0) >= MIN_BORDERS;

type Row = Readonly<{
  start: number;
  end: number;
  from: number;
  to: number;
  bare: string | undefined;
  /** Whether it can be hardly anything but a password, or stands where lists of these have it: next to the colon. */
  isSure: boolean;
}>;

const rowAt = (text: string, start: number): Row | undefined => {
  ROW.lastIndex = start;
  const match = ROW.exec(text);
  const [from, to] = match?.indices?.[2] ?? [0, 0];
  if (match === null || match[0].length > LONGEST_ROW) return undefined;
  const [, sign = '', value = ''] = match;
  const bare = isLikely(value, !sign.startsWith(':'))
    ? value.replaceAll(DIGITS, '').toLowerCase().slice(0, LONGEST_KIND)
    : undefined;
  const isPlace = PLACE.test(value) || COPIES.test(match[0]);
  const isGiven = bare !== undefined && ((sign === ':' && !isPlace) || isSure(value));
  return { start, end: start + match[0].length, from, to, bare, isSure: isGiven };
};

const BLANK = 0x20;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const BAR = 0x7c;
const HYPHEN = 0x2d;
const DOT = 0x2e;
const LONGEST_DOMAIN = 90;

/** Whether behind the domain that follows a sign `@` stands what divides it from a password: most have no such thing. */
const isDivided = (text: string, sign: number): boolean => {
  let at = sign + 1;
  for (const end = at + LONGEST_DOMAIN; at < end; at++) {
    const code = text.charCodeAt(at);
    if (!isAlphanumeric(code) && code !== HYPHEN && code !== DOT) break;
  }
  if (text.charCodeAt(at) === BLANK) at++;
  const code = text.charCodeAt(at);
  return code === COLON || code === SEMICOLON || code === BAR;
};

/** The rows of a text, each of which is read once. */
const rowsIn = (text: string): readonly Row[] => {
  const rows: Row[] = [];
  let done = -1;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (!isDivided(text, at)) continue;
    const near = Math.max(0, at - LONGEST_ROW);
    const lineBreak = text.slice(near, at).lastIndexOf('\n');
    if (lineBreak === -1 && near > 0) continue;
    const start = lineBreak === -1 ? 0 : near + lineBreak + 1;
    if (start <= done) continue;
    done = start;
    const row = rowAt(text, start);
    if (row !== undefined) rows.push(row);
  }
  return rows;
};

/** Whether three rows follow each other, and most of them have passwords, one of them surely. */
const areListed = (rows: readonly (Row | undefined)[]): boolean => {
  const bare = new Set<string>();
  let last: Row | undefined;
  for (const row of rows) {
    if (row === undefined || (last !== undefined && row.start !== last.end + 1)) return false;
    if (row.bare !== undefined) bare.add(row.bare);
    last = row;
  }
  return bare.size >= LEAST_LIKELY && rows.some((row) => row?.isSure === true);
};

const NOTHING: readonly RawFinding[] = [];

/** @returns In ascending order. */
export const passwordsOfMails = (text: string): readonly RawFinding[] => {
  if (!text.includes('@')) return NOTHING;
  const rows = rowsIn(text);
  if (rows.length < 3) return NOTHING;
  const isListed = (i: number): boolean =>
    [i - 2, i - 1, i].some((first) => areListed([rows[first], rows[first + 1], rows[first + 2]]));
  return rows.flatMap(({ from, to }, i): readonly RawFinding[] =>
    isListed(i)
      ? [
          {
            ...{ ruleId: 'SE-1341', category: 'secret', subType: 'generic_secret', score: 0.85 },
            span: { start: from, end: to },
          },
        ]
      : [],
  );
};

const rowEndingAt = (text: string, end: number): Row | undefined => {
  if (end < 0) return undefined;
  const near = Math.max(0, end - LONGEST_ROW - 1);
  const lineBreak = text.slice(near, end).lastIndexOf('\n');
  return lineBreak === -1 && near > 0 ? undefined : rowAt(text, lineBreak === -1 ? 0 : near + lineBreak + 1);
};

/**
 * Where the last rows of a text begin, to which another may be added.
 *
 * @returns `text.length` where there is none.
 */
export const openMailsFrom = (text: string): number => {
  const near = Math.max(0, text.length - 2 * LONGEST_ROW);
  const lineBreak = text.slice(near).lastIndexOf('\n');
  const line = lineBreak === -1 ? near : near + lineBreak + 1;
  const row = text.slice(line);
  if (!PARTIAL.test(row)) return text.length;
  const last = rowEndingAt(text, line - 1);
  if (last === undefined) return FIRST.test(row) ? line : text.length;
  return rowEndingAt(text, last.start - 1)?.start ?? last.start;
};
