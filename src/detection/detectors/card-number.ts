import type { RawFinding } from '../matcher.ts';
import { entity, isDigit } from './pii-entity.ts';

const MIN_DIGITS = 12;
const MAX_DIGITS = 19;
const BLANK = 0x20;
const HYPHEN = 0x2d;
/** No issuer's numbers begin with another digit. */
const TWO = 0x32;
const SIX = 0x36;

/** The digits of the number that is looked at, and where each of them stands. */
const digits = new Uint8Array(MAX_DIGITS);
const places = new Int32Array(MAX_DIGITS);

/** Reads digits with at most one blank or hyphen between two of them. @returns How many, at most 19. */
const readDigits = (text: string, at: number): number => {
  let count = 0;
  let i = at;
  while (count < MAX_DIGITS) {
    const code = text.charCodeAt(i);
    if (isDigit(code)) {
      digits[count] = code - 48;
      places[count] = i;
      count++;
    } else if ((code !== BLANK && code !== HYPHEN) || !isDigit(text.charCodeAt(i + 1))) {
      break;
    }
    i++;
  }
  return count;
};

/** A card number is not followed by more digits, nor by a hyphen. */
const longestFrom = (text: string, count: number): number => {
  for (let length = count; length >= MIN_DIGITS; length--) {
    const behind = text.charCodeAt((places[length - 1] ?? 0) + 1);
    if (!isDigit(behind) && behind !== HYPHEN) return length;
  }
  return 0;
};

/** First four digits, from and to, and how long the numbers of such an issuer are. */
const ISSUERS: readonly (readonly [first: number, last: number, ...lengths: number[]])[] = [
  [2200, 2799, 16],
  [3000, 3059, 14],
  [3400, 3499, 15],
  [3500, 3599, 16],
  [3600, 3699, 14],
  [3700, 3799, 15],
  [3800, 3899, 14],
  [4000, 4999, 13, 16, 19],
  [5100, 5599, 16],
  [6011, 6011, 16],
  [6200, 6299, 16, 17, 18, 19],
  [6440, 6599, 16],
];

const isIssued = (length: number): boolean => {
  const [a = 0, b = 0, c = 0, d = 0] = digits;
  const prefix = a * 1000 + b * 100 + c * 10 + d;
  return ISSUERS.some(
    ([first, last, ...lengths]) => prefix >= first && prefix <= last && lengths.includes(length),
  );
};

const passesLuhn = (length: number): boolean => {
  let sum = 0;
  for (let i = 0; i < length; i++) {
    const digit = (digits[length - 1 - i] ?? 0) * (i % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
};

const isOneDigit = (length: number): boolean => {
  for (let i = 1; i < length; i++) if (digits[i] !== digits[0]) return false;
  return true;
};

/** A number of a payment card that begins at `at`. */
export const cardAt = (text: string, at: number): RawFinding | undefined => {
  const first = text.charCodeAt(at);
  if (first < TWO || first > SIX) return undefined;
  const length = longestFrom(text, readDigits(text, at));
  if (length === 0 || !passesLuhn(length) || !isIssued(length) || isOneDigit(length)) return undefined;
  return entity('CREDIT_CARD', 0.97, { start: at, end: (places[length - 1] ?? 0) + 1 });
};
