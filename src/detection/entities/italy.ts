import { isOneDigit, passesLuhn } from './checksums.ts';
import type { CodedEntity, NumberEntity } from './entity.ts';

/** Values of digits and letters at odd places; at even ones a letter counts its place in the alphabet. */
const ODD = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
] as const;
const A = 65;

const placeOf = (character: string): number =>
  /\d/u.test(character) ? Number(character) : character.charCodeAt(0) - A;

const isFiscalCode = (value: string): boolean => {
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const plain = placeOf(value.charAt(i));
    sum += i % 2 === 0 ? (ODD[plain] ?? 0) : plain;
  }
  return sum % 26 === placeOf(value.charAt(15));
};

/** Where two people would have the same code, letters stand in for some of the digits. */
const DIGIT = '[\\dlmnp-v]';

export const IT_FISCAL_CODE: CodedEntity = {
  ...{ kind: 'coded', name: 'IT_FISCAL_CODE', check: isFiscalCode },
  heads: [
    { letters: 6, digits: [1, 2] },
    { letters: 7, digits: [0, 17] },
    { letters: 3, digits: [1, 2], isDivided: true },
    { letters: 6, digits: [1, 2], isDivided: true },
  ],
  pattern: new RegExp(
    `[a-z]{3}[ -]?[a-z]{3}[ -]?${DIGIT}{2}[abcdehlmprst]${DIGIT}{2}[ -]?[a-z]${DIGIT}{3}[ -]?[a-z]`,
    'iy',
  ),
  words: ['fiscale', 'codice fiscale', 'cf', 'fiscal code'],
  scores: { announced: 0.97, written: 0.97, bare: 0.95 },
  samples: {
    match: [
      'RSSMRA85T10A562S',
      'codice fiscale: rssmra85t10a562s',
      'RSS MRA 85T10 A562S',
      'CF RSSMRA85T10A562S.',
    ],
    noMatch: ['RSSMRA85T10A562T', 'RSSMRA85T10A562', 'XRSSMRA85T10A562S', 'RSSMRA85F10A562S'],
  },
};

const isVatCode = (digits: ArrayLike<number>): boolean => passesLuhn(digits, 11) && !isOneDigit(digits, 11);

export const IT_VAT_CODE: NumberEntity = {
  ...{ kind: 'number', name: 'IT_VAT_CODE', lengths: [11], layouts: [], check: isVatCode },
  words: ['piva', 'partita iva', 'iva', 'vat', 'p iva', 'vat number', 'codice iva'],
  scores: { announced: 0.97 },
  samples: {
    match: [
      'Partita IVA 01333550323',
      'P.IVA: 01333550323',
      'VAT IT01333550323',
      'partita iva n. 01333550323',
    ],
    noMatch: ['01333550323', 'partita iva 01333550324', 'partita iva 0133355032'],
  },
};

export const IT_VAT_WITH_COUNTRY: CodedEntity = {
  ...{ kind: 'coded', name: 'IT_VAT_CODE', pattern: /it[ -]?\d{11}/iy },
  heads: [
    { letters: 2, digits: [11, 11] },
    { letters: 2, digits: [11, 11], isDivided: true },
  ],
  check: (value) => isVatCode(Array.from(value.slice(2), Number)),
  words: IT_VAT_CODE.words,
  scores: { announced: 0.97, written: 0.85, bare: 0.65 },
  samples: {
    match: ['IT01333550323', 'IT 01333550323', 'p. iva it01333550323'],
    noMatch: ['IT01333550324', 'IT0133355032', 'XIT01333550323'],
  },
};
