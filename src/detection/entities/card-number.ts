import { isOneDigit, passesLuhn } from './checksums.ts';
import { type DigitRun, MAX_DIGITS } from './digit-run.ts';
import type { Candidate, Digits, NumberEntity, Samples } from './entity.ts';
import { isAlphanumeric, isDigit, isLetter } from './letters.ts';
import { standsAlone } from './number-chain.ts';

const MIN_DIGITS = 12;
const HYPHEN = 0x2d;
const LINE_FEED = 0x0a;
const PLUS = 0x2b;
const CAPITAL_E = 0x45;
const SMALL_E = 0x65;
/** No issuer's numbers begin with another digit. */
const SIX = 0x36;

/** As of `38289878783765E-23`. */
const isExponent = (units: Uint16Array, at: number): boolean => {
  const sign = units[at + 1] ?? 0;
  return isDigit(units[sign === HYPHEN || sign === PLUS ? at + 2 : at + 1] ?? 0);
};

/** A card number is not followed by more digits, nor by a hyphen and more digits, nor by an exponent. */
const isEnd = (units: Uint16Array, at: number): boolean => {
  const behind = units[at] ?? 0;
  if (behind === CAPITAL_E || behind === SMALL_E) return !isExponent(units, at);
  return !isDigit(behind) && (behind !== HYPHEN || !isDigit(units[at + 1] ?? 0));
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
  // Dankort, Elo, Verve.
  [5019, 5019, 16],
  [5020, 5020, 12, 13, 14, 15, 16, 17, 18, 19],
  [5038, 5038, 12, 13, 14, 15, 16, 17, 18, 19],
  [5041, 5041, 16],
  [5060, 5061, 16],
  [5066, 5067, 16],
  [5090, 5099, 16],
  [5100, 5599, 16],
  [5600, 5899, 12, 13, 14, 15, 16, 17, 18, 19],
  [6000, 6099, 16],
  [6200, 6299, 16, 17, 18, 19],
  [6304, 6304, 12, 13, 14, 15, 16, 17, 18, 19],
  [6440, 6599, 16],
  [6362, 6363, 16],
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

const DOT = 0x2e;

const mayPass = (run: DigitRun, index: number, length: number): boolean =>
  (lengthsAt(run, index) & (1 << length)) !== 0 && run.passesLuhn(index, length);

/**
 * Whether two numbers that pass, of one length and written the same way, have nothing but a sign between them: one may begin or end
 * something longer, two are a row of cards.
 */
const areTwoCards = (units: Uint16Array, run: DigitRun, index: number, length: number): boolean => {
  if (run.restOf(index) < 2 * length) return false;
  const second = index + length;
  const sign = run.placeOf(second - 1) + 1;
  if (run.placeOf(second) !== sign + 1 || (units[sign] !== HYPHEN && units[sign] !== DOT)) return false;
  const width = run.placeOf(second) - run.placeOf(index);
  for (let i = 1; i < length; i++)
    if (run.placeOf(second + i) - run.placeOf(index + i) !== width) return false;
  const isWhole = !isDigit(units[run.placeOf(second + length - 1) + 1] ?? 0);
  return isWhole && mayPass(run, index, length) && mayPass(run, second, length);
};

const isInRow = (units: Uint16Array, run: DigitRun, index: number, length: number): boolean =>
  areTwoCards(units, run, index, length) ||
  (index >= length && areTwoCards(units, run, index - length, length));

const isRepeated = (run: DigitRun, index: number, length: number): boolean => {
  for (let i = 1; i < length; i++) if (run.digitAt(index + i) !== run.digitAt(index)) return false;
  return true;
};

/** Numbers of Maestro have any length: shorter ones are met by chance among other groups of digits. */
const isOfManyLengths = (first: number, length: number): boolean =>
  (first === 5 || first === 6) && (length < 16 || length === 17 || length === 18);

/** How a number is written: in one piece, or in groups. One is kept and filled again: many numbers pass the checksum. */
const notation = {
  /** Digits in each group, of which there are so many. */
  groups: new Uint8Array(MAX_DIGITS),
  count: 0,
  /** Whether all signs between groups are the same. */
  isEven: true,
  /** Whether a line ends between two of the digits: nothing else stands there then. */
  isBroken: false,
  /** Whether a plus stands between two of them, as in addresses, or in a sum. */
  isAdded: false,
};

const isSameSign = (units: Uint16Array, first: number, other: number, width: number): boolean => {
  for (let i = 0; i < width; i++) if (units[first + i] !== units[other + i]) return false;
  return true;
};

const readNotation = (units: Uint16Array, run: DigitRun, index: number, length: number): void => {
  let group = 1;
  let sign = -1;
  let signWidth = 0;
  notation.count = 0;
  notation.isEven = true;
  notation.isBroken = false;
  notation.isAdded = false;
  for (let i = index + 1; i < index + length; i++) {
    const end = run.placeOf(i - 1) + 1;
    const width = run.placeOf(i) - end;
    if (width === 0) {
      group++;
      continue;
    }
    if (units[end] === LINE_FEED) notation.isBroken = true;
    if (units[end] === PLUS) notation.isAdded = true;
    if (sign === -1) {
      sign = end;
      signWidth = width;
    } else if (width !== signWidth || !isSameSign(units, sign, end, width)) {
      notation.isEven = false;
    }
    notation.groups[notation.count++] = group;
    group = 1;
  }
  notation.groups[notation.count++] = group;
};

const groupAt = (i: number): number => notation.groups[i] ?? 0;

/** Whether all groups from the first one to the last but one have so many digits. */
const isInGroupsOf = (size: number): boolean => {
  for (let i = 0; i < notation.count - 1; i++) if (groupAt(i) !== size) return false;
  return true;
};

/** Groups as they stand on cards, `4-4-4-4`, `4-6-5` and `4-6-4`; of others the end of a line makes two numbers. */
const isAsOnCards = (): boolean => {
  if (notation.count === 4) return isInGroupsOf(4) && groupAt(3) === 4;
  return (
    notation.count === 3 && groupAt(0) === 4 && groupAt(1) === 6 && (groupAt(2) === 4 || groupAt(2) === 5)
  );
};

/** Digits that people write one by one are those of cards that most of them have. */
const isUsualLength = (length: number): boolean => length === 15 || length === 16;

const isSingle = (units: Uint16Array, at: number): boolean =>
  isDigit(units[at] ?? 0) && !isDigit(units[at - 1] ?? 0) && !isDigit(units[at + 1] ?? 0);

/** What stands between two rows of a matrix: brackets, signs, the end of a line, blanks. */
const ROW_REACH = 6;

/** The digit nearest to `edge` on the line before or behind, or -1. */
const inNextRow = (units: Uint16Array, edge: number, step: 1 | -1): number => {
  let hasBreak = false;
  for (let i = 1; i <= ROW_REACH; i++) {
    const code = units[edge + i * step] ?? 0;
    if (isDigit(code)) return hasBreak ? edge + i * step : -1;
    if (code === 0 || isLetter(code)) return -1;
    if (code === LINE_FEED) hasBreak = true;
  }
  return -1;
};

/** Single digits with the same sign between any two of them. `sign` is where the first one stands, `width` its characters. */
type SingleDigits = Readonly<{ sign: number; width: number }>;

/** The single digit that goes on with the list in this direction, or -1. */
const nextOfList = (
  units: Uint16Array,
  edge: number,
  step: 1 | -1,
  { sign, width }: SingleDigits,
): number => {
  const next = edge + step * (width + 1);
  const isJoined = isSameSign(units, sign, Math.min(edge, next) + 1, width);
  return isJoined && isSingle(units, next) ? next : -1;
};

/** Whether a list of single digits goes on beyond `edge`. One more digit may be that of another number, as in `12 7`. */
const goesOn = (units: Uint16Array, edge: number, step: 1 | -1, list: SingleDigits): boolean => {
  let next = nextOfList(units, edge, step, list);
  if (next === -1) next = inNextRow(units, edge, step);
  if (next === -1 || !isSingle(units, next)) return false;
  if (nextOfList(units, next, step, list) !== -1) return true;
  return units[next + step] === 0 || !isDigit(units[next + 2 * step] ?? 0);
};

/** Single digits of which no longer list is made: any longer one holds numbers that pass the checksum by chance. */
const isWholeList = (units: Uint16Array, run: DigitRun, index: number, length: number): boolean => {
  const first = run.placeOf(index);
  const list = { sign: first + 1, width: run.placeOf(index + 1) - first - 1 };
  return !goesOn(units, first, -1, list) && !goesOn(units, run.placeOf(index + length - 1), 1, list);
};

/** As on cards, and as people group longer and shorter numbers: in fours, as `6-10` and `6-13`, digit by digit. */
const isAsPeopleGroup = (): boolean => {
  const { count } = notation;
  const last = groupAt(count - 1);
  switch (groupAt(0)) {
    case 1:
      return count >= MIN_DIGITS && isInGroupsOf(1) && last === 1;
    case 4:
      if (count === 3 && groupAt(1) === 6) return last >= 4 && last <= 6;
      return count >= 3 && count <= 5 && isInGroupsOf(4) && last <= 7;
    case 6:
      return count === 2 && (last === 10 || last === 13);
    default:
      return false;
  }
};

/** Whether a number that no word announces may be a card by the digits of its first group. */
export const mayBeginCard = (digits: number): boolean =>
  digits === 4 || digits === 1 || digits === 6 || digits >= MIN_DIGITS;

/** What a word of cards makes of any number that passes, and what it is without. */
type Reading = Readonly<{ length: number; announced: number; alone: number }>;
const SURE = 0.96;
/** Rows of a table may add up to a card by chance. */
const BROKEN_SCORE = 0.65;

const EQUALS = 0x3d;
const QUESTION_MARK = 0x3f;
const AMPERSAND = 0x26;
const LONGEST_NAME = 40;
const OF_NAMES = new Uint8Array(0x80);
for (const sign of '._-[]%') OF_NAMES[sign.charCodeAt(0)] = 1;

/** Whether a value of an address begins there: `?number=`, `&pan=`. */
const isInQuery = (units: Uint16Array, start: number): boolean => {
  if (units[start - 1] !== EQUALS) return false;
  let at = start - 2;
  while (at > start - LONGEST_NAME && (isAlphanumeric(units[at] ?? 0) || OF_NAMES[units[at] ?? 0] === 1))
    at--;
  return at < start - 2 && (units[at] === QUESTION_MARK || units[at] === AMPERSAND);
};

/** Over the end of a line, or with a plus for each blank, only groups as they stand on cards are one. */
const readingOverSigns = (units: Uint16Array, start: number, length: number): Reading | null => {
  if (!isAsOnCards()) return null;
  if (notation.isBroken) return { length, announced: SURE, alone: BROKEN_SCORE };
  return notation.isEven ? { length, announced: SURE, alone: isInQuery(units, start) ? SURE : 0 } : null;
};

/**
 * Without a word only what is written like a card is one: among the numbers of a drawing, of a matrix or of a path one in
 * ten that begin like a card pass the checksum, and to redact them would spoil the text.
 */
const readingOf = (units: Uint16Array, run: DigitRun, index: number, length: number): Reading | null => {
  readNotation(units, run, index, length);
  if (notation.isBroken || notation.isAdded) return readingOverSigns(units, run.placeOf(index), length);
  const isWhole = notation.count === 1;
  if (isWhole || (notation.isEven && isAsPeopleGroup())) {
    const isPlain =
      groupAt(0) !== 1 || isWhole || (isUsualLength(length) && isWholeList(units, run, index, length));
    return { length, announced: SURE, alone: isPlain ? SURE : 0 };
  }
  const end = run.placeOf(index + length - 1) + 1;
  return isLetter(units[end] ?? 0) ? null : { length, announced: SURE, alone: 0 };
};

/** The longest reading that passes and needs no word; where there is none, the longest of all. */
const longestFrom = (units: Uint16Array, run: DigitRun, index: number): Reading | null => {
  let longest: Reading | null = null;
  // A bit for each length that there are digits enough for, the longest first.
  let left = lengthsAt(run, index) & ((2 << Math.min(MAX_DIGITS, run.restOf(index))) - 1);
  while (left !== 0) {
    const length = 31 - Math.clz32(left);
    left ^= 1 << length;
    const end = run.placeOf(index + length - 1) + 1;
    if (!run.passesLuhn(index, length) || isRepeated(run, index, length)) continue;
    if (!isEnd(units, end) && !isInRow(units, run, index, length)) continue;
    const mayBeChance = isOfManyLengths(run.digitAt(index), length);
    if (mayBeChance && !standsAlone(units, run.placeOf(index), end)) continue;
    const reading = readingOf(units, run, index, length);
    if (reading !== null && reading.alone > 0) return reading;
    longest ??= reading;
  }
  return longest;
};

/** Words that people write in front of a number without a blank. */
export const GLUED_CARD_WORDS: ReadonlySet<string> = new Set([
  ...[
    'visa',
    'mastercard',
    'amex',
    'maestro',
    'jcb',
    'card',
    'cc',
    'ccn',
    'pan',
    'no',
    'nr',
    'num',
    'number',
  ],
  ...['karte', 'carte', 'tarjeta', 'carta', 'kreditkarte', 'creditcard', 'cardno', 'cardnumber', 'ccno'],
]);

/**
 * A number of a payment card that begins at `at`, with the longest reading that passes.
 *
 * @param units Those of the text, with a 0 behind them.
 * @param run The digits of this text.
 * @param isAnnounced Whether a word in front of a place speaks of cards.
 */
export const cardAt = (
  units: Uint16Array,
  at: number,
  run: DigitRun,
  isAnnounced: (at: number) => boolean,
): Candidate | undefined => {
  if ((units[at] ?? 0) > SIX) return undefined;
  const index = run.indexOf(at);
  const reading = run.restOf(index) < MIN_DIGITS ? null : longestFrom(units, run, index);
  if (reading === null) return undefined;
  const { length, announced, alone } = reading;
  const score = announced === alone || isAnnounced(at) ? announced : alone;
  if (score === 0) return undefined;
  const span = { start: at, end: run.placeOf(index + length - 1) + 1 };
  return { name: 'CREDIT_CARD', score, span, isChecked: true };
};

/** Behind a full stop and more digits stands a fraction, unless it is one of a row of cards. */
export const cardInRowAt = (units: Uint16Array, at: number, run: DigitRun): Candidate | undefined => {
  const card = cardAt(units, at, run, () => false);
  if (card === undefined) return undefined;
  const index = run.indexOf(at);
  let length = MIN_DIGITS;
  while (run.placeOf(index + length - 1) < card.span.end - 1) length++;
  return isInRow(units, run, index, length) ? card : undefined;
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
    '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    '3-7-8-2-8-2-2-4-6-3-1-0-0-0-5',
    'card 4 2 2 2 2 2 2 2 2 2 2 2 2, 3 times',
    // The digits behind it make a longer number that passes, too, in groups that no card has.
    '4111111111111111 02 9',
    'card 411111 1111 11 1111',
    '?card=4111+1111+1111+1111&cvv=1',
    'https://pay.corp.dev/c?number=4111+1111+1111+1111',
    '/c?a=1&user[cc]=3782+822463+10005&b=2',
    'cc=3782+822463+10005',
    '5019717010103742',
    '6363 6800 0000 0007',
    '%B4111111111111111^SCHMIDT/ANNA^27121011000',
  ],
  noMatch: [
    '4111 1111 1111 1112',
    '0000 0000 0000 0000',
    '4111 1111 1111',
    '9111111111111111',
    'x4111111111111111',
    '6045338514609393E244',
    '38289878783765E-23',
    '38289878783765e+23',
    '41111111111111112222222',
    '1234567812345670',
    '3600 6F0E 0BA1 6783 2158 8211 38EE',
    'card 41111111\n11111111',
    'total=4111+1111+1111+1111',
    '?total = 4111+1111+1111+1111',
    'a=?&4111+1111+1111+1111',
    'card 4111 1111\n1111 1112',
    'AB4532015112830366',
    'B4532015112830366',
    '%B4532015112830366/x',
    // Numbers of a drawing, of a matrix, and of a path pass by chance.
    'M10.5 4.95455 11.2273 6.18182ZM9.86364 6.18182C9',
    '47 13 08 29 60 55 91 34',
    '-480 -784 -448 -382 -991 -5',
    'c451 17 803 28 624 904',
    'card/assets/43996225/36201da6',
    // Single digits of a longer list, of rows, and of a length that few cards have.
    'Digits of pi: 3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6 4 3 3 8 3 2 7 9 5 0 2 8 8',
    'Roll dice: 4 5 3 5 4 4 5 2 5 4 3 5 5 4 1 5 4 5 3',
    '1 2 3 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    '[[4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1]\n [4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2]]',
    '4 2 2 2 2 2 2 2 2 2 2 2 2',
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
      'jobs/~01fb0d667643024cc9, ID: 902604260700',
    ],
  },
};
