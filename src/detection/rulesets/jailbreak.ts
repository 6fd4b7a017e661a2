import { NO_LIMITS } from './jailbreak/limits.ts';
import { MEMORY } from './jailbreak/memory.ts';
import { MODES } from './jailbreak/modes.ts';
import { PERSONAS } from './jailbreak/personas.ts';
import { TALES } from './jailbreak/tales.ts';
import { THREATS } from './jailbreak/threats.ts';
import { WORDINGS } from './jailbreak/wordings.ts';
import type { Ruleset } from './ruleset.ts';

export const JAILBREAK: Ruleset = {
  id: 'jailbreak',
  category: 'prompt_injection',
  subType: 'jailbreak',
  discussable: true,
  rules: [...NO_LIMITS, ...PERSONAS, ...MODES, ...WORDINGS, ...TALES, ...THREATS, ...MEMORY],
};
