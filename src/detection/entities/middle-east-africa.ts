import { isDate, isOneDigit, pairAt, passesLuhn, weighted } from './checksums.ts';
import type { Digits, NumberEntity } from './entity.ts';

const isTurkish = (digits: Digits): boolean => {
  if (digits[0] === 0) return false;
  const tenth = weighted(digits, [7, 9, 7, 9, 7, 9, 7, 9, 7]) % 10;
  return tenth === digits[9] && weighted(digits, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10 === digits[10];
};

export const TR_NATIONAL_ID: NumberEntity = {
  ...{ kind: 'number', name: 'TR_NATIONAL_ID', lengths: [11], layouts: [], check: isTurkish },
  words: [
    'tckn',
    'tckno',
    'tc no',
    'kimlik*',
    'kimlig*',
    'tckimlik*',
    'turkish id',
    'turkish identity',
    'vatandaslik*',
  ],
  nearWords: ['tc', 't c'],
  scores: { announced: 0.97, bare: 0.4 },
  samples: {
    match: [
      'T.C. Kimlik No: 10000000146',
      'TCKN 172 917 160 60',
      'kimlik numaram 17291716060',
      '"tcKimlikNo":"17291716060"',
    ],
    noMatch: ['TCKN 17291716050', 'kimlik 07291716060', 'TC Kimlik No 1729171606'],
  },
};

/** Born on a day, a citizen or a resident, and a digit that was once of more use. */
const isSouthAfrican = (digits: Digits): boolean => {
  const citizenship = digits[10] ?? 0;
  const former = digits[11] ?? 0;
  if (citizenship > 1 || former < 8 || !isDate(pairAt(digits, 4), pairAt(digits, 2))) return false;
  return passesLuhn(digits, 13);
};

export const ZA_ID_NUMBER: NumberEntity = {
  ...{ kind: 'number', name: 'ZA_ID_NUMBER', lengths: [13], check: isSouthAfrican },
  layouts: ['6 4 3', '6 4 2 1', '6 4 1 2', '6-4-3', '6 4 1 1 1'],
  words: [
    ...['id number', 'id no', 'id nommer', 'identity number', 'identity no', 'identiteitsnommer', 'sa id'],
    ...['african id', 'rsa id', 'idnumber', 'identity document'],
  ],
  nearWords: ['id'],
  scores: { announced: 0.97, written: 0.95, bare: 0.65 },
  samples: {
    match: ['ID number: 8001015009087', '800101 5009 087', 'SA ID 8001015009087', 'id_no=8001015009087'],
    noMatch: ['ID number: 8001015009088', '801301 5009 084', 'ID number: 800101500908', '800101 5009 088'],
  },
};

const isIsraeli = (digits: Digits): boolean => passesLuhn(digits, 9) && !isOneDigit(digits, 9);

export const IL_ID_NUMBER: NumberEntity = {
  ...{ kind: 'number', name: 'IL_ID_NUMBER', lengths: [9], layouts: [], check: isIsraeli },
  words: [
    ...[
      'תעודת זהות',
      'תעודת הזהות',
      'ת ז',
      'ת״ז',
      'מספר זהות',
      'מס זהות',
      'תז',
      'teudat zehut',
      'zehut',
      'israeli id',
    ],
    ...['israeli identity', 'tehudat zehut'],
  ],
  scores: { announced: 0.97 },
  samples: {
    match: ['ת.ז. 039337423', 'תעודת זהות: 039337423', 'Teudat Zehut 03933742-3', 'מספר זהות 039337423'],
    noMatch: ['039337423', 'תעודת זהות: 039337424', 'ת.ז. 03933742', 'Israeli ID 111111111'],
  },
};

const UAE = [7, 8, 4] as const;

const isEmirati = (digits: Digits): boolean => {
  const century = pairAt(digits, 3);
  return (
    UAE.every((digit, i) => digits[i] === digit) &&
    (century === 19 || century === 20) &&
    passesLuhn(digits, 15)
  );
};

export const AE_EMIRATES_ID: NumberEntity = {
  ...{ kind: 'number', name: 'AE_EMIRATES_ID', lengths: [15], check: isEmirati },
  layouts: ['3-4-7-1', '3 4 7 1', '3.4.7.1'],
  words: ['emirates id', 'emirates identity', 'emiratesid', 'uae id', 'هوية', 'الهوية'],
  scores: { announced: 0.97, written: 0.97, bare: 0.9 },
  samples: {
    match: ['784-1980-1234567-8', 'Emirates ID 784198012345678', 'رقم الهوية 784 1980 1234567 8'],
    noMatch: ['784-1980-1234567-9', '785-1980-1234567-8', 'Emirates ID 78419801234567'],
  },
};

const isSaudi = (digits: Digits): boolean =>
  (digits[0] === 1 || digits[0] === 2) && passesLuhn(digits, 10) && !isOneDigit(digits, 10);

/** Citizens' numbers begin with 1, those of residents with 2. */
export const SA_NATIONAL_ID: NumberEntity = {
  ...{ kind: 'number', name: 'SA_NATIONAL_ID', lengths: [10], layouts: [], check: isSaudi },
  words: [
    'iqama',
    'saudi id',
    'saudi national',
    'هوية',
    'الهوية',
    'هويتي',
    'اقامة',
    'الاقامة',
    'الإقامة',
    'إقامة',
  ],
  scores: { announced: 0.97 },
  samples: {
    match: ['Iqama 2053436776', 'رقم الهوية: 1053436778', 'رقم هويتي 1053436778', 'iqama no. 2053436776'],
    noMatch: ['2053436776', 'Iqama 2053436777', 'iqama 3053436775'],
  },
};
