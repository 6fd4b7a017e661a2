import type { Detector } from '../detector.ts';
import { matchRules, together } from '../matching/matcher.ts';
import { TOOL_POISONING_LANGUAGES } from '../rulesets/indirect-injection-languages.ts';
import { TOOL_POISONING } from '../rulesets/tool-poisoning.ts';

/** Orders to the model in tool definitions. */
export const toolPoisoning: Detector = {
  id: 'tool-poisoning',
  isOfRules: true,
  applies: ({ direction, trust }) => direction === 'input' && trust === 'third-party',
  detect: (text, _context, facts) =>
    together(matchRules(text, TOOL_POISONING, facts), matchRules(text, TOOL_POISONING_LANGUAGES, facts)),
};
