import { CONTEXT_REACH, isWordLetter } from './context-words.ts';
import { isQuad } from './ip-address.ts';
import { isDigit, isLetter, isUpper } from './letters.ts';
import { mayStandAlone } from './phone-number.ts';

const BLANK = 0x20;
const DOT = 0x2e;
const HYPHEN = 0x2d;
const SLASH = 0x2f;
const UNDERSCORE = 0x5f;

/** Digits of a number, at least, that may be a value however it is joined: a card, an account, a code without letters. */
const MANY = 12;
/** Codes that hold no letter begin with as many. */
const OF_CODES = 6;
const OCTET = 3;
const AREA = 3;
const PAIR = 2;
/** Groups of a card that is not in one piece; behind a group of six stand more than it has room for here. */
const GROUP = 4;
const LONG_GROUP = 6;

/** A code that begins with digits has a letter among so many characters; a telephone's word stands behind so many. */
const CODE_REACH = 20;
const PHONE_REACH = 80;

/** Fewer digits than any value, or any group of one that ends there. */
const FEW = 4;

/** In front of the last digits of a code, of a name or of an address. */
const JOINS_WORDS = new Uint8Array(0x10000);
for (const character of '.-_') JOINS_WORDS[character.charCodeAt(0)] = 1;

/** What numbers are made of, and what may stand behind the digits that a code begins with. */
export const NUMBER_CHARACTERS = new Uint8Array(0x10000);
for (const character of '0123456789 ./()+_-') NUMBER_CHARACTERS[character.charCodeAt(0)] = 1;

/** A few digits, or letters and digits, behind which no number goes on, and in front of which none of a code or of an address stands. */
export const isAlone = (units: Uint16Array, start: number, end: number): boolean => {
  if (end - start > FEW || NUMBER_CHARACTERS[units[end] ?? 0] === 1) return false;
  const before = units[start - 1] ?? 0;
  return before === BLANK ? !isUpper(units[start - 2] ?? 0) : JOINS_WORDS[before] !== 1;
};

/** More digits, or dots, and a code, a telephone or an address may begin. */
const MOST_DIGITS = OF_CODES - 1;
const MOST_DOTS = 2;
const LONGEST_ROW = 45;
const WIDTH_OF_DOTTED = 4;
const FIRST_BEYOND_ASCII = 0x80;

/** Whether what stands in front of digits may be the beginning of something that they are the end of. */
const mayBeEnd = (units: Uint16Array, start: number, end: number): boolean => {
  const before = units[start - 1] ?? 0;
  const last = units[start - 2] ?? 0;
  if (before === BLANK) return isUpper(last) || isDigit(last);
  return before === HYPHEN || before === UNDERSCORE || (before === DOT && end - start === WIDTH_OF_DOTTED);
};

/**
 * Whether digits, with all digits and separators that follow, are too few for anything, as in most cells of tables and most sums of
 * programs: a code of so few has a letter next to them.
 */
export const isFew = (units: Uint16Array, start: number, end: number): boolean => {
  if (mayBeEnd(units, start, end)) return false;
  let digits = 0;
  let dots = 0;
  for (let at = start; at < start + LONGEST_ROW; at++) {
    const code = units[at] ?? 0;
    if (NUMBER_CHARACTERS[code] !== 1) return code < FIRST_BEYOND_ASCII && !isLetter(code);
    if (isDigit(code)) digits++;
    else if (code === DOT) dots++;
    if (digits > MOST_DIGITS || dots > MOST_DOTS) return false;
  }
  return false;
};

/** Says of a number that is not alone, by that of its mark, where it begins and where it ends, whether nothing begins with it. */
export type ListFilter = (mark: number, start: number, end: number) => boolean;

/**
 * Rules out what most numbers of a list, a table, a date or a version are: behind other digits
 * and a separator, with no word around that might say what they are. Where the groups that follow cannot be those of a card, of an address or of a
 * telephone there is nothing that begins there. Numbers are asked about in ascending order.
 *
 * @param units Those of the text, with a 0 behind them.
 * @param marks Where runs of digits begin, among other places.
 */
export const createListFilter = (units: Uint16Array, marks: readonly number[]): ListFilter => {
  let lastLetter = Number.NEGATIVE_INFINITY;
  let readTo = 0;
  let clearTo = 0;

  /** Each character is looked at once: what stands behind the last word in front was read for the numbers before. */
  const isBehindWords = (start: number): boolean => {
    let at = start - 1;
    while (at >= readTo && !isWordLetter(units[at] ?? 0)) at--;
    if (at >= readTo) lastLetter = at;
    readTo = start;
    return start - lastLetter <= CONTEXT_REACH + 1;
  };

  const isBeforeWords = (end: number, reach: number): boolean => {
    if (clearTo < end) clearTo = end;
    while (clearTo < end + reach && units[clearTo] !== 0 && !isWordLetter(units[clearTo] ?? 0)) clearTo++;
    return clearTo < end + reach && units[clearTo] !== 0;
  };

  /** How many digits the number of a mark has; none where it is no number's. */
  const digitsOf = (mark: number): number => {
    const start = marks[mark] ?? 0;
    let end = start;
    while (isDigit(units[end] ?? 0)) end++;
    return end - start;
  };

  /** Digit by digit, evenly, or `4-4-4` and `4-6-4` with whatever follows. */
  const mayBeginCard = (mark: number, start: number, digits: number): boolean => {
    if (digits === 1)
      return (marks[mark + MANY - 1] ?? 0) - start === (MANY - 1) * ((marks[mark + 1] ?? 0) - start);
    const second = digitsOf(mark + 1);
    return (second === GROUP || second === LONG_GROUP) && digitsOf(mark + 2) >= GROUP;
  };

  /** Three digits and a full stop may be those of a code or of a telephone, too, fewer are nothing else. */
  const mayBeginAddress = (start: number, end: number): boolean => {
    const digits = end - start;
    if (digits === PAIR && (units[end] === HYPHEN || units[start - 1] === HYPHEN)) return true;
    return digits <= OCTET && units[end] === DOT && (digits === OCTET || isQuad(units, start));
  };

  const mayBeCalled = (start: number, digits: number): boolean =>
    digits === AREA && units[start - 1] === BLANK;

  /** Whether the groups from here on may be those of something that needs no word. */
  const mayBegin = (mark: number, start: number, end: number): boolean => {
    const digits = end - start;
    if (mayBeginAddress(start, end)) return true;
    if (digits === 1 || digits === GROUP) return mayBeginCard(mark, start, digits);
    return mayBeCalled(start, digits) && mayStandAlone(units, start);
  };

  /** The same for what the sign in front of it allows: behind a full stop and more digits nothing begins but one of a row of cards. */
  const mayBeginBehind = (mark: number, start: number, end: number): boolean => {
    const before = units[start - 1];
    if (before === DOT) return end - start === GROUP && mayBeginCard(mark, start, GROUP);
    const isJoined = before === BLANK || before === HYPHEN || before === SLASH;
    return !isJoined || mayBegin(mark, start, end);
  };

  return (mark: number, start: number, end: number): boolean => {
    const digits = end - start;
    if (digits >= MANY || digits === OF_CODES || !isDigit(units[start - 2] ?? 0)) return false;
    if (mayBeginBehind(mark, start, end)) return false;
    const reach = mayBeCalled(start, digits) ? PHONE_REACH : CODE_REACH;
    return !isBehindWords(start) && !isBeforeWords(end, reach);
  };
};
