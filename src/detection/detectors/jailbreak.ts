import type { Detector } from '../detector.ts';
import { matchRules } from '../matching/matcher.ts';
import { JAILBREAK } from '../rulesets/jailbreak.ts';

/** Text that talks the model out of its limits. */
export const jailbreak: Detector = {
  id: 'jailbreak',
  isOfRules: true,
  applies: ({ direction }) => direction === 'input',
  detect: (text, _context, facts) => matchRules(text, JAILBREAK, facts),
};
