import { VOCABULARY_WORDS } from '../detection/decoding/words/vocabulary-words.ts';
import { harmless } from './blobs.ts';
import { below, pick, type Random } from './random.ts';
import type { TrainingRow } from './rows.ts';

const WORDS = VOCABULARY_WORDS.trim()
  .split(/\s+/u)
  .filter((word) => /^[a-z]{3,10}$/u.test(word));
const ANSWERS = [
  ['yes', 'no'],
  ['true', 'false'],
  ['ja', 'nein'],
  ['-', 'x'],
  ['open', 'closed'],
] as const;
const BETWEEN_ROWS = ['\n', '\n', ' ', '\n  ', ''] as const;
const TABLES = 450;

type Cell = (random: Random) => string;
const word: Cell = (random) => pick(random, WORDS);
const decimal: Cell = (random) => (random() * 100).toFixed(below(random, 3));
const CELLS: readonly ((random: Random) => Cell)[] = [
  () => word,
  () => decimal,
  (random) => {
    const width = 1 + below(random, 5);
    return (own) => String(below(own, 10 ** width)).padStart(width, '0');
  },
  (random) => {
    const answers = pick(random, ANSWERS);
    return (own) => pick(own, answers);
  },
];

const writeTable = (random: Random): string => {
  const columns = [word, ...Array.from({ length: 1 + below(random, 4) }, () => pick(random, CELLS)(random))];
  const between = pick(random, BETWEEN_ROWS);
  const rowOf = (tag: string, cells: readonly Cell[]): string =>
    `<tr>${cells.map((cell) => `<${tag}>${cell(random)}</${tag}>`).join('')}</tr>`;
  const head =
    random() < 0.3
      ? [
          rowOf(
            'th',
            columns.map(() => word),
          ),
        ]
      : [];
  const rows = Array.from({ length: 4 + below(random, 32) }, () => rowOf('td', columns));
  return `<table>${[...head, ...rows].join(between)}</table>`;
};

/** Tables of pages whose columns are words, numbers and answers, harmless. */
export const createPageTables = (random: Random): readonly TrainingRow[] =>
  Array.from({ length: TABLES }, (_, i) =>
    harmless(writeTable(random), 'tables of pages', 'table', i),
  ).flat();
