import type { Detector } from '../detector.ts';
import { calledInText } from './called-in-text.ts';
import { delimiterInjection } from './delimiter-injection.ts';
import { exfiltrationLink } from './exfiltration-link.ts';
import { indirectInjection } from './indirect-injection.ts';
import { instructionOverride } from './instruction-override.ts';
import { jailbreak } from './jailbreak.ts';
import { keptSecret } from './kept-secret.ts';
import { keptSecretQuestions } from './kept-secret-questions.ts';
import { obfuscatedInstruction } from './obfuscated-instruction.ts';
import { pii } from './pii.ts';
import { roleHijack } from './role-hijack.ts';
import { secrets } from './secrets.ts';
import { systemPromptExtraction } from './system-prompt-extraction.ts';
import { systemPromptLeak } from './system-prompt-leak.ts';
import { toolPoisoning } from './tool-poisoning.ts';
import { untrustedDestination } from './untrusted-destination.ts';

export const builtInDetectors: readonly Detector[] = [
  instructionOverride,
  jailbreak,
  roleHijack,
  systemPromptExtraction,
  keptSecretQuestions,
  delimiterInjection,
  obfuscatedInstruction,
  indirectInjection,
  toolPoisoning,
  systemPromptLeak,
  keptSecret,
  exfiltrationLink,
  untrustedDestination,
  calledInText,
  secrets,
  pii,
];
