import { codeAt } from '../code-units.ts';
import { isOneDigit, passesLuhn } from './checksums.ts';
import { type DigitRun, MAX_DIGITS } from './digit-run.ts';
import type { Candidate, Digits, NumberEntity, Samples } from './entity.ts';
import { isDigit } from './letters.ts';
import { standsAlone } from './number-chain.ts';

const MIN_DIGITS = 12;
const HYPHEN = 0x2d;
const LINE_FEED = 0x0a;
/** No issuer's numbers begin with another digit. */
const SIX = 0x36;

/** A card number is not followed by more digits, nor by a hyphen and more digits. */
const isEnd = (text: string, at: number): boolean => {
  const behind = codeAt(text, at);
  return !isDigit(behind) && (behind !== HYPHEN || !isDigit(codeAt(text, at + 1)));
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

/** For each of the first four digits the lengths that such numbers have, as bits. */
const LENGTHS = new Uint32Array(10_000);
for (const [first, last, ...lengths] of ISSUERS)
  for (let prefix = first; prefix <= last; prefix++)
    for (const length of lengths) LENGTHS[prefix] = (LENGTHS[prefix] ?? 0) | (1 << length);

const lengthsAt = (run: DigitRun, index: number): number => {
  const first = run.digitAt(index) * 1000 + run.digitAt(index + 1) * 100;
  return LENGTHS[first + run.digitAt(index + 2) * 10 + run.digitAt(index + 3)] ?? 0;
};

const isRepeated = (run: DigitRun, index: number, length: number): boolean => {
  for (let i = 1; i < length; i++) if (run.digitAt(index + i) !== run.digitAt(index)) return false;
  return true;
};

/** Numbers of Maestro have any length: shorter ones are met by chance among other groups of digits. */
const isOfManyLengths = (first: number, length: number): boolean =>
  (first === 5 || first === 6) && (length < 16 || length === 17 || length === 18);

/** Whether a line ends between two of the digits: nothing else stands there then. */
const isBroken = (text: string, run: DigitRun, index: number, length: number): boolean => {
  for (let i = index + 1; i < index + length; i++)
    if (codeAt(text, run.placeOf(i) - 1) === LINE_FEED) return true;
  return false;
};

/** Groups as they stand on cards; of others the end of a line makes two numbers. */
const GROUPS: ReadonlySet<string> = new Set(['4-4-4-4', '4-6-5', '4-6-4']);

const isGrouped = (run: DigitRun, index: number, length: number): boolean => {
  const groups: number[] = [];
  let first = index;
  for (let i = index + 1; i <= index + length; i++) {
    if (i < index + length && run.placeOf(i) === run.placeOf(i - 1) + 1) continue;
    groups.push(i - first);
    first = i;
  }
  return GROUPS.has(groups.join('-'));
};

/** How many digits the longest reading that passes has, or 0. */
const longestFrom = (text: string, run: DigitRun, index: number): number => {
  const lengths = lengthsAt(run, index);
  for (let length = Math.min(MAX_DIGITS, run.restOf(index)); length >= MIN_DIGITS; length--) {
    if ((lengths & (1 << length)) === 0 || !run.passesLuhn(index, length)) continue;
    const end = run.placeOf(index + length - 1) + 1;
    if (!isEnd(text, end) || isRepeated(run, index, length)) continue;
    const mayBeChance = isOfManyLengths(run.digitAt(index), length);
    if (mayBeChance && !standsAlone(text, run.placeOf(index), end)) continue;
    if (!isBroken(text, run, index, length) || isGrouped(run, index, length)) return length;
  }
  return 0;
};

/** Words that people write in front of a number without a blank. */
export const GLUED_CARD_WORDS: ReadonlySet<string> = new Set([
  ...['visa', 'mastercard', 'amex', 'maestro', 'jcb', 'card', 'cc', 'ccn', 'pan'],
]);

/** Rows of a table may add up to a card by chance. */
const BROKEN_SCORE = 0.65;

/**
 * A number of a payment card that begins at `at`, with the longest reading that passes.
 *
 * @param run The digits of this text.
 * @param isAnnounced Whether a word in front of a place speaks of cards.
 */
export const cardAt = (
  text: string,
  at: number,
  run: DigitRun,
  isAnnounced: (at: number) => boolean,
): Candidate | undefined => {
  if (codeAt(text, at) > SIX) return undefined;
  const index = run.indexOf(at);
  const length = run.restOf(index) < MIN_DIGITS ? 0 : longestFrom(text, run, index);
  if (length === 0) return undefined;
  const span = { start: at, end: run.placeOf(index + length - 1) + 1 };
  const isSure = !isBroken(text, run, index, length) || isAnnounced(at);
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
