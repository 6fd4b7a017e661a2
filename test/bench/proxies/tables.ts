import type { Cell } from './cells.ts';
import { type Figures, pathCpu } from './figures.ts';
import { LOAD, type MemoryOfTarget, PROVIDER, type Sample } from './measure.ts';
import type { Target } from './targets.ts';

/** Results as Markdown, for `README.md` beside the benchmarks. */

export type Row = Pick<Target, 'id' | 'label' | 'leftOut'>;

const markdown = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Three digits that count: fractions of a millisecond, and seconds. */
export const short = (value: number): string => {
  if (!Number.isFinite(value)) return '–';
  if (value >= 100) return value.toFixed(0);
  if (value >= 10) return value.toFixed(1);
  return value.toFixed(value >= 1 ? 2 : 3);
};

const perRow = (
  rows: readonly Row[],
  cells: readonly Cell[],
  write: (row: Row, cell: Cell) => string,
): readonly (readonly string[])[] =>
  rows.map((row) => [
    row.label,
    ...cells.map((cell) =>
      row.leftOut?.[cell.id] === undefined ? write(row, cell) : (row.leftOut[cell.id] ?? ''),
    ),
  ]);

/** CPU of a part of the way, and in brackets without Envoy. */
export const cpuTable = (figures: Figures, rows: readonly Row[], cells: readonly Cell[]): string => {
  const withoutEnvoy = (sample: Sample): number => pathCpu(sample) - (sample.cpu['Envoy'] ?? 0);
  const write = ({ id }: Row, cell: Cell): string => {
    const samples = figures.of(id, cell.id);
    const whole = short(figures.middle(samples, pathCpu));
    const hasProcessor = samples.some(({ cpu }) => 'Envoy' in cpu && 'processor' in cpu);
    return hasProcessor ? `${whole} [${short(figures.middle(samples, withoutEnvoy))}]` : whole;
  };
  const table = perRow(
    rows.filter(({ id }) => id !== 'direct'),
    cells,
    write,
  );
  return markdown(['CPU ms per request', ...cells.map(({ label }) => label)], table);
};

export const ratioTable = (
  figures: Figures,
  rows: readonly Row[],
  cells: readonly Cell[],
  base: Row,
): string => {
  const write = ({ id }: Row, cell: Cell): string => {
    const { middle, least, most } = figures.ratio(id, base.id, cell.id, pathCpu);
    return id === base.id ? '1' : `${short(middle)} (${short(least)}–${short(most)})`;
  };
  const table = perRow(
    rows.filter(({ id }) => id !== 'direct'),
    cells,
    write,
  );
  return markdown([`CPU against ${base.label}`, ...cells.map(({ label }) => label)], table);
};

export const throughputTable = (figures: Figures, rows: readonly Row[], cells: readonly Cell[]): string => {
  const write = ({ id }: Row, cell: Cell): string => {
    const samples = figures.of(id, cell.id);
    const rate = figures.middle(samples, ({ measured }) => measured.requests / measured.seconds);
    const times = (['p50', 'p90', 'p99'] as const).map((at) =>
      short(figures.middle(samples, ({ measured }) => measured[at])),
    );
    return `${rate.toFixed(0)}/s; ${times.join(' / ')}`;
  };
  return markdown(
    ['requests/s; p50 / p90 / p99 ms', ...cells.map(({ label }) => label)],
    perRow(rows, cells, write),
  );
};

const PERCENTILES = ['p50', 'p90', 'p99'] as const;

/** Latency at a fixed rate: as it is, and what a row adds to another. */
export const latencyTable = (figures: Figures, rows: readonly Row[], cell: Cell): string => {
  const times = (id: string): readonly number[] =>
    PERCENTILES.map((at) => figures.middle(figures.of(id, cell.id, 'open'), ({ measured }) => measured[at]));
  const over = (id: string, base: string): string =>
    times(id)
      .map((ms, at) => short(ms - (times(base)[at] ?? Number.NaN)))
      .join(' / ');
  const table = rows
    .filter(({ id }) => figures.of(id, cell.id, 'open').length > 0)
    .map(({ id, label }) => [label, times(id).map(short).join(' / '), over(id, 'direct'), over(id, 'envoy')]);
  return markdown(
    [`${cell.label}: p50 / p90 / p99 ms`, 'as it is', 'over direct', 'over plain Envoy'],
    table,
  );
};

export const memoryTable = (rows: readonly Row[], memory: readonly MemoryOfTarget[]): string => {
  const table = memory.map(({ target, part, idle, loaded }) => [
    rows.find(({ id }) => id === target)?.label ?? target,
    part,
    ...[idle.pssMb, loaded.pssMb, loaded.rssMb].map((mb) => mb.toFixed(0)),
  ]);
  return markdown(['memory, MB', 'process', 'PSS before', 'PSS after load', 'RSS after load'], table);
};

/** CPU of what measures, to see how much of the machine it takes. */
export const measurersTable = (figures: Figures, rows: readonly Row[], cells: readonly Cell[]): string =>
  markdown(
    ['CPU ms per request: load generator + provider', ...cells.map(({ label }) => label)],
    perRow(rows, cells, ({ id }, cell) =>
      [LOAD, PROVIDER]
        .map((name) => short(figures.middle(figures.of(id, cell.id), ({ cpu }) => cpu[name] ?? Number.NaN)))
        .join(' + '),
    ),
  );

/** How many requests were sent, and every one that failed. */
export const failureLines = (figures: Figures, rows: readonly Row[], samples: readonly Sample[]): string => {
  const total = samples.reduce((sum, { measured }) => sum + measured.requests, 0);
  const lines = rows.flatMap(({ id, label }) =>
    [...figures.failures(samples.filter(({ target }) => target === id))].map(
      ([what, count]) => `- ${label}: ${count} × ${what}`,
    ),
  );
  return lines.length === 0
    ? `${total} requests were measured, none failed.`
    : `${total} requests were measured; failed:\n${lines.join('\n')}`;
};
