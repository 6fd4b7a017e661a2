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
};

const TICKERS = ['MSFT', 'SAP', 'NESN', 'TSM', 'ASML', 'NVO', 'SHEL', 'TM', 'SONY', 'ORCL', 'AMZN', 'SIE'];

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const digits = (random: Random, length: number): string => many(length, () => below(random, 10)).join('');
const decimal = (random: Random, limit: number, places: number): string => (random() * limit).toFixed(places);

export const DATA_TEXTS = Object.entries(WRITERS).map(([name, write]) => ({
  name,
  write: (seed: number): string => write(createRandom(seed)),
}));
