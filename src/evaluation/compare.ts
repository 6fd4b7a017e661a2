import { z } from 'zod';

const figure = z.number().nullable();
const rates = z.object({ low: figure, medium: figure });

/** The figures of a report that are watched; a report has more. */
export const WatchedSchema = z.object({
  all: z.object({
    accuracy: figure,
    areaUnderCurve: figure,
    recallAt1: figure,
    recall: rates,
    falsePositives: rates,
  }),
});
export type Watched = Readonly<z.output<typeof WatchedSchema>>;

/** A figure that fell by more than `TOLERANCE`, in words. */
export type Fall = string;

/** Rounding and the order of sums differ between processors; in shares. */
const TOLERANCE = 0.005;
/** Reports have four digits; less than this is the noise of subtracting them. */
const NOISE = 1e-9;

type Named = readonly [name: string, before: number | null, now: number | null, better: 1 | -1];

const figuresOf = (before: Watched, now: Watched): readonly Named[] => [
  ['accuracy', before.all.accuracy, now.all.accuracy, 1],
  ['AUC', before.all.areaUnderCurve, now.all.areaUnderCurve, 1],
  ['recall at 1 % FPR', before.all.recallAt1, now.all.recallAt1, 1],
  ['recall at medium', before.all.recall.medium, now.all.recall.medium, 1],
  ['false positives at medium', before.all.falsePositives.medium, now.all.falsePositives.medium, -1],
  ['false positives at low', before.all.falsePositives.low, now.all.falsePositives.low, -1],
];

/** Where a report is worse than the one that is committed. */
export const fallsSince = (before: Watched, now: Watched): readonly Fall[] =>
  figuresOf(before, now).flatMap(([name, was, is, better]) =>
    was !== null && is !== null && (is - was) * better < -TOLERANCE - NOISE
      ? [`${name}: ${(was * 100).toFixed(2)} % before, ${(is * 100).toFixed(2)} % now`]
      : [],
  );
