import { harmless } from './blobs.ts';
import { below, pick, type Random } from './random.ts';
import type { TrainingRow } from './rows.ts';

/** What bars and lines are drawn with. */
const INKS = ['#', '*', '=', '|', 'o', '+', '-', '.', 'x', '█', '▇', '■', '▒', '>', '~', '_'] as const;
const NAMES = [
  'Mon',
  'Tue',
  'Wed',
  'north',
  'south',
  'api',
  'web',
  'db',
  'A',
  'B',
  'C',
  'tea',
  'milk',
] as const;
const BOXES = [
  ['+', '-', '|'],
  ['┌', '─', '│'],
  ['*', '*', '*'],
  ['#', '=', '!'],
] as const;
const SPARKS = '▁▂▃▄▅▆▇█';
const WIDTH = 48;

const lines = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('\n');
const bar = (random: Random, ink: string, most = WIDTH): string => ink.repeat(below(random, most));

/** Drawings of characters, as programs print them. */
const DRAWINGS: Readonly<Record<string, (random: Random, ink: string, count: number) => string>> = {
  'bars-with-counts': (random, ink, count) =>
    lines(count, () => {
      const drawn = bar(random, ink);
      return `${pick(random, NAMES).padEnd(8)}${pick(random, ['|', ' ', '│', '\t'] as const)}${drawn} ${drawn.length}`;
    }),
  'counts-with-bars': (random, ink, count) =>
    lines(
      count,
      (i) => `${String(i).padStart(3)} ${String(below(random, 900)).padStart(5)} ${bar(random, ink)}`,
    ),
  'shares-with-bars': (random, ink, count) =>
    lines(
      count,
      () => `${pick(random, NAMES)} [${bar(random, ink, 20).padEnd(20)}] ${(random() * 100).toFixed(1)}%`,
    ),
  columns: (random, ink, count) => {
    const heights = Array.from({ length: count }, () => below(random, 12));
    const rows = Array.from({ length: 12 }, (_, i) =>
      heights.map((height) => (height >= 12 - i ? ink : ' ')).join(' '),
    );
    return [...rows, '-'.repeat(2 * count)].join('\n');
  },
  'bare-bars': (random, ink, count) => lines(count, () => bar(random, ink, 60)),
  rulers: (random, ink, count) =>
    lines(count, (i) =>
      i % 3 === 1 ? `${pick(random, NAMES)} ${below(random, 500)}` : ink.repeat(30 + below(random, 50)),
    ),
  points: (random, ink, count) =>
    lines(count, (i) => `${String(count - i).padStart(4)} |${' '.repeat(below(random, WIDTH))}${ink}`),
  progress: (random, ink, count) =>
    lines(count, (i) => {
      const done = Math.round((20 * i) / count);
      return `${pick(random, NAMES)}: ${Math.round((100 * i) / count)}%|${ink.repeat(done)}${' '.repeat(20 - done)}| ${i}/${count} [00:${10 + below(random, 49)}]`;
    }),
  boxes: (random, _ink, count) => {
    const [corner, across, side] = pick(random, BOXES);
    const edge = `${corner}${across.repeat(10)}${corner}${across.repeat(8)}${corner}`;
    const row = () =>
      `${side}${pick(random, NAMES).padEnd(10)}${side}${String(below(random, 9999)).padStart(8)}${side}`;
    return [edge, lines(count, row), edge].join('\n');
  },
  sparklines: (random, _ink, count) =>
    lines(Math.ceil(count / 4), () =>
      [
        pick(random, NAMES),
        Array.from({ length: 30 }, () => SPARKS[below(random, SPARKS.length)] ?? '').join(''),
        String(below(random, 100)),
      ].join(' '),
    ),
  maps: (random, ink, count) =>
    lines(count, () => Array.from({ length: 24 }, () => pick(random, [ink, ' ', '.'] as const)).join('')),
  trees: (random, _ink, count) =>
    lines(
      count,
      () =>
        `${'│   '.repeat(below(random, 4))}${pick(random, ['├── ', '└── ', '|-- ', '`-- '] as const)}${pick(random, NAMES)}_${below(random, 99)}`,
    ),
};
const COUNTS = [5, 12, 24, 40] as const;
const CHARTS_PER_DRAWING = 48;

/** Charts, rulers and boxes drawn with characters, harmless. */
export const createCharts = (random: Random): readonly TrainingRow[] =>
  Object.entries(DRAWINGS).flatMap(([name, draw]) =>
    Array.from({ length: CHARTS_PER_DRAWING }, (_, i) =>
      harmless(draw(random, pick(random, INKS), pick(random, COUNTS)), 'random charts', name, i),
    ).flat(),
  );
