import { digitsOf, isDate, pairAt, weighted } from './checksums.ts';
import type { CodedEntity, Digits, NumberEntity } from './entity.ts';

/** Numbers that no province has, from 10 on. */
const NO_THAI_PLACES = new Set([28, 29, 59, 68, 69, 78, 79, 87, 88, 89, 97, 98, 99]);

const isThai = (digits: Digits): boolean =>
  digits[0] !== 0 &&
  digits[0] !== 9 &&
  digits[1] !== 0 &&
  !NO_THAI_PLACES.has(pairAt(digits, 1)) &&
  (11 - (weighted(digits, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === digits[12];

export const TH_TNIN: NumberEntity = {
  ...{ kind: 'number', name: 'TH_TNIN', lengths: [13], check: isThai },
  layouts: ['1-4-5-2-1'],
  words: [
    ...['บัตรประชาชน*', 'เลขบัตร*', 'เลขประจำตัว*', 'หมายเลขบัตร*', 'หมายเลขประจำตัว*', 'รหัสประชาชน*', 'tnin'],
    ...['thai id', 'thai national', 'thai citizen'],
  ],
  scores: { announced: 0.97, written: 0.95, bare: 0.4 },
  samples: {
    match: ['1-2345-45678-78-1', 'เลขบัตรประชาชน 1234545678781', 'Thai ID: 1 2345 45678 78 1'],
    noMatch: ['1-2345-45678-78-2', 'Thai ID 1234545678782', '0-2345-45678-78-3'],
  },
};

/** What the letter of the place counts as, A first. */
const PLACES = [
  10, 11, 12, 13, 14, 15, 16, 17, 34, 18, 19, 20, 21, 22, 35, 23, 24, 25, 26, 27, 28, 29,
].concat([32, 30, 31, 33]);

const isTaiwanese = (value: string): boolean => {
  const place = PLACES[value.charCodeAt(0) - 65] ?? 0;
  const lead = Math.floor(place / 10) + (place % 10) * 9;
  return (lead + weighted(digitsOf(value.slice(1)), [8, 7, 6, 5, 4, 3, 2, 1, 1])) % 10 === 0;
};

export const TW_NATIONAL_ID: CodedEntity = {
  ...{ kind: 'coded', name: 'TW_NATIONAL_ID', heads: [{ letters: 1, digits: [9, 9] }], check: isTaiwanese },
  pattern: /[a-z][1289]\d{8}/iy,
  words: [
    '身分證',
    '身分證字號',
    '身份證字號',
    '居留證',
    '身分证',
    'taiwan id',
    'taiwanese id',
    'national id',
  ],
  scores: { announced: 0.97, written: 0.4 },
  samples: {
    match: ['身分證字號：A123456789', '身分證 a123456789', 'national ID A123456789'],
    noMatch: ['身分證字號：A123456788', '身分證 A323456789', '身分證 A12345678'],
  },
};

const BLANK_OF_HKID = 36;

/** A second letter in front counts, or a blank. */
const isHongKong = (value: string): boolean => {
  const plain = value.replace(/[()]/gu, '');
  const mark = plain.slice(-1) === 'A' ? 10 : Number(plain.slice(-1));
  const body = plain.slice(0, -1);
  let sum = (body.length === 7 ? BLANK_OF_HKID * 9 : 0) + mark;
  for (let i = 0; i < body.length; i++) sum += Number.parseInt(body.charAt(i), 36) * (body.length + 1 - i);
  return sum % 11 === 0;
};

const HONG_KONG_WORDS = [
  'hkid',
  'hkic',
  'hk id',
  'kong id',
  'kong identity',
  'identity card',
  'id card',
  '身份證',
  '身分證',
];

/** The check digit stands in brackets. */
export const HK_ID_CARD: CodedEntity = {
  ...{ kind: 'coded', name: 'HK_ID_CARD', check: isHongKong, words: HONG_KONG_WORDS },
  heads: [
    { letters: 1, digits: [6, 6] },
    { letters: 2, digits: [6, 6] },
  ],
  pattern: /[a-z]{1,2}\d{6} ?\([\da]\)/iy,
  scores: { announced: 0.97, written: 0.75, bare: 0.4 },
  samples: {
    match: ['G123456(A)', 'HKID: A123456(3)', '身份證號碼 AB987654(3)', 'hkid g123456(a)'],
    noMatch: ['G123456(9)', 'HKID: A123456(4)', 'HKID G12345(A)', 'ABG123456(A)'],
  },
};

export const HK_ID_IN_ONE_PIECE: CodedEntity = {
  ...{ kind: 'coded', name: 'HK_ID_CARD', check: isHongKong, words: HONG_KONG_WORDS },
  heads: [{ letters: 1, digits: [6, 7] }],
  pattern: /[a-z]\d{6}-?[\da]/iy,
  scores: { announced: 0.97 },
  samples: {
    match: ['HKID G123456A', 'HKID: A1234563', '身份證 A1234563', 'identity card A123456-3'],
    noMatch: ['G123456A', 'HKID A1234564', 'HKID A12345'],
  },
};

/** Numbers that no state or country has. */
const NO_PLACES = new Set([0, 17, 18, 19, 20, 69, 70, 73, 80, 81, 94, 95, 96, 97]);

const isMalaysian = (digits: Digits): boolean =>
  isDate(pairAt(digits, 4), pairAt(digits, 2)) && !NO_PLACES.has(pairAt(digits, 6));

/** A birth and a place; there is no checksum. */
export const MY_NRIC: NumberEntity = {
  ...{ kind: 'number', name: 'MY_NRIC', lengths: [12], layouts: ['6-2-4'], check: isMalaysian },
  words: [
    'nric',
    'mykad',
    'my kad',
    'ic no',
    'ic number',
    'no ic',
    'kad pengenalan',
    'pengenalan',
    'no kp',
    'mykid',
  ],
  nearWords: ['ic', 'kad', 'k p'],
  scores: { announced: 0.9, written: 0.65 },
  samples: {
    match: ['MyKad 770305-02-1234', 'kad pengenalan 770305021234', 'IC: 770305-02-1234', '770305-02-1234'],
    noMatch: ['770305021234', 'MyKad 771305-02-1234', 'MyKad 770305-00-1234'],
  },
};

/** Those of Indonesia, island by island. */
const PROVINCES = new Set([
  ...[11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 31, 32, 33, 34, 35, 36, 51, 52, 53, 61, 62, 63, 64, 65],
  ...[71, 72, 73, 74, 75, 76, 81, 82, 91, 92, 93, 94, 95, 96, 97],
]);

/** Forty is added to the days of women. */
const isNik = (digits: Digits): boolean => {
  const day = pairAt(digits, 6);
  const isPlace = PROVINCES.has(pairAt(digits, 0)) && pairAt(digits, 2) > 0;
  return (
    isPlace &&
    isDate(day > 40 ? day - 40 : day, pairAt(digits, 8)) &&
    pairAt(digits, 14) + pairAt(digits, 12) > 0
  );
};

/** Indonesia's: a place and a birth; there is no checksum. */
export const ID_NIK: NumberEntity = {
  ...{ kind: 'number', name: 'ID_NIK', lengths: [16], layouts: [], check: isNik },
  words: ['nik', 'ktp', 'nomor induk', 'induk kependudukan', 'kependudukan', 'ektp', 'noktp'],
  scores: { announced: 0.9 },
  samples: {
    match: ['NIK: 3171011708450001', 'No. KTP 3171011708450001', 'nomor induk kependudukan 3171011708450001'],
    noMatch: ['3171011708450001', 'NIK 3171011713450001', 'NIK 317101170845000', 'NIK 4171011708450001'],
  },
};

/** Pakistan's: a place, a family, the sex. There is no checksum, so half of all numbers written so would be one: it takes a word. */
const isCnic = (digits: Digits): boolean =>
  (digits[0] ?? 0) >= 1 && (digits[0] ?? 0) <= 8 && digits[1] !== 0 && digits[12] !== 0;

/** What makes and reads cards has numbers, too. */
const OF_CARD_MACHINES =
  /(?:id|identity) cards?[ -](?:printers?|printing|readers?|scanners?|ribbons?|lanyards?|software|laminators?|sleeves?|encoders?|supplies|templates?|makers?|machines?|kits?)(?!\p{L})/iu;

export const PK_CNIC: NumberEntity = {
  ...{
    kind: 'number',
    name: 'PK_CNIC',
    lengths: [13],
    layouts: ['5-7-1'],
    check: isCnic,
    mayBeOfGoods: true,
  },
  words: [
    ...['cnic', 'nadra', 'nicop', 'snic', 'شناختی', 'shanakhti', 'shinakhti', 'nic no', 'nic number'],
    ...['national identity', 'identity card', 'identity number', 'id card', 'my id', 'pakistani id'],
  ],
  nearWords: ['nic'],
  unless: OF_CARD_MACHINES,
  scores: { announced: 0.9, written: 0.65 },
  samples: {
    match: ['34201-0891231-8', 'CNIC 3420108912318', 'شناختی کارڈ 34201-0891231-8', 'NIC: 82201-0891231-8'],
    noMatch: ['3420108912318', '94201-0891231-8', '34201-0891231-0', 'CNIC 34201-089123-8'],
  },
};

const LEAST_IRD = 10_000_000;
const MOST_IRD = 150_000_000;

/** Numbers of seven digits and a check digit are taken as if a zero stood in front; where the first weights leave ten, others are taken. */
const isIrd = (digits: Digits, length: number): boolean => {
  const from = 9 - length;
  const body = Array.from({ length: 8 }, (_, i) => (i < from ? 0 : (digits[i - from] ?? 0)));
  const number = Number(body.join('')) * 10;
  const restOf = (weights: readonly number[]): number => (11 - (weighted(body, weights) % 11)) % 11;
  const first = restOf([3, 2, 7, 6, 5, 4, 3, 2]);
  const mark = first === 10 ? restOf([7, 4, 3, 2, 5, 2, 7, 6]) : first;
  return number >= LEAST_IRD && number < MOST_IRD && mark === digits[length - 1];
};

/** New Zealand's tax number. */
export const NZ_IRD: NumberEntity = {
  ...{ kind: 'number', name: 'NZ_IRD', lengths: [8, 9], layouts: [], check: isIrd },
  words: ['irdnumber', 'inland revenue', 'ird number', 'ird no', 'nz tax'],
  nearWords: ['ird'],
  scores: { announced: 0.97 },
  samples: {
    match: ['IRD 49-098-576', 'IRD number: 049-098-576', 'my IRD no is 49098576'],
    noMatch: ['49-098-576', 'IRD 49-098-577', 'IRD 4909857'],
  },
};
