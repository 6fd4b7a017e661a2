import { isOfStrangers } from '../../chat/segment.ts';
import type { Detector } from '../detector.ts';
import { matchRules, together } from '../matcher.ts';
import { AGENT_ORDERS } from '../rulesets/agent-orders.ts';
import { ASSESSOR_ORDERS } from '../rulesets/assessor-orders.ts';
import { INDIRECT_INJECTION } from '../rulesets/indirect-injection.ts';
import { INDIRECT_INJECTION_LANGUAGES } from '../rulesets/indirect-injection-languages.ts';

/** Orders to the model in text that is data. */
export const indirectInjection: Detector = {
  id: 'indirect-injection',
  applies: ({ direction, trust }) => direction === 'input' && isOfStrangers(trust),
  detect: (text, _context, facts) =>
    [INDIRECT_INJECTION, INDIRECT_INJECTION_LANGUAGES, AGENT_ORDERS, ASSESSOR_ORDERS]
      .map((ruleset) => matchRules(text, ruleset, facts))
      .reduce(together),
};
