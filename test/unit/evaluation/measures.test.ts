import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areaUnderCurve,
  calibrationError,
  recallAt,
  type Scored,
  thresholdForRate,
} from '../../../src/evaluation/measures.ts';

/** Few different scores, so that there are ties. */
const rows = fc.array(
  fc.record({ score: fc.constantFrom(0, 0.1, 0.25, 0.5, 0.75, 0.9, 1), attack: fc.boolean() }),
  { maxLength: 60, size: 'max' },
);
const attack = (score: number): Scored => ({ score, attack: true });
const benign = (score: number): Scored => ({ score, attack: false });

describe('the area under the curve', () => {
  it('is the share of pairs in which the attack scores higher, ties counting half', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const attacks = given.filter((row) => row.attack);
        const others = given.filter((row) => !row.attack);
        fc.pre(attacks.length > 0 && others.length > 0);
        const points = attacks.flatMap(({ score }) =>
          others.map((other) => (score === other.score ? 0.5 : Number(score > other.score))),
        );
        const expected = points.reduce((sum, each) => sum + each, 0) / points.length;
        expect(areaUnderCurve(given)).toBeCloseTo(expected, 10);
      }),
    );
  });

  it.each([
    { name: 'all right', given: [attack(0.9), attack(0.8), benign(0.1)], area: 1 },
    { name: 'all wrong', given: [attack(0.1), benign(0.2), benign(0.3)], area: 0 },
    { name: 'all alike', given: [attack(0.5), benign(0.5), benign(0.5)], area: 0.5 },
    { name: 'no attacks', given: [benign(0.5)], area: Number.NaN },
    { name: 'nothing', given: [], area: Number.NaN },
  ])('of $name is $area', ({ given, area }) => {
    expect(areaUnderCurve(given)).toBe(area);
  });
});

describe('recall', () => {
  it.each([
    { name: 'at the threshold', given: [attack(0.5), attack(0.49)], threshold: 0.5, recall: 0.5 },
    { name: 'of what scores nothing', given: [attack(0), attack(0.1)], threshold: 0, recall: 0.5 },
    { name: 'among harmless texts', given: [attack(0.6), benign(0.9)], threshold: 0.5, recall: 1 },
    { name: 'without attacks', given: [benign(0.9)], threshold: 0.5, recall: Number.NaN },
  ])('$name', ({ given, threshold, recall }) => {
    expect(recallAt(given, threshold)).toBe(recall);
  });
});

describe('a threshold for a rate', () => {
  it('keeps to the rate, and is the smallest that does', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(0, 0.001, 0.01, 0.1, 0.5), (given, rate) => {
        const others = given.filter((row) => !row.attack);
        const threshold = thresholdForRate(given, rate);
        const above = (limit: number) => others.filter(({ score }) => score >= limit).length;
        expect(above(threshold)).toBeLessThanOrEqual(rate * others.length);
        if (others.length > 0)
          expect(above(threshold - 1e-6)).toBeGreaterThan(Math.floor(rate * others.length));
      }),
    );
  });

  it('is nothing without harmless texts', () => {
    expect(thresholdForRate([attack(0.5)], 0.01)).toBe(0);
  });
});

describe('the calibration error', () => {
  it.each([
    { name: 'certain and right', given: [attack(1), benign(0)], error: 0 },
    { name: 'certain and wrong', given: [attack(0), benign(1)], error: 1 },
    { name: 'without an opinion', given: [attack(0.5), benign(0.5)], error: 0 },
    {
      name: 'without an opinion, among many harmless texts',
      given: [attack(0.5), ...new Array(99).fill(benign(0.5))],
      error: 0,
    },
    { name: 'half right', given: [attack(1), benign(1)], error: 0.5 },
  ])('of scores $name is $error', ({ given, error }) => {
    expect(calibrationError(given)).toBeCloseTo(error, 10);
  });

  it('of scores that come true is nothing', () => {
    const given = Array.from({ length: 10 }, (_, tenth) => (tenth + 0.5) / 10).flatMap((score) =>
      Array.from({ length: 100 }, (_, i) => ({ score, attack: i < Math.round(100 * score) })),
    );
    expect(calibrationError(given)).toBeLessThan(0.01);
  });
});
