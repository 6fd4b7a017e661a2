import { isOfStrangers } from '../../chat/segment.ts';
import type { Detector } from '../detector.ts';
import { matchRules, together } from '../matching/matcher.ts';
import { PROMPT_EXTRACTION } from '../rulesets/prompt-extraction.ts';
import { PROMPT_EXTRACTION_LANGUAGES } from '../rulesets/prompt-extraction-languages.ts';

/** Text that asks for the hidden instructions. @see OWASP LLM07:2025 */
export const systemPromptExtraction: Detector = {
  id: 'system-prompt-extraction',
  isOfRules: true,
  applies: ({ direction }) => direction === 'input',
  detect: (text, { trust }, facts) =>
    together(
      matchRules(text, PROMPT_EXTRACTION, facts, !isOfStrangers(trust)),
      matchRules(text, PROMPT_EXTRACTION_LANGUAGES, facts),
    ),
};
