import { VOCABULARY_WORDS } from '../detection/decoding/words/vocabulary-words.ts';
import { harmless } from './blobs.ts';
import { writeList } from './number-lists.ts';
import { below, pick, type Random } from './random.ts';
import type { TrainingRow } from './rows.ts';

const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const BASE62 = `${DIGITS}${UPPER}${LOWER}`;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const SYLLABLES = [
  ...['al', 'an', 'ar', 'ba', 'bel', 'ber', 'bo', 'ca', 'cor', 'da', 'del', 'do', 'en', 'er', 'fa', 'fen'],
  ...['ga', 'gre', 'ha', 'hel', 'in', 'is', 'jo', 'ka', 'kor', 'la', 'len', 'li', 'lo', 'lu', 'ma', 'mar'],
  ...['mi', 'mo', 'na', 'nor', 'ol', 'or', 'pa', 'per', 'po', 'qui', 'ra', 'ri', 'ro', 'sa', 'sen', 'si'],
  ...[
    'so',
    'sta',
    'ta',
    'ter',
    'ti',
    'to',
    'tra',
    'un',
    'ur',
    'va',
    'ver',
    'vi',
    'wa',
    'wen',
    'xa',
    'ya',
    'zo',
  ],
] as const;
const TOP_LEVELS = [
  ...['com', 'com', 'org', 'net', 'io', 'de', 'fr', 'co.uk', 'com.br', 'nl', 'pl', 'it', 'es', 'jp', 'in'],
  ...['example', 'test', 'dev', 'app', 'ch', 'edu', 'gov', 'eu', 'info', 'co'],
] as const;
const HOSTS = ['example.com', 'example.org', 'example.net', 'gmail.com', 'outlook.com'] as const;
const FOLDERS = [
  ...['img', 'files', 'assets', 'p', 'products', 'articles', 'docs', 'blog', 'v2', 'static', 'en', 'item'],
  ...['data', 'logs', 'src', 'lib', 'home', 'var', 'tmp', 'reports', '2026', 'users', 'photos', 'a'],
] as const;
const ENDINGS = [
  '.png',
  '.jpg',
  '.html',
  '.pdf',
  '.json',
  '.csv',
  '.txt',
  '.ts',
  '.py',
  '/',
  '',
  '',
] as const;

const from = (random: Random, length: number, alphabet: string): string =>
  Array.from({ length }, () => alphabet[below(random, alphabet.length)]).join('');
const name = (random: Random): string =>
  Array.from({ length: 2 + below(random, 3) }, () => pick(random, SYLLABLES)).join('');
const host = (random: Random): string =>
  random() < 0.3 ? pick(random, HOSTS) : `${name(random)}.${pick(random, TOP_LEVELS)}`;
const path = (random: Random): string =>
  `/${Array.from({ length: 1 + below(random, 3) }, () => pick(random, FOLDERS)).join('/')}/${pick(random, [name(random), from(random, 12, HEX), from(random, 6, DIGITS)])}${pick(random, ENDINGS)}`;

/** Everyday words of some languages. */
const WORDS = [
  ...[
    'time',
    'house',
    'water',
    'red',
    'run',
    'air',
    'door',
    'hand',
    'idea',
    'car',
    'father',
    'level',
    'side',
  ],
  ...['game', 'kind', 'name', 'day', 'night', 'city', 'group', 'story', 'money', 'paper', 'right', 'music'],
  ...['test', 'hello', 'apple', 'bread', 'tree', 'garden', 'river', 'school', 'train', 'table', 'number'],
  ...[
    'Haus',
    'Wasser',
    'gehen',
    'klein',
    'Zeit',
    'Straße',
    'maison',
    'eau',
    'temps',
    'petit',
    'rouge',
    'livre',
  ],
  ...[
    'casa',
    'agua',
    'tiempo',
    'libro',
    'verde',
    'дом',
    'вода',
    'время',
    'книга',
    '水',
    '家',
    '時間',
    '本',
    '赤',
  ],
  ...['بيت', 'ماء', 'كتاب', 'घर', 'पानी', 'समय', 'ev', 'zaman', 'kitap', 'dom', 'woda', 'czas', '집', '물'],
] as const;
/** Common ones in lower case, drawn from without regard to what they say. */
const ENGLISH_WORDS = VOCABULARY_WORDS.trim()
  .split(/\s+/u)
  .slice(0, 4000)
  .filter((word) => word.length > 2);
const MORSE = [
  '.-',
  '-...',
  '-.-.',
  '-..',
  '.',
  '..-.',
  '--.',
  '....',
  '..',
  '.---',
  '-.-',
  '.-..',
  '--',
  '-.',
] as const;

const drawn = (random: Random, count: number): readonly string[] =>
  Array.from({ length: count }, () => pick(random, ENGLISH_WORDS));

type Pool = readonly [string, ...string[]];
/** Columns that hold one of a few words. */
const POOLS: Readonly<Record<string, Pool>> = {
  booleans: ['true', 'false'],
  'Python booleans': ['True', 'False'],
  answers: ['yes', 'no'],
  flags: ['Y', 'N'],
  results: ['OK', 'FAILED', 'SKIPPED'],
  tests: ['pass', 'fail', 'error'],
  nothing: ['null', 'NaN', '-', 'None', ''],
  missing: ['NA', 'N/A', 'n/a', 'none', 'undefined'],
  states: ['open', 'closed', 'pending', 'in review', 'done'],
  orders: ['paid', 'shipped', 'returned', 'cancelled', 'delivered'],
  levels: ['INFO', 'WARN', 'ERROR', 'DEBUG', 'TRACE'],
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'],
  romans: ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'],
  letters: ['A', 'B', 'C', 'D', 'E', 'F'],
  grades: ['A+', 'A', 'A-', 'B+', 'B', 'C', 'D'],
  days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  months: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  colours: ['red', 'green', 'blue', 'black', 'white', 'orange', 'purple', 'grey'],
  currencies: ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'SEK', 'INR', 'BRL'],
  countries: ['Germany', 'France', 'Japan', 'Brazil', 'India', 'Kenya', 'Peru', 'Norway', 'Vietnam', 'Spain'],
  'country codes': ['DE', 'FR', 'JP', 'BR', 'IN', 'KE', 'PE', 'NO', 'VN', 'ES'],
  cities: ['Oslo', 'Lima', 'Kyoto', 'Porto', 'Nairobi', 'Graz', 'Hanoi', 'Leeds', 'Quito', 'Tampa'],
  names: [
    'Anna',
    'Ben',
    'Chioma',
    'Dmitri',
    'Elif',
    'Farid',
    'Grace',
    'Hiro',
    'Ines',
    'Jonas',
    'Kavya',
    'Liu',
  ],
  tickers: ['MSFT', 'SAP', 'NESN', 'TSM', 'ASML', 'NVO', 'SHEL', 'TM', 'SONY', 'ORCL'],
  types: ['int', 'string', 'float', 'bool', 'array', 'object'],
  sizes: ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
  marks: ['✓', '✗', '–'],
  faces: ['😀', '🚀', '🔥', '🎉', '❤️'],
};

type MakeList = (random: Random) => () => string;

/** What a list holds: each list decides first what all of its values have in common. */
const VALUES: Readonly<Record<string, MakeList>> = {
  ...Object.fromEntries(
    Object.entries(POOLS).map(([pool, words]): [string, MakeList] => [
      pool,
      (random) => () => pick(random, words),
    ]),
  ),
  names: (random) => () => name(random),
  words: (random) => () => pick(random, WORDS),
  'English words': (random) => {
    const words = drawn(random, 4 + below(random, 60));
    return () => pick(random, words);
  },
  'pass phrases': (random) => {
    const [count, between] = [2 + below(random, 7), pick(random, [' ', ' ', ' ', '-', '_', '.'] as const)];
    const words = drawn(random, pick(random, [12, 32, 200]));
    return () => Array.from({ length: count }, () => pick(random, words)).join(between);
  },
  'one word': (random) => {
    const word = random() < 0.5 ? pick(random, WORDS) : name(random);
    return () => word;
  },
  'one character': (random) => {
    const run = pick(random, [
      'a',
      'x',
      '?',
      '!',
      '.',
      '-',
      '0',
      'ha',
      'na',
      'la',
      'z',
      'k',
      '…',
      'ö',
      '字',
    ]).repeat(1 + below(random, 12));
    return () => run;
  },
  alphabet: (random) => {
    const letters = pick(random, [LOWER, UPPER]);
    return () => from(random, 1, letters);
  },
  'short letters': (random) => () => from(random, 1 + below(random, 9), LOWER),
  morse: (random) => () => pick(random, MORSE),
  // The digits of a list are read alike: what tells lists apart is how wide their numbers are.
  'digits of one width': (random) => {
    const width = 1 + below(random, 64);
    return () => from(random, width, DIGITS);
  },
  'digits of some widths': (random) => {
    const [least, more] = [1 + below(random, 40), 1 + below(random, 20)];
    return () => from(random, least + below(random, more), DIGITS);
  },
  // Most have the width of the bound: numbers of tokens, of rows, of users.
  'integers below a bound': (random) => {
    const bound = 2 + Math.floor(Math.exp(random() * Math.log(1e7)));
    return () => String(below(random, bound));
  },
  'digits with a sign or a point': (random) => {
    const [before, after] = [1 + below(random, 8), 1 + below(random, 14)];
    const sign = pick(random, ['', '-', '+', '0.'] as const);
    return () =>
      `${sign}${from(random, before, DIGITS)}${sign === '0.' ? '' : `.${from(random, after, DIGITS)}`}`;
  },
  'negative integers': (random) => {
    const width = 1 + below(random, 8);
    return () => `-${from(random, width, DIGITS)}`;
  },
  bits: (random) => {
    const width = pick(random, [1, 4, 8, 12, 16, 24, 32, 64]);
    return () => from(random, width, '01');
  },
  hexadecimal: (random) => {
    const [before, width] = [
      pick(random, ['', '', '0x', '#', 'i-0', '\\x']),
      pick(random, [2, 4, 6, 8, 12, 16, 24, 32, 40, 64]),
    ];
    const upper = random() < 0.2;
    return () => `${before}${upper ? from(random, width, HEX).toUpperCase() : from(random, width, HEX)}`;
  },
  uuids: (random) => () => [8, 4, 4, 4, 12].map((width) => from(random, width, HEX)).join('-'),
  tokens: (random) => {
    const [width, alphabet] = [6 + below(random, 40), pick(random, [BASE62, CROCKFORD, LOWER, UPPER])];
    return () => from(random, width, alphabet);
  },
  codes: (random) => {
    const parts = Array.from({ length: 2 + below(random, 3) }, () => ({
      width: 1 + below(random, 6),
      alphabet: pick(random, [DIGITS, DIGITS, UPPER]),
    }));
    const between = pick(random, ['-', '-', '/', '_', '.', ' ', '']);
    return () => parts.map(({ width, alphabet }) => from(random, width, alphabet)).join(between);
  },
  'bank accounts': (random) => {
    const [between, groups] = [pick(random, [' ', '']), 3 + below(random, 4)];
    return () =>
      [
        `${from(random, 2, UPPER)}${from(random, 2, DIGITS)}`,
        ...Array.from({ length: groups }, () => from(random, 4, DIGITS)),
        from(random, 2, DIGITS),
      ].join(between);
  },
  'addresses in memory': (random) => {
    const [zeros, width, upper] = [
      pick(random, ['', '', '0000', '00000000']),
      6 + below(random, 7),
      random() < 0.2,
    ];
    const shared = from(random, random() < 0.6 ? width - 3 : 0, HEX);
    const after = pick(random, ['', '', '', ' (deleted)', '+0x1c', ':', ' <main+42>']);
    return () => {
      const digits = `${zeros}${shared}${from(random, width - shared.length, HEX)}`;
      return `0x${upper ? digits.toUpperCase() : digits}${after}`;
    };
  },
  'physical addresses': (random) => () => Array.from({ length: 6 }, () => from(random, 2, HEX)).join(':'),
  'addresses of version 6': (random) => () => Array.from({ length: 8 }, () => from(random, 4, HEX)).join(':'),
  moments: (random) => {
    const [between, end] = [pick(random, ['T', ' ']), pick(random, ['', 'Z', '+00:00', '.000Z'])];
    const two = (limit: number): string => String(1 + below(random, limit)).padStart(2, '0');
    return () =>
      `${2000 + below(random, 40)}-${two(12)}-${two(28)}${between}${two(22)}:${two(58)}:${two(58)}${end}`;
  },
  'mail addresses': (random) => {
    const shared = random() < 0.4 ? host(random) : null;
    return () =>
      `${name(random)}${pick(random, ['', '', `.${name(random)}`, from(random, 2, DIGITS)])}@${shared ?? host(random)}`;
  },
  'named mail addresses': (random) => () => {
    const [first, last] = [name(random), name(random)];
    return `${first} ${last} <${first}.${last}@${host(random)}>`;
  },
  links: (random) => {
    const shared = random() < 0.4 ? host(random) : null;
    return () => `${pick(random, ['https', 'https', 'http'])}://${shared ?? host(random)}${path(random)}`;
  },
  'links with queries': (random) => {
    const shared = host(random);
    return () =>
      `https://${shared}${path(random)}?${pick(random, ['id', 'q', 'page', 'ref', 'v'])}=${from(random, 1 + below(random, 8), BASE62)}`;
  },
  hosts: (random) => () => `${pick(random, ['', 'www.', 'api.', 'mail.'])}${host(random)}`,
  paths: (random) => () => path(random),
  images: (random) => () =>
    `${pick(random, ['IMG_', 'DSC', 'scan-', 'photo_'])}${from(random, 4, DIGITS)}.jpg`,
  versions: (random) => () => `${below(random, 12)}.${below(random, 30)}.${below(random, 40)}`,
  packages: (random) => () =>
    `${name(random)}@${below(random, 12)}.${below(random, 30)}.${below(random, 40)}`,
  identifiers: (random) => () =>
    `${name(random)}_${name(random)}${pick(random, ['', '_id', '_at', '_count', '()'])}`,
  bases: (random) => {
    const width = 10 + below(random, 60);
    return () => from(random, width, 'ACGT');
  },
  quoted: (random) => {
    const width = 3 + below(random, 14);
    return () => `"${from(random, width, DIGITS)}"`;
  },
};
const LISTS_PER_VALUE = 20;
/** More where one kind has many looks: widths of numbers, what stands before digits, the word that is repeated. */
const LISTS_OF: Readonly<Record<string, number>> = {
  'digits of one width': 200,
  'digits of some widths': 200,
  'integers below a bound': 160,
  'bank accounts': 150,
  'addresses in memory': 60,
  hexadecimal: 60,
  'one word': 120,
  'pass phrases': 120,
};

/** Lists and tables of values that are no sentences, harmless: keys, links, addresses, columns of a few words. */
export const createValueLists = (random: Random): readonly TrainingRow[] =>
  Object.entries(VALUES).flatMap(([kind, decide]) =>
    Array.from({ length: LISTS_OF[kind] ?? LISTS_PER_VALUE }, (_, i) =>
      harmless(writeList(random, decide(random)), 'lists of values', kind, i),
    ).flat(),
  );
