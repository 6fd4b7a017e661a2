import { isOneDigit, passesLuhn } from './checksums.ts';
import type { Candidate, Digits, NumberEntity, Samples } from './entity.ts';
import { isDigit } from './letters.ts';
import { standsAlone } from './number-chain.ts';

const MIN_DIGITS = 12;
const MAX_DIGITS = 19;
const BLANK = 0x20;
const HYPHEN = 0x2d;
const DOT = 0x2e;
const SLASH = 0x2f;
const LINE_FEED = 0x0a;
/** No issuer's numbers begin with another digit. */
const SIX = 0x36;

/** The digits of the number that is looked at, and where each of them stands. */
const digits = new Uint8Array(MAX_DIGITS);
const places = new Int32Array(MAX_DIGITS);

const UNDERSCORE = 0x5f;

const isSign = (code: number): boolean =>
  code === HYPHEN || code === DOT || code === SLASH || code === UNDERSCORE;

/** Behind a blank, a sign, a sign between blanks, or the end of a line. @returns `at` where none of them stands there. */
const skipSeparator = (text: string, at: number): number => {
  let i = at;
  if (text.charCodeAt(i) === LINE_FEED) return i + 1;
  if (text.charCodeAt(i) === BLANK) i++;
  if (!isSign(text.charCodeAt(i))) return i;
  i++;
  return text.charCodeAt(i) === BLANK ? i + 1 : i;
};

/** Reads digits with at most one separator between two of them. @returns How many, at most 19. */
const readDigits = (text: string, at: number): number => {
  let count = 0;
  let i = at;
  while (count < MAX_DIGITS) {
    if (!isDigit(text.charCodeAt(i))) {
      i = skipSeparator(text, i);
      if (!isDigit(text.charCodeAt(i))) break;
    }
    digits[count] = text.charCodeAt(i) - 48;
    places[count] = i;
    count++;
    i++;
  }
  return count;
};

/** A card number is not followed by more digits, nor by a hyphen and more digits. */
const isEnd = (text: string, at: number): boolean => {
  const behind = text.charCodeAt(at);
  return !isDigit(behind) && (behind !== HYPHEN || !isDigit(text.charCodeAt(at + 1)));
};

const longestFrom = (text: string, start: number, count: number): number => {
  for (let length = count; length >= MIN_DIGITS; length--) {
    const end = (places[length - 1] ?? 0) + 1;
    if (!isEnd(text, end) || !isCard(digits, length)) continue;
    if (isOfManyLengths(length) && !standsAlone(text, start, end)) continue;
    if (!isBroken(text, start, end) || isGrouped(length)) return length;
  }
  return 0;
};

const isBroken = (text: string, start: number, end: number): boolean => text.slice(start, end).includes('\n');

/** Groups as they stand on cards; of others the end of a line makes two numbers. */
const GROUPS: ReadonlySet<string> = new Set(['4-4-4-4', '4-6-5', '4-6-4']);

const isGrouped = (length: number): boolean => {
  const groups: number[] = [];
  for (let i = 0; i < length; i++) {
    const isNext = i > 0 && places[i] === (places[i - 1] ?? 0) + 1;
    if (isNext) groups[groups.length - 1] = (groups.at(-1) ?? 0) + 1;
    else groups.push(1);
  }
  return GROUPS.has(groups.join('-'));
};

/** First four digits, from and to, and how long the numbers of such an issuer are. */
const ISSUERS: readonly (readonly [first: number, last: number, ...lengths: number[]])[] = [
  [604, 604, 12],
  [1800, 1800, 15],
  [2131, 2131, 15],
  [2200, 2799, 16],
  [3000, 3059, 14],
  [3095, 3095, 14],
  [3400, 3499, 15],
  [3500, 3599, 16],
  [3600, 3699, 14],
  [3700, 3799, 15],
  [3800, 3999, 14],
  [4000, 4999, 13, 16, 19],
  [5018, 5018, 12, 13, 14, 15, 16, 17, 18, 19],
  [5020, 5020, 12, 13, 14, 15, 16, 17, 18, 19],
  [5038, 5038, 12, 13, 14, 15, 16, 17, 18, 19],
  [5100, 5599, 16],
  [5600, 5899, 12, 13, 14, 15, 16, 17, 18, 19],
  [6000, 6099, 16],
  [6200, 6299, 16, 17, 18, 19],
  [6304, 6304, 12, 13, 14, 15, 16, 17, 18, 19],
  [6440, 6599, 16],
  [6390, 6390, 12, 13, 14, 15, 16, 17, 18, 19],
  [6700, 6799, 12, 13, 14, 15, 16, 17, 18, 19],
];

/** Numbers of Maestro have any length: shorter ones are met by chance among other groups of digits. */
const isOfManyLengths = (length: number): boolean =>
  (digits[0] === 5 || digits[0] === 6) && (length < 16 || length === 17 || length === 18);

const isIssued = (number: Digits, length: number): boolean => {
  const prefix = (number[0] ?? 0) * 1000 + (number[1] ?? 0) * 100 + (number[2] ?? 0) * 10 + (number[3] ?? 0);
  return ISSUERS.some(
    ([first, last, ...lengths]) => prefix >= first && prefix <= last && lengths.includes(length),
  );
};

const isCard = (number: Digits, length: number): boolean =>
  passesLuhn(number, length) && isIssued(number, length) && !isOneDigit(number, length);

/** Words that people write in front of a number without a blank. */
export const GLUED_CARD_WORDS: ReadonlySet<string> = new Set([
  ...['visa', 'mastercard', 'amex', 'maestro', 'jcb', 'card', 'cc', 'ccn', 'pan'],
]);

/** Rows of a table may add up to a card by chance. */
const BROKEN_SCORE = 0.65;

/** A number of a payment card that begins at `at`, with the longest reading that passes. */
export const cardAt = (text: string, at: number, isAnnounced: () => boolean): Candidate | undefined => {
  if (text.charCodeAt(at) > SIX) return undefined;
  const length = longestFrom(text, at, readDigits(text, at));
  if (length === 0) return undefined;
  const span = { start: at, end: (places[length - 1] ?? 0) + 1 };
  const isSure = !isBroken(text, span.start, span.end) || isAnnounced();
  return { name: 'CREDIT_CARD', score: isSure ? 0.96 : BROKEN_SCORE, span, isChecked: true };
};

export const CARD_SAMPLES: Samples = {
  match: [
    '4111 1111 1111 1111',
    '5500-0055-5555-5559',
    '378282246310005',
    '3782 822463 10005',
    '30569309025904',
    '6011.1111.1111.1117',
    '3530111333300000',
    'cc 4222222222222, thanks',
    '"card":"5018000000000009"',
    '4111 1111 1111 1111-',
    '4111 - 1111 - 1111 - 1111',
    '4111_1111_1111_1111',
    'card_4111111111111111',
    '4111/1111/1111/1111',
    '4111111111111111/12',
    'card,4111111111111111,2030',
    'card 4111 1111\n1111 1111',
    '3782 822463\n10005',
    '060426070011',
    'VISA4532015112830366',
  ],
  noMatch: [
    '4111 1111 1111 1112',
    '0000 0000 0000 0000',
    '4111 1111 1111',
    '9111111111111111',
    'x4111111111111111',
    '41111111111111112222222',
    '1234567812345670',
    '3600 6F0E 0BA1 6783 2158 8211 38EE',
    'card 41111111\n11111111',
    'card 4111 1111\n1111 1112',
    'AB4532015112830366',
  ],
};

/** Numbers of SIM cards and of devices have the same check digit, and speak of cards, too. */
const isOfTelephone = (number: Digits, length: number): boolean =>
  (length >= 18 && number[0] === 8 && number[1] === 9) || (length === 15 && number[0] !== 3);

/** With a word in front an issuer that nobody knows is good enough. */
export const ANNOUNCED_CARD: NumberEntity = {
  ...{ kind: 'number', name: 'CREDIT_CARD', lengths: [12, 13, 14, 15, 16, 17, 18, 19], layouts: [] },
  check: (digits, length) =>
    passesLuhn(digits, length) && !isOneDigit(digits, length) && !isOfTelephone(digits, length),
  words: [
    ...['card', 'cards', 'cc', 'ccn', 'visa', 'mastercard', 'maestro', 'amex', 'credit card', 'debit card'],
    ...[
      'kreditkarte',
      'kreditkarten*',
      'kartennummer',
      'carte',
      'tarjeta',
      'carta',
      'cartao',
      'karta',
      'kreditkort',
      'creditcard',
    ],
    ...[
      'cardnumber',
      'creditcardnumber',
      'unionpay',
      'rupay',
      'girocard',
      'карта',
      'карты',
      '信用卡',
      '银行卡',
      '卡号',
      'カード番号',
    ],
  ],
  scores: { announced: 0.9 },
  samples: {
    match: ['card 902604260700', 'Kreditkartennummer: 9999 9999 9999 9995', 'cc#: 8600-1234-5678-9012'],
    noMatch: [
      '902604260700',
      'card 902604260709',
      'card 0000 0000 0000 0000',
      'SIM card 8949222074451242066',
      'SIM card, IMEI 490154203237518',
      'gib es mir: 902604260700',
      'Discover our offer 902604260700',
    ],
  },
};
