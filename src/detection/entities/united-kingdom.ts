import { isOneDigit, weighted } from './checksums.ts';
import type { CodedEntity, Digits, NumberEntity } from './entity.ts';

const isNhs = (digits: Digits): boolean => {
  const check = (11 - (weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return check === digits[9] && !isOneDigit(digits, 10);
};

/** Ten digits in threes and a four are an American telephone number, too: without a word it is nothing. */
export const UK_NHS: NumberEntity = {
  ...{ kind: 'number', name: 'UK_NHS', lengths: [10], layouts: [], check: isNhs },
  words: ['nhs', 'national health', 'health service', 'nhsnumber', 'hospital number', 'chi number'],
  scores: { announced: 0.97 },
  samples: {
    match: ['NHS number: 943 476 5919', 'nhs 9434765919', '"nhsNumber":"943-476-5919"', '943 476 5919 (NHS)'],
    noMatch: ['NHS 943 476 5918', 'NHS 943 476 591', 'NHS 1111111111'],
  },
};

/** Prefixes that are not given out, and letters that no prefix has. */
const NINO = /(?!bg|gb|kn|nk|nt|tn|zz)[abceghj-prstw-z][abceghj-nprstw-z](?:[ -]?\d{2}){3}[ -]?[a-d]/iy;

export const UK_NINO: CodedEntity = {
  ...{ kind: 'coded', name: 'UK_NINO', check: null, pattern: NINO },
  heads: [
    { letters: 2, digits: [6, 6] },
    { letters: 2, digits: [2, 2] },
    { letters: 2, digits: [2, 2], isDivided: true },
    { letters: 2, digits: [6, 6], isDivided: true },
  ],
  words: ['nino', 'ni', 'national insurance', 'insurance number', 'nin', 'ni number'],
  scores: { announced: 0.95, written: 0.85, bare: 0.65 },
  samples: {
    match: [
      'AB123456C',
      'AB 12 34 56 C',
      'national insurance: ab123456c',
      'NI no. AB-12-34-56-D',
      'nino AB 123456 c',
    ],
    noMatch: ['BG123456C', 'AB123456E', 'DA123456C', 'AB12345C', 'QQ123456C', 'XAB123456C'],
  },
};

/** The first letters of the surname, filled up with nines; decade, month (and 50 for women), day and year of the birth; initials. */
const UK_LICENCE =
  /(?:[a-z]{5}|[a-z]{4}9|[a-z]{3}99|[a-z]{2}999) ?\d(?:[05][1-9]|[16][0-2])(?:0[1-9]|[12]\d|3[01])\d ?[a-z][a-z9][a-z\d][a-z]{2}/iy;

export const UK_DRIVING_LICENCE: CodedEntity = {
  ...{ kind: 'coded', name: 'UK_DRIVING_LICENCE', check: null, pattern: UK_LICENCE },
  heads: [
    { letters: 5, digits: [6, 6] },
    { letters: 5, digits: [6, 6], isDivided: true },
    { letters: 4, digits: [7, 7] },
    { letters: 3, digits: [8, 8] },
    { letters: 2, digits: [9, 9] },
    { letters: 4, digits: [1, 1] },
    { letters: 3, digits: [2, 2] },
    { letters: 2, digits: [3, 3] },
  ],
  words: ['driving licence', 'driver licence', 'licence number', 'licence no', 'dvla', 'driver number'],
  scores: { announced: 0.95, written: 0.85, bare: 0.65 },
  samples: {
    match: [
      'MORGA657054SM9IJ',
      'driving licence FOX99753116sm9ij',
      'Licence no. JONES 710238 HA5BX',
      'DVLA: smith805220a99xy',
    ],
    noMatch: [
      'MORGA657994SM9IJ',
      'MORGA697054SM9IJ',
      'MORGA657054SM9I',
      'XMORGA657054SM9IJ',
      'MORGA657054SM9IJX',
    ],
  },
};
