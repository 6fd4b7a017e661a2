import { isOfStrangers } from '../../chat/segment.ts';
import type { Detector } from '../detector.ts';
import { matchRules, together } from '../matching/matcher.ts';
import { AGENT_ORDERS } from '../rulesets/agent-orders.ts';
import { ASSESSOR_ORDERS } from '../rulesets/assessor-orders.ts';
import { INDIRECT_INJECTION } from '../rulesets/indirect-injection.ts';
import { INDIRECT_INJECTION_LANGUAGES } from '../rulesets/indirect-injection-languages.ts';
import { READER_ORDERS } from '../rulesets/reader-orders.ts';

/** Orders to the model in text that is data. */
export const indirectInjection: Detector = {
  id: 'indirect-injection',
  isOfRules: true,
  applies: ({ direction, trust }) => direction === 'input' && isOfStrangers(trust),
  detect: (text, _context, facts) =>
    together(
      together(
        matchRules(text, INDIRECT_INJECTION, facts),
        matchRules(text, INDIRECT_INJECTION_LANGUAGES, facts),
      ),
      together(
        matchRules(text, READER_ORDERS, facts),
        together(matchRules(text, AGENT_ORDERS, facts), matchRules(text, ASSESSOR_ORDERS, facts)),
      ),
    ),
};
