import { isOneDigit, passesLuhn, weighted } from './checksums.ts';
import type { CodedEntity, Digits, NumberEntity } from './entity.ts';

const check11 = (sum: number): number => (sum % 11 < 2 ? 0 : 11 - (sum % 11));

const isCpf = (digits: Digits): boolean =>
  check11(weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[9] &&
  check11(weighted(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[10] &&
  !isOneDigit(digits, 11);

export const BR_CPF: NumberEntity = {
  ...{ kind: 'number', name: 'BR_CPF', lengths: [11], check: isCpf },
  layouts: ['3.3.3-2', '3 3 3 2', '3-3-3-2', '3.3.3.2', '3 3 3-2', '3.3.3/2', '9-2'],
  words: ['cpf', 'pessoa fisica', 'pessoas fisicas', 'contribuinte'],
  scores: { announced: 0.97, written: 0.95, bare: 0.65 },
  samples: {
    match: ['123.456.789-09', 'CPF 12345678909', 'cpf: 123 456 789 09', '12345678909'],
    noMatch: ['123.456.789-10', 'CPF 12345678910', '111.111.111-11'],
  },
};

/** Few firms have a thousand branches. */
const isOfFewBranches = (digits: Digits): boolean => digits[8] === 0;

const isCnpj = (digits: Digits): boolean =>
  check11(weighted(digits, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[12] &&
  check11(weighted(digits, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[13] &&
  !isOneDigit(digits, 14);

export const BR_CNPJ: NumberEntity = {
  ...{ kind: 'number', name: 'BR_CNPJ', lengths: [14], check: isCnpj },
  layouts: ['2.3.3/4-2', '2 3 3 4 2', '2.3.3.4-2', '2.3.3-4-2', '2.3.3/4.2', '8/4-2'],
  isUsual: isOfFewBranches,
  words: ['cnpj', 'pessoa juridica', 'cadastro nacional', 'empresa'],
  scores: { announced: 0.97, written: 0.95, bare: 0.65 },
  samples: {
    match: ['11.222.333/0001-81', 'CNPJ 11222333000181', 'cnpj: 11.222.333/0001-81', '11222333000181'],
    noMatch: ['11.222.333/0001-82', 'CNPJ 11222333000182', '11549424546439', '00.000.000/0000-00'],
  },
};

export const ALPHANUMERIC_CNPJ_WIDTH = 14;
export const DIVIDED_CNPJ_WIDTH = 18;
const ZERO = 48;

/** From July 2026 on any of the first twelve may be a letter, which counts as its ASCII code less that of zero. */
const isLetteredCnpj = (value: string): boolean =>
  /[A-Z]/u.test(value) && isCnpj(Array.from(value, (character) => character.charCodeAt(0) - ZERO));

/** Of its two notations the one in one piece is met by chance once in a hundred codes of this length. */
export const BR_CNPJ_WITH_LETTERS: CodedEntity = {
  ...{ kind: 'coded', name: 'BR_CNPJ', heads: [], pattern: /[a-z\d]{12}\d\d/iy, check: isLetteredCnpj },
  words: BR_CNPJ.words,
  scores: { announced: 0.97, written: 0.65 },
  samples: {
    match: ['CNPJ 12ABC34501DE35', 'cnpj: 12abc34501de35', '12ABC34501DE35'],
    noMatch: ['CNPJ 12ABC34501DE36', '12abc34501de35', 'CNPJ X12ABC34501DE35'],
  },
};

export const BR_CNPJ_DIVIDED: CodedEntity = {
  ...{ kind: 'coded', name: 'BR_CNPJ', heads: [], check: isLetteredCnpj },
  pattern: /(?<![a-z\d])[a-z\d]{2}\.[a-z\d]{3}\.[a-z\d]{3}\/[a-z\d]{4}-\d\d/iy,
  words: BR_CNPJ.words,
  scores: { announced: 0.97, written: 0.95, bare: 0.65 },
  samples: {
    match: ['12.ABC.345/01DE-35', 'cnpj 12.abc.345/01de-35', 'CNPJ: 12.ABC.345/01DE-35.'],
    noMatch: ['12.ABC.345/01DE-36', 'X12.ABC.345/01DE-35', '12.ABC.345/01DE-351'],
  },
};

const isSin = (digits: Digits): boolean =>
  digits[0] !== 0 && digits[0] !== 8 && passesLuhn(digits, 9) && !isOneDigit(digits, 9);

export const CA_SIN: NumberEntity = {
  ...{ kind: 'number', name: 'CA_SIN', lengths: [9], layouts: ['3 3 3', '3-3-3'], check: isSin },
  words: [
    'social insurance',
    'sin number',
    'sin no',
    'sin is',
    'my sin',
    'assurance sociale',
    'nas est',
    'mon nas',
  ],
  nearWords: ['sin', 'nas'],
  scores: { announced: 0.97, written: 0.4 },
  samples: {
    match: [
      'SIN 130 692 544',
      'my SIN is 130692544',
      'social insurance number: 130692544',
      'NAS 130-692-544',
      '130-692-544',
    ],
    noMatch: ['130692544', 'SIN 130 692 545', 'SIN 830 692 544', 'entrega sin cargo 130692544'],
  },
};
