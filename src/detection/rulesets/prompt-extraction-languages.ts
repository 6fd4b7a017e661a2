import { ONE_LANGUAGE } from './prompt-extraction/one-language.ts';
import { SECRETS_LANGUAGES } from './prompt-extraction/secrets-languages.ts';
import { SEVERAL_LANGUAGES } from './prompt-extraction/several-languages.ts';
import type { Ruleset } from './ruleset.ts';

export const PROMPT_EXTRACTION_LANGUAGES: Ruleset = {
  id: 'prompt-extraction-languages',
  category: 'prompt_injection',
  subType: 'system_prompt_extraction',
  discussable: true,
  ownable: true,
  rules: [...ONE_LANGUAGE, ...SEVERAL_LANGUAGES, ...SECRETS_LANGUAGES],
};
