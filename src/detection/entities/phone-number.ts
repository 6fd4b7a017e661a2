import { Metadata } from 'libphonenumber-js/min';
import METADATA from 'libphonenumber-js/min/metadata';
import type { Announcement, ContextReader } from './context-words.ts';
import type { Candidate, Samples } from './entity.ts';
import { isDigit, isWord, sticky } from './letters.ts';
import { EXTENSION_WORDS } from './phone-words.ts';

/** How many digits numbers of each calling code may have without it, as bits, from the library's metadata. */
const POSSIBLE_LENGTHS: ReadonlyMap<string, number> = (() => {
  const lengths = new Map<string, number>();
  const metadata = new Metadata();
  // Of several countries with one code the first one stands for all of them.
  for (const [code, [country]] of Object.entries(METADATA.country_calling_codes)) {
    if (country === undefined) continue;
    metadata.selectNumberingPlan(country);
    const possible = metadata.numberingPlan?.possibleLengths() ?? [];
    lengths.set(
      code,
      possible.reduce((bits, length) => bits | (1 << length), 0),
    );
  }
  return lengths;
})();
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
const MAX_NATIONAL = 13;

const NANP = /^(?:1[ .-]?)?(?:\([2-9]\d\d\) ?[.-]?|[2-9]\d\d[ .-])[2-9]?\d{2,3}[ .-]\d{4}$/;
const STRICT_NANP = /^(?:1[ .-])?(?:\([2-9]\d\d\) ?[.-]?|[2-9]\d\d[.-])[2-9]\d\d[ .-]\d{4}$/;
/** A trunk prefix, and groups. */
const TRUNK = /^\(?0[1-9]\d{0,4}\)?(?:[ ./-]{1,2}\d{2,8}){1,5}$/;
const DATE =
  /^(?:(?:19|20)\d\d[ ./-]?(?:0?[1-9]|1[0-2])[ ./-]?(?:0?[1-9]|[12]\d|3[01])(?!\d)|(?:0?[1-9]|[12]\d|3[01])[ ./-](?:0?[1-9]|[12]\d|3[01])[ ./-](?:19|20)\d\d(?!\d))/;
/** Numbers are not divided so that one digit stands alone behind others: lists are. */
const LONE_DIGIT = /\d[ .-]\d(?!\d)/;
const BITS = /^[01 .-]+$/;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** Digits go on behind it: a longer number, a decimal fraction, a time. */
const GOES_ON = /[\w+]|[.:/-]\d|,\d/y;

const countDigits = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (isDigit(text.charCodeAt(at))) count++;
  return count;
};

const isInternational = (text: string): boolean => /^\(?(?:\+|00[1-9])/.test(text);

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
  if (DATE.test(text) || ADDRESS.test(text) || BITS.test(text)) return undefined;
  if (isAnnounced && LONE_DIGIT.test(text)) return undefined;
  if (isAnnounced) return length <= MAX_NATIONAL ? { score: 0.85, isChecked: false } : undefined;
  if (STRICT_NANP.test(text)) return { score: 0.85, isChecked: false };
  const isTrunk = length >= MIN_TRUNK && length <= 11 && TRUNK.test(text);
  return isTrunk || (length >= 10 && NANP.test(text)) ? { score: 0.65, isChecked: false } : undefined;
};

const read = (text: string, isAnnounced: boolean): Reading | undefined => {
  const length = countDigits(text);
  if (length < MIN_DIGITS || length > MAX_DIGITS + 2) return undefined;
  return isInternational(text) ? readInternational(text, isAnnounced) : readNational(text, isAnnounced);
};

/** How far in front a word may announce a number, in words. */
const MAX_DISTANCE = 5;

type Announced = 'surely' | 'perhaps' | 'not';

/** The word that is nearest says what the number is. One on the line before counts where nothing else is in between. */
const announcedBy = (announcements: readonly Announcement<string>[]): Announced => {
  let announced: Announced = 'not';
  for (const { topic, distance, line } of announcements) {
    if (topic === 'OTHER_NUMBER' || distance > MAX_DISTANCE) return announced;
    if (topic === 'NEAR_PHONE' && distance === 0) return 'surely';
    if (line > 0 && distance > 0) continue;
    if (topic === 'PHONE_NUMBER') return 'surely';
    if (topic === 'PERHAPS_PHONE') announced = 'perhaps';
  }
  return announced;
};

/** A run of eight digits may be any number. */
const isWrittenAsPhone = (text: string): boolean => /\d[^\d]+\d/.test(text) || countDigits(text) >= MIN_SURE;

/** Where a number whose first digit is at `at` may begin: at a plus, at a bracket, or at both of them. */
const startsOf = (text: string, at: number): readonly number[] => {
  let start = at;
  while (start > at - 3 && /[+( ]/.test(text.charAt(start - 1))) start--;
  const starts: number[] = [];
  for (; start < at; start++) if (text.charAt(start) !== ' ') starts.push(start);
  starts.push(at);
  return starts;
};

const isBound = (text: string, start: number): boolean => {
  const before = text.charCodeAt(start - 1);
  const isJoined = /[.:/,-]/.test(text.charAt(start - 1)) && isDigit(text.charCodeAt(start - 2));
  const isPath = text.charAt(start - 1) === '/' && isWord(text.charCodeAt(start - 2));
  return !isWord(before) && !isJoined && !isPath && !/[$€£¥+]/.test(text.charAt(start - 1));
};

/** Whether other digits and a blank stand in front. */
const isContinued = (text: string, start: number): boolean =>
  text.charAt(start - 1) === ' ' && isDigit(text.charCodeAt(start - 2)) && isDigit(text.charCodeAt(start));

/** Three digits, as an American number begins. */
const isGroupOfThree = (text: string, at: number): boolean =>
  isDigit(text.charCodeAt(at + 1)) && isDigit(text.charCodeAt(at + 2)) && !isDigit(text.charCodeAt(at + 3));

/** Ends of the groups of a number that have digits enough in front of them, the last one first. */
const endsOf = (matched: string): readonly number[] => {
  const ends: number[] = [];
  let count = 0;
  for (let at = 0; at < matched.length; at++) {
    if (!isDigit(matched.charCodeAt(at))) continue;
    count++;
    if (count >= MIN_DIGITS && !isDigit(matched.charCodeAt(at + 1))) ends.push(at + 1);
  }
  return ends.reverse();
};

const isEnd = (text: string, end: number): boolean => {
  GOES_ON.lastIndex = end;
  return !GOES_ON.test(text);
};

/**
 * A telephone number whose first digit is at `at`. What begins with a plus has to be possible by the library's lengths;
 * a national number needs a word, or a notation that little else has.
 */
export const phoneAt = (text: string, at: number, context: ContextReader<string>): Candidate | undefined => {
  const announcement = announcedBy(context.before(at));
  const isAnnounced = announcement !== 'not';
  const isLead = /[+(]/.test(text.charAt(at - 1));
  if (!isAnnounced && !isLead && isContinued(text, at) && !isGroupOfThree(text, at)) return undefined;
  const from = startsOf(text, at).find(
    (start) => isBound(text, start) && sticky(text, PHONE, start) !== undefined,
  );
  const matched = from === undefined ? undefined : sticky(text, PHONE, from);
  if (from === undefined || matched === undefined) return undefined;
  for (const length of endsOf(matched)) {
    const end = from + length;
    const extension = sticky(text, EXTENSION, end)?.length ?? 0;
    if (extension === 0 && !isEnd(text, end)) continue;
    const written = matched.slice(0, length);
    const announced =
      announcement === 'surely' ||
      (announcement === 'perhaps' && isWrittenAsPhone(written)) ||
      context.behind(end + extension).includes('PHONE_NUMBER');
    const reading = read(written, announced);
    if (reading !== undefined)
      return { name: 'PHONE_NUMBER', ...reading, span: { start: from, end: end + extension } };
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
  ],
};
