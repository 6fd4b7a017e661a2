import { isOfStrangers } from '../../chat/segment.ts';
import type { Detector } from '../detector.ts';
import { matchRules, together } from '../matching/matcher.ts';
import { INSTRUCTION_OVERRIDE } from '../rulesets/instruction-override.ts';
import { INSTRUCTION_OVERRIDE_LANGUAGES } from '../rulesets/instruction-override-languages.ts';

/** Text that tells the model to drop its earlier instructions. @see OWASP LLM01:2025 */
export const instructionOverride: Detector = {
  id: 'instruction-override',
  isOfRules: true,
  applies: ({ direction }) => direction === 'input',
  detect: (text, { trust }, facts) =>
    together(
      matchRules(text, INSTRUCTION_OVERRIDE, facts, !isOfStrangers(trust)),
      matchRules(text, INSTRUCTION_OVERRIDE_LANGUAGES, facts, !isOfStrangers(trust)),
    ),
};
