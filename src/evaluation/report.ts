import { SENSITIVITIES, type Sensitivity } from '../policy/settings.ts';
import type { Judged } from './evaluate.ts';
import { areaUnderCurve, calibrationError, recallAt, thresholdForRate } from './measures.ts';

/** Figures of some texts; shares between 0 and 1, null where there is nothing to measure. */
export type Figures = Readonly<{
  attacks: number;
  benign: number;
  /** Share judged right at `medium`. */
  accuracy: number | null;
  /** Of the attacks, found at each sensitivity; of the harmless texts, taken for attacks. */
  recall: Readonly<Record<Sensitivity, number | null>>;
  falsePositives: Readonly<Record<Sensitivity, number | null>>;
  /** At thresholds by which 1 % and 0.1 % of all harmless texts of the run are taken for attacks. */
  recallAt1: number | null;
  recallAt01: number | null;
}>;

export type Report = Readonly<{
  all: Figures &
    Readonly<{ areaUnderCurve: number | null; calibrationError: number | null; usPerKb: number }>;
  groups: Readonly<Record<string, Readonly<Record<string, Figures>>>>;
}>;

const round = (value: number): number | null =>
  Number.isNaN(value) ? null : Math.round(value * 10_000) / 10_000;

const isFlagged = ({ score, thresholds }: Judged, sensitivity: Sensitivity): boolean =>
  score >= thresholds[sensitivity];

const shareOf = (rows: readonly Judged[], isCounted: (row: Judged) => boolean): number | null =>
  rows.length === 0 ? null : round(rows.filter(isCounted).length / rows.length);

const bySensitivity = (
  figureOf: (sensitivity: Sensitivity) => number | null,
): Record<Sensitivity, number | null> => {
  const [low, medium, high, paranoid] = SENSITIVITIES.map((each) => figureOf(each));
  return { low: low ?? null, medium: medium ?? null, high: high ?? null, paranoid: paranoid ?? null };
};

type Pooled = Readonly<{ at1: number; at01: number }>;

const figuresOf = (rows: readonly Judged[], pooled: Pooled): Figures => {
  const attacks = rows.filter(({ attack }) => attack);
  const benign = rows.filter(({ attack }) => !attack);
  return {
    attacks: attacks.length,
    benign: benign.length,
    accuracy: shareOf(rows, (row) => isFlagged(row, 'medium') === row.attack),
    recall: bySensitivity((each) => shareOf(attacks, (row) => isFlagged(row, each))),
    falsePositives: bySensitivity((each) => shareOf(benign, (row) => isFlagged(row, each))),
    recallAt1: round(recallAt(rows, pooled.at1)),
    recallAt01: round(recallAt(rows, pooled.at01)),
  };
};

const LENGTHS = [100, 400, 1600, 6400] as const;
const lengthOf = ({ text }: Judged): string => {
  const limit = LENGTHS.find((each) => text.length <= each);
  return limit === undefined ? `over ${LENGTHS.at(-1)}` : `up to ${limit}`;
};

const GROUPINGS = {
  source: ({ source }: Judged) => source,
  language: ({ lang }: Judged) => lang || 'unknown',
  direction: ({ direction }: Judged) => direction,
  length: lengthOf,
} as const;

/** All figures of one run. The pooled rates are over the harmless texts of the whole run. */
export const reportOn = (rows: readonly Judged[]): Report => {
  const pooled = { at1: thresholdForRate(rows, 0.01), at01: thresholdForRate(rows, 0.001) };
  const chars = rows.reduce((sum, { text }) => sum + text.length, 0);
  const cpuUs = rows.reduce((sum, row) => sum + row.cpuUs, 0);
  return {
    all: {
      ...figuresOf(rows, pooled),
      areaUnderCurve: round(areaUnderCurve(rows)),
      calibrationError: round(calibrationError(rows)),
      usPerKb: Math.round((cpuUs / Math.max(1, chars)) * 10_240) / 10,
    },
    groups: Object.fromEntries(
      Object.entries(GROUPINGS).map(([name, keyOf]) => [
        name,
        Object.fromEntries(
          [...Map.groupBy(rows, keyOf)]
            .sort(([a], [b]) => a.localeCompare(b))
            .map(([key, members]) => [key, figuresOf(members, pooled)]),
        ),
      ]),
    ),
  };
};

const percent = (value: number | null): string => (value === null ? '–' : (value * 100).toFixed(1));

const rowOf = (name: string, figures: Figures): string => {
  const { recall, falsePositives } = figures;
  const cells = [
    name,
    `${figures.attacks}`,
    `${figures.benign}`,
    percent(figures.accuracy),
    ...SENSITIVITIES.map((each) => percent(recall[each])),
    ...SENSITIVITIES.map((each) => percent(falsePositives[each])),
    percent(figures.recallAt1),
    percent(figures.recallAt01),
  ];
  return `| ${cells.join(' | ')} |`;
};

const HEADINGS = [
  'attacks',
  'benign',
  'right at medium',
  ...SENSITIVITIES.map((each) => `found, ${each}`),
  ...SENSITIVITIES.map((each) => `false, ${each}`),
  'found at 1 % FPR',
  'found at 0.1 % FPR',
];

/** The report as Markdown tables; all shares in percent. */
export const toMarkdown = ({ all, groups }: Report): string => {
  const table = (name: string, entries: readonly (readonly [string, Figures])[]): string =>
    [
      `| ${[name, ...HEADINGS].join(' | ')} |`,
      `|${'---|'.repeat(HEADINGS.length + 1)}`,
      ...entries.map(([key, figures]) => rowOf(key, figures)),
    ].join('\n');
  const summary = `AUC ${percent(all.areaUnderCurve)} %, calibration error ${percent(all.calibrationError)} %, ${all.usPerKb} µs of CPU per KB.`;
  return [
    summary,
    table('all', [['all texts', all]]),
    ...Object.entries(groups).map(([name, members]) => table(name, Object.entries(members))),
  ].join('\n\n');
};
