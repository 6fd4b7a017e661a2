import type { Detector } from '../detector.ts';
import { matchRules } from '../matching/matcher.ts';
import { DELIMITER_INJECTION } from '../rulesets/delimiter-injection.ts';

/** Forged turns, roles and ends of documents. */
export const delimiterInjection: Detector = {
  id: 'delimiter-injection',
  isOfRules: true,
  applies: ({ direction }) => direction === 'input',
  detect: (text, _context, facts) => matchRules(text, DELIMITER_INJECTION, facts),
};
