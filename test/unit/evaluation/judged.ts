import type { Judged } from '../../../src/evaluation/evaluate.ts';

const THRESHOLDS = { low: 0.9, medium: 0.7, high: 0.5, paranoid: 0.3 };

export const judgedOf = (attack: boolean, score: number, rest: Partial<Judged> = {}): Judged => ({
  text: 'x'.repeat(50),
  attack,
  source: 'toys',
  lang: 'en',
  direction: 'user',
  payload: null,
  score,
  thresholds: THRESHOLDS,
  cpuUs: 10,
  ...rest,
});
