import { type Evidence, PASSAGE_WORDS } from './evidence.ts';

/** Grades of rules, see `rulesets/ruleset.ts`; a rule's evidence is the highest grade that it reaches. */
export const RULE_GRADES = [0.4, 0.65, 0.85, 0.97] as const;

/** Turns evidence into a probability: a logistic regression over a few numbers. */
export type Head = Readonly<{ bias: number; weights: readonly number[] }>;

/** Words of the longest text that is met, as a power of two; lengths are counted in this unit. */
const LONGEST_BITS = 13;
const MOST_LOG_ODDS = 8;

/**
 * The numbers that the head weighs: log-odds of windows, passage and sentences, the passage's length, how many times as long
 * the whole text is and how many sentences it has (the largest of many is larger by chance), and the grade of the strongest
 * rule, one number for each grade that it reaches.
 */
export const headInputs = (evidence: Evidence, ruleScore: number): readonly number[] => {
  const inputs = new Float64Array(HEAD_INPUTS);
  writeInputs(inputs, evidence, ruleScore);
  return [...inputs];
};

/** How many numbers those are. */
export const HEAD_INPUTS = 13;

const writeInputs = (
  inputs: Float64Array,
  { logOdds, words, sentences }: Evidence,
  ruleScore: number,
): void => {
  const length = Math.log2(1 + Math.min(words, PASSAGE_WORDS)) / LONGEST_BITS;
  let at = 0;
  for (const each of logOdds) inputs[at++] = Math.max(-MOST_LOG_ODDS, Math.min(MOST_LOG_ODDS, each));
  inputs[at++] = length;
  inputs[at++] = length * length;
  inputs[at++] = Math.log2(Math.max(1, words / PASSAGE_WORDS)) / LONGEST_BITS;
  inputs[at++] = Math.log2(1 + sentences) / LONGEST_BITS;
  for (const grade of RULE_GRADES) inputs[at++] = ruleScore >= grade ? 1 : 0;
};

/** Those of the inputs that say how long a text is; they may count either way. */
export const LENGTH_INPUTS: ReadonlySet<number> = new Set([5, 6, 7, 8]);

export const sigmoid = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** No text is an attack for certain; and a confidence has three decimals. */
const MOST = 0.999;

const CERTAIN = 1e-6;

/** Rules of this grade and above name a wording that hardly any harmless text has, unless it discusses it. */
const NAMED_GRADE = RULE_GRADES[2];
/**
 * What such a wording is at least, whatever stands around it. Of 16,700 harmless texts of other people six have one, of 14,400
 * attacks 3,165: at one attack in a hundred texts that is six in seven. It lies above `medium` of the shipped models and below `low`, which it
 * reaches where both take the text for an attack at `medium`, too.
 */
export const NAMED_LEAST = 0.81;

/** Rules of this grade name a wording that no harmless text has: of 17,200 of other people one, of 7,600 attacks 1,900. */
const CERTAIN_GRADE = RULE_GRADES[3];
/** What such a wording is at least: a threat at every sensitivity. */
export const CERTAIN_LEAST = 0.97;

/** Which of them are worse is what the models say: so much of their probability is added, or all would be the same. */
const NAMED_SPREAD = 0.02;

/** @param ruleScore Score of a rule's finding, lowered where the wording is discussed. */
export const leastOf = (ruleScore: number): number => {
  if (ruleScore >= CERTAIN_GRADE) return CERTAIN_LEAST;
  return ruleScore >= NAMED_GRADE ? NAMED_LEAST : 0;
};

/** What is said of a finding that the models give this probability. */
export const lifted = (score: number, least: number): number =>
  least === 0 ? score : Math.max(score, least + NAMED_SPREAD * score);

/** Whether a finding has its score from `lifted`, and not from the models alone. */
export const isLifted = (score: number, least: number): boolean => score * (1 - NAMED_SPREAD) <= least;

/** The log-odds of a probability; of one that is all but certain those of 999,999 to 1. */
export const logit = (score: number): number => {
  const inner = Math.min(1 - CERTAIN, Math.max(CERTAIN, score));
  return Math.log(inner / (1 - inner));
};

export const confidenceOf = (logOdds: number): number => Math.min(MOST, sigmoid(logOdds));

/** Up to this length, in UTF-16 code units, a text is scanned in one window, as the texts are that the heads have learnt from. */
const ONE_WINDOW_CHARS = 8192;
/**
 * With 1 the share of harmless texts that are mistaken would be the same at every length, and far fewer attacks in long ones be found. Where the
 * network is asked about the worst places, too, less of what is bad by chance is left.
 */
const LENGTH_WEIGHTS = { alone: 0.5, asked: 0.25 } as const;
/** What rules of this grade and above name is no chance, however long the text. */
const NO_CHANCE_GRADE = RULE_GRADES[1];

/**
 * What is taken off the log-odds of every passage of a long text. The worst of many is bad by chance, so without it half of all
 * harmless files of 100 KB were found to be attacks.
 *
 * @param chars UTF-16 code units of the whole text.
 * @param ruleScore Grade of the strongest rule in the passage, 0 where there is none.
 * @param tiers Whether the first tier judges alone or a second one is asked.
 */
export const lengthDiscount = (
  chars: number,
  ruleScore: number,
  tiers: keyof typeof LENGTH_WEIGHTS,
): number =>
  ruleScore >= NO_CHANCE_GRADE ? 0 : LENGTH_WEIGHTS[tiers] * Math.log(Math.max(1, chars / ONE_WINDOW_CHARS));

/** The probability with so much taken off its log-odds. */
export const discounted = (score: number, discount: number): number =>
  discount === 0 ? score : confidenceOf(logit(score) - discount);

export const logOddsOf = (head: Head, inputs: ArrayLike<number>): number => {
  let sum = head.bias;
  for (let i = 0; i < inputs.length; i++) sum += (head.weights[i] ?? 0) * (inputs[i] ?? 0);
  return sum;
};

/** Used again for each text, of which there are thousands a second. */
const INPUTS = new Float64Array(HEAD_INPUTS);

/** The log-odds of what `headInputs` says of this evidence. */
export const weighEvidence = (head: Head, evidence: Evidence, ruleScore: number): number => {
  writeInputs(INPUTS, evidence, ruleScore);
  return logOddsOf(head, INPUTS);
};
