import type { RuleDefinition } from '../../../src/detection/operator-rules/definition.ts';
import { createOpenRules } from '../../../src/detection/operator-rules/rules.ts';
import type { RuleAction } from '../../../src/policy/settings.ts';

type Rule = RuleDefinition & Readonly<{ action: RuleAction }>;

const REST = { caseSensitive: false, direction: 'both', maxChars: 200 } as const;

/** The operator's rules of the tests of streams, as a configuration has them. */
export const RULES: readonly Rule[] = [
  { ...REST, id: 'codenames', action: 'redact', words: ['Project Bluebird', 'Nachtfalter', '蓝鸟计划'] },
  { ...REST, id: 'customer-number', action: 'redact', pattern: '\\bKD-\\d{6}\\b' },
  { ...REST, id: 'file-number', action: 'redact', pattern: '§file[ \\t]*\\d+' },
  { ...REST, id: 'no-merger', action: 'block', pattern: 'merger\\s+with\\s+\\w+' },
  { ...REST, id: 'no-launch-codes', action: 'block', words: ['launch code', 'launch codes'] },
  { ...REST, id: 'quiet', action: 'detect', words: ['by the way'] },
];

export const OPEN_RULES = createOpenRules(RULES.filter(({ action }) => action !== 'detect'));

export const ruleAction = (id: string): RuleAction =>
  RULES.find((rule) => rule.id === id)?.action ?? 'detect';
