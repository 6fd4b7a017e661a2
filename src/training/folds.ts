import { hash } from 'node:crypto';
import { EVERYDAY_SEEDS, type TrainingRow } from './rows.ts';

/**
 * Deals families out to folds, the largest first and each to the fold with the fewest rows of its label: no family, and so no
 * source without families, is both learnt from and judged.
 *
 * @returns For each row the number of its fold.
 */
export const assignFolds = (rows: readonly TrainingRow[], folds: number): readonly number[] => {
  const families = [...Map.groupBy(rows, ({ family }) => family)].sort(
    ([nameA, a], [nameB, b]) => b.length - a.length || nameA.localeCompare(nameB),
  );
  const filled = Array.from({ length: folds }, () => ({ attack: 0, benign: 0 }));
  const foldOf = new Map<string, number>();
  for (const [family, members] of families) {
    const attacks = members.filter(({ attack }) => attack).length;
    const label = attacks * 2 >= members.length ? 'attack' : 'benign';
    const counts = filled.map((fold) => fold[label]);
    const fold = counts.indexOf(Math.min(...counts));
    foldOf.set(family, fold);
    const chosen = filled[fold];
    if (chosen === undefined) continue;
    chosen.attack += attacks;
    chosen.benign += members.length - attacks;
  }
  return rows.map(({ family }) => foldOf.get(family) ?? 0);
};

const HELD_OUT_OF = 10;

/**
 * Whether a row is kept from the second tier, which is too slow to be cross-validated: one family in ten, told by its name, so
 * that more data changes nothing for those that were there; and our own everyday documents, since there are few others to set
 * its thresholds by.
 */
export const isHeldOut = ({ family, source }: Pick<TrainingRow, 'family' | 'source'>): boolean =>
  source === EVERYDAY_SEEDS ||
  Number.parseInt(hash('sha256', family, 'hex').slice(0, 8), 16) % HELD_OUT_OF === 0;
