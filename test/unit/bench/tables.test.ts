import { describe, expect, it } from 'vitest';
import { CELLS } from '../../bench/proxies/cells.ts';
import { createFigures, median, pathCpu } from '../../bench/proxies/figures.ts';
import { goalsTable } from '../../bench/proxies/goals.ts';
import type { MemoryOfTarget, Sample } from '../../bench/proxies/measure.ts';
import {
  cpuTable,
  failureLines,
  latencyTable,
  memoryTable,
  ratioTable,
  short,
} from '../../bench/proxies/tables.ts';

const sample = (target: string, round: number, ms: number, rest: Partial<Sample> = {}): Sample => ({
  target,
  cell: '8',
  loop: 'closed',
  round,
  measured: { requests: 100, seconds: 1, failures: {}, p50: ms, p90: 2 * ms, p99: 3 * ms, maxMs: 4 * ms },
  cpu: { Envoy: ms / 4, processor: (ms * 3) / 4, provider: 100, 'load generator': 100 },
  ...rest,
});

const CELL = CELLS.filter(({ id }) => id === '8');
const [EIGHT] = CELL;
const ROWS = [
  { id: 'direct', label: 'direct' },
  { id: 'envoy', label: 'Envoy' },
  { id: 'noop', label: 'no-op' },
  { id: 'blocking', label: 'ours', leftOut: { stream: 'not asked' } },
];
// The machine was busier in the second round: each round's ratio is 2, 4 and 2, and their median is not the ratio of medians.
const SAMPLES = [
  sample('noop', 0, 1),
  sample('blocking', 0, 2),
  sample('noop', 1, 5),
  sample('blocking', 1, 20),
  sample('noop', 2, 2),
  sample('blocking', 2, 4),
];
const figures = createFigures(SAMPLES);

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
] as const)('median of %j is %d', (numbers, middle) => {
  expect(median(numbers)).toBe(middle);
});

it('counts of CPU what stands in the way, and not what measures', () => {
  expect(pathCpu(sample('noop', 0, 4))).toBe(4);
});

it('compares within rounds', () => {
  expect(figures.ratio('blocking', 'noop', '8', pathCpu)).toEqual({ middle: 2, least: 2, most: 4 });
  const [noop = ROWS[0]] = ROWS.filter(({ id }) => id === 'noop');
  const table = ratioTable(figures, ROWS.slice(2), CELL, noop ?? { id: '', label: '' });
  expect(table).toBe(
    '| CPU against no-op | 8 KB |\n| --- | --- |\n| no-op | 1 |\n| ours | 2.00 (2.00–4.00) |',
  );
});

it('prints medians, in brackets without Envoy', () => {
  expect(cpuTable(figures, ROWS.slice(2), CELL)).toBe(
    '| CPU ms per request | 8 KB |\n| --- | --- |\n| no-op | 2.00 [1.50] |\n| ours | 4.00 [3.00] |',
  );
});

it('says why a cell is empty', () => {
  const stream = CELLS.filter(({ id }) => id === 'stream');
  expect(cpuTable(figures, ROWS.slice(3), stream)).toContain('| ours | not asked |');
});

it('subtracts what direct requests and plain Envoy take', () => {
  const open = createFigures(
    [
      ['direct', 1],
      ['envoy', 1.5],
      ['noop', 2.5],
    ].map(([target, ms]) => sample(String(target), 0, Number(ms), { loop: 'open' })),
  );
  if (EIGHT === undefined) throw new Error('no cell');
  expect(latencyTable(open, ROWS.slice(0, 3), EIGHT).split('\n').at(-1)).toBe(
    '| no-op | 2.50 / 5.00 / 7.50 | 1.50 / 3.00 / 4.50 | 1.00 / 2.00 / 3.00 |',
  );
});

it('tells every failure', () => {
  const { measured } = sample('noop', 0, 1);
  const failing = sample('noop', 0, 1, { measured: { ...measured, failures: { 'status 500': 2 } } });
  const all = [failing, { ...failing, round: 1 }, sample('blocking', 0, 1)];
  expect(failureLines(createFigures(all), ROWS, all)).toBe(
    '300 requests were measured; failed:\n- no-op: 4 × status 500',
  );
  expect(failureLines(figures, ROWS, SAMPLES)).toBe('600 requests were measured, none failed.');
});

const MEMORY: readonly MemoryOfTarget[] = [
  {
    target: 'blocking',
    part: 'processor',
    idle: { pssMb: 90, rssMb: 120 },
    loaded: { pssMb: 151, rssMb: 180 },
  },
];

it('prints memory before and after load', () => {
  expect(memoryTable(ROWS, MEMORY).split('\n').at(-1)).toBe('| ours | processor | 90 | 151 | 180 |');
});

describe('the goals', () => {
  const table = goalsTable(figures, SAMPLES, MEMORY);
  it.each([
    { name: 'missed at 8 KB', line: /Go no-op, 8 KB \| ≤ 1.50× \(aim 1.1\) \| 2.00× \| \*\*not met\*\* \|/ },
    { name: 'missed for memory', line: /memory .*\| ≤ 150 MB \| 151 MB \| \*\*not met\*\* \|/ },
    { name: 'met for failures', line: /failed requests .*\| ≤ 0 \| 0 \| met \|/ },
  ])('$name', ({ line }) => {
    expect(table).toMatch(line);
  });

  it('leave out what this run has no figures for', () => {
    expect(table).not.toMatch(/128 KB|LiteLLM|Portkey|conversation/);
  });

  it('count a failure through Envoy', () => {
    const { measured } = sample('noop', 0, 1);
    const failing = [sample('noop', 0, 1, { measured: { ...measured, failures: { 'status 500': 1 } } })];
    expect(goalsTable(createFigures(failing), failing, [])).toMatch(
      /failed requests .*\| 1.00 \| \*\*not met\*\*/,
    );
  });
});

it.each([
  [0.12345, '0.123'],
  [1.234, '1.23'],
  [12.34, '12.3'],
  [1234.5, '1235'],
  [Number.NaN, '–'],
] as const)('%d is written as %s', (value, text) => {
  expect(short(value)).toBe(text);
});
