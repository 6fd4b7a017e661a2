import type { Sample } from './measure.ts';
import { LOAD, PROVIDER } from './measure.ts';

/** What is read out of the samples of a run. */

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** CPU ms per request of everything that stands between caller and provider. */
export const pathCpu = ({ cpu }: Sample): number =>
  Object.entries(cpu).reduce((sum, [name, ms]) => (name === LOAD || name === PROVIDER ? sum : sum + ms), 0);

export type Figures = Readonly<{
  of: (target: string, cell: string, loop?: Sample['loop']) => readonly Sample[];
  /** Median over the rounds. */
  middle: (samples: readonly Sample[], read: (sample: Sample) => number) => number;
  /** Of one target against another, compared within each round: median, smallest and largest. */
  ratio: (
    target: string,
    base: string,
    cell: string,
    read: (sample: Sample) => number,
  ) => Readonly<{ middle: number; least: number; most: number }>;
  failures: (samples: readonly Sample[]) => ReadonlyMap<string, number>;
}>;

export const createFigures = (samples: readonly Sample[]): Figures => {
  const of: Figures['of'] = (target, cell, loop = 'closed') =>
    samples.filter((each) => each.target === target && each.cell === cell && each.loop === loop);
  return {
    of,
    middle: (some, read) => median(some.map(read)),
    ratio: (target, base, cell, read) => {
      const bases = of(base, cell);
      const ratios = of(target, cell).flatMap((sample) => {
        const other = bases.find(({ round }) => round === sample.round);
        return other === undefined ? [] : [read(sample) / read(other)];
      });
      return { middle: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
    },
    failures: (some) => {
      const sums = new Map<string, number>();
      for (const { measured } of some) {
        for (const [what, count] of Object.entries(measured.failures)) {
          sums.set(what, (sums.get(what) ?? 0) + count);
        }
      }
      return sums;
    },
  };
};
