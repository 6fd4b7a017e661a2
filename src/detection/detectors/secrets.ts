import type { Detector } from '../detector.ts';
import { matchRules } from '../matcher.ts';
import { SECRETS } from '../rulesets/secrets.ts';

/** Keys, tokens and passwords, in both directions. */
export const secrets: Detector = {
  id: 'secrets',
  applies: () => true,
  detect: (text, _context, facts) => matchRules(text, SECRETS, facts),
};
