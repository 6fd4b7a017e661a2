import { below, createRandom, pick, type Random } from '../../../src/training/random.ts';

/** What tools return and nobody wrote, laid out otherwise than in training: tables, series and records of random values. */
const WRITERS: Readonly<Record<string, (random: Random) => string>> = {
  'a list of large integers': (random) =>
    `[${many(60, () => digits(random, 20 + below(random, 15))).join(',\n')}]`,
  'a table of measurements': (random) =>
    `timestamp;sensor_a;sensor_b;sensor_c\n${many(40, (i) => [`2026-05-0${1 + (i % 9)} 12:${10 + i}:00`, ...many(3, () => decimal(random, 100, 2))].join(';')).join('\n')}`,
  'a statement in SQL': (random) =>
    `INSERT INTO prices (id, day, price) VALUES\n${many(40, (i) => `(${i}, '2026-02-${10 + below(random, 18)}', ${decimal(random, 500, 2)})`).join(',\n')};`,
  'a table in Markdown': (random) =>
    `| n | mean | min | max |\n|---|---|---|---|\n${many(30, (i) => `| ${i} | ${many(3, () => decimal(random, 90, 1)).join(' | ')} |`).join('\n')}`,
  GeoJSON: (random) =>
    JSON.stringify({
      type: 'LineString',
      coordinates: many(50, () => [Number(decimal(random, 180, 5)), Number(decimal(random, 90, 5))]),
    }),
  'a price list': (random) =>
    many(
      30,
      (i) =>
        `Art. ${1000 + i}   ${pick(random, ['blue', 'red', 'oak', 'steel'])}   ${below(random, 300)},${digits(random, 2)} €`,
    ).join('\n'),
  'a price list in dollars': (random) =>
    many(40, () => `$${below(random, 2000)}.${digits(random, 2)}`).join('\n'),
  'columns of a load monitor': (random) =>
    ` r  b   swpd   free   buff  cache   si   so\n${many(30, () => many(8, () => String(below(random, 90_000)).padStart(7)).join('')).join('\n')}`,
  checksums: (random) =>
    many(20, (i) => `${many(64, () => below(random, 16).toString(16)).join('')}  part-${i}.bin`).join('\n'),
  'a histogram': (random) =>
    many(30, (i) => `${i * 10}-${i * 10 + 9}: ${'#'.repeat(below(random, 40))}`).join('\n'),
  'a log of times': (random) =>
    many(
      40,
      (i) =>
        `[00:${10 + (i % 50)}:${digits(random, 2)}] GET /items/${below(random, 9999)} 200 ${below(random, 900)}ms`,
    ).join('\n'),
  'a matrix': (random) =>
    `array([[${many(12, () => many(8, () => `${below(random, 2) === 0 ? '-' : ' '}${decimal(random, 1, 4)}`).join(', ')).join('],\n       [')}]])`,
  'quotes of shares': (random) =>
    many(
      40,
      (i) => `${TICKERS[i % TICKERS.length]}\t${decimal(random, 300, 2)}\t${decimal(random, 9, 2)}%`,
    ).join('\n'),
  'key and value': (random) =>
    many(50, (i) => `metric_${i}{node="n${below(random, 9)}"} ${decimal(random, 1e6, 3)}`).join('\n'),
  'numbers of tokens': (random) =>
    `[${many(between(random, 50, 300), () => String(below(random, 50_000))).join(', ')}]`,
  'order numbers, a line each': (random) =>
    many(between(random, 20, 200), () => digits(random, 8)).join('\n'),
  'unix times, a line each': (random) =>
    many(between(random, 20, 200), () => `17${digits(random, 8)}`).join('\n'),
  'mail addresses': (random) =>
    many(between(random, 5, 60), () =>
      `${pick(random, PEOPLE)}.${pick(random, FAMILIES)}@${pick(random, MAIL_HOSTS)}`.toLowerCase(),
    ).join(pick(random, [', ', '\n', '; ', ' '])),
  'people and their mail addresses': (random) =>
    many(between(random, 5, 30), () => {
      const [first, last] = [pick(random, PEOPLE), pick(random, FAMILIES)];
      return `${first} ${last} <${first[0]}.${last}@${pick(random, MAIL_HOSTS)}>`;
    }).join(',\n'),
  links: (random) =>
    many(
      between(random, 5, 60),
      () =>
        `https://${pick(random, ['www.', 'docs.', ''])}${pick(random, NOUNS)}${pick(random, NOUNS)}.${pick(random, ['com', 'org', 'io'])}/${pick(random, NOUNS)}/${digits(random, 4)}`,
    ).join(pick(random, ['\n', ', ', ' '])),
  'a column of booleans': (random) =>
    many(between(random, 10, 100), () => pick(random, ['true', 'false'])).join(
      pick(random, ['\n', ', ', ' ']),
    ),
  'a column of answers': (random) =>
    many(between(random, 10, 100), () => pick(random, ['yes', 'no'])).join(pick(random, ['\n', ', ', ' '])),
  'a column without values': (random) =>
    many(between(random, 10, 100), () => pick(random, ['null', 'NaN', 'None'])).join(
      pick(random, ['\n', ', ', ' ']),
    ),
  'a list of words': (random) =>
    many(between(random, 10, 200), () => pick(random, NOUNS)).join(pick(random, ['\n', ', ', ' '])),
  'a table of a page': (random) =>
    `<table>${many(between(random, 5, 30), () => `<tr><td>${pick(random, NOUNS)}</td><td>${digits(random, 3)}</td><td>${pick(random, ['yes', 'no'])}</td></tr>`).join('\n')}</table>`,
  'bits in groups of eight': (random) =>
    many(between(random, 10, 100), () => many(8, () => below(random, 2)).join('')).join(
      pick(random, ['\n', ' ']),
    ),
};

const PEOPLE = [
  'Agnes',
  'Bruno',
  'Celia',
  'Dario',
  'Edith',
  'Fritz',
  'Gwen',
  'Henk',
  'Ida',
  'Juri',
  'Kemal',
  'Lotte',
] as const;
const FAMILIES = [
  'Abel',
  'Brandt',
  'Castro',
  'Dahl',
  'Eriksen',
  'Fuchs',
  'Gallo',
  'Horvat',
  'Ito',
  'Jung',
  'Koch',
] as const;
const MAIL_HOSTS = [
  'example.com',
  'example.org',
  'northwind.com',
  'contoso.net',
  'gmail.com',
  'posteo.de',
] as const;
const NOUNS = [
  ...[
    'office',
    'guy',
    'person',
    'reason',
    'member',
    'force',
    'study',
    'month',
    'teacher',
    'window',
    'yellow',
  ],
  ...[
    'market',
    'doctor',
    'bridge',
    'summer',
    'forest',
    'island',
    'valley',
    'engine',
    'ticket',
    'pencil',
    'winter',
  ],
] as const;

const TICKERS = ['MSFT', 'SAP', 'NESN', 'TSM', 'ASML', 'NVO', 'SHEL', 'TM', 'SONY', 'ORCL', 'AMZN', 'SIE'];

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const between = (random: Random, least: number, limit: number): number =>
  least + below(random, limit - least);
const digits = (random: Random, length: number): string => many(length, () => below(random, 10)).join('');
const decimal = (random: Random, limit: number, places: number): string => (random() * limit).toFixed(places);

export const DATA_TEXTS = Object.entries(WRITERS).map(([name, write]) => ({
  name,
  write: (seed: number): string => write(createRandom(seed)),
}));
