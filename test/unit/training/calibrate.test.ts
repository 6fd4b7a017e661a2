import { expect, it } from 'vitest';
import { HEAD_INPUTS } from '../../../src/detection/model/calibration.ts';
import { type CrossJudged, calibrate, FALSE_POSITIVE_RATES } from '../../../src/training/calibrate.ts';
import { createRandom } from '../../../src/training/random.ts';
import { rowOf } from './rows.ts';

/** Attacks whose evidence is stronger than that of harmless texts, but for a few. */
const judged = ((): readonly CrossJudged[] => {
  const random = createRandom(7);
  return Array.from({ length: 4000 }, (_, i) => {
    const attack = i % 2 === 0;
    const evidence = (attack ? 2 : -2) + 3 * (random() + random() - 1);
    const inputs = Array.from({ length: HEAD_INPUTS }, (__, at) => (at === 0 ? evidence : 0));
    return {
      row: rowOf(`${i}`, { attack }),
      ...{ inputs, attack, weight: 1, passages: [], isLong: false, isHeldOut: false },
    };
  });
})();

it('takes attacks in definitions to be three in a hundred', () => {
  const [indirect, definition] = [calibrate(judged, 'indirect'), calibrate(judged, 'definition')];
  expect(definition.head.weights).toEqual(indirect.head.weights);
  expect(definition.head.bias - indirect.head.bias).toBeCloseTo(Math.log(0.03 / 0.97), 3);
});

it('allows definitions fewer false alarms than results', () => {
  const [indirect, definition] = [calibrate(judged, 'indirect'), calibrate(judged, 'definition')];
  for (const name of ['low', 'medium', 'high', 'paranoid'] as const) {
    expect(indirect.crossValidation.ordinary[name]).toBeLessThanOrEqual(FALSE_POSITIVE_RATES[name]);
    expect(definition.crossValidation.ordinary[name]).toBeLessThan(FALSE_POSITIVE_RATES[name] / 2);
  }
  expect(indirect.crossValidation.ordinary.paranoid).toBeGreaterThan(FALSE_POSITIVE_RATES.paranoid / 2);
});
