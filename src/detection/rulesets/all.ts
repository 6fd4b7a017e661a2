import { AGENT_ORDERS } from './agent-orders.ts';
import { ASSESSOR_ORDERS } from './assessor-orders.ts';
import { DELIMITER_INJECTION } from './delimiter-injection.ts';
import { INDIRECT_INJECTION } from './indirect-injection.ts';
import { INDIRECT_INJECTION_LANGUAGES, TOOL_POISONING_LANGUAGES } from './indirect-injection-languages.ts';
import { INSTRUCTION_OVERRIDE } from './instruction-override.ts';
import { INSTRUCTION_OVERRIDE_LANGUAGES } from './instruction-override-languages.ts';
import { JAILBREAK } from './jailbreak.ts';
import { JAILBREAK_LANGUAGES } from './jailbreak-languages.ts';
import {
  KEPT_INSTRUCTION_QUESTIONS,
  KEPT_SECRET_HINTS,
  KEPT_SECRET_QUESTIONS,
} from './kept-secret-questions.ts';
import { OBFUSCATION } from './obfuscation.ts';
import { PROMPT_EXTRACTION } from './prompt-extraction.ts';
import { PROMPT_EXTRACTION_LANGUAGES } from './prompt-extraction-languages.ts';
import { READER_ORDERS } from './reader-orders.ts';
import { ROLE_HIJACK } from './role-hijack.ts';
import type { Ruleset } from './ruleset.ts';
import { SECRETS } from './secrets.ts';
import { TOOL_POISONING } from './tool-poisoning.ts';

/**
 * Every rule set whose literals are looked for; they share one automaton. The order says only which word of rules a mistyped one was where
 * it is as near to two (`decoding/words/nearest-word.ts`): of each sub-type the English ones come first.
 */
export const RULESETS: readonly Ruleset[] = [
  INSTRUCTION_OVERRIDE,
  INSTRUCTION_OVERRIDE_LANGUAGES,
  JAILBREAK,
  JAILBREAK_LANGUAGES,
  ROLE_HIJACK,
  PROMPT_EXTRACTION,
  PROMPT_EXTRACTION_LANGUAGES,
  DELIMITER_INJECTION,
  OBFUSCATION,
  INDIRECT_INJECTION,
  INDIRECT_INJECTION_LANGUAGES,
  AGENT_ORDERS,
  ASSESSOR_ORDERS,
  READER_ORDERS,
  TOOL_POISONING,
  TOOL_POISONING_LANGUAGES,
  SECRETS,
];

/** Those that are asked only where something else in the request gives a reason to; their literals are looked for by themselves. */
export const CONTEXT_RULESETS: readonly Ruleset[] = [
  KEPT_SECRET_QUESTIONS,
  KEPT_SECRET_HINTS,
  KEPT_INSTRUCTION_QUESTIONS,
];

export const ALL_RULESETS: readonly Ruleset[] = [...RULESETS, ...CONTEXT_RULESETS];
