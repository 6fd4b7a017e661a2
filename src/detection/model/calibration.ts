import type { Evidence } from './scorer.ts';

/** Grades of rules, see `rulesets/ruleset.ts`; a rule's evidence is the highest grade that it reaches. */
export const RULE_GRADES = [0.4, 0.65, 0.85, 0.97] as const;

/** Turns evidence into a probability: a logistic regression over a few numbers. */
export type Head = Readonly<{ bias: number; weights: readonly number[] }>;

const LONGEST_BITS = 13;

/**
 * The numbers that the head weighs: log-odds of the window sizes and the whole, their largest, the length (the largest of many
 * windows is larger by chance), and the grade of the strongest rule, one number for each grade that it reaches.
 */
export const headInputs = ({ logOdds, words }: Evidence, ruleScore: number): readonly number[] => {
  const length = Math.log2(1 + words) / LONGEST_BITS;
  return [
    ...logOdds.map((each) => Math.max(-8, Math.min(8, each))),
    Math.max(-8, Math.min(8, Math.max(...logOdds))),
    length,
    length * length,
    ...RULE_GRADES.map((grade) => (ruleScore >= grade ? 1 : 0)),
  ];
};

/** Those of the inputs that say how long a text is; they may count either way. */
export const LENGTH_INPUTS: ReadonlySet<number> = new Set([5, 6]);

export const sigmoid = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** No text is an attack for certain; and a confidence has three decimals. */
const MOST = 0.999;

export const confidenceOf = (logOdds: number): number => Math.min(MOST, sigmoid(logOdds));

export const logOddsOf = (head: Head, inputs: readonly number[]): number => {
  let sum = head.bias;
  for (let i = 0; i < inputs.length; i++) sum += (head.weights[i] ?? 0) * (inputs[i] ?? 0);
  return sum;
};
