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
