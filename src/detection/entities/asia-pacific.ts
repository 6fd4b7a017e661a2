import { isDate, isOneDigit, pairAt, passesVerhoeff, weighted } from './checksums.ts';
import type { CodedEntity, Digits, NumberEntity } from './entity.ts';

const isAadhaar = (digits: Digits): boolean =>
  (digits[0] ?? 0) > 1 && passesVerhoeff(digits, 12) && !isOneDigit(digits, 12);

export const IN_AADHAAR: NumberEntity = {
  ...{ kind: 'number', name: 'IN_AADHAAR', lengths: [12], layouts: ['4 4 4', '4-4-4'], check: isAadhaar },
  words: [
    ...[
      'aadhaar',
      'aadhar',
      'adhaar',
      'adhar',
      'uidai',
      'aadhaarnumber',
      'आधार',
      'ஆதார்',
      'ఆధార్',
      'আধার',
      'આધાર',
    ],
    ...['ಆಧಾರ್', 'ആധാർ', 'ਆਧਾਰ', 'آدھار'],
  ],
  scores: { announced: 0.97, written: 0.65, bare: 0.4 },
  samples: {
    match: [
      'Aadhaar 234123412346',
      'aadhar no: 2341 2341 2346',
      'UIDAI 2341-2341-2346',
      '2341 2341 2346',
      'ஆதார் எண் 2341 2341 2346',
      'আধার 234123412346',
    ],
    noMatch: ['Aadhaar 234123412345', 'uid 134123412346', 'Aadhaar 134123412346', 'Aadhaar 2222 2222 2222'],
  },
};

export const IN_PAN: CodedEntity = {
  ...{ kind: 'coded', name: 'IN_PAN', check: null },
  heads: [{ letters: 5, digits: [4, 4] }],
  pattern: /[a-z]{3}[abcfghljpt][a-z]\d{4}[a-z]/iy,
  words: ['pan', 'permanent account', 'income tax', 'pancard'],
  scores: { announced: 0.95, written: 0.85, bare: 0.65 },
  samples: {
    match: ['ABCPE1234F', 'PAN: abcpe1234f', 'permanent account number AAAPL1234C', 'pan card AFZPK7190K.'],
    noMatch: ['ABCDE1234F', 'ABCPE12345', 'XABCPE1234F', 'ABCPE123F'],
  },
};

const isTfn = (digits: Digits): boolean =>
  weighted(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0 && !isOneDigit(digits, 9);

export const AU_TFN: NumberEntity = {
  ...{ kind: 'number', name: 'AU_TFN', lengths: [9], layouts: [], check: isTfn },
  words: ['tfn', 'tax file', 'australian tax'],
  scores: { announced: 0.97 },
  samples: {
    match: ['TFN 876 543 210', 'tax file number: 876543210', 'my tfn is 876-543-210'],
    noMatch: ['876 543 210', 'TFN 876 543 211', 'TFN 87654321', 'file number 876543210'],
  },
};

/** One is taken from the first digit before the sum is made. */
const isAbn = (digits: Digits): boolean =>
  digits[0] !== 0 && (weighted(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;

export const AU_ABN: NumberEntity = {
  ...{ kind: 'number', name: 'AU_ABN', lengths: [11], layouts: ['2 3 3 3', '2-3-3-3'], check: isAbn },
  words: ['abn', 'australian business', 'business number'],
  scores: { announced: 0.97, written: 0.85, bare: 0.4 },
  samples: {
    match: ['51 824 753 556', 'ABN: 51824753556', 'Australian Business Number 51-824-753-556', '51824753556'],
    noMatch: ['51 824 753 557', 'ABN 51824753557', 'ABN 5182475355'],
  },
};

const isAcn = (digits: Digits): boolean =>
  (10 - (weighted(digits, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === digits[8] && !isOneDigit(digits, 9);

export const AU_ACN: NumberEntity = {
  ...{ kind: 'number', name: 'AU_ACN', lengths: [9], layouts: [], check: isAcn },
  words: ['acn', 'australian company'],
  scores: { announced: 0.97 },
  samples: {
    match: ['ACN 004 085 616', 'acn: 004085616', 'Australian Company Number 010-499-966'],
    noMatch: ['004 085 616', 'ACN 004 085 617', 'ACN 00408561', 'company number 004085616'],
  },
};

/** The tenth digit is the issue, the eleventh, where there is one, the person on the card. */
const isMedicare = (digits: Digits, length: number): boolean => {
  const first = digits[0] ?? 0;
  if (first < 2 || first > 6 || (length === 11 && digits[10] === 0)) return false;
  return weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === digits[8];
};

export const AU_MEDICARE: NumberEntity = {
  ...{
    kind: 'number',
    name: 'AU_MEDICARE',
    lengths: [10, 11],
    layouts: ['4 5 1', '4-5-1', '4 5 1-1', '4 5 1/1'],
    check: isMedicare,
  },
  words: ['medicare', 'medicarecard'],
  scores: { announced: 0.97, written: 0.65 },
  samples: {
    match: [
      'Medicare 2123 45670 1',
      'medicare card number: 2123456701',
      '2123 45670 1',
      'Medicare no. 2123 45670 1-2',
    ],
    noMatch: ['2123456701', 'Medicare 2123 45671 1', 'Medicare 7123 45670 1'],
  },
};

const NRIC_MARKS: Readonly<Record<string, string>> = {
  S: 'JZIHGFEDCBA',
  T: 'JZIHGFEDCBA',
  F: 'XWUTRQPNMLK',
  G: 'XWUTRQPNMLK',
  M: 'XWUTRQPNJLK',
};
const NRIC_OFFSETS: Readonly<Record<string, number>> = { T: 4, G: 4, M: 3 };

const isNric = (value: string): boolean => {
  const kind = value.charAt(0);
  const sum =
    weighted(Array.from(value.slice(1, 8), Number), [2, 7, 6, 5, 4, 3, 2]) + (NRIC_OFFSETS[kind] ?? 0);
  return NRIC_MARKS[kind]?.[sum % 11] === value.charAt(8);
};

export const SG_NRIC_FIN: CodedEntity = {
  ...{ kind: 'coded', name: 'SG_NRIC_FIN', check: isNric },
  heads: [{ letters: 1, digits: [7, 7] }],
  pattern: /[stfgm]\d{7}[a-z]/iy,
  words: ['nric', 'fin', 'identity card', 'ic'],
  scores: { announced: 0.97, written: 0.9, bare: 0.65 },
  samples: {
    match: ['S1234567D', 'NRIC: s1234567d', 'FIN G1234567X', 'T0000001E'],
    noMatch: ['S1234567E', 'A1234567D', 'S123456D', 'XS1234567D'],
  },
};

const isRrn = (digits: Digits): boolean => {
  const kind = digits[6] ?? 0;
  if (kind < 1 || kind > 8 || !isDate(pairAt(digits, 4), pairAt(digits, 2))) return false;
  return (11 - (weighted(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 === digits[12];
};

export const KR_RRN: NumberEntity = {
  ...{ kind: 'number', name: 'KR_RRN', lengths: [13], layouts: ['6-7'], check: isRrn },
  words: ['rrn', 'resident registration', '주민등록번호', '주민번호', 'korean resident'],
  scores: { announced: 0.97, written: 0.9, bare: 0.4 },
  samples: {
    match: ['960121-1234561', 'RRN 9601211234561', '주민등록번호: 960121-1234561'],
    noMatch: ['960121-1234562', '961321-1234560', '960121-9234560'],
  },
};

/** Of those given out since October 2020, to the newly born, the last six digits are chance. */
const isRrnByDate = (digits: Digits): boolean => {
  const kind = digits[6] ?? 0;
  const isOfThisCentury = kind === 3 || kind === 4 || kind === 7 || kind === 8;
  return isOfThisCentury && pairAt(digits, 0) >= 20 && isDate(pairAt(digits, 4), pairAt(digits, 2));
};

export const KR_RRN_BY_DATE: NumberEntity = {
  ...{ kind: 'number', name: 'KR_RRN', lengths: [13], layouts: ['6-7'], check: isRrnByDate },
  words: KR_RRN.words,
  scores: { announced: 0.85 },
  samples: {
    match: ['주민등록번호: 201121-3234567', 'RRN 2011213234567', '주민번호 230121-4234567'],
    noMatch: [
      '201121-3234567',
      '주민등록번호: 201321-3234567',
      '주민등록번호: 201121-9234567',
      '주민등록번호: 030121-3234567',
    ],
  },
};

const CN_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;

const isChinese = (value: string): boolean => {
  const digits = Array.from(value.slice(0, 17), Number);
  const century = pairAt(digits, 6);
  if (digits[0] === 0 || (century !== 19 && century !== 20 && century !== 18)) return false;
  if (!isDate(pairAt(digits, 12), pairAt(digits, 10))) return false;
  return '10X98765432'[weighted(digits, CN_WEIGHTS) % 11] === value.charAt(17);
};

export const CN_RESIDENT_ID: CodedEntity = {
  ...{ kind: 'coded', name: 'CN_RESIDENT_ID', check: isChinese },
  heads: [
    { letters: 0, digits: [17, 18] },
    { letters: 0, digits: [6, 6] },
  ],
  pattern: /\d{6}[ -]?\d{8}[ -]?\d{3}[\dx]/iy,
  words: [
    '身份证',
    '身份证号',
    '公民身份',
    '居民身份',
    'resident identity',
    'id card',
    'identity card',
    '身份證',
  ],
  scores: { announced: 0.97, written: 0.95, bare: 0.95 },
  samples: {
    match: [
      '11010519491231002X',
      '身份证号：11010519491231002x',
      '110105 19491231 002X',
      'id card 440524188001010014',
    ],
    noMatch: ['110105194912310021', '11010519491331002X', '1101051949123100', '911010519491231002X'],
  },
};

const MY_NUMBER_WEIGHTS = [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const;

const isMyNumber = (digits: Digits): boolean => {
  const rest = weighted(digits, MY_NUMBER_WEIGHTS) % 11;
  return digits[11] === (rest < 2 ? 0 : 11 - rest) && !isOneDigit(digits, 12);
};

export const JP_MY_NUMBER: NumberEntity = {
  ...{ kind: 'number', name: 'JP_MY_NUMBER', lengths: [12], layouts: ['4 4 4', '4-4-4'], check: isMyNumber },
  words: ['マイナンバー', '個人番号', 'mynumber'],
  nearWords: ['my number'],
  scores: { announced: 0.97 },
  samples: {
    match: ['マイナンバー：1234 5678 9018', '個人番号 123456789018', 'myNumber=1234-5678-9018'],
    noMatch: ['1234 5678 9018', 'マイナンバー 1234 5678 9019', '個人番号 1111 1111 1111'],
  },
};
