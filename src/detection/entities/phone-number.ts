import METADATA from 'libphonenumber-js/min/metadata';
import type { Span } from '../../chat/segment.ts';
import { codeAt } from '../text/code-units.ts';
import type { Announcement, ContextReader } from './context-words.ts';
import type { Candidate, Samples } from './entity.ts';
import { isOfGoods, isWithinMark } from './goods.ts';
import { isDigit, isWord, sticky } from './letters.ts';
import { firstOfList, mayBeListed } from './phone-lists.ts';
import { endOfFirst, isSecond } from './phone-pairs.ts';
import {
  isFraction,
  isMeasured,
  isOfSentence,
  isOfSomethingElse,
  lengthBeforeDay,
} from './phone-surroundings.ts';
import { EXTENSION_WORDS } from './phone-words.ts';
import { isDateAt } from './written-date.ts';

/** Where a country's entry has the lengths of its numbers; the library's own reader of it comes with some ninety more files. */
const LENGTHS = 3;
/** How many digits numbers of each calling code may have without it, as bits. Of several countries with one code the first one stands for all of them. */
const POSSIBLE_LENGTHS: ReadonlyMap<string, number> = new Map(
  Object.entries(METADATA.country_calling_codes).map(([code, [country]]) => {
    const entry = country === undefined ? undefined : METADATA.countries[country];
    const lengths: readonly number[] = entry?.[LENGTHS] ?? [];
    return [code, lengths.reduce((bits, length) => bits | (1 << length), 0)];
  }),
);
const LONGEST_CODE = 3;

/** @param digits With the calling code, without a plus. */
export const isPossibleNumber = (digits: string): boolean => {
  for (let length = 1; length <= LONGEST_CODE; length++) {
    const lengths = POSSIBLE_LENGTHS.get(digits.slice(0, length));
    if (lengths !== undefined) return (lengths & (1 << (digits.length - length))) !== 0;
  }
  return false;
};

const SEPARATOR = '(?: - | ?[./-] ?| )';
const BRACKETED = String.raw`\(\d{1,5}\)[ ./-]?`;
/** A run of digits always ends at a separator, so there is one way to read a text. */
const PHONE = new RegExp(
  String.raw`(?:\+ ?)?(?:\(\+?\d{1,5}\)[ ./-]?)?\d{1,15}(?:${SEPARATOR}?${BRACKETED}\d{1,12}|${SEPARATOR}\d{1,12}){0,7}`,
  'y',
);
const EXTENSION = new RegExp(String.raw`,? ?(?:${EXTENSION_WORDS.join('|')})[.:]? ?\d{1,6}(?!\w)`, 'iy');

const MIN_DIGITS = 7;
const MAX_DIGITS = 15;
const MIN_SURE = 9;
const MIN_TRUNK = 10;
/** Without a word a national number has so many. */
const MIN_UNANNOUNCED = 10;
const MAX_UNANNOUNCED = 12;
const MAX_NATIONAL = 13;

const NANP = /^(?:1[ .-]?)?(?:\([2-9]\d\d\) ?[.-]?|[2-9]\d\d[ .-])[2-9]?\d{2,3}[ .-]\d{4}$/;
/** Mobile numbers as Korea and Japan write them, and as Brazil does. */
const STRICT_MOBILE = /^(?:0[1789]0-\d{4}-\d{4}|\([1-9]\d\) ?9\d{4}-\d{4})$/;
/** Budapest's area code has one digit. */
const BUDAPEST = /^06[ -]1(?=[ -]\d{3})/;
const STRICT_NANP = /^(?:1[ .-])?(?:\([2-9]\d\d\) ?[.-]?|[2-9]\d\d[.-])[2-9]\d\d[ .-]\d{4}$/;
/** A trunk prefix, and groups. */
const TRUNK = /^\(?0[1-9]\d{0,4}\)?(?:[ ./-]{1,2}\d{2,8}){1,5}$/;
const DATE =
  /^(?:(?:19|20)\d\d[ ./-]?(?:0?[1-9]|1[0-2])[ ./-]?(?:0?[1-9]|[12]\d|3[01])(?!\d)|(?:0?[1-9]|[12]\d|3[01])[ ./-](?:0?[1-9]|[12]\d|3[01])[ ./-](?:19|20)\d\d(?!\d))/;
/** Numbers are not divided so that one digit stands alone behind others: lists are. */
const LONE_DIGIT = /\d[ .-]\d(?!\d)/;
/** A clause of the rules that purchases of the USA's defence follow: `252.227-7013`. */
const CLAUSE = /^252\.2\d\d-7\d{3}$/;
const BITS = /^[01 ./-]+$/;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** The last sign in front of an extension's word, and the letters that such words begin with. */
const EXTENSION_BEGINNINGS: ReadonlySet<number> = new Set(
  [...', ', ...EXTENSION_WORDS.flatMap((word) => [word.charAt(0), word.charAt(0).toUpperCase()])].map(
    (character) => character.charCodeAt(0),
  ),
);

const tableOf = (characters: string): Uint8Array => {
  const table = new Uint8Array(0x10000);
  for (let i = 0; i < characters.length; i++) table[characters.charCodeAt(i)] = 1;
  return table;
};
const JOINS = tableOf('.:/,-');
const MONEY = tableOf('$€£¥+');
const IN_NUMBER = tableOf('0123456789 ./()+-');
const BLANK = 0x20;
const PLUS = 0x2b;
const COLON = 0x3a;
const COMMA = 0x2c;
const SLASH = 0x2f;
const BRACKET = 0x28;

const isLead = (code: number): boolean => code === PLUS || code === BRACKET;

const countDigits = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (isDigit(codeAt(text, at))) count++;
  return count;
};

const ZERO = 0x30;
const ONE = 0x31;

/** Begins with a plus or with two zeros, perhaps in a bracket. */
const isInternational = (text: string): boolean => {
  const at = codeAt(text, 0) === BRACKET ? 1 : 0;
  if (codeAt(text, at) !== ZERO) return codeAt(text, at) === PLUS;
  const third = codeAt(text, at + 2);
  return codeAt(text, at + 1) === ZERO && isDigit(third) && third !== ZERO;
};

/** The calling code and the number, without the zero in brackets that callers from abroad leave out. */
const withoutPrefix = (text: string): string => text.replace('(0)', '').replace(/\D/g, '').replace(/^00/, '');

type Reading = Readonly<{ score: number; isChecked: boolean }>;

const readInternational = (text: string, isAnnounced: boolean): Reading | undefined => {
  const digits = withoutPrefix(text);
  // Zeros in front of other digits are no prefix by themselves.
  if (!isAnnounced && /^00\d+$/.test(text)) return { score: 0.65, isChecked: false };
  if (isPossibleNumber(digits)) return { score: 0.9, isChecked: digits.length >= MIN_SURE };
  return isAnnounced && digits.length >= MIN_DIGITS ? { score: 0.85, isChecked: false } : undefined;
};

const readNational = (text: string, isAnnounced: boolean): Reading | undefined => {
  const length = countDigits(text);
  if (DATE.test(text) || ADDRESS.test(text) || isFraction(text)) return undefined;
  if (isAnnounced && LONE_DIGIT.test(text.replace(BUDAPEST, '').replace(SWITCHBOARD, ''))) return undefined;
  if (isAnnounced) return length <= MAX_NATIONAL ? { score: 0.85, isChecked: false } : undefined;
  if (CLAUSE.test(text)) return undefined;
  if (STRICT_NANP.test(text) || STRICT_MOBILE.test(text)) return { score: 0.85, isChecked: false };
  const isTrunk = length >= MIN_TRUNK && length <= 11 && TRUNK.test(text);
  return isTrunk || (length >= 10 && NANP.test(text)) ? { score: UNSURE, isChecked: false } : undefined;
};

const read = (text: string, isAnnounced: boolean): Reading | undefined => {
  const length = countDigits(text);
  if (length < MIN_DIGITS || length > MAX_DIGITS + 2 || BITS.test(text)) return undefined;
  return isInternational(text) ? readInternational(text, isAnnounced) : readNational(text, isAnnounced);
};

/** Written as a telephone's number may be, with nothing that says so. */
const UNSURE = 0.65;

/** How far in front a word may announce a number, in words. */
const MAX_DISTANCE = 5;

const PHONE_TOPICS: ReadonlySet<string> = new Set(['PHONE_NUMBER', 'PERHAPS_PHONE', 'NEAR_PHONE']);

type Announced = 'surely' | 'perhaps' | 'not';

/** The rest of a form's label, above what was filled in: `Phone number`, `Mobile no.`. */
const REST_OF_LABEL = /^[ _-](?:numbers?|nos?|nr|num)\.?\s?[:*]{0,2}[ \t\r]{0,4}\n[\s+(]{0,8}$/i;

const saidBy = (
  { topic, distance, line, end }: Announcement<string>,
  text: string,
  at: number,
): Announced => {
  if (topic === 'NEAR_PHONE') return distance === 0 ? 'surely' : 'not';
  if (line > 0) {
    const between = text.slice(end, at);
    // What goes on below a number that the word is about is no more than that, unless it is a list.
    if (countDigits(between) >= MIN_DIGITS) return 'not';
    if (distance > 0 && !(distance === 1 && REST_OF_LABEL.test(between))) return 'not';
  }
  return topic === 'PHONE_NUMBER' ? 'surely' : 'perhaps';
};

/** The word that is nearest says what the number is. One on the line before counts where nothing else is in between. */
const announcedBy = (text: string, at: number, announcements: readonly Announcement<string>[]): Announced => {
  let announced: Announced = 'not';
  for (const each of announcements) {
    if (each.topic === 'OTHER_NUMBER' || each.distance > MAX_DISTANCE) return announced;
    if (!PHONE_TOPICS.has(each.topic)) continue;
    if (isOfSomethingElse(text, each.end, at)) return announced;
    const said = saidBy(each, text, at);
    if (said === 'surely') return said;
    if (said === 'perhaps') announced = said;
  }
  return announced;
};

/** Telephones as signs, and the second halves of those that are pictures. */
const PICTURES = tableOf('\u260e\u260f\u2706\u2121\u{1f4de}\u{1f4df}\u{1f4e0}\u{1f4f1}\u{1f4f2}');
PICTURES[0xd83d] = 0;
const MAX_BETWEEN = 4;

/** Whether the picture of a telephone stands in front of a number whose first digit is at `at`. */
const isBehindPicture = (units: Uint16Array, at: number): boolean => {
  let i = at - 1;
  while (i > at - MAX_BETWEEN && (units[i] === BLANK || isLead(units[i] ?? 0) || units[i] === COLON)) i--;
  return PICTURES[units[i] ?? 0] === 1;
};

/** `📱 1 000 000 downloads`, `📞 3.1234567 million`: how many there are. */
const COUNT = /^(?:[1-9](?:[ .,]\d{3}){2}|[1-9][\d .,]{2,12}000|\d[.,]\d+)$/u;
const UNIT = /^ \p{L}/u;
const isCountBehindPicture = (text: string, units: Uint16Array, at: number, end: number): boolean =>
  isBehindPicture(units, at) && COUNT.test(text.slice(at, end)) && UNIT.test(text.slice(end, end + 3));

/** Links that a chat is begun by: `https://wa.me/4915123456789`. */
const CHAT_LINK = 'wa.me/';
const isInLink = (text: string, at: number): boolean => text.startsWith(CHAT_LINK, at - CHAT_LINK.length);

const announcedAt = (
  text: string,
  units: Uint16Array,
  at: number,
  context: ContextReader<string>,
): Announced =>
  isBehindPicture(units, at) || isInLink(text, at) ? 'surely' : announcedBy(text, at, context.before(at));

const LONGEST_LEAD = 3;

/** Where a number whose first digit is at `at` may begin: at a plus, at a bracket, or at both of them. */
const startsOf = (text: string, at: number): readonly number[] => {
  let start = at;
  while (start > at - LONGEST_LEAD && (isLead(codeAt(text, start - 1)) || codeAt(text, start - 1) === BLANK))
    start--;
  if (start === at) return [at];
  const starts: number[] = [];
  for (; start < at; start++) if (codeAt(text, start) !== BLANK) starts.push(start);
  starts.push(at);
  return starts;
};

/** Whether a plus or a bracket may belong to the digits at `at`. */
const isBehindLead = (units: Uint16Array, at: number): boolean => {
  for (let i = at - LONGEST_LEAD; i < at; i++) if (isLead(units[i] ?? 0)) return true;
  return false;
};

/** An American number with its hyphens. */
const HYPHENED = /(?:1-)?[2-9]\d\d-[2-9]\d\d-\d{4}(?!\d)/y;

/** Whether what begins behind a comma cannot be the rest of a number such as `1,234`: rows of a table have no blanks there. */
const isOfRow = (text: string, start: number): boolean =>
  isLead(codeAt(text, start)) || sticky(text, HYPHENED, start) !== undefined;

const isBound = (text: string, start: number): boolean => {
  const before = codeAt(text, start - 1);
  if (isWord(before) || MONEY[before] === 1) return false;
  const isNumber = JOINS[before] === 1 && isDigit(codeAt(text, start - 2));
  const isJoined = isNumber && !(before === COMMA && isOfRow(text, start));
  return !isJoined && !(before === SLASH && isWord(codeAt(text, start - 2)) && !isInLink(text, start));
};

/** Digits of an American number: of its first group and its last. */
const AREA = 3;
const LINE = 4;

/** How many digits stand from `at` on. */
const groupLength = (units: Uint16Array, at: number): number => {
  let end = at;
  while (isDigit(units[end] ?? 0)) end++;
  return end - at;
};

/**
 * Whether what begins with these digits may be a number although no word says so: by its first groups, as `NANP`, `TRUNK`
 * and two zeros have them.
 *
 * @param units Those of a text, with a 0 behind them.
 */
export const mayStandAlone = (units: Uint16Array, at: number): boolean => {
  const first = units[at] ?? 0;
  if (first === ZERO) return true;
  const length = groupLength(units, at);
  if (first === ONE) return length === 1 || length === AREA + 1;
  if (length !== AREA) return false;
  const second = groupLength(units, at + length + 1);
  return second >= 2 && second <= 4 && groupLength(units, at + length + second + 2) === LINE;
};

const extensionAt = (text: string, at: number): number =>
  EXTENSION_BEGINNINGS.has(codeAt(text, at)) ? (sticky(text, EXTENSION, at)?.length ?? 0) : 0;

/** Where the digits end behind which a word may name the number that begins here, or give its extension; 0 where they are too few or too many. */
const endBeforeName = (units: Uint16Array, at: number): number => {
  let digits = 0;
  let end = 0;
  for (let i = at; IN_NUMBER[units[i] ?? 0] === 1; i++) {
    if (!isDigit(units[i] ?? 0)) continue;
    if (++digits > MAX_DIGITS + 2) return 0;
    end = i + 1;
  }
  return digits >= MIN_DIGITS ? end : 0;
};

/** Whether a word behind the digits may say that they are a telephone's: behind any but the last group stand other digits. */
const mayBeNamedBehind = (
  text: string,
  units: Uint16Array,
  at: number,
  context: ContextReader<string>,
): boolean => {
  const end = endBeforeName(units, at);
  return end > 0 && (context.behind(end).includes('PHONE_NUMBER') || extensionAt(text, end) > 0);
};

/**
 * Whether digits in front of which nothing announces a number, no plus and no bracket, can be none at all: most groups of
 * a list, a date, an address or a version.
 *
 * @param units Those of the text, with a 0 behind them.
 */
const isRuledOut = (
  text: string,
  units: Uint16Array,
  at: number,
  context: ContextReader<string>,
): boolean => {
  const before = units[at - 1] ?? 0;
  if (before === BLANK) {
    if (isLead(units[at - 2] ?? 0)) return false;
    if (isDigit(units[at - 2] ?? 0) && groupLength(units, at) !== AREA) return true;
  }
  return !mayStandAlone(units, at) && !mayBeNamedBehind(text, units, at, context);
};

/** The end of a group of a number, and how many digits stand in front of it. */
type End = Readonly<{ length: number; digits: number }>;

/** A run of eight digits may be any number. */
const isWrittenAsPhone = (matched: string, { length, digits }: End): boolean =>
  digits >= MIN_SURE || /\d[^\d]+\d/.test(matched.slice(0, length));

const HYPHEN = 0x2d;

/** The switchboard of a house in Germany and Austria: `0711 123456-0`. */
const SWITCHBOARD = /\d{3}-0$/;
const isSwitchboard = (matched: string, at: number): boolean =>
  codeAt(matched, at) === ZERO &&
  codeAt(matched, at - 1) === HYPHEN &&
  SWITCHBOARD.test(matched.slice(0, at + 1));

/** Whether a digit is a group of its own, and the one in front of it has more: it is the beginning of something else. */
const isLoneDigit = (matched: string, at: number): boolean =>
  !isDigit(codeAt(matched, at - 1)) && isDigit(codeAt(matched, at - 2)) && isDigit(codeAt(matched, at - 3));

/** Ends of the groups of a number that have digits enough in front of them, and not too many, the last one first. */
const endsOf = (matched: string, longest: number): readonly End[] => {
  const ends: End[] = [];
  let digits = 0;
  const to = Math.min(matched.length, longest);
  for (let at = 0; at < to && digits <= MAX_DIGITS + 2; at++) {
    if (!isDigit(codeAt(matched, at))) continue;
    digits++;
    if (digits < MIN_DIGITS || isDigit(codeAt(matched, at + 1))) continue;
    if (isLoneDigit(matched, at) && !isSwitchboard(matched, at)) break;
    if (digits <= MAX_DIGITS + 2) ends.push({ length: at + 1, digits });
  }
  return ends.reverse();
};

/** Of such numbers no comma is a decimal sign. */
const IS_DIVIDED = /[-(+]/;

/** False where digits go on behind a number: a longer one, a decimal fraction, a time. */
const isEnd = (text: string, start: number, end: number): boolean => {
  const code = codeAt(text, end);
  if (isWord(code) || code === PLUS) return false;
  if (JOINS[code] !== 1 || !isDigit(codeAt(text, end + 1))) return true;
  return code === COMMA && IS_DIVIDED.test(text.slice(start, end));
};

/** What has too few or too many digits to be a national number without a word needs one. */
const readEnd = (
  matched: string,
  { length, digits }: End,
  isAnnounced: () => boolean,
): Reading | undefined => {
  const value = matched.slice(0, length);
  const canStandAlone = (digits >= MIN_UNANNOUNCED && digits <= MAX_UNANNOUNCED) || isInternational(value);
  if (!canStandAlone && !isAnnounced()) return undefined;
  return read(value, isAnnounced());
};

/** Without a plus or a bracket it begins at this very digit. */
const mayBegin = (text: string, units: Uint16Array, at: number): boolean =>
  isLead(units[at - 1] ?? 0) || units[at - 1] === BLANK || isBound(text, at);

const isWhole = (text: string, units: Uint16Array, at: number, { start, end }: Span): boolean =>
  isEnd(text, start, end) && !isCountBehindPicture(text, units, at, end);

/** What stands around a number: where the one before it ends, and where it ends at the latest since something else begins there. */
type Bounds = Readonly<{ before: number; limit: number }>;

type Begun = Readonly<{ from: number; matched: string; announcement: Announced }>;

/** The number of an item of a list in front of the item's own: `1. 4155552671`. */
const ENUMERATOR = /^[1-9]\d?\. [+(]?\d[^.]*$/;
const LINE_FEED = 0x0a;
const isEnumerated = (
  text: string,
  { from, matched }: Readonly<{ from: number; matched: string }>,
): boolean => (from === 0 || codeAt(text, from - 1) === LINE_FEED) && ENUMERATOR.test(matched);

/** What announces a number: a word in front of it, or one in front of the first number of a list that it goes on with. */
const announcedOrListed = (
  text: string,
  units: Uint16Array,
  at: number,
  context: ContextReader<string>,
): Announced => {
  const announced = announcedAt(text, units, at, context);
  if (announced !== 'not' || !mayBeListed(units, at)) return announced;
  const number = matchFrom(text, startsOf(text, at), false);
  const first = number === undefined ? undefined : firstOfList(text, number.from, number.matched);
  if (first === undefined) return 'not';
  return announcedBy(text, first, context.before(first)) === 'surely' ? 'surely' : 'not';
};

/** What looks like a number whose first digit is at `at`, and what announces it. */
const begunAt = (
  text: string,
  units: Uint16Array,
  at: number,
  context: ContextReader<string>,
  before: number,
): Begun | undefined => {
  if (isDateAt(units, at) && !isBehindLead(units, at)) return undefined;
  const isOfTwo = isSecond(text, before, at);
  if (!isOfTwo && !mayBegin(text, units, at)) return undefined;
  const announcement = isOfTwo ? 'surely' : announcedOrListed(text, units, at, context);
  if (announcement === 'not' && !isLead(units[at - 1] ?? 0) && isRuledOut(text, units, at, context))
    return undefined;
  const number = matchFrom(text, startsOf(text, at), isOfTwo);
  if (number === undefined || isEnumerated(text, number)) return undefined;
  return { ...number, announcement };
};

/**
 * A telephone number whose first digit is at `at`. What begins with a plus has to be possible by the library's lengths;
 * a national number needs a word, another number in front, or a notation that little else has.
 *
 * @param units Those of the text, with a 0 behind them.
 */
export const phoneAt = (
  text: string,
  units: Uint16Array,
  at: number,
  context: ContextReader<string>,
  { before, limit }: Bounds,
): Candidate | undefined => {
  const begun = begunAt(text, units, at, context, before);
  if (begun === undefined) return undefined;
  const { from, matched, announcement } = begun;
  const first = endOfFirst(text, from, matched);
  const longest = Math.min(limit - from, (first ?? limit) - from, lengthBeforeDay(matched));
  for (const groupEnd of endsOf(matched, longest)) {
    const end = from + groupEnd.length;
    const extension = extensionAt(text, end);
    if (extension === 0 && end !== first && !isWhole(text, units, at, { start: from, end })) continue;
    const isNamed = (): boolean =>
      announcement === 'surely' ||
      (announcement === 'perhaps' && isWrittenAsPhone(matched, groupEnd)) ||
      isNamedBehind(text, matched, groupEnd, end + extension, context);
    const reading = readEnd(matched, groupEnd, isNamed);
    if (reading !== undefined && (isNamed() ? !isCounted(text, from, end) : !isOther(text, from, end)))
      return {
        name: 'PHONE_NUMBER',
        ...inSignature(text, from, reading),
        span: { start: from, end: end + extension },
      };
  }
  return undefined;
};

/** `M: 0412 345 678`, as signatures of mails have it. */
const INITIAL = /(?:^|[\s|,;/·•(])(?:[TMF][:.)]?|[PCODHW][:.)]) ?$/;
const LONGEST_INITIAL = 5;

/** What is written as a telephone's number is one behind the initial of a word for telephones. */
const inSignature = (text: string, start: number, reading: Reading): Reading =>
  reading.score === UNSURE && INITIAL.test(text.slice(Math.max(0, start - LONGEST_INITIAL), start))
    ? { ...reading, score: 0.85 }
    : reading;

/** With a plus, two zeros or a bracket it is a telephone's, whatever stands in front of it. */
const isOther = (text: string, start: number, end: number): boolean => {
  const value = text.slice(start, end);
  if (isInternational(value) || value.includes('(')) return false;
  return isWithinMark(text, start, end) || isOfGoods(text, start);
};

/** As change logs have it, whatever they say of calls: `Closes: #1016913`. */
const ISSUE = /(?:close[sd]?|fix(?:es|ed)?|resolve[sd]?|issues?|bugs?):? #$/iu;
const isIssue = (text: string, start: number): boolean =>
  ISSUE.test(text.slice(Math.max(0, start - 12), start));

const isCounted = (text: string, start: number, end: number): boolean =>
  isIssue(text, start) || isMeasured(text, start, end);

/** In one piece it takes a word that says no more than this. */
const isNamedBehind = (
  text: string,
  matched: string,
  groupEnd: End,
  end: number,
  context: ContextReader<string>,
): boolean =>
  context.behind(end).includes('PHONE_NUMBER') &&
  (isWrittenAsPhone(matched, groupEnd) || !isOfSentence(text, end));

/** What looks like a number at the first of the places where one may begin. */
const matchFrom = (
  text: string,
  starts: readonly number[],
  isOfTwo: boolean,
): Readonly<{ from: number; matched: string }> | undefined => {
  for (const from of starts) {
    const matched = isOfTwo || isBound(text, from) ? sticky(text, PHONE, from) : undefined;
    if (matched !== undefined) return { from, matched };
  }
  return undefined;
};

export const PHONE_SAMPLES: Samples = {
  match: [
    '+1 (415) 555-2671',
    '(415) 555-2671',
    '415-555-2671',
    '+49 30 901820123',
    '+41 (0)44 668 18 00',
    '0049 30 901820123',
    'call me at 0171 2345678',
    'Phone:\n60-56-85-91',
    '416 60 039 office',
    '345-899-3560x4587',
    'Tel. 030/901820 ext. 12',
    '"mobile":"5403926876"',
    '电话：13912345678',
    'téléphone 06 12 34 56 78',
    '03.93.92.16.85',
    'reach me on 467 3395.',
    '+447700921916',
    'text me on 4155552671',
    'my phone: text 5552671',
    'ring 030 901820',
    'โทร: 081 234 5678',
    'เบอร์โทรศัพท์ 0812345678',
    'फ़ोन: 98765 43210',
    'फ़ोन नंबर: 9876543210',
    'SĐT: 0912345678',
    'Số điện thoại: 0912345678',
    'Orders (415) 267-1193',
    'order no. 7, 415-267-1193',
    'Customer: 415-267-1193',
    'order by phone: 415-267-1193',
    'order 415-267-1193 mobile',
    '010-1234-5678',
    '(11) 98765-4321',
    'Tel.: 06-1-234-5678',
    'Phone number\n4155552671',
    'Mobile no.:\n  0412345678',
    'https://wa.me/14155552671',
    'Anna | M: 0412 345 678',
    'T 020 7946 0958',
    'Fono: 9 8765 4321',
    'caller: 4155552671',
    'Tel. 0711 123456-0',
    '+49 711 123456-0',
    'tel:\n- 0221 1234567\n- 0221 7654321',
    '"phones": [\n  "8005551234",\n  "8005559876"\n]',
    'телефоны: 8 495 123-45-67',
    'Bei Rückfragen: 040/4711-2233',
  ],
  noMatch: [
    '2024-01-31',
    'call 12345',
    'sizes 12 34 56 78 90',
    '+1234',
    'order 1234567',
    'call us about order 1234567',
    '1234567',
    '3.14159265358',
    '106.31.73.20',
    'as defined in Clause 252.227-7013 (c) (1) of DFARs',
    'call me on 2024-01-31',
    'call on 20240131',
    '$4155552671',
    'text generation. arXiv preprint arXiv:2305.14251',
    'https://support.example/answer/10347851',
    'signal 1010 1101 1001',
    'the message: 14-23 16-18-9-13-5',
    'timestamp 1700000000000',
    'the answer is 1234567',
    'message #12345678 was sent',
    'contact 1234567',
    'signal 12345678',
    'text field 1234567890',
    'the phone model 1234567890',
    'numero de habitantes 1234567',
    'call function 12345678',
    '001 000 / 00 10 000',
    'mời anh 0912345',
    'Part no. 415-267-1193-B',
    'P/N 415-267-1193',
    'Replace P/N 415-267-1193 with 415-267-1194.',
    'SKU-415-267-1193',
    'Invoice No. 212-555-0182 was paid.',
    'Your order number is 302-555-8841.',
    '{"orderId":"302-555-8841"}',
    'Ticket #415.267.1193',
    'RMA# 408-555-7788',
    'Remove invalid calls. (Closes: #1016913)',
    'Customer ID: 415-267-1193',
    'the phone number\nis 12345678',
    'phone\nOrder 12345678',
    'ids:\n- 0221123456\n- 0221765432',
    'orders:\n1. 4155552671\n2. 4155552672',
    'https://wb.me/14155552671',
    'Bestellnummer 415-267-1193',
    'Facture n° 415-267-1193',
    '订单号：415-267-1193',
  ],
};
