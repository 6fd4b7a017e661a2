import type { Detector } from '../detector.ts';
import { matchRules } from '../matcher.ts';
import { TOOL_POISONING } from '../rulesets/tool-poisoning.ts';

/** Orders to the model in tool definitions. */
export const toolPoisoning: Detector = {
  id: 'tool-poisoning',
  applies: ({ direction, trust }) => direction === 'input' && trust === 'third-party',
  detect: (text, _context, facts) => matchRules(text, TOOL_POISONING, facts),
};
