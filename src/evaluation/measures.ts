/** A labelled text with the score that it got. */
export type Scored = Readonly<{ score: number; attack: boolean }>;

const scoresOf = (rows: readonly Scored[], attack: boolean): readonly number[] =>
  rows.filter((row) => row.attack === attack).map(({ score }) => score);

/** Of the attacks, the share at or above a threshold, and above zero; NaN without attacks. */
export const recallAt = (rows: readonly Scored[], threshold: number): number => {
  const attacks = scoresOf(rows, true);
  return attacks.filter((score) => score >= threshold && score > 0).length / attacks.length;
};

/** The smallest threshold at which no more than this share of the harmless texts is taken for attacks. */
export const thresholdForRate = (rows: readonly Scored[], rate: number): number => {
  const benign = scoresOf(rows, false).toSorted((a, b) => b - a);
  const allowed = Math.floor(rate * benign.length);
  const first = benign[allowed];
  return first === undefined ? 0 : first + 1e-9;
};

/** Chance that an attack scores above a harmless text; ties count half (Mann and Whitney). NaN without either. */
export const areaUnderCurve = (rows: readonly Scored[]): number => {
  const sorted = rows.toSorted((a, b) => a.score - b.score);
  const attacks = scoresOf(rows, true).length;
  const benign = rows.length - attacks;
  let rankSum = 0;
  for (let i = 0; i < sorted.length; ) {
    let end = i;
    while (end < sorted.length && sorted[end]?.score === sorted[i]?.score) end += 1;
    const rank = (i + 1 + end) / 2;
    for (let j = i; j < end; j++) if (sorted[j]?.attack === true) rankSum += rank;
    i = end;
  }
  return (rankSum - (attacks * (attacks + 1)) / 2) / (attacks * benign);
};

const BINS = 15;

/** Mean distance between what the scores promise and what comes true, both labels weighing the same. */
export const calibrationError = (rows: readonly Scored[]): number => {
  const attacks = scoresOf(rows, true).length;
  const weightOf = ({ attack }: Scored): number => (attack ? 0.5 / attacks : 0.5 / (rows.length - attacks));
  const bins = Array.from({ length: BINS }, () => ({ weight: 0, score: 0, attack: 0 }));
  for (const row of rows) {
    const bin = bins[Math.min(BINS - 1, Math.floor(row.score * BINS))];
    if (bin === undefined) continue;
    const weight = weightOf(row);
    bin.weight += weight;
    bin.score += weight * row.score;
    bin.attack += row.attack ? weight : 0;
  }
  return bins.reduce((sum, { score, attack }) => sum + Math.abs(score - attack), 0);
};
