import type { RawFinding } from '../matching/matcher.ts';
import { isPassword, isSecretByPlace } from '../rulesets/secrets/values.ts';
import type { Found, Table } from './secret-columns.ts';

/**
 * What Kubernetes keeps in a Secret, whatever it is called there: `data:` in base64, `stringData:` as it is; in YAML and in JSON, behind
 * `kind: Secret` and, as `kubectl get` writes them, in front of it.
 */

type Form = 'data' | 'stringData';

export const SECRET_KIND = 'Secret';
const BEFORE_KIND = /(?:^|[\s{,])["']?kind["']? ?: ?["']?$/u;
const BEHIND_KIND = /^["']?[ \r]{0,3}(?:\n|#|$|, ?(?:["'\n]|$)|\})/u;
const KIND_REACH = 16;
/** So much may stand between the kind and the data. */
const LONGEST_HEAD = 2000;
/** So much of data in front of the kind is read. */
const LONGEST_DATA = 4000;

const NAMES = String.raw`["']?(data|stringData)["']? ?:`;
/** Where data begin: at the end of a line, or with a bracket. */
const BEGIN = new RegExp(String.raw`(?<![\w.-])${NAMES}[ \r]?(?:\n|\{\s?)`, 'u');
const BEGINS = new RegExp(BEGIN.source, 'gu');
const LINE_OF_HEAD =
  /^(?:[ -]{0,4}["']?[\w./-]{1,100}["']? ?:[^\n]{0,1000}|[ -]{0,4}["'][^\n]{0,200}["'],?|#[^\n]{0,300}|[{}[\], ]{0,6})\r?$/u;
const IS_KIND = /["']?kind["']? ?:/u;

/** What stands beside the data and is none of them. */
const SIBLING = String.raw`(?!["']?(?:type|kind|apiVersion|immutable|metadata|data|stringData)["']? ?:)`;
const NAME = String.raw`[\s,]{0,20}${SIBLING}["']?([\w.-]{1,100})["']? ?: ?`;
const TEMPLATE = String.raw`\{\{[^\n{}]{0,200}\}\}`;
const CODED = '(?:[A-Za-z0-9+/]{4}){0,4096}(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)';
const ENTRIES: Readonly<Record<Form, RegExp>> = {
  data: new RegExp(`${NAME}["']?(?:(${CODED})|${TEMPLATE})?["']?(?=\\s{0,3}(?:[\\n,}]|$))`, 'duy'),
  stringData: new RegExp(
    `${NAME}(?:["']((?:[^\\n"'\\\\]|\\\\.){0,1000})["']|(${TEMPLATE}|[^\\n"'{}]{0,1000}))(?=\\s{0,3}(?:[\\n,}]|$))`,
    'duy',
  ),
};
/** What may become an entry as a text goes on. */
const PARTIAL: Readonly<Record<Form, RegExp>> = {
  data: /^[\s,]{0,20}["']?[\w.-]{0,100}["']? ?(?:: ?["']?(?:[A-Za-z0-9+/]{0,16384}={0,2}["']?|\{[^\n]{0,200}))?$/u,
  stringData: /^[\s,]{0,20}["']?[\w.-]{0,100}["']? ?(?:: ?[^\n]{0,1000})?$/u,
};
const LONGEST_PARTIAL = 17_000;

/** What a Secret holds that everybody may see. */
const IS_HARMLESS =
  /(?:^|[_.-])(?:user|username|user_?name|login|host|hostname|port|address|addr|endpoint|url|uri|db|database|dbname|schema|namespace|region|bucket|mail|email|from|name|type|mode|env|environment|protocol|driver|version|enabled|format|crt|cert|pub|ca|issuer|audience|realm|tenant|groups?|roles?|expiration|description|sender|domain|zone)(?:[_.-]?name)?$/iu;
const CAMEL = /(?<=[a-z])(?=[A-Z])/gu;
/** Whether a name says that what it holds is none. */
export const isHarmlessName = (name: string): boolean => IS_HARMLESS.test(name.replaceAll(CAMEL, '_'));

const LEAST_CHARS = 6;
/** As many bytes as keys have that are no text. */
const LEAST_BYTES = 16;
const IS_TEXT = /^[\t\n\r\x20-\x7e\u00a0-\ufffc]*$/u;

const isCodedSecret = (value: string): boolean => {
  const bytes = Buffer.from(value, 'base64');
  const text = bytes.toString('utf8');
  if (!IS_TEXT.test(text)) return bytes.length >= LEAST_BYTES;
  const plain = text.trim();
  return plain.length >= LEAST_CHARS && isSecretByPlace(plain);
};

const isSecret = (form: Form, name: string, value: string): boolean => {
  if (isHarmlessName(name)) return false;
  return form === 'data'
    ? isCodedSecret(value)
    : value.length >= LEAST_CHARS && !/\s/u.test(value) && isPassword(value);
};

const findingsOf = (form: Form, match: RegExpExecArray): readonly RawFinding[] => {
  const place = match.indices?.[2] ?? match.indices?.[3];
  const value = match[2] ?? match[3] ?? '';
  if (place === undefined || !isSecret(form, match[1] ?? '', value)) return [];
  const span = { start: place[0], end: place[1] };
  return [{ ruleId: 'SE-1340', category: 'secret', subType: 'generic_secret', score: 0.85, span }];
};

const tableOf = (form: Form): Table => ({
  ...{ form, delimiter: '', width: 0, columns: [], isFramed: false },
});

/** @param until The entry that is read here is told. */
export const entriesFrom = (text: string, from: number, form: Form, until: number): Found => {
  const entry = ENTRIES[form];
  const findings: RawFinding[] = [];
  let open: Found['open'];
  let end = from;
  for (;;) {
    entry.lastIndex = end;
    const match = entry.exec(text);
    const isOpen =
      match !== null || (text.length - end < LONGEST_PARTIAL && PARTIAL[form].test(text.slice(end)));
    if (end <= until) open = isOpen ? { table: tableOf(form), start: end } : undefined;
    if (match === null) return { findings, end, open };
    findings.push(...findingsOf(form, match));
    end += match[0].length;
    if (end >= text.length) return { findings, end, open };
  }
};

type Begin = Readonly<{ form: Form; at: number }>;

const beginOf = (match: RegExpExecArray, offset: number): Begin => ({
  form: match[1] === 'stringData' ? 'stringData' : 'data',
  at: offset + match.index + match[0].length,
});

/** Whether the data may still come: the line of the kind ends, or another line stands between. */
const isOfHead = (line: string, isFirst: boolean): boolean =>
  isFirst ? BEHIND_KIND.test(line) : !IS_KIND.test(line) && LINE_OF_HEAD.test(line.trimEnd());

const beginIn = (line: string, at: number): Begin | undefined => {
  const match = BEGIN.exec(line);
  return match === null || IS_KIND.test(line.slice(0, match.index)) ? undefined : beginOf(match, at);
};

/** Where data begin behind the kind, in its line or below it; `'open'` where the text ends before that is known. */
const beginBehind = (text: string, from: number): Begin | 'open' | undefined => {
  const head = text.slice(from, from + LONGEST_HEAD);
  let at = 0;
  for (;;) {
    const end = head.indexOf('\n', at);
    const line = head.slice(at, end === -1 ? head.length : end + 1);
    const begin = beginIn(line, from + at);
    if (begin !== undefined) return begin;
    if (end === -1) return from + head.length === text.length ? 'open' : undefined;
    if (!isOfHead(line, at === 0)) return undefined;
    at = end + 1;
  }
};

/** Between the data and the kind. */
const TO_KIND = /^[\s,}]{0,20}(?:["']?immutable["']? ?: ?\w{4,5}[\s,]{1,8})?["']?$/u;

const inFront = (text: string, floor: number, kind: number): readonly RawFinding[] => {
  const from = Math.max(floor, kind - LONGEST_DATA);
  const part = text.slice(from, kind);
  const begins = Array.from(part.matchAll(BEGINS), (match) => beginOf(match, 0)).reverse();
  for (const { form, at } of begins) {
    const { findings, end } = entriesFrom(part, at, form, -1);
    if (!TO_KIND.test(part.slice(end))) continue;
    return (findings as readonly RawFinding[]).map(({ span, ...rest }) => ({
      ...rest,
      span: { start: span.start + from, end: span.end + from },
    }));
  }
  return [];
};

/**
 * A Secret whose kind ends at `at`.
 *
 * @param floor What stands before this was read already.
 * @param until As for tables.
 * @returns Undefined where there is none.
 */
export const manifestAt = (text: string, at: number, floor: number, until: number): Found | undefined => {
  const start = at - SECRET_KIND.length;
  if (!text.startsWith(SECRET_KIND, start) || !BEHIND_KIND.test(text.slice(at, at + KIND_REACH)))
    return undefined;
  const before = BEFORE_KIND.exec(text.slice(Math.max(0, start - KIND_REACH), start));
  if (before === null) return undefined;
  const kind = start - before[0].length + before[0].search(/["']?kind/u);
  const first = inFront(text, floor, kind);
  const begin = beginBehind(text, at);
  const head = kind <= until ? { table: undefined, start: kind } : undefined;
  if (begin === 'open') return { findings: first, end: at, open: head };
  if (begin === undefined) return { findings: first, end: at };
  const { findings, end, open } = entriesFrom(text, begin.at, begin.form, until);
  return { findings: [...first, ...findings], end, open: until >= begin.at ? open : head };
};

/** What stands between data and the end of a text that may go on with the kind. */
const MAY_REACH_KIND =
  /^[\s,}]{0,20}(?:["']?immutable["']? ?: ?\w{4,5}[\s,]{1,8})?(?:["']?[a-z]{0,9}|["']?kind["']? ?(?:: ?["']?(?:S(?:e(?:c(?:r(?:et?)?)?)?)?)?)?)$/u;
/** The longest beginning, and how much stands in front of its last letters. */
const BEGIN_REACH = 24;
const BEGIN_LEAD = 12;
const MOST_LOOKS = 8;

/**
 * Where data of a Secret begin that a text ends in the middle of, and whose kind may follow.
 *
 * @returns `text.length` where there are none.
 */
export const openManifestFrom = (text: string): number => {
  let at = text.lastIndexOf('ata');
  for (let looks = 0; at !== -1 && looks < MOST_LOOKS; looks++) {
    const from = Math.max(0, at - BEGIN_LEAD);
    const match = BEGIN.exec(text.slice(from, from + BEGIN_REACH));
    if (match !== null) {
      const { form, at: first } = beginOf(match, from);
      const { open, end } = entriesFrom(text, first, form, text.length);
      if (open !== undefined || MAY_REACH_KIND.test(text.slice(end))) return from + match.index;
    }
    if (at === 0) break;
    at = text.lastIndexOf('ata', at - 1);
  }
  return text.length;
};
