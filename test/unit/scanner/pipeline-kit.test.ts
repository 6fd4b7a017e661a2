import { describe, expect, it } from 'vitest';
import { MODEL_RULE_ID } from '../../../src/detection/model/judge.ts';
import type { SecondTierHeader } from '../../../src/detection/model/second-tier.ts';
import type { ThresholdSettings } from '../../../src/policy/settings.ts';
import { createPipelineKit } from '../../../src/scanner/pipeline-kit.ts';
import { atOnce } from '../../../src/steps/steps.ts';
import { DEFINITION, TOOL, USER } from '../detection/samples.ts';

/** A second tier that is never asked, and by whose thresholds a score is a threat. */
const headerOf = (direct: number, indirect: number, definition: number): SecondTierHeader => {
  const sideOf = (paranoid: number): SecondTierHeader['sides']['direct'] => ({
    ...{ weights: { bias: 0, first: 1, second: 1 }, unasked: 0, from: 1, to: 1 },
    thresholds: { low: 1, medium: 1, high: 1, paranoid },
  });
  const sides = { direct: sideOf(direct), indirect: sideOf(indirect), definition: sideOf(definition) };
  return { format: 4, version: '', trainedAt: '', base: '', sides };
};

/** The model finds hardly anything in it, on any side. */
const PROSE = 'The harbour wall was painted again in spring, and nobody asked who had paid for it.';

describe('the model’s finding', () => {
  it.each<{
    name: string;
    paranoid: readonly [number, number, number];
    own: ThresholdSettings;
    sides: string[];
  }>([
    {
      name: 'over all thresholds',
      paranoid: [0, 0, 0],
      own: {},
      sides: ['user', 'tool', 'definition'],
    },
    { name: 'below all', paranoid: [1, 1, 1], own: {}, sides: [] },
    {
      name: 'below that of the direct side',
      paranoid: [1, 0, 0],
      own: {},
      sides: ['tool', 'definition'],
    },
    {
      name: 'below that of the indirect side',
      paranoid: [0, 1, 0],
      own: {},
      sides: ['user', 'definition'],
    },
    { name: 'below that of definitions', paranoid: [0, 0, 1], own: {}, sides: ['user', 'tool'] },
    {
      name: 'over what the operator set for users',
      paranoid: [1, 1, 1],
      own: { user: { paranoid: 0 } },
      sides: ['user'],
    },
    {
      name: 'over what the operator set for others',
      paranoid: [1, 1, 1],
      own: { user: { high: 1 }, untrusted: { high: 1, paranoid: 0 } },
      sides: ['tool', 'definition'],
    },
  ])('$name is made for $sides', ({ paranoid, own, sides }) => {
    const kit = createPipelineKit(undefined, headerOf(...paranoid));
    const pipeline = atOnce(kit.steps({ rules: [], thresholds: own }));
    const found = [USER, TOOL, DEFINITION].filter((context) =>
      [...pipeline.scan(PROSE, context)].flat().some(({ ruleId }) => ruleId === MODEL_RULE_ID),
    );
    expect(found.map(({ role }) => role)).toEqual(sides);
  });

  it('is made of every text where nobody waits', () => {
    const kit = createPipelineKit(undefined, headerOf(1, 1, 1), true);
    expect(kit.floors({ rules: [] })).toEqual({ direct: 0, indirect: 0, definition: 0 });
  });
});
