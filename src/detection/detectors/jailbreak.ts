import type { Detector } from '../detector.ts';
import { matchRules, together } from '../matching/matcher.ts';
import { JAILBREAK } from '../rulesets/jailbreak.ts';
import { JAILBREAK_LANGUAGES } from '../rulesets/jailbreak-languages.ts';

/** Text that talks the model out of its limits. */
export const jailbreak: Detector = {
  id: 'jailbreak',
  isOfRules: true,
  applies: ({ direction }) => direction === 'input',
  detect: (text, _context, facts) =>
    together(matchRules(text, JAILBREAK, facts), matchRules(text, JAILBREAK_LANGUAGES, facts)),
};
