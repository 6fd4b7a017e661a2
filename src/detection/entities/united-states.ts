import { modulo, pairAt, weighted } from './checksums.ts';
import type { CodedEntity, Digits, NumberEntity } from './entity.ts';

const areaOf = (digits: Digits): number => modulo(digits, 0, 3, 1000);

/** No area 000, 666 or 9xx, no group 00, no serial number 0000. */
const isSsn = (digits: Digits): boolean => {
  const area = areaOf(digits);
  if (area === 0 || area === 666 || area >= 900) return false;
  return pairAt(digits, 3) !== 0 && modulo(digits, 5, 9, 1e5) !== 0;
};

export const US_SSN: NumberEntity = {
  ...{ kind: 'number', name: 'US_SSN', lengths: [9], layouts: ['3-2-4'], check: isSsn },
  words: [
    'ssn',
    'ssns',
    'social security',
    'my social',
    'his social',
    'her social',
    'social number',
    'social no',
    'seguro social',
    'soc sec',
    'ss number',
    'ss no',
    'sozialversicherungsnummer',
  ],
  nearWords: ['ss', 'social'],
  mayBeOfGoods: true,
  scores: { announced: 0.97, written: 0.85 },
  samples: {
    match: [
      '536-90-4399',
      'a part of my file: 536-90-4399',
      'order for SSN 536-90-4399',
      'my SSN: 536904399',
      'ssn is 536 90 4399',
      'SSN: 536 - 90 - 4399',
      'SS# 536 90 4399',
      '{"socialSecurity":"536.90.4399"}',
      'Her social security number is 853-37-1694.',
    ],
    noMatch: [
      '000-12-3456',
      '666-12-3456',
      '536-00-4399',
      '536-90-0000',
      '536904399',
      '536 90 4399',
      '1536-90-4399',
      'Part 536-90-4399 is discontinued',
      'order number: 536-90-4399',
    ],
  },
};

/** Groups that are given out. */
const isItin = (digits: Digits): boolean => {
  const group = pairAt(digits, 3);
  return digits[0] === 9 && group >= 50 && !(group >= 66 && group <= 69) && group !== 89 && group !== 93;
};

export const US_ITIN: NumberEntity = {
  ...{ kind: 'number', name: 'US_ITIN', lengths: [9], layouts: ['3-2-4'], check: isItin },
  words: ['itin', 'taxpayer id', 'taxpayer identification', 'individual taxpayer', 'tax id', 'tin'],
  mayBeOfGoods: true,
  scores: { announced: 0.97, written: 0.85 },
  samples: {
    match: ['911-70-1234', 'ITIN 911701234', 'itin: 911 70 1234', 'individual taxpayer number 998-88-1234'],
    noMatch: [
      '911-23-1234',
      '911-67-1234',
      '911701234',
      '911 70 1234',
      '811-70-1234',
      'invoice no 911-70-1234',
    ],
  },
};

/** The Federal Reserve's districts, thrifts, electronic transactions, traveller's cheques. */
const isRoutingNumber = (digits: Digits): boolean => {
  const district = pairAt(digits, 0);
  const isGiven =
    district <= 12 ||
    (district >= 21 && district <= 32) ||
    (district >= 61 && district <= 72) ||
    district === 80;
  return (
    isGiven && weighted(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 && modulo(digits, 0, 9, 1e10) > 0
  );
};

export const ABA_ROUTING_NUMBER: NumberEntity = {
  ...{ kind: 'number', name: 'ABA_ROUTING_NUMBER', lengths: [9], layouts: [], check: isRoutingNumber },
  words: ['aba', 'routing', 'rtn', 'bankrouting', 'routing number'],
  scores: { announced: 0.9 },
  samples: {
    match: [
      'routing number 021000021',
      'ABA: 121042882',
      'aba/rtn 0210-0002-1',
      'bank routing no. 322271627',
    ],
    noMatch: ['021000021', 'routing number 021000022', 'routing number 500000005', 'routing 000000000'],
  },
};

export const US_BANK_NUMBER: NumberEntity = {
  ...{
    kind: 'number',
    name: 'US_BANK_NUMBER',
    lengths: [8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
    layouts: [],
    check: null,
  },
  words: [
    ...[
      'code account',
      'code acc',
      'bank account',
      'account number',
      'account no',
      'account num',
      'acct',
      'acct no',
    ],
    ...[
      'debit account',
      'kontonummer',
      'de cuenta',
      'cuenta bancaria',
      'checking account',
      'savings account',
    ],
  ],
  scores: { announced: 0.85 },
  samples: {
    match: [
      'bank account 945456787654',
      'Account number: 12345678',
      'acct #000123456789',
      'my savings account is 1234-5678-901',
    ],
    noMatch: [
      '945456787654',
      'account 1234567',
      'the account of 12345678 people',
      'account number 1234567',
      'checking 12345678 files',
      'savings of 123456789 dollars',
    ],
  },
};

export const US_PASSPORT: CodedEntity = {
  ...{ kind: 'coded', name: 'US_PASSPORT', check: null },
  heads: [
    { letters: 0, digits: [9, 9] },
    { letters: 1, digits: [8, 8] },
  ],
  pattern: /(?:\d{9}|[a-z]\d{8})/iy,
  words: [
    'passport',
    'passports',
    'travel document',
    'passportnumber',
    'pasaporte',
    'passeport',
    'reisepass',
  ],
  scores: { announced: 0.85 },
  samples: {
    match: [
      'passport 912803456',
      'US passport number A12803456',
      'passportNumber: "z12803456"',
      'Pasaporte 340020013',
    ],
    noMatch: ['912803456', 'A12803456', 'passport 91280345', 'passport AB2803456'],
  },
};

export const US_DRIVER_LICENSE: CodedEntity = {
  ...{ kind: 'coded', name: 'US_DRIVER_LICENSE', check: null },
  heads: [
    { letters: 0, digits: [3, 4] },
    { letters: 0, digits: [7, 14] },
    { letters: 1, digits: [2, 14] },
    { letters: 2, digits: [2, 8] },
    { letters: 3, digits: [2, 9] },
  ],
  pattern:
    /(?:[a-z]{1,2}\d{5,14}[a-z]?|[a-z]{3}\d{6,9}|\d{6,14}|\d{3,4}-\d{2,3}-\d{3,4}|[a-z]\d{2,4}(?:[ -]\d{2,6}){1,4}|\d{2}[a-z]{3}\d{5}|[a-z]{1,3}\d{2}[a-z\d]{3,10})/iy,
  words: [
    ...[
      'driver license',
      'drivers license',
      'driver licence',
      'drivers licence',
      'driving license',
      'driving licence',
    ],
    ...[
      's license',
      's licence',
      'license number',
      'licence number',
      'license no',
      'dl',
      'dln',
      'de conduire',
      'de conducir',
      'di guida',
    ],
    ...['fuhrerschein', 'fuhrerscheinnummer', 'lic', 'driver id', 'driving permit', 'rijbewijs'],
  ],
  scores: { announced: 0.85 },
  samples: {
    match: [
      "my driver's license number is 2270-66-1551",
      "My driver's license number is 6940579",
      'driver license F162823540116',
      'DL: U62928788557186',
      'driving licence D123-4567-8901',
      'https://files.example/dl/U62928788557186/front',
    ],
    noMatch: [
      '6940579',
      'F162823540116',
      "driver's license 12345",
      'a license for 1234 users',
      'license MIT 2.0',
      '{"signature":"exJjh1EkNOJHCYwBQPaw9XrALdvDL/Z65Olmo++Ikk+K1LdqT0rJ8sWbX2yUe5vNcH7"}',
    ],
  },
};

/** Registrants of the Drug Enforcement Administration. */
const isDea = (value: string): boolean => {
  const digits = Array.from(value.slice(2), Number);
  return weighted(digits, [1, 2, 1, 2, 1, 2]) % 10 === digits[6];
};

export const MEDICAL_LICENSE: CodedEntity = {
  ...{ kind: 'coded', name: 'MEDICAL_LICENSE', check: isDea },
  heads: [
    { letters: 2, digits: [7, 7] },
    { letters: 1, digits: [8, 8] },
  ],
  pattern: /[abcdefghjklmprstux][a-z9]\d{7}/iy,
  words: ['medical', 'dea', 'prescriber', 'physician', 'registrant', 'medical license', 'practitioner'],
  scores: { announced: 0.97, written: 0.4, bare: 0.4 },
  samples: {
    match: ['DEA number BB1388568', 'F91234563', 'dea: ap5836727', 'medical license AM1234563'],
    noMatch: ['DEA BB1388569', 'DEA 1388568', 'ZB1388568', 'DEA BB13885680'],
  },
};
