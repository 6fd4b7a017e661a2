import { isDate, isOneDigit, pairAt, passesLuhn, weighted } from './checksums.ts';
import type { CodedEntity, Digits, NumberEntity } from './entity.ts';

/** The century of a birth stands in the month. */
const isPesel = (digits: Digits): boolean => {
  const sum = weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]);
  return sum % 10 === 0 && isDate(pairAt(digits, 4), pairAt(digits, 2) % 20) && !isOneDigit(digits, 11);
};

export const PL_PESEL: NumberEntity = {
  ...{ kind: 'number', name: 'PL_PESEL', lengths: [11], layouts: [], check: isPesel },
  words: ['pesel', 'peselu', 'pesel*', 'ewidencyjny', 'numer ewidencyjny'],
  scores: { announced: 0.97, bare: 0.4 },
  samples: {
    match: ['PESEL 44051401359', 'nr PESEL: 440514-01359', '"pesel":"02070803628"', '44051401359'],
    noMatch: ['PESEL 44051401358', 'PESEL 44131401355', 'PESEL 4405140135'],
  },
};

const SWEDISH_WORDS = [
  ...['personnummer', 'personnr', 'pnr', 'samordningsnummer', 'personal identity'],
  ...['personal number', 'personnumret', 'person nr', 'pers nr', 'persnr'],
];

/** Of twelve digits the first two, the century, do not count. A day from 61 on is that of a coordination number. */
const isSwedish = (digits: Digits, length: number): boolean => {
  const from = length - 10;
  const day = pairAt(digits, from + 4);
  if (from === 2 && (pairAt(digits, 0) < 18 || pairAt(digits, 0) > 20)) return false;
  return isDate(day > 60 ? day - 60 : day, pairAt(digits, from + 2)) && passesLuhn(digits, length, from);
};

export const SE_PERSONNUMMER: NumberEntity = {
  ...{
    kind: 'number',
    name: 'SE_PERSONNUMMER',
    lengths: [10, 12],
    layouts: ['6-4', '8-4', '6+4'],
    check: isSwedish,
  },
  words: SWEDISH_WORDS,
  scores: { announced: 0.97, written: 0.85, bare: 0.4 },
  samples: {
    match: [
      '811218-9876',
      '19811218-9876',
      'personnummer 8112189876',
      'Personnr: 19811218 9876',
      '198112189876',
    ],
    noMatch: ['811218-9875', '811318-9876', 'personnummer 811218987', '21811218-9876'],
  },
};

const MARKS = '0123456789ABCDEFHJKLMNPRSTUVWXY';

const isFinnish = (value: string): boolean => {
  const number = Number(value.slice(0, 6) + value.slice(-4, -1));
  return (
    MARKS[number % 31] === value.slice(-1) && isDate(Number(value.slice(0, 2)), Number(value.slice(2, 4)))
  );
};

export const FI_PERSONAL_IDENTITY_CODE: CodedEntity = {
  ...{ kind: 'coded', name: 'FI_PERSONAL_IDENTITY_CODE', check: isFinnish },
  heads: [{ letters: 0, digits: [6, 6] }],
  pattern: /\d{6}[-+a-fu-y]\d{3}[\da-fhj-np-rst-y]/iy,
  words: ['hetu', 'henkilotunnus', 'henkilotunnu*', 'personbeteckning', 'personal identity', 'sotu'],
  scores: { announced: 0.97, written: 0.95, bare: 0.9 },
  samples: {
    match: ['131052-308T', 'hetu 131052-308t', '010100A123D', 'Henkilötunnus: 131052-308T.'],
    noMatch: ['131052-308U', '131352-308T', '131052-30T', '1131052-308T'],
  },
};

const isDanish = (digits: Digits): boolean => isDate(pairAt(digits, 0), pairAt(digits, 2));

/** Checksums were given up in 2007, so it takes a date and the word. */
export const DK_CPR: NumberEntity = {
  ...{ kind: 'number', name: 'DK_CPR', lengths: [10], layouts: ['6-4'], check: isDanish },
  words: ['cpr', 'cprnr', 'personnummer', 'cprnummer', 'cpr nummer', 'civil registration'],
  scores: { announced: 0.85, written: 0.4 },
  samples: {
    match: ['CPR 070761-4285', 'cpr-nr: 0707614285', 'CPR-nummer 070761 4285', '150775-1234'],
    noMatch: ['CPR 321361-4285', 'CPR 070761-428', '0707614285'],
  },
};

const isNorwegian = (digits: Digits): boolean => {
  const day = pairAt(digits, 0);
  const month = pairAt(digits, 2);
  if (!isDate(day > 40 ? day - 40 : day, month > 40 ? month - 40 : month)) return false;
  return (
    weighted(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
    weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
};

export const NO_FODSELSNUMMER: NumberEntity = {
  ...{ kind: 'number', name: 'NO_FODSELSNUMMER', lengths: [11], layouts: ['6 5', '6-5'], check: isNorwegian },
  words: [
    'fodselsnummer',
    'fodsels*',
    'personnummer',
    'fnr',
    'dnummer',
    'd nummer',
    'national identity',
    'fødselsnummer',
    'fødsels*',
  ],
  scores: { announced: 0.97, written: 0.85, bare: 0.65 },
  samples: {
    match: ['fødselsnummer 15076500565', '150765 00565', 'fnr: 15076500565', '15076500565'],
    noMatch: ['15076500566', '150765 00566', '15136500565'],
  },
};
