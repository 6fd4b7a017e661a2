import type { RawFinding } from '../matching/matcher.ts';
import { isPassword, isPasswordWithBlanks, isSecretByPlace } from '../rulesets/secrets/values.ts';
import type { Found, Table } from './table.ts';

/**
 * What Kubernetes keeps in a Secret, whatever it is called there: `data:` in base64, `stringData:` as it is; in YAML and in JSON, behind
 * `kind: Secret` and, as `kubectl get` writes them, in front of it.
 */

type Form = 'data' | 'stringData';

export const SECRET_KIND = 'Secret';
/** In JSON that stands in a text of JSON, as what was applied last does, quotes have a backslash in front. */
const QUOTE = String.raw`\\?["']?`;
const BEFORE_KIND = new RegExp(String.raw`(?:^|[\s{,])${QUOTE}kind${QUOTE} ?: ?${QUOTE}$`, 'u');
const BEHIND_KIND = new RegExp(String.raw`^${QUOTE}[ \r]{0,3}(?:\n|#|$|, ?(?:\\?["'\n]|\\?$)|\})`, 'u');
const KIND_REACH = 16;
/** So much may stand between the kind and the data. */
const LONGEST_HEAD = 2000;
/** So much of data in front of the kind is read. */
const LONGEST_DATA = 4000;

const NAMES = String.raw`${QUOTE}(data|stringData)${QUOTE} ?:`;
/** Where data begin: at the end of a line, or with a bracket. */
const BEGIN = new RegExp(String.raw`(?<![\w.-])${NAMES}[ \r]?(?:(?:#[^\n]{0,200})?\n|\{\s?)`, 'u');
const BEGINS = new RegExp(BEGIN.source, 'gu');
const LINE_OF_HEAD =
  /^(?:[ -]{0,4}["']?[\w./-]{1,100}["']? ?:[^\n]{0,1000}|[ -]{0,4}["'][^\n]{0,200}["'],?| ?- [\w./@-]{1,200}| ?\{\{[^\n]{0,300}\}\}| ?#[^\n]{0,300}|[{}[\], ]{0,6})\r?$/u;
const IS_KIND = /kind\\?["']? ?:/u;

/** What stands beside the data and is none of them. */
const SIBLING = String.raw`(?!${QUOTE}(?:type|kind|apiVersion|immutable|metadata|data|stringData)${QUOTE} ?:)`;
const COMMENT = String.raw`(?:#[^\n]{0,300}\n\s{0,20}|\{\{[^\n{}]{0,200}\}\}[ \r]{0,3}\n\s{0,20})`;
const GAP = String.raw`[\s,]{0,20}${COMMENT}{0,8}`;
const NAME = String.raw`${GAP}${SIBLING}${QUOTE}([\w.-]{1,100})${QUOTE} ?: ?`;
const END = String.raw`(?=\s{0,3}(?:[\n,}]|$)| #)`;
const TEMPLATE = String.raw`\{\{[^\n{}]{0,200}\}\}`;
const CODED = '(?:[A-Za-z0-9+/]{4}){0,4096}(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)';
/** Lines of it, below a sign of YAML's. */
const LINE = '[A-Za-z0-9+/]{4,400}={0,2}';
const LINE_END = String.raw`(?=[ \r]?(?:\n|$))`;
const BLOCK = String.raw`[|>][-+]?[ \r]?\n ?(${LINE}(?:[ \r]?\n ?${LINE}${LINE_END}){0,400})${LINE_END}`;
/** Without quotes it ends with its line, at a comment, and at what ends an object or comes next in it. */
const UNQUOTED = String.raw`(?!["'{}])(?:(?! #)[^\n},]|\}(?!\s{0,3}(?:[\n,}]|$))|,(?!\s{0,3}${QUOTE}[\w.-]{1,60}${QUOTE} ?:)){0,1000}`;
const ENTRIES: Readonly<Record<Form, RegExp>> = {
  data: new RegExp(
    `${NAME}(?:!!binary )?${QUOTE}(?:(?:(${CODED})|${TEMPLATE})?${QUOTE}${END}|${BLOCK})`,
    'duy',
  ),
  stringData: new RegExp(
    `${NAME}(?:\\\\["']([^\\n"'\\\\]{0,1000})\\\\["']${END}|(?:"(?=((?:[^\\n"\\\\]|\\\\.){0,1000}))\\3"|'(?=([^\\n']{0,1000}))\\4')${END}|(${TEMPLATE}|${UNQUOTED})${END})`,
    'duy',
  ),
};
/** What may become an entry as a text goes on. */
const PARTIAL: Readonly<Record<Form, RegExp>> = {
  data: new RegExp(
    String.raw`^${GAP}(?:[#{][^\n]{0,300}|${QUOTE}[\w.-]{0,100}${QUOTE} ?(?:: ?(?:!{0,2}b?i?n?a?r?y? ?)?${QUOTE}(?:[A-Za-z0-9+/]{0,16384}={0,2}${QUOTE}|\{[^\n]{0,200}|[|>][-+]?(?:[ \r]?\n ?[A-Za-z0-9+/]{0,400}={0,2}){0,400}))?)$`,
    'u',
  ),
  stringData: new RegExp(
    String.raw`^${GAP}(?:[#{][^\n]{0,300}|${QUOTE}[\w.-]{0,100}${QUOTE} ?(?:: ?[^\n]{0,1000})?)$`,
    'u',
  ),
};
const LONGEST_PARTIAL = 17_000;

/** What a Secret holds that everybody may see. */
const IS_HARMLESS =
  /(?:^|[_.-])(?:user|username|user_?name|login|host|hostname|port|address|addr|endpoint|url|uri|db|database|dbname|schema|namespace|region|bucket|mail|email|from|name|type|mode|env|environment|protocol|driver|version|enabled|format|crt|cert|pub|ca|issuer|audience|realm|tenant|groups?|roles?|expiration|description|sender|domain|zone|(?:client|app|application|project|account|org|organization|subscription|tenant|user|key|directory)[_-]?id|level|timeout|path|opts|options|profiles?(?:_?active)?|scopes?|algorithm|alias|topic|queue|cluster|model|image|tag|schedule|cron|size|prefix|provider|title|locale|timezone)(?:[_.-]?name)?$|\.(?:png|jpe?g|ico|svg|gif|css|html?)$/iu;
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
    : value.length >= LEAST_CHARS && (/\s/u.test(value) ? isPasswordWithBlanks(value) : isPassword(value));
};

const findingsOf = (form: Form, match: RegExpExecArray): readonly RawFinding[] => {
  const [, name = '', ...values] = match;
  const at = values.findIndex((each) => each !== undefined);
  const value = values[at]?.trimEnd() ?? '';
  const start = match.indices?.[at + 2]?.[0];
  if (start === undefined || !isSecret(form, name, value)) return [];
  const span = { start, end: start + value.length };
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
const TO_KIND = new RegExp(
  String.raw`^[\s,}]{0,20}(?:${QUOTE}immutable${QUOTE} ?: ?\w{4,5}[\s,]{1,8})?${QUOTE}$`,
  'u',
);

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
  const kind = start - before[0].length + before[0].search(/\\?["']?kind/u);
  const first = inFront(text, floor, kind);
  const begin = beginBehind(text, at);
  const head = kind <= until ? { table: undefined, start: kind } : undefined;
  if (begin === 'open') return { findings: first, end: at, open: head };
  if (begin === undefined) return { findings: first, end: at };
  const { findings, end, open } = entriesFrom(text, begin.at, begin.form, until);
  return { findings: [...first, ...findings], end, open: until >= begin.at ? open : head };
};

/** What stands between data and the end of a text that may go on with the kind. */
const MAY_REACH_KIND = new RegExp(
  String.raw`^[\s,}]{0,20}(?:${QUOTE}immutable${QUOTE} ?: ?\w{4,5}[\s,]{1,8})?(?:${QUOTE}[a-z]{0,9}|${QUOTE}kind${QUOTE} ?(?:: ?${QUOTE}(?:S(?:e(?:c(?:r(?:et?)?)?)?)?)?)?)$`,
  'u',
);
/** The longest beginning, and how much stands in front of its last letters. */
const BEGIN_REACH = 240;
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
    if (match !== null && match.index <= BEGIN_LEAD) {
      const { form, at: first } = beginOf(match, from);
      const { open, end } = entriesFrom(text, first, form, text.length);
      if (open !== undefined || MAY_REACH_KIND.test(text.slice(end))) return from + match.index;
    }
    if (at === 0) break;
    at = text.lastIndexOf('ata', at - 1);
  }
  return text.length;
};
