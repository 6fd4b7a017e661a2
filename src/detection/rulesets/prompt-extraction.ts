import { CLAIMED_SECRETS } from './prompt-extraction/claimed-secrets.ts';
import { EARLIER_TEXTS } from './prompt-extraction/earlier-texts.ts';
import { GUESSED_SECRETS } from './prompt-extraction/guessed-secrets.ts';
import { NAMED_PROMPTS } from './prompt-extraction/named-prompts.ts';
import { KEPT_SECRETS } from './prompt-extraction/secrets.ts';
import type { Ruleset } from './ruleset.ts';

export const PROMPT_EXTRACTION: Ruleset = {
  id: 'prompt-extraction',
  category: 'prompt_injection',
  subType: 'system_prompt_extraction',
  discussable: true,
  ownable: true,
  rules: [...NAMED_PROMPTS, ...EARLIER_TEXTS, ...KEPT_SECRETS, ...GUESSED_SECRETS, ...CLAIMED_SECRETS],
};
