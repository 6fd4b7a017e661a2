import type { Detector } from '../detector.ts';
import { matchRules } from '../matcher.ts';
import { INDIRECT_INJECTION } from '../rulesets/indirect-injection.ts';

/** Orders to the model in text that is data. */
export const indirectInjection: Detector = {
  id: 'indirect-injection',
  applies: ({ direction, trust }) =>
    direction === 'input' && (trust === 'untrusted' || trust === 'third-party'),
  detect: (text, _context, facts) => matchRules(text, INDIRECT_INJECTION, facts),
};
