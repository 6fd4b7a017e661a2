import { MORE_LANGUAGES } from './instruction-override/more-languages.ts';
import { ONE_LANGUAGE } from './instruction-override/one-language.ts';
import { SEVERAL_LANGUAGES } from './instruction-override/several-languages.ts';
import { WITH_ORDER } from './instruction-override/with-order.ts';
import type { Ruleset } from './ruleset.ts';

export const INSTRUCTION_OVERRIDE_LANGUAGES: Ruleset = {
  id: 'instruction-override-languages',
  category: 'prompt_injection',
  subType: 'instruction_override',
  discussable: true,
  ownable: true,
  rules: [...ONE_LANGUAGE, ...SEVERAL_LANGUAGES, ...WITH_ORDER, ...MORE_LANGUAGES],
};
