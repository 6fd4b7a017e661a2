import type { TextFacts } from '../facts/facts.ts';
import type { RawFinding } from '../matching/matcher.ts';
import { isRandom } from '../rulesets/secrets/values.ts';

/**
 * Keys that a name in front of them gives away whose last words alone tell: `acmeApiKey: '…'`, `| ACME_API_KEY | … |`. No literal
 * stands at the beginning of a word there, so it is the other way round: from long runs without blanks, of which texts
 * have few, to what stands before them.
 */

const MIN_CHARS = 16;
const MAX_CHARS = 512;
/** So far in front of a value its name may begin. */
const REACH = 120;

/** What can stand right in front of a value. */
const BEFORE = new Uint8Array(0x80);
for (const sign of ':=>|,([`"\'* -') BEFORE[sign.charCodeAt(0)] = 1;

/** Nearly all long runs are names of things. */
const hasDigit = (text: string, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) return true;
  }
  return false;
};

/** As long as a name of an option is. */
const LONGEST_OPTION = 80;
const SPACE = 0x20;

const isLetterOrDigit = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);

/** What names of options are made of. */
const isOfOption = (code: number): boolean =>
  isLetterOrDigit(code) || code === 0x2d || code === 0x2e || code === 0x5f;

/** Behind a word and a blank, where most runs stand, a value is only that of an option: `--acme-api-key kR7wq…`. */
const mayBeGiven = (text: string, start: number): boolean => {
  const end = start - 1;
  if (text.charCodeAt(end) !== SPACE || !isLetterOrDigit(text.charCodeAt(end - 1))) return true;
  let at = end;
  const first = Math.max(0, end - LONGEST_OPTION);
  while (at > first && isOfOption(text.charCodeAt(at - 1))) at--;
  return text.startsWith('--', at);
};

/** Where a run's value begins: an option as long as a run is one run with its value. */
const valueStart = (text: string, start: number, end: number): number => {
  if (!text.startsWith('--', start)) return start;
  return start + text.slice(start, Math.min(end, start + LONGEST_OPTION)).indexOf(' ') + 1;
};

const VALUE = /[\w+/.~-]{16,513}/uy;
/** Calls, indices and what goes on as no value does. */
const GOES_ON = /[([{@$\p{L}]/u;

const OBJECTS =
  '(?:api|app|access|secret|private|auth|signing|encryption|master|subscription|license|deploy|consumer|client|shared|webhook|admin|bot|refresh|bearer|openai|azure|gemini|claude|anthropic|mistral|cohere|deepl|deepseek|stripe|twilio|mailgun|sendgrid|rapidapi|serp|google|maps|weather)';
/** The end of a name, and what it may go on with. */
const NAME = String.raw`(${OBJECTS}[ _.-]?(?:keys?|tokens?|secrets?)|tokens?|secrets?|passw(?:or)?d|passphrase)(?:[ _-]?(?:prod|production|dev|staging|test|live|value|b64|base64|v?\d{1,2}))?`;
const NAME_END = String.raw`\\?["'\x60]?\]?(?:\*\*|__)?`;
const TYPE = String.raw`(?:: ?(?:&(?:'static )?)?(?:string|str|text)(?=\s?=)| (?:as )?string(?=\s?=)| ?\{ get;(?: (?:set|init);)? \}(?=\s?=))?`;
/** How a value is given to a name. */
const GIVES = [
  String.raw`${TYPE}\s{0,3}(?::=|=>|={1,2}|\?=|<-|:|->)(?:\*\*|__)?\s{0,3}`,
  String.raw`\s{1,30}[|│]\s{1,3}`,
  String.raw`<\/\w{1,20}>\s{0,24}<\w{1,20}>`,
  String.raw`>`,
  String.raw` ?\{[^{}]{0,80}\bdefault\s{0,8}=\s{0,3}`,
  String.raw`[,\s]{1,12}["']?value["']?\s?[:=]\s{0,3}`,
  String.raw`,\s{0,3}(?=\\?["'\x60])`,
].join('|');
const OPENS = String.raw`(?:[\w:.]{1,24}\()?@?[bru]?\\?["'\x60]?`;
const NAMED = new RegExp(`${NAME}${NAME_END}(?:${GIVES})${OPENS}$`, 'giu');
const OPTION = new RegExp(String.raw`--(?:[a-z]{1,20}-){0,3}${NAME}["']? ["']?$`, 'giu');

/** A look before the dear one: what each name holds. */
const HOLDS_NAME = /key|token|secret|passw|passphrase/iu;

/** Tokens that say where to go on, stand in forms, or tell whose key it is. */
const CURSOR =
  /(?:next|prev(?:ious)?|page|sync|continuation|cursor|skip|delta|pad|eos|bos|unk|max|num|[cx]srf|idempotency|cancel(?:lation)?|public[ _.-]?key)[ _.-]?$/iu;
/** Keys and tokens that everybody may see. */
const PUBLIC = /(?:public|publishable|pub|anon|site)[ _.-]?$/iu;
const IS_TOKEN = /^tokens?$/iu;
const IS_SECRET = /secret|passw(?:or)?d|passphrase/iu;

const isHarmless = (name: string, before: string): boolean =>
  (IS_TOKEN.test(name) && CURSOR.test(before)) || (!IS_SECRET.test(name) && PUBLIC.test(before));

/** Where a name's last words begin: behind a sign, or at a capital behind a small letter. */
const beginsWord = (before: string, at: number): boolean =>
  at === 0 ||
  !/\p{L}/u.test(before.charAt(at - 1)) ||
  (/\p{Lu}/u.test(before.charAt(at)) && /[\p{Ll}\d]/u.test(before.charAt(at - 1)));

/** `whatsappToken` has no `appToken`, but a `Token`. */
const isNamedBy = (pattern: RegExp, before: string): boolean => {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(before); match !== null; match = pattern.exec(before)) {
    const name = match[1] ?? '';
    const at = match.index + match[0].indexOf(name);
    if (beginsWord(before, at)) return !isHarmless(name, before.slice(0, at));
    pattern.lastIndex = match.index + 1;
  }
  return false;
};

const isNamed = (before: string): boolean =>
  HOLDS_NAME.test(before) && (isNamedBy(NAMED, before) || isNamedBy(OPTION, before));

/** What ends a sentence rather than a value. */
const isEnd = (code: number): boolean => code === 0x2e || code === 0x7e || code === 0x2d;

const valueAt = (text: string, start: number): number => {
  VALUE.lastIndex = start;
  let end = start + (VALUE.exec(text)?.[0].length ?? 0);
  while (end > start && isEnd(text.charCodeAt(end - 1))) end--;
  return end;
};

const RULE_ID = 'SE-1293';
const SCORE = 0.85;

const NOTHING: ReadonlyMap<number, number> = new Map();

/** Where values begin, and where they end, that others have found and that would stay theirs. */
const keptBy = (others: readonly RawFinding[]): ReadonlyMap<number, number> => {
  if (others.length === 0) return NOTHING;
  const kept = new Map<number, number>();
  for (const { ruleId, score, span } of others)
    if (score > SCORE || (score === SCORE && ruleId < RULE_ID)) kept.set(span.start, span.end);
  return kept;
};

/**
 * The values that long runs begin, where a name stands in front.
 *
 * @param others What was found in the text by others, whose values are not looked at again.
 */
export const secretsBehindNames = (
  { text, runs }: TextFacts,
  others: readonly RawFinding[] = [],
): readonly RawFinding[] => {
  const found: RawFinding[] = [];
  const kept = keptBy(others);
  for (const { start: first, end: stop } of runs) {
    const start = valueStart(text, first, stop);
    if (BEFORE[text.charCodeAt(start - 1)] !== 1 || !mayBeGiven(text, start)) continue;
    if (kept.has(start) && kept.get(start) === valueAt(text, start)) continue;
    if (!hasDigit(text, start, stop) || !isNamed(text.slice(Math.max(0, start - REACH), start))) continue;
    const end = valueAt(text, start);
    const length = end - start;
    if (length < MIN_CHARS || length > MAX_CHARS || GOES_ON.test(text.charAt(end))) continue;
    if (!isRandom(text.slice(start, end))) continue;
    found.push({
      ...{ ruleId: RULE_ID, category: 'secret', subType: 'generic_secret', score: SCORE },
      span: { start, end },
    });
  }
  return found;
};
