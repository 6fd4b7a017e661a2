import type { TextFacts } from '../facts/facts.ts';
import type { RawFinding } from '../matching/matcher.ts';
import { isToken } from '../rulesets/secrets/values.ts';

/**
 * Keys that their service marks in the middle, where no literal begins: a run of the base64 alphabet with its mark at one place and
 * of one length.
 */
type MarkedKey = Readonly<{
  id: string;
  subType: string;
  /** Of the run, without the signs that fill it up. */
  length: number;
  at: number;
  marks: readonly string[];
  /** Of the whole run; sticky, with what fills it up. */
  pattern: RegExp;
}>;

const BASE64_END = '(?![A-Za-z0-9+/=_-])';
const marked = (
  number: number,
  subType: string,
  length: number,
  at: number,
  marks: readonly string[],
  fill = '',
  signs = 'A-Za-z0-9',
): MarkedKey => ({
  ...{ id: `SE-${number}`, subType, length, at, marks },
  pattern: new RegExp(`[${signs}]{${length}}${fill}${BASE64_END}`, 'uy'),
});

/** Of Azure's the marks are Microsoft's "identifiable keys". */
const MARKED_KEYS: readonly MarkedKey[] = [
  marked(1365, 'azure_key', 84, 52, ['JQQJ9']),
  marked(1366, 'azure_devops_token', 84, 76, ['AZDO']),
  marked(1367, 'azure_key', 52, 42, ['AzSe', '+ACR'], '', 'A-Za-z0-9+/'),
  marked(1368, 'azure_key', 54, 44, ['AzFu'], '==', String.raw`\w-`),
  marked(1369, 'azure_key', 86, 76, ['+ASt', 'ACDb', 'APIM', '+ABa', '+AMC'], '==', 'A-Za-z0-9+/'),
  marked(1370, 'azure_key', 43, 33, ['+ASb', '+AEh', 'AIoT', 'AzCa', '+AzE'], '=', 'A-Za-z0-9+/'),
  marked(1371, 'service_token', 50, 10, ['msh'], '', 'a-z0-9'),
];

const BY_LENGTH: ReadonlyMap<number, readonly MarkedKey[]> = Map.groupBy(MARKED_KEYS, ({ length }) => length);

/** Of RapidAPI the second mark, and what stands around it. */
const IS_RAPID = /^[a-z\d]{10}msh[a-z\d]{15}p[\da-f]{6}jsn[\da-f]{12}$/u;

const HEX_KEY = 32;
const MAILGUN = 50;
const IS_MAILGUN = /^[\da-f]{32}-[\da-f]{8}-[\da-f]{8}$/u;
const IS_HEX = /^[\da-f]{32}$/u;
/** As z.ai gives them out: a number of 128 bits, a full stop, and the secret. */
const SECRET_BEHIND =
  /\.(?=[A-Za-z\d]{0,15}\d)(?=[A-Za-z\d]{0,15}[a-z])(?=[A-Za-z\d]{0,15}[A-Z])[A-Za-z\d]{16}(?![\w-]|\.\w)/uy;
/** Of Asana: the version, whose it is, a number of its own. */
const ASANA_BEFORE = /(?<![\w/])[12]\/\d{12,20}(?:\/\d{12,20})?:$/u;
const ASANA_REACH = 48;

const SCORE = 0.97;
const finding = (ruleId: string, subType: string, start: number, end: number): RawFinding => ({
  ...{ ruleId, category: 'secret', subType, score: SCORE },
  span: { start, end },
});

const markedAt = (text: string, start: number, length: number): RawFinding | undefined => {
  for (const { id, subType, at, marks, pattern } of BY_LENGTH.get(length) ?? []) {
    if (!marks.some((mark) => text.startsWith(mark, start + at))) continue;
    pattern.lastIndex = start;
    const value = pattern.exec(text)?.[0];
    if (value === undefined || !isToken(value)) continue;
    if (id === 'SE-1371' && !IS_RAPID.test(value)) continue;
    return finding(id, subType, start, start + value.length);
  }
  return undefined;
};

const hexKeyAt = (text: string, start: number): RawFinding | undefined => {
  const end = start + HEX_KEY;
  const value = text.slice(start, end);
  if (!IS_HEX.test(value) || !isToken(value)) return undefined;
  SECRET_BEHIND.lastIndex = end;
  if (SECRET_BEHIND.test(text)) return finding('SE-1373', 'service_token', start, SECRET_BEHIND.lastIndex);
  const before = ASANA_BEFORE.exec(text.slice(Math.max(0, start - ASANA_REACH), start))?.[0];
  return before === undefined ? undefined : finding('SE-1374', 'asana_token', start - before.length, end);
};

const keyAt = (text: string, start: number, end: number): RawFinding | undefined => {
  const length = end - start;
  if (length === HEX_KEY) return hexKeyAt(text, start);
  if (length === MAILGUN && IS_MAILGUN.test(text.slice(start, end)))
    return finding('SE-1372', 'mailgun_api_key', start, end);
  return markedAt(text, start, length);
};

/** @returns In ascending order. */
export const markedRuns = ({ text, runs }: TextFacts): readonly RawFinding[] => {
  let found: RawFinding[] | undefined;
  for (const { start, end } of runs) {
    const key = keyAt(text, start, end);
    if (key === undefined) continue;
    found ??= [];
    found.push(key);
  }
  return found ?? [];
};
