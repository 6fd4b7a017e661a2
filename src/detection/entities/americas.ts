import { isOneDigit, passesLuhn, weighted } from './checksums.ts';
import type { Digits, NumberEntity } from './entity.ts';

const check11 = (sum: number): number => (sum % 11 < 2 ? 0 : 11 - (sum % 11));

const isCpf = (digits: Digits): boolean =>
  check11(weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[9] &&
  check11(weighted(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[10] &&
  !isOneDigit(digits, 11);

export const BR_CPF: NumberEntity = {
  ...{ kind: 'number', name: 'BR_CPF', lengths: [11], check: isCpf },
  layouts: ['3.3.3-2', '3 3 3 2', '3-3-3-2', '3.3.3.2', '3 3 3-2', '3.3.3/2', '9-2'],
  words: ['cpf', 'cadastro pessoas', 'pessoa fisica', 'pessoas fisicas', 'contribuinte'],
  scores: { announced: 0.97, written: 0.95, bare: 0.65 },
  samples: {
    match: ['123.456.789-09', 'CPF 12345678909', 'cpf: 123 456 789 09', '12345678909'],
    noMatch: ['123.456.789-10', 'CPF 12345678910', '111.111.111-11'],
  },
};

const isCnpj = (digits: Digits): boolean =>
  check11(weighted(digits, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[12] &&
  check11(weighted(digits, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[13] &&
  !isOneDigit(digits, 14);

export const BR_CNPJ: NumberEntity = {
  ...{ kind: 'number', name: 'BR_CNPJ', lengths: [14], check: isCnpj },
  layouts: ['2.3.3/4-2', '2 3 3 4 2', '2.3.3.4-2', '2.3.3-4-2', '2.3.3/4.2', '8/4-2'],
  words: ['cnpj', 'pessoa juridica', 'cadastro nacional', 'empresa'],
  scores: { announced: 0.97, written: 0.95, bare: 0.65 },
  samples: {
    match: ['11.222.333/0001-81', 'CNPJ 11222333000181', 'cnpj: 11.222.333/0001-81', '11222333000181'],
    noMatch: ['11.222.333/0001-82', 'CNPJ 11222333000182', '00.000.000/0000-00'],
  },
};

const isSin = (digits: Digits): boolean =>
  digits[0] !== 0 && digits[0] !== 8 && passesLuhn(digits, 9) && !isOneDigit(digits, 9);

export const CA_SIN: NumberEntity = {
  ...{ kind: 'number', name: 'CA_SIN', lengths: [9], layouts: ['3 3 3', '3-3-3'], check: isSin },
  words: ['sin', 'social insurance', 'nas', 'assurance sociale', 'insurance number', 'numero assurance'],
  scores: { announced: 0.97, written: 0.4 },
  samples: {
    match: ['SIN 130 692 544', 'social insurance number: 130692544', 'NAS 130-692-544', '130-692-544'],
    noMatch: ['130692544', 'SIN 130 692 545', 'SIN 830 692 544'],
  },
};
