import type { Detector } from '../detector.ts';
import { matchRules } from '../matching/matcher.ts';
import { ROLE_HIJACK } from '../rulesets/role-hijack.ts';

/** Text that gives the model another identity, or its author another authority. */
export const roleHijack: Detector = {
  id: 'role-hijack',
  isOfRules: true,
  applies: ({ direction }) => direction === 'input',
  detect: (text, _context, facts) => matchRules(text, ROLE_HIJACK, facts),
};
