import { digitsOf, modulo, pairAt, passesMod1110, weighted } from './checksums.ts';
import type { CodedEntity, Digits, NumberEntity } from './entity.ts';

/** Months from 20 on stand for births whose month is not known. */
const isBirthMonth = (month: number): boolean =>
  (month >= 1 && month <= 12) || (month >= 20 && month <= 42) || month >= 50;

const isNir = (digits: Digits): boolean => {
  const sex = digits[0] ?? 0;
  if (!(sex === 1 || sex === 2 || sex === 3 || sex === 4 || sex === 7 || sex === 8)) return false;
  return isBirthMonth(pairAt(digits, 3)) && 97 - modulo(digits, 0, 13, 97) === pairAt(digits, 13);
};

const NIR_WORDS = [
  'nir',
  'secu',
  'securite sociale',
  'insee',
  'social security',
  'carte vitale',
  'vitale',
  'sociale',
];

export const FR_NIR: NumberEntity = {
  ...{ kind: 'number', name: 'FR_NIR', lengths: [15], check: isNir },
  layouts: [
    '1 2 2 2 3 3 2',
    '1 2 2 5 3 2',
    '13 2',
    '1.2.2.2.3.3.2',
    '1-2-2-2-3-3-2',
    '1 2 2 2 3 3-2',
    '1 2 2 2 3 3/2',
  ],
  isUsual: (digits) => pairAt(digits, 3) >= 1 && pairAt(digits, 3) <= 12,
  words: NIR_WORDS,
  scores: { announced: 0.97, written: 0.97, bare: 0.85 },
  samples: {
    match: [
      '1 85 05 78 006 084 91',
      '185057800608491',
      'N° de sécurité sociale : 1850578006084 91',
      'NIR 1.85.05.78.006.084.91',
    ],
    noMatch: [
      '1 85 05 78 006 084 92',
      '185057800608492',
      '"transaction":"875826644817675"',
      '5 85 05 78 006 084 91',
      '1 85 13 78 006 084 91',
    ],
  },
};

/** Corsica's departments have letters, which count as 19 and 18. */
export const FR_NIR_OF_CORSICA: CodedEntity = {
  ...{ kind: 'coded', name: 'FR_NIR' },
  heads: [
    { letters: 0, digits: [6, 6] },
    { letters: 0, digits: [1, 1] },
  ],
  pattern: /[1-478][ .-]?\d\d[ .-]?\d\d[ .-]?2[ab][ .-]?\d{3}[ .-]?\d{3}[ ./-]?\d\d/iy,
  check: (value) => isNir(digitsOf(value.replace('2A', '19').replace('2B', '18'))),
  words: NIR_WORDS,
  scores: { announced: 0.97, written: 0.97, bare: 0.95 },
  samples: {
    match: ['1 85 05 2A 006 084 35', '185052A00608435', 'NIR 1-85-05-2a-006-084-35'],
    noMatch: ['1 85 05 2A 006 084 36', '1 85 05 2C 006 084 35', '185052A0060845'],
  },
};

/** Among the first ten digits one stands twice or three times; no digit but that one is repeated. */
const hasOneRepeated = (digits: Digits): boolean => {
  const counts = new Uint8Array(10);
  for (let i = 0; i < 10; i++) {
    const digit = digits[i] ?? 0;
    counts[digit] = (counts[digit] ?? 0) + 1;
  }
  const repeated = counts.filter((count) => count > 1);
  return repeated.length === 1 && (repeated[0] ?? 0) <= 3;
};

export const DE_TAX_ID: NumberEntity = {
  ...{ kind: 'number', name: 'DE_TAX_ID', lengths: [11], layouts: ['2 3 3 3'] },
  check: (digits) => digits[0] !== 0 && passesMod1110(digits, 11) && hasOneRepeated(digits),
  words: [
    ...[
      'steuer*',
      'steuernummer',
      'idnr',
      'tin',
      'tax id',
      'identifikationsnummer',
      'steuerliche',
      'ust',
      'tax identification',
    ],
    ...['idnummer', 'tax number'],
  ],
  // Camel case is read as two words.
  nearWords: ['id nr'],
  scores: { announced: 0.97, written: 0.65, bare: 0.4 },
  samples: {
    match: [
      'Steuer-ID: 86095742719',
      'IdNr.: 86095742719',
      'IdNr. 47 036 892 816',
      'Steueridentifikationsnummer 65929970489',
      '47 036 892 816',
    ],
    noMatch: ['Steuer-ID 86095742718', 'Steuer-ID 06095742719', '86 09 57 42 718', 'IdNr 11111111111'],
  },
};

const isBsn = (digits: Digits): boolean => {
  const check = weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2]) - (digits[8] ?? 0);
  return check % 11 === 0 && modulo(digits, 0, 9, 1e10) > 9_999_999;
};

export const NL_BSN: NumberEntity = {
  ...{ kind: 'number', name: 'NL_BSN', lengths: [9], layouts: [], check: isBsn },
  words: [
    'bsn',
    'burgerservicenummer',
    'burgerservice*',
    'sofinummer',
    'sofi',
    'citizen service',
    'bsnnummer',
    'rsin',
  ],
  scores: { announced: 0.97 },
  samples: {
    match: [
      'BSN 111222333',
      'burgerservicenummer: 1112.22.333',
      'Mijn sofi-nummer is 123456782',
      '"bsn": "123456782"',
    ],
    noMatch: ['111222333', 'BSN 111222334', 'BSN 11122233', 'BSN 000000012'],
  },
};

const isBelgian = (digits: Digits): boolean => {
  const check = pairAt(digits, 9);
  const number = modulo(digits, 0, 9, 1e10);
  const month = pairAt(digits, 2) % 20;
  if (month > 12 || pairAt(digits, 4) > 31) return false;
  // Of those born from 2000 on the number is taken as if a 2 stood in front of it.
  return 97 - (number % 97) === check || 97 - ((2_000_000_000 + number) % 97) === check;
};

export const BE_NATIONAL_NUMBER: NumberEntity = {
  ...{ kind: 'number', name: 'BE_NATIONAL_NUMBER', lengths: [11], check: isBelgian },
  layouts: ['2.2.2-3.2', '2.2.2.3.2', '2-2-2-3-2', '2 2 2 3 2', '6-3-2', '6 3 2', '2.2.2 3.2', '2.2.2-3-2'],
  words: [
    ...[
      'rijksregister*',
      'rijksregisternummer',
      'insz',
      'niss',
      'registre national',
      'national register',
      'numero national',
    ],
    ...['nationaal nummer', 'national number', 'rrn', 'nrn', 'nationalregister*'],
  ],
  scores: { announced: 0.97, written: 0.97, bare: 0.65 },
  samples: {
    match: ['85.07.30-033.28', 'rijksregisternummer 85073003328', 'NISS: 85.07.30 033 28', '85073003328'],
    noMatch: ['85.07.30-033.29', '85073003329', '85.13.30-033.28'],
  },
};

const isSwiss = (digits: Digits): boolean =>
  modulo(digits, 0, 3, 1000) === 756 && weighted(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0;

export const CH_AHV: NumberEntity = {
  ...{
    kind: 'number',
    name: 'CH_AHV',
    lengths: [13],
    layouts: ['3.4.4.2', '3 4 4 2', '3-4-4-2'],
    check: isSwiss,
  },
  words: [
    'ahv',
    'avs',
    'ahvn',
    'navs',
    'sozialversicherung*',
    'sozialversicherungsnummer',
    'navs13',
    'ahvnummer',
    'avs number',
    'assurance sociale',
  ],
  scores: { announced: 0.97, written: 0.97, bare: 0.65 },
  samples: {
    match: ['756.9217.0769.85', 'AHV-Nummer: 7569217076985', 'n° AVS 756 9217 0769 85', '7569217076985'],
    noMatch: ['756.9217.0769.86', '7569217076986', '755.9217.0769.85'],
  },
};

/** Beginnings that are given out: to people, to firms, to estates, to those who live abroad. */
const PORTUGUESE = new Set([45, 70, 71, 72, 74, 75, 77, 78, 79, 90, 91, 98, 99]);

const isPortuguese = (digits: Digits): boolean => {
  const first = digits[0] ?? 0;
  const isGiven = [1, 2, 3, 5, 6, 8].includes(first) || PORTUGUESE.has(pairAt(digits, 0));
  const rest = weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return isGiven && (rest < 2 ? 0 : 11 - rest) === digits[8];
};

export const PT_NIF: NumberEntity = {
  ...{ kind: 'number', name: 'PT_NIF', lengths: [9], layouts: [], check: isPortuguese },
  words: ['nif', 'contribuinte', 'nipc', 'identificacao fiscal', 'numero fiscal'],
  scores: { announced: 0.97 },
  samples: {
    match: ['NIF 123456789', 'contribuinte n.º 501 442 600', 'NIPC: 501442600'],
    noMatch: ['123456789', 'NIF 123456788', 'NIF 12345678', 'NIF 412345675'],
  },
};

export const PT_NIF_WITH_COUNTRY: CodedEntity = {
  ...{ kind: 'coded', name: 'PT_NIF', pattern: /pt[ -]?\d{9}/iy },
  heads: [
    { letters: 2, digits: [9, 9] },
    { letters: 2, digits: [9, 9], isDivided: true },
  ],
  check: (value) => isPortuguese(digitsOf(value.slice(2))),
  words: [...PT_NIF.words, 'vat', 'iva'],
  scores: { announced: 0.97, written: 0.85, bare: 0.65 },
  samples: {
    match: ['PT123456789', 'VAT PT 123456789', 'NIF: pt501442600', '"vat":"PT501442600"'],
    noMatch: ['PT123456788', 'PT12345678', 'XPT123456789', 'PT1234567890'],
  },
};

const IRISH = 'WABCDEFGHIJKLMNOPQRSTUV';
const FIRST_NOT_COUNTED = 10;

/** Since 2013 a second letter stands behind that of the checksum, and counts; T, W and X, which are older, never did. */
const isIrish = (value: string): boolean => {
  const letter = Math.max(0, IRISH.indexOf(value.charAt(8) || 'W'));
  const second = letter < FIRST_NOT_COUNTED ? letter : 0;
  const sum = weighted(digitsOf(value.slice(0, 7)), [8, 7, 6, 5, 4, 3, 2]) + 9 * second;
  return IRISH[sum % 23] === value.charAt(7);
};

export const IE_PPS: CodedEntity = {
  ...{ kind: 'coded', name: 'IE_PPS', heads: [{ letters: 0, digits: [7, 7] }], check: isIrish },
  pattern: /\d{7} ?[a-w][a-itwx]?/iy,
  words: ['pps', 'ppsn', 'ppsno', 'personal public', 'ppsnumber'],
  scores: { announced: 0.97, written: 0.4 },
  samples: {
    match: [
      'PPS number 6433435F',
      'PPSN: 6433435OA',
      'PPSN 6433435FT',
      'pps no. 6433435f',
      'my PPS is 6433435 F',
    ],
    noMatch: ['PPS number 6433435E', 'PPSN 643343F', 'PPS X6433435F'],
  },
};
