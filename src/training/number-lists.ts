import { harmless } from './blobs.ts';
import { below, pick, type Random } from './random.ts';
import type { TrainingRow } from './rows.ts';

const NUMBERS: Readonly<Record<string, (random: Random) => string>> = {
  small: (random) => String(below(random, 100)),
  integers: (random) => String(below(random, 10 ** (2 + below(random, 6)))),
  long: (random) => digits(random, 12 + below(random, 28)),
  grouped: (random) => `${1 + below(random, 999)},${digits(random, 3)},${digits(random, 3)}`,
  cents: (random) => `${below(random, 10 ** (1 + below(random, 3)))}.${digits(random, 2)}`,
  decimals: (random) => (random() * 10 ** below(random, 5)).toFixed(below(random, 7)),
  signed: (random) => (random() * 2 - 1).toFixed(1 + below(random, 5)),
  scientific: (random) => (random() * 10 ** (below(random, 20) - 10)).toExponential(below(random, 8)),
  prices: (random) =>
    `${pick(random, CURRENCIES)}${below(random, 2000)}${pick(random, ['.', ','])}${digits(random, 2)}`,
  dollars: (random) => `$${below(random, 10 ** (1 + below(random, 5)))}.${digits(random, 2)}`,
  groupedDollars: (random) =>
    `${pick(random, ['$', 'US$', '-$'])}${1 + below(random, 99)},${digits(random, 3)}${pick(random, ['', '.00', '.50', `.${digits(random, 2)}`])}`,
  shares: (random) => `${(random() * 100).toFixed(below(random, 3))} %`,
  days: (random) => `${2000 + below(random, 40)}-${twoDigits(random, 12)}-${twoDigits(random, 28)}`,
  times: (random) =>
    `${twoDigits(random, 23)}:${twoDigits(random, 59)}:${twoDigits(random, 59)}.${digits(random, 3)}`,
  places: (random) => `(${(random() * 180 - 90).toFixed(4)}, ${(random() * 360 - 180).toFixed(4)})`,
  addresses: (random) => Array.from({ length: 4 }, () => below(random, 256)).join('.'),
  phones: (random) =>
    `+${1 + below(random, 98)} ${digits(random, 3)} ${digits(random, 4)} ${digits(random, 3)}`,
  hashes: (random) =>
    Array.from({ length: pick(random, [8, 16, 40, 64]) }, () => below(random, 16).toString(16)).join(''),
  digits: (random) => digits(random, pick(random, [60, 200, 800])),
};
const CURRENCIES = ['$', '€ ', '£', '¥', 'EUR ', 'CHF ', ''] as const;
const SEPARATORS = [', ', ',', ' ', '\n', '; ', '\t', ' | ', ',\n  '] as const;
const COLUMNS = [
  'id',
  'time',
  'x',
  'y',
  'price',
  'qty',
  'total',
  'temp',
  'load',
  'rank',
  'size',
  'err',
] as const;
const LABELS = ['row', 'step', 'line', 'epoch', 'sample', 'node', 'item', 'page', 'frame'] as const;

const digits = (random: Random, length: number): string =>
  Array.from({ length }, () => below(random, 10)).join('');
const twoDigits = (random: Random, limit: number): string =>
  String(1 + below(random, limit)).padStart(2, '0');

type MakeValue = () => string;
const several = (count: number, make: (index: number) => string, separator: string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join(separator);

/** Ways to lay out values, as tools and files do. */
const LAYOUTS: readonly ((number: MakeValue, random: Random, count: number) => string)[] = [
  (number, _, count) => several(count, number, '\n'),
  (number, random, count) => several(count, number, pick(random, SEPARATORS)),
  (number, _, count) => `[${several(count, number, ', ')}]`,
  (number, random, count) => {
    const columns = COLUMNS.slice(0, 2 + below(random, 8));
    const separator = pick(random, [',', ';', '\t', ' | '] as const);
    const rows = several(
      Math.ceil(count / columns.length),
      () => several(columns.length, number, separator),
      '\n',
    );
    return random() < 0.5 ? rows : `${columns.join(separator)}\n${rows}`;
  },
  (number, random, count) => {
    const [first, second] = [pick(random, COLUMNS), pick(random, COLUMNS)];
    return JSON.stringify(
      Array.from({ length: count }, (_, i) => ({ id: i, [first]: number(), [second]: number() })),
    );
  },
  (number, random, count) => {
    const label = pick(random, LABELS);
    const last = pick(random, ['', ' ok', ' ms', ' °C', ' done'] as const);
    return several(count, (i) => `${label} ${i}: ${number()}${last}`, '\n');
  },
  (number, random, count) =>
    several(count, () => `${pick(random, COLUMNS)}=${number()}`, pick(random, [' ', '\n', '&'] as const)),
  (number, _, count) => `[[${several(Math.ceil(count / 6), () => several(6, number, ', '), '],\n [')}]]`,
  (number, random, count) => {
    const columns = 1 + below(random, 6);
    const cells = (tag: string): string => several(columns, () => `<${tag}>${number()}</${tag}>`, '');
    const rows = several(
      Math.ceil(count / columns),
      () => `<tr>${cells('td')}</tr>`,
      pick(random, ['', '\n'] as const),
    );
    return `<table>${random() < 0.5 ? '' : `<tr>${cells('th')}</tr>`}${rows}</table>`;
  },
  (number, random, count) => {
    const columns = 2 + below(random, 5);
    const row = (): string => `| ${several(columns, number, ' | ')} |`;
    return `${row()}\n|${'---|'.repeat(columns)}\n${several(Math.ceil(count / columns), row, '\n')}`;
  },
  (number, random, count) => {
    const mark = pick(random, ['- ', '* ', '• ', '- [ ] ', null] as const);
    return several(count, (i) => `${mark ?? `${i + 1}. `}${number()}`, '\n');
  },
];
const COUNTS = [4, 12, 40, 120, 300] as const;
const LISTS_PER_NUMBER = 80;

/** A list or a table of values, laid out in one of the ways that tools and files have. */
export const writeList = (random: Random, value: MakeValue): string =>
  pick(random, LAYOUTS)(value, random, pick(random, COUNTS));

/** Lists and tables of random numbers, harmless. */
export const createNumberLists = (random: Random): readonly TrainingRow[] =>
  Object.entries(NUMBERS).flatMap(([name, make]) =>
    Array.from({ length: LISTS_PER_NUMBER }, (_, i) =>
      harmless(
        writeList(random, () => make(random)),
        'random numbers',
        name,
        i,
      ),
    ).flat(),
  );
