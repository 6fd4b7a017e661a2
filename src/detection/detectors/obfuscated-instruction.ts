import type { Detector } from '../detector.ts';
import { matchRules } from '../matching/matcher.ts';
import { OBFUSCATION } from '../rulesets/obfuscation.ts';

/** Orders to decode something and follow it; what is decoded is judged in its own view. */
export const obfuscatedInstruction: Detector = {
  id: 'obfuscated-instruction',
  isOfRules: true,
  applies: ({ direction }) => direction === 'input',
  detect: (text, _context, facts) => matchRules(text, OBFUSCATION, facts),
};
