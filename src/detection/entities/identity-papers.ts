import type { CodedEntity, NumberEntity } from './entity.ts';

const PASSPORT_WORDS = [
  ...['passport', 'passports', 'passportnumber', 'travel document', 'pasaporte', 'passeport', 'passaporto'],
  ...[
    'passaporte',
    'paspoort',
    'paspoortnummer',
    'paszport',
    'paszportu',
    'passnummer',
    'pasnummer',
    'pass nr',
  ],
  ...[
    'reisepass',
    'reisepassnummer',
    'reisepassnr',
    'passnr',
    '旅券番号',
    'パスポート',
    'パスポート番号',
    '护照',
    '護照',
    'पासपोर्ट',
  ],
];

/** Of most countries whose passports have letters in their numbers: India, Japan, France, Italy, Spain, Brazil, Australia, Poland, Britain's others. */
export const PASSPORT_NUMBER: CodedEntity = {
  ...{ kind: 'coded', name: 'PASSPORT_NUMBER', check: null },
  heads: [
    { letters: 1, digits: [7, 8] },
    { letters: 2, digits: [6, 7] },
    { letters: 3, digits: [6, 6] },
    { letters: 0, digits: [2, 2] },
  ],
  pattern: /(?:[eg]\d{8}|[a-z]{1,2}\d{7}|[a-z]{2,3}\d{6}|\d{2}[a-z]{2}\d{5})/iy,
  words: PASSPORT_WORDS,
  scores: { announced: 0.85 },
  samples: {
    match: [
      'Passport number: M8329471',
      'passeport 12AB34567',
      'pasaporte: XDA123456',
      'パスポート番号 TK1234567',
      'passaporto YA1234567',
      '护照号E12345678',
    ],
    noMatch: ['M8329471', 'passport 8329471', 'passport ABCD123456', '12AB34567'],
  },
};

const RUSSIAN_WORDS = [
  ...['паспорт', 'паспорта', 'паспорте', 'паспортом', 'паспортные', 'паспорту', 'russian passport'],
  ...['загранпаспорт', 'загранпаспорта', 'загранпаспорте', 'загранпаспорту'],
];

/** Houses, goods and machines have papers that are called so, too. */
const OF_GOODS =
  /(?:техническ|энергетическ|кадастров|ветеринарн|санитарн|радиационн|гигиеническ)\p{L}{1,4} паспорт|паспорт\p{L}{0,3} (?:\p{L}{2,24}(?:[ое][йи]|\.) ?)?(?:качеств|безопасност|отход|издели|здани|объект|проду|прибор|оборудован|транспортн|помещени|двигател|насос|парти|товар|сделк|проект)/iu;

/** Of Germany and others who leave out vowels, behind words for a passport in other languages, or in Russian. */
export const PASSPORT_WITHOUT_VOWELS: CodedEntity = {
  ...{ kind: 'coded', name: 'PASSPORT_NUMBER', check: null },
  heads: [1, 2, 3].map((letters) => ({ letters, digits: [1, 8] as const })),
  pattern: /(?=[a-z\d]{0,5}\d[a-z\d]{0,4}\d)[cfghjk-npr-tv-z][cfghjk-npr-tv-z\d]{7}\d/iy,
  words: [...PASSPORT_WORDS, ...RUSSIAN_WORDS],
  unless: OF_GOODS,
  scores: { announced: 0.84 },
  samples: {
    match: ['passport № C01X00T47', 'Passport No. CF1G4HJ23', 'паспорт № C01X00T47', 'паспорт N12345678'],
    noMatch: [
      'C01X00T47',
      'passport A01X00T47',
      'passport C01X00T4',
      'passport CFGHJKLM1',
      'passport js20240101x',
      'паспорт изделия N12345678',
    ],
  },
};

/** Passports of Russia within the country: a series and a number. */
export const RU_PASSPORT: NumberEntity = {
  ...{ kind: 'number', name: 'PASSPORT_NUMBER', lengths: [10], check: null, mayBeMoney: true },
  layouts: ['4 6', '2 2 6', '4-6', '2-2-6', '4/6', '2 8'],
  words: RUSSIAN_WORDS,
  unless: OF_GOODS,
  scores: { announced: 0.85 },
  samples: {
    match: ['паспорт 45 08 123456', 'паспорт серия 4508 123456', 'Паспорт: 4508123456'],
    noMatch: [
      '45 08 123456',
      'паспорт 45 08 12345',
      'заказ 4508123456',
      'паспорт и цена 4 500 000 000',
      'паспорт на 4500000000 руб.',
      'энергетический паспорт № 4508 123456',
    ],
  },
};

/** Those for journeys abroad, and cards of Ukraine, have nine digits. */
export const RU_PASSPORT_ABROAD: NumberEntity = {
  ...{ kind: 'number', name: 'PASSPORT_NUMBER', lengths: [9], check: null, mayBeMoney: true },
  layouts: ['2 7'],
  words: RUSSIAN_WORDS,
  unless: OF_GOODS,
  scores: { announced: 0.84 },
  samples: {
    match: [
      'загранпаспорт 75 1234567',
      'Загранпаспорт: 751234567',
      'паспорт № 75 1234567',
      'технический директор, паспорт 75 1234567',
      'отдел пожарной безопасности, паспорт 75 1234567',
    ],
    noMatch: [
      '75 1234567',
      'загранпаспорт 75 123456',
      'паспорт за 450 000 000',
      'паспорт, 751234567 руб.',
      'паспорт объекта 12-3456789',
      'технический паспорт здания № 123456789',
      'паспорт качества № 77 на партию 751234567',
      'паспорт отходов 75 1234567',
      'паспорт безопасности 751234567',
      'паспорт пожарной безопасности № 751234567',
      'паспорт хим. безопасности 751234567',
    ],
  },
};

/** `серия 4508 номер 123456`, `75 № 1234567`; the sign for a number is two letters by now. */
export const RU_PASSPORT_IN_WORDS: CodedEntity = {
  ...{ kind: 'coded', name: 'PASSPORT_NUMBER', check: null },
  heads: [
    { letters: 0, digits: [2, 2] },
    { letters: 0, digits: [4, 4] },
  ],
  pattern:
    /(?:\d\d ?\d\d(?:, ?|[ -])?(?:n[o°]?|номер|ном)[.:]? ?\d{6}|\d\d(?:, ?|[ -])?(?:n[o°]?|номер|ном)[.:]? ?\d{7})/iy,
  words: RUSSIAN_WORDS,
  unless: OF_GOODS,
  scores: { announced: 0.85 },
  samples: {
    match: [
      'паспорт серия 45 08 № 123456',
      'Паспорт: серия 4508 номер 123456',
      'паспорт 4508 №123456',
    ].concat(['паспорт 4508№123456', 'паспорт 45 08-№123456', 'загранпаспорт 75 № 1234567']),
    noMatch: ['серия 4508 номер 123456', 'паспорт 4508 номер 12345', 'паспорт 4508 дом 123456'],
  },
};

/** Letters that cannot be taken for vowels or digits, and digits; behind nine of them a check digit may stand. */
const GERMAN_CARD = /[cfghjk-npr-tv-z][cfghjk-npr-tv-z\d]{8}\d?/iy;

/** Identity cards and passports of Germany, which are numbered alike. */
export const DE_ID_CARD: CodedEntity = {
  ...{ kind: 'coded', name: 'DE_ID_CARD', pattern: GERMAN_CARD },
  heads: [1, 2, 3].map((letters) => ({ letters, digits: [1, 9] as const })),
  check: null,
  words: [
    ...['reisepass', 'reisepassnummer', 'reisepassnr', 'passnummer', 'passnr', 'personalausweis'],
    ...[
      'personalausweisnummer',
      'personalausweisnr',
      'ausweisnummer',
      'ausweisnr',
      'ausweis nr',
      'german passport',
    ],
  ],
  scores: { announced: 0.85 },
  samples: {
    match: [
      'Personalausweisnummer L01X00T471',
      'Reisepass Nr. C01X00T47',
      'Ausweisnr.: LZ6311T47',
      'Reisepassnummer: C01X00T478',
    ],
    noMatch: ['L01X00T471', 'Personalausweis A01X00T471', 'Ausweisnummer L01X00T', 'Reisepass von Thomas'],
  },
};
