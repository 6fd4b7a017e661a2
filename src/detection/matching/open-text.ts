import { openCutValueFrom } from '../decoding/cut-values.ts';
import { LINK_TAG, LOADING_TAG } from '../detectors/exfiltration-link.ts';
import { openSecretFrom } from '../detectors/kept-secret.ts';
import { openLeakFrom } from '../detectors/system-prompt-leak.ts';
import { EMAIL_DOMAIN, nameBeginningBefore } from '../entities/email.ts';
import { isDigit } from '../entities/letters.ts';
import { openValueFrom } from '../entities/open-values.ts';
import { readFacts } from '../facts/text-facts.ts';
import { NO_OPEN_RULES, type OpenRules } from '../operator-rules/definition.ts';
import type { Rule } from '../rulesets/ruleset.ts';
import { SECRETS } from '../rulesets/secrets.ts';
import { foldLetters, normalize } from '../text/normalize.ts';
import { isWordCode } from './automaton.ts';
import { createOpener, PIECE } from './open-pattern.ts';
import { LITERALS } from './rule-literals.ts';

/** Whatever is open, no more than this is ever held, in UTF-16 code units. */
export const MAX_HELD_CHARS = 4096;

const BREAKING_SIGNS = '"\'`,<>()[]{}|=?*$^~ \n';
const LONGEST_LABEL = 400;
/** From the bracket that ends a label to its address: a bracket or colon, blanks, and another bracket. */
const LONGEST_GAP = 8;
const MIN_BASE64_LINE = 16;

/** Scripts that write no blanks between words, and all that is neither letter nor digit. */
const NO_TOKEN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

const fillTokenCharacters = (): Uint8Array => {
  const table = new Uint8Array(0x10000);
  for (let code = 0x21; code < 0x7f; code++) {
    if (!BREAKING_SIGNS.includes(String.fromCharCode(code))) table[code] = 1;
  }
  for (let code = 0xa1; code < 0x10000; code++) {
    if (code === 0x3000) code = 0xac00;
    const character = String.fromCharCode(code);
    const surrogate = code >= 0xd800 && code <= 0xdfff;
    if (surrogate || (/[\p{L}\p{N}\p{M}]/u.test(character) && !NO_TOKEN.test(character))) table[code] = 1;
  }
  return table;
};
const TOKEN_CHARACTERS = fillTokenCharacters();

const isToken = (text: string, at: number): boolean => TOKEN_CHARACTERS[text.charCodeAt(at)] === 1;

/** Whether a character is one of some, of which none is beyond ASCII. */
const oneOf = (characters: string): ((code: number) => boolean) => {
  const table = new Uint8Array(0x80);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return (code) => table[code] === 1;
};

/** Where the run of characters begins that ends at `end`. */
const startOfRun = (
  text: string,
  end: number,
  holds: (code: number) => boolean,
  limit = Number.MAX_SAFE_INTEGER,
): number => {
  const lowest = Math.max(0, end - limit);
  let at = end;
  while (at > lowest && holds(text.charCodeAt(at - 1))) at--;
  return at;
};

const isBase64 = oneOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-');

const BLANKS_BEYOND_ASCII = /[^\S\0-\x7f]/;
const isAsciiBlank = oneOf('\t\n\v\f\r ');
const isBlank = (code: number): boolean =>
  code < 0x80 ? isAsciiBlank(code) : BLANKS_BEYOND_ASCII.test(String.fromCharCode(code));

const startOfWord = (text: string, end: number): number => {
  let at = end;
  while (at > 0 && isToken(text, at - 1)) at--;
  return at;
};

/** Where the word begins that ends at `end`, with the apostrophe of a name such as `o'brien`. */
const startOfName = (text: string, end: number): number => {
  const at = startOfWord(text, end);
  return at - nameBeginningBefore(text, at);
};

/** The last word, and the lines of base64 before it. */
const wordFrom = (text: string): number => {
  let at = startOfName(text, text.length);
  while (/\s/.test(text.charAt(at - 1))) {
    const line = startOfRun(text, at - 1, isBase64, MAX_HELD_CHARS);
    if (at - 1 - line < MIN_BASE64_LINE) break;
    at = line;
  }
  return at;
};

const BYTES = /(?<![\da-f])(?:(?:0x|\\x)?[\da-f]{2}|[01]{8})[\s,:;]{1,2}$/i;
const FIRST_BYTE = /^(?:$|(?:0x?|\\x?)?[\da-f]?$|(?:0x|\\x)?[\da-f]{2}(?![\da-f])|[01]{1,8}(?![01]))/i;
const LONGEST_BYTE = 11;

/** Bytes in hexadecimal or binary, written apart, and the plain text that touches them. */
const bytesFrom = (text: string): number => {
  let at = startOfWord(text, text.length);
  if (!FIRST_BYTE.test(text.slice(at, at + LONGEST_BYTE))) return at;
  for (;;) {
    const length = BYTES.exec(text.slice(Math.max(0, at - LONGEST_BYTE), at))?.[0].length ?? 0;
    if (length === 0) return startOfWord(text, at);
    at -= length;
  }
};

/** Behind the bracket that ends a label: an address, or as much of one as there is. */
const ADDRESS = /$|[(:]\s{0,4}<?(?:$|h$|ht$|htt$|https?$|https?:$|(?:https?:)?\/(?:\/|$))/y;

/** The first bracket that can open a label that ends at `end`. */
const labelFrom = (text: string, end: number): number | undefined => {
  const lowest = Math.max(0, end - LONGEST_LABEL - 1);
  if (text.lastIndexOf('[', end - 1) < lowest) return undefined;
  let found: number | undefined;
  for (let at = end - 1; at >= lowest; at--) {
    const character = text[at];
    if (character === ']' || character === '\n') break;
    if (character === '[') found = at;
  }
  return found !== undefined && text[found - 1] === '!' ? found - 1 : found;
};

const isBracketBehind = oneOf(')>');
const isInAddress = (code: number): boolean => !isBracketBehind(code) && !isBlank(code);

/** Markdown's links and images. */
const linkFrom = (text: string): number => {
  const address = startOfRun(text, text.length, isInAddress);
  const lowest = Math.max(0, address - LONGEST_GAP);
  for (let end = text.indexOf(']', lowest); end !== -1; end = text.indexOf(']', end + 1)) {
    ADDRESS.lastIndex = end + 1;
    if (!ADDRESS.test(text)) continue;
    return labelFrom(text, end) ?? end;
  }
  return labelFrom(text, text.length) ?? text.length;
};

const OPEN_TAGS = [LOADING_TAG, LINK_TAG].map(({ source }) => new RegExp(createOpener(source).open, 'iy'));

const OPEN_DOMAIN = new RegExp(createOpener(EMAIL_DOMAIN.source).open, 'uy');

/** E-mail addresses whose domain may go on in a script without blanks. */
const addressFrom = (text: string): number => {
  const at = text.lastIndexOf('@');
  OPEN_DOMAIN.lastIndex = at;
  return at !== -1 && OPEN_DOMAIN.test(text) ? startOfName(text, at) : text.length;
};

const testAt = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at;
  return pattern.test(text);
};

const endsBareAddress = oneOf(' \n\t\r"\'<>)]');
const isInBareAddress = (code: number): boolean => !endsBareAddress(code);
/** An address without brackets around it, or the beginning of one. */
const BARE_ADDRESS = /(?<![a-z\d])(?:https?:\/\/|h(?:t(?:t(?:ps?(?::\/?)?)?)?)?$)/i;

const urlFrom = (text: string): number => {
  const start = startOfRun(text, text.length, isInBareAddress);
  const at = text.slice(start).search(BARE_ADDRESS);
  return at === -1 ? text.length : start + at;
};

const tagFrom = (text: string): number => {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (OPEN_TAGS.some((open) => testAt(open, text, at))) return at;
  }
  return text.length;
};

type OpenRule = Readonly<{ rule: Rule; pattern: RegExp; longest: number }>;

/** A rule whose match is always one word needs no look of its own: the last word is held anyway. */
const isOneWord = (rest: string): boolean =>
  (rest.match(PIECE) ?? []).every((token) => {
    if (/^(?:\(|[)|?*+]$)/.test(token)) return true;
    const pattern = new RegExp(token === '{' || token === '}' ? `\\${token}` : token);
    return ![...BREAKING_SIGNS].some((sign) => pattern.test(sign));
  });

const openRule = (rule: Rule): OpenRule => {
  const { open, longest } = createOpener(foldLetters(rule.rest).replaceAll(' ', '[^a-z0-9.!?;]{1,6}'));
  return { rule, pattern: new RegExp(open, 'uy'), longest };
};

const WORDY_RULES = SECRETS.rules
  .filter(({ rest }) => !isOneWord(rest.replaceAll(/\{[\d,]+\}/g, '')))
  .map(openRule);
const NOT_BEGUN: readonly OpenRule[] = [];
/** For each literal of the automaton the rules of these that begin with it. */
const BEGUN: readonly (readonly OpenRule[])[] = LITERALS.map(({ rules }) =>
  WORDY_RULES.filter((open) => rules.some(({ rule }) => rule === open.rule)),
);

/** So much of the end of a beginning tells which ones it may be. */
const END_CHARS = 3;

/** Beginnings of literals of several words, by their last characters; the longest first. */
const BEGINNINGS: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  new Set(
    SECRETS.rules
      .flatMap(({ starts }) => starts.map((start) => foldLetters(start).toLowerCase()))
      .flatMap((start) => Array.from({ length: start.length }, (_, length) => start.slice(0, length)))
      .filter((beginning) => [...beginning].some((character) => BREAKING_SIGNS.includes(character)))
      .toSorted((a, b) => b.length - a.length),
  ),
  (beginning) => beginning.slice(-END_CHARS),
);
const WORD_BEGINS = /(?:^|[^a-z\d]|\\[nrt])$/;
const LONGEST_BEGINNING = Math.max(0, ...[...BEGINNINGS.values()].flat().map(({ length }) => length));

/** Keywords of secrets, and what may follow them. */
const keywordFrom = (text: string, before: number): number => {
  const { hits, lower } = readFacts(text);
  let lowest = before;
  for (let i = 0; i < hits.length; i += 2) {
    const number = hits[i] ?? 0;
    const begun = BEGUN[number] ?? NOT_BEGUN;
    if (begun.length === 0) continue;
    const end = hits[i + 1] ?? 0;
    const start = end - (LITERALS[number]?.text.length ?? 0);
    const isAny = (open: OpenRule): boolean =>
      text.length - end <= open.longest && isOpen(open, text, lower(), start, end);
    if (start < lowest && begun.some(isAny)) lowest = start;
  }
  return lowest;
};

const isOpen = (
  { rule, pattern }: OpenRule,
  text: string,
  lower: string,
  start: number,
  end: number,
): boolean => {
  if (rule.exact === true && !rule.starts.includes(text.slice(start, end))) return false;
  pattern.lastIndex = end;
  return pattern.test(rule.exact === true ? text : lower);
};

const beginningFrom = (text: string): number => {
  const end = text.slice(-END_CHARS).toLowerCase();
  for (let length = END_CHARS; length > 0; length--) {
    const beginnings = BEGINNINGS.get(end.slice(-length));
    const at = beginnings === undefined ? text.length : longestBeginning(text, beginnings);
    if (at < text.length) return at;
  }
  return text.length;
};

const longestBeginning = (text: string, beginnings: readonly string[]): number => {
  const lower = text.slice(-LONGEST_BEGINNING - 2).toLowerCase();
  for (const beginning of beginnings) {
    if (!lower.endsWith(beginning)) continue;
    const at = lower.length - beginning.length;
    if (!isWordCode(lower.charCodeAt(at)) || WORD_BEGINS.test(lower.slice(0, at)))
      return text.length - lower.length + at;
  }
  return text.length;
};

const isHighSurrogate = (text: string, at: number): boolean => /[\ud800-\udbff]/.test(text.charAt(at));

const PART_OF_ENTITY = /&(?:(?:amp|#0{0,6}38|#x0{0,6}26);){0,64}(?:#\d{0,7}|#x[\da-f]{0,6}|[a-z]{0,7})$/iuy;

/** Where what may become an entity of HTML, and with it any character, begins at the end of a text. */
const partOfEntityFrom = (text: string): number => {
  const at = text.lastIndexOf('&');
  return at !== -1 && testAt(PART_OF_ENTITY, text, at) ? at : text.length;
};

const CONSONANT = '[\\u1100-\\u1112\\u11a8-\\u11c2\\u3131-\\u314e\\uffa1-\\uffbe]';
const VOWEL = '[\\u1161-\\u1175\\u314f-\\u3163\\uffc2-\\uffdc]';
/** Korean letters by themselves that the next one makes another syllable of. */
const OPEN_SYLLABLE = new RegExp(`${CONSONANT}${VOWEL}?${CONSONANT}?$`, 'u');
const LONGEST_SYLLABLE = 3;

/** Where a syllable of single letters begins at the end of a text. */
const syllableFrom = (text: string): number =>
  text.length - (OPEN_SYLLABLE.exec(text.slice(-LONGEST_SYLLABLE))?.[0].length ?? 0);

/** Half a character may become any character, and a chain of variation selectors is read as a whole, as bytes. */
const settledEnd = (text: string, from: number): number => {
  let end = isHighSurrogate(text, text.length - 1)
    ? text.length - 1
    : Math.min(partOfEntityFrom(text), syllableFrom(text));
  for (;;) {
    const width =
      /(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef])$/.exec(text.slice(Math.max(from, end - 2), end))?.[0]
        .length ?? 0;
    if (width === 0 || end - width < from) return end;
    end -= width;
  }
};

/** The end of a text, which is all that is looked at. */
const tailOf = (text: string): Readonly<{ from: number; tail: string }> => {
  const cut = Math.max(0, text.length - MAX_HELD_CHARS);
  const from = cut > 0 && isHighSurrogate(text, cut - 1) ? cut + 1 : cut;
  return { from, tail: text.slice(from, settledEnd(text, from)) };
};

/** A mark that makes an image of the bracket behind it. */
const markFrom = (text: string): number => (text.endsWith('!') ? text.length - 1 : text.length);

const leakFrom = (text: string, protectedTexts: readonly string[]): number =>
  Math.min(
    markFrom(text),
    linkFrom(text),
    tagFrom(text),
    urlFrom(text),
    openLeakFrom(text, protectedTexts),
    openSecretFrom(text, protectedTexts),
  );

/** Where an address of mail begins that the value at `at` touches, or `at`. */
const withAddressBefore = (text: string, at: number): number => {
  const start = startOfName(text, at);
  return text.slice(start, at).includes('@') ? start : at;
};

/** A number of several groups the last of which the last word begins with: an address may begin where its digits end. */
const numberIntoWordFrom = (text: string): number => {
  const word = startOfName(text, text.length);
  let end = word;
  while (isDigit(text.charCodeAt(end))) end++;
  return end === word || end === text.length ? word : openValueFrom(text.slice(0, end));
};

const entityFrom = (text: string): number => {
  const nearest = Math.min(
    wordFrom(text),
    withAddressBefore(text, openValueFrom(text)),
    numberIntoWordFrom(text),
    openCutValueFrom(text),
    bytesFrom(text),
    beginningFrom(text),
    addressFrom(text),
  );
  return keywordFrom(text, nearest);
};

/**
 * Where the undecided part of a growing answer begins: what stands before this index can't be part of any finding of
 * the detectors of answers that more text could still complete or change, so it may leave.
 *
 * @param text The growing text from some earlier point on; only its last `MAX_HELD_CHARS` are looked at.
 * @param protectedTexts As in `DetectionContext`; one array for all of an answer, since what it holds is indexed once.
 * @param withEntities False looks out for data leaks only: where secrets and PII are but recorded, every word may be
 *   the beginning of an address and none has to wait.
 * @param rules Rules of the operator's that text waits for. With them the last word always waits: how it reads once it
 *   is normalised or decoded hangs on all of it.
 * @returns An index `0..text.length`; `text.length` where nothing is open. Linear in the text, never throws.
 */
export const openFrom = (
  text: string,
  protectedTexts: readonly string[],
  withEntities = true,
  rules: OpenRules = NO_OPEN_RULES,
): number => {
  const { from, tail } = tailOf(text);
  const { text: view, toSource } = normalize(tail);
  const leak = leakFrom(view, protectedTexts);
  const found = withEntities ? Math.min(leak, entityFrom(view)) : leak;
  const at = rules === NO_OPEN_RULES ? found : Math.min(found, wordFrom(view), rules.openFrom(view));
  const inTail = at < view.length ? toSource({ start: at, end: at + 1 }).start : tail.length;
  return from + (view === tail ? inTail : Math.min(inTail, rules.openFrom(tail)));
};

const quotesAddress = oneOf('"\'`<>');
const isInQuotedAddress = (code: number): boolean => !quotesAddress(code) && !isBlank(code);

/**
 * Where the undecided part of a tool call's growing arguments begins, as far as addresses in them go: with the last word,
 * or with the groups of a number or of an account.
 *
 * @returns As `openFrom`.
 */
export const openAddressFrom = (text: string): number => {
  const { from, tail } = tailOf(text);
  const { text: view, toSource } = normalize(tail);
  const word = startOfRun(view, view.length, isInQuotedAddress);
  const at = Math.min(word, openValueFrom(view));
  return from + (at < view.length ? toSource({ start: at, end: at + 1 }).start : tail.length);
};
