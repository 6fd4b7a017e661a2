import { digitsOf, isDate, modulo, weighted } from './checksums.ts';
import type { CodedEntity, Digits, NumberEntity } from './entity.ts';

/** Whether the six digits at `at` are year, month and day. */
const isDatedAt = (value: string, at: number): boolean =>
  isDate(Number(value.slice(at + 4, at + 6)), Number(value.slice(at + 2, at + 4)));

const IN_CURP = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ';

const isCurp = (value: string): boolean => {
  if (!isDatedAt(value, 4)) return false;
  let sum = 0;
  for (let i = 0; i < 17; i++) sum += IN_CURP.indexOf(value.charAt(i)) * (18 - i);
  return (10 - (sum % 10)) % 10 === Number(value.slice(17));
};

/** Four letters of the names, the birth, the sex, the state, three consonants of the names. */
export const MX_CURP: CodedEntity = {
  ...{ kind: 'coded', name: 'MX_CURP', check: isCurp, heads: [{ letters: 4, digits: [6, 6] }] },
  pattern: /[a-z]{4}\d{6}[hmx][a-z]{2}[b-df-hj-np-tv-z]{3}[a-z\d]\d/iy,
  words: ['curp', 'clave unica'],
  scores: { announced: 0.97, written: 0.95, bare: 0.9 },
  samples: {
    match: ['BOXW310820HNERXN09', 'CURP: boxw310820hnerxn09', '"curp":"BOXW310820HNERXN09"'],
    noMatch: ['BOXW310820HNERXN08', 'BOXW311320HNERXN09', 'BOXW310820HNERXN0', 'ABOXW310820HNERXN09'],
  },
};

const IN_RFC = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ ';

const isRfc = (value: string): boolean => {
  if (!isDatedAt(value, 4)) return false;
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += IN_RFC.indexOf(value.charAt(i)) * (13 - i);
  const rest = (11 - (sum % 11)) % 11;
  return (rest === 10 ? 'A' : String(rest)) === value.charAt(12);
};

/** Those of people; those of firms have three letters. */
export const MX_RFC: CodedEntity = {
  ...{ kind: 'coded', name: 'MX_RFC', check: isRfc },
  heads: [
    { letters: 4, digits: [6, 9] },
    { letters: 4, digits: [6, 6], isDivided: true },
  ],
  pattern: /[a-z]{4}[ -]?\d{6}[ -]?[a-z\d]{2}[a\d]/iy,
  words: ['rfc', 'registro federal'],
  nearWords: ['f c'],
  scores: { announced: 0.97, written: 0.75, bare: 0.4 },
  samples: {
    match: ['GODE561231GR8', 'RFC: gode561231gr8', 'RFC GODE-561231-GR8', 'GODE 561231 GR8'],
    noMatch: ['GODE561231GR7', 'GODE561331GR8', 'GODE561231GR', 'XGODE561231GR8'],
  },
};

/** One or two in a hundred were given out with a wrong check digit. */
export const MX_RFC_BY_DATE: CodedEntity = {
  ...{ kind: 'coded', name: 'MX_RFC', heads: MX_RFC.heads, pattern: MX_RFC.pattern },
  check: (value) => isDatedAt(value, 4),
  words: MX_RFC.words,
  nearWords: ['f c'],
  scores: { announced: 0.85 },
  samples: {
    match: ['RFC VACE-460910-SX6', 'rfc: VACE460910SX6', '"rfc":"VACE460910SX6"'],
    noMatch: ['VACE460910SX6', 'RFC VACE461310SX6', 'RFC VACE460910SX'],
  },
};

/** What people's numbers begin with; those of firms begin with 3. */
const ARGENTINE = new Set([20, 23, 24, 25, 26, 27]);

const isCuit = (digits: Digits): boolean => {
  if (!ARGENTINE.has((digits[0] ?? 0) * 10 + (digits[1] ?? 0))) return false;
  return weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
};

export const AR_CUIT: NumberEntity = {
  ...{ kind: 'number', name: 'AR_CUIT', lengths: [11], check: isCuit },
  layouts: ['2-8-1', '2-8/1', '2.8-1'],
  words: ['cuit', 'cuil', 'cuitcuil', 'identificacion tributaria', 'identificacion laboral'],
  scores: { announced: 0.97, written: 0.95, bare: 0.4 },
  samples: {
    match: ['20-05536168-2', 'CUIT 20055361682', 'mi CUIL es 27-12345678-0', '"cuil":"20-05536168-2"'],
    noMatch: ['20-05536168-3', 'CUIT 20055361683', '30-05536168-9', 'CUIT 2005536168'],
  },
};

/** The digits from the last one on times 2 to 7, and again from 2 on. */
const rutMark = (digits: Digits, length: number): number => {
  let sum = 0;
  for (let i = 0; i < length; i++) sum += (digits[length - 1 - i] ?? 0) * (2 + (i % 6));
  return (11 - (sum % 11)) % 11;
};

/** Firms' numbers begin here. */
const FIRST_OF_FIRMS = 50_000_000;

const isOfPerson = (digits: Digits, length: number): boolean =>
  digits[0] !== 0 && modulo(digits, 0, length - 1, 1e10) < FIRST_OF_FIRMS;

const isRut = (digits: Digits, length: number): boolean =>
  isOfPerson(digits, length) && rutMark(digits, length - 1) === digits[length - 1];

const RUT_WORDS = ['rut', 'rol unico', 'de identidad', 'chilean id'];
/** `RUN` is no word for it: what runs has numbers, too. */
const NEAR_RUT = ['u t'];

export const CL_RUT: NumberEntity = {
  ...{ kind: 'number', name: 'CL_RUT', lengths: [8, 9], check: isRut, mayBeOfGoods: true },
  layouts: ['2.3.3-1', '1.3.3-1'],
  ...{ words: RUT_WORDS, nearWords: NEAR_RUT },
  scores: { announced: 0.97, written: 0.95 },
  samples: {
    match: ['12.345.678-5', 'RUT 12345678-5', 'rut: 123456785', '9.876.543-3'],
    noMatch: ['12.345.678-6', 'RUT 12345678-6', '12345678-5', '123456785', '76.086.428-5', 'run 12345678-5'],
  },
};

const isLetteredRut = (value: string): boolean => {
  const digits = digitsOf(value.slice(0, -1));
  return isOfPerson(digits, value.length) && rutMark(digits, value.length - 1) === 10;
};

export const CL_RUT_WITH_LETTER: CodedEntity = {
  ...{ kind: 'coded', name: 'CL_RUT', words: RUT_WORDS, nearWords: NEAR_RUT, check: isLetteredRut },
  heads: [{ letters: 0, digits: [1, 2] }],
  pattern: /\d{1,2}\.\d{3}\.\d{3}-k/iy,
  scores: { announced: 0.97, written: 0.9, bare: 0.85 },
  samples: {
    match: ['10.000.013-K', 'RUT 10.000.013-k', 'rut: 10.000.013-k'],
    noMatch: ['10.000.014-K', 'RUT 10.000.014-K', '010.000.013-K'],
  },
};

export const CL_RUT_WITHOUT_DOTS: CodedEntity = {
  ...{ kind: 'coded', name: 'CL_RUT', words: RUT_WORDS, nearWords: NEAR_RUT, check: isLetteredRut },
  heads: [{ letters: 0, digits: [7, 8] }],
  pattern: /\d{7,8}-?k/iy,
  scores: { announced: 0.97 },
  samples: {
    match: ['RUT 10000013-K', 'rut: 10000013k', '"rut":"10000013-K"'],
    noMatch: ['10000013-K', 'RUT 10000014-K', 'RUT 010000013-K'],
  },
};
