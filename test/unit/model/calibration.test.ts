import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  HEAD_INPUTS,
  type Head,
  headInputs,
  LENGTH_INPUTS,
  logOddsOf,
  RULE_GRADES,
  sigmoid,
} from '../../../src/detection/model/calibration.ts';
import { type Evidence, PASSAGE_WORDS } from '../../../src/detection/model/evidence.ts';

const NOWHERE = { start: 0, end: 0 };
const evidence = (logOdds: Evidence['logOdds'], words = 10): Evidence => ({
  logOdds,
  words,
  sentences: 3,
  worst: NOWHERE,
});

const INPUTS = HEAD_INPUTS;
/** Heads as they are fitted: only the length may count against an attack. */
const heads: fc.Arbitrary<Head> = fc.record({
  bias: fc.double({ min: -5, max: 5, noNaN: true }),
  weights: fc.tuple(
    ...Array.from({ length: INPUTS }, (_, i) =>
      fc.double({ min: LENGTH_INPUTS.has(i) ? -3 : 0, max: 3, noNaN: true }),
    ),
  ),
});
const logOdds = fc.double({ min: -20, max: 20, noNaN: true });
const rules = fc.constantFrom(0, ...RULE_GRADES, 0.973, 0.3);

describe('the head', () => {
  it.each([
    { words: 63, length: 6 / 13, surplus: 0 },
    { words: PASSAGE_WORDS, length: Math.log2(PASSAGE_WORDS + 1) / 13, surplus: 0 },
    { words: 4 * PASSAGE_WORDS, length: Math.log2(PASSAGE_WORDS + 1) / 13, surplus: 2 / 13 },
  ])(
    'weighs log-odds, the length of $words words, the number of sentences and each grade of a rule',
    ({ words, length, surplus }) => {
      const inputs = headInputs(evidence([1, -2, 3, -4, 5], words), 0.85);
      expect(inputs).toEqual([1, -2, 3, -4, 5, length, length * length, surplus, 2 / 13, 1, 1, 1, 0]);
      expect(inputs).toHaveLength(INPUTS);
    },
  );

  it('does not let one number outweigh all others', () => {
    expect(headInputs(evidence([100, -100, Infinity, 0, -9]), 0).slice(0, 5)).toEqual([8, -8, 8, 0, -8]);
  });

  it('never finds a text less suspicious for more log-odds or a stronger rule', () => {
    fc.assert(
      fc.property(
        heads,
        fc.tuple(logOdds, logOdds, logOdds, logOdds, logOdds),
        fc.nat({ max: 4 }),
        fc.double({ min: 0, max: 20, noNaN: true }),
        rules,
        rules,
        (head, odds, place, more, one, other) => {
          const [a, b, c, d, e] = odds.map((each, i) => (i === place ? each + more : each));
          const worse: Evidence['logOdds'] = [a ?? 0, b ?? 0, c ?? 0, d ?? 0, e ?? 0];
          const scoreOf = (values: Evidence['logOdds'], rule: number) =>
            sigmoid(logOddsOf(head, headInputs(evidence(values), rule)));
          const slack = 1e-12;
          expect(scoreOf(worse, one)).toBeGreaterThanOrEqual(scoreOf(odds, one) - slack);
          expect(scoreOf(odds, Math.max(one, other))).toBeGreaterThanOrEqual(scoreOf(odds, one) - slack);
        },
      ),
    );
  });

  it.each([
    [0, 0.5],
    [40, 1],
    [-40, 0],
    [800, 1],
    [-800, 0],
  ])('makes of log-odds %d the probability %d', (given, probability) => {
    expect(sigmoid(given)).toBeCloseTo(probability, 12);
  });
});
