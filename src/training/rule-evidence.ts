import type { DetectionContext } from '../detection/detector.ts';
import { builtInDetectors } from '../detection/detectors/all.ts';
import { createPipeline } from '../detection/pipeline.ts';
import type { TrainingRow } from './rows.ts';

const CONTEXTS = {
  direct: { role: 'user', trust: 'user', direction: 'input', protectedTexts: [] },
  indirect: { role: 'tool', trust: 'untrusted', direction: 'input', protectedTexts: [] },
  definition: { role: 'definition', trust: 'third-party', direction: 'input', protectedTexts: [] },
} as const satisfies Record<TrainingRow['side'], DetectionContext>;

/** @returns The score of the strongest rule that matches a text, in any of its views; 0 where none does. */
export const createRuleScore = (): ((row: TrainingRow) => number) => {
  const pipeline = createPipeline(builtInDetectors);
  return ({ text, side }) => {
    let strongest = 0;
    for (const findings of pipeline.scan(text, CONTEXTS[side])) {
      for (const { category, score } of findings) {
        if (category === 'prompt_injection') strongest = Math.max(strongest, score);
      }
    }
    return strongest;
  };
};
