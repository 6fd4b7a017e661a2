import { z } from 'zod';
import { checkRule, createRuleTest, stepsOf } from '../detection/operator-rules/check.ts';
import {
  MAX_ALL_PHRASE_CHARS,
  MAX_ALL_STEPS,
  MAX_MATCH_CHARS,
  MAX_PATTERN_CHARS,
  MAX_PHRASE_CHARS,
  MAX_RULES,
  MAX_WORDS,
} from '../detection/operator-rules/definition.ts';
import { RULE_ACTIONS } from '../policy/settings.ts';

const MAX_SAMPLES = 100;
const MAX_SAMPLE_CHARS = 10_000;
/** Roles of the texts of a request; an answer has but one. */
const ROLES = ['system', 'developer', 'user', 'tool', 'assistant', 'definition', 'other'] as const;

const samples = z.array(z.string().max(MAX_SAMPLE_CHARS)).max(MAX_SAMPLES).default([]);

const FieldsSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}$/, {
      error: 'must be small letters, digits and hyphens, beginning with a letter',
    })
    .describe('Stable name: `detection.policy` and `sub_type` in a verdict'),
  description: z.string().max(1000).optional().describe('For people'),
  pattern: z.string().min(1).max(MAX_PATTERN_CHARS).optional().describe('Regular expression in RE2 syntax'),
  words: z
    .array(z.string().min(1).max(MAX_PHRASE_CHARS))
    .min(1)
    .max(MAX_WORDS)
    .optional()
    .describe('Deny list of whole words and phrases, in place of a pattern'),
  caseSensitive: z.boolean().default(false).describe('Whether capitals make a difference'),
  direction: z.enum(['input', 'output', 'both']).default('both').describe('Requests, answers or both'),
  roles: z.array(z.enum(ROLES)).min(1).optional().describe('Whose texts of a request; default everybody’s'),
  action: z
    .enum(RULE_ACTIONS)
    .default('block')
    .describe('What is done in blocking mode; redact and tokenize mask in answers'),
  maxChars: z
    .int()
    .min(1)
    .max(MAX_MATCH_CHARS)
    .default(200)
    .describe('Longest match that is surely found, and that a streamed answer waits for'),
  samples: z
    .strictObject({
      match: samples.describe('Texts in which the rule must find something'),
      noMatch: samples.describe('Texts in which it must not'),
    })
    .prefault({})
    .describe('Checked when the configuration is read'),
});

type Fields = z.output<typeof FieldsSchema>;

/** Samples by their number only: what they say may be what the rule is to keep secret. */
const checkSamples = (rule: Fields): readonly Readonly<{ path: (string | number)[]; message: string }>[] => {
  const { match, noMatch } = rule.samples;
  if (match.length + noMatch.length === 0) return [];
  const finds = createRuleTest(rule);
  const missed = match.flatMap((text, at) => (finds(text) ? [] : [at]));
  const wrong = noMatch.flatMap((text, at) => (finds(text) ? [at] : []));
  return [
    ...missed.map((at) => ({
      path: ['samples', 'match', at],
      message: 'the rule finds nothing in this sample',
    })),
    ...wrong.map((at) => ({
      path: ['samples', 'noMatch', at],
      message: 'the rule finds something in this sample',
    })),
  ];
};

const checkAction = ({ action, direction }: Fields): ReturnType<typeof checkRule> =>
  action === 'tokenize' && direction === 'output'
    ? [{ path: ['action'], message: 'a value can be tokenised in requests only; say mask or hash' }]
    : [];

const RuleSchema = FieldsSchema.superRefine((rule, { addIssue }) => {
  const problems = [...checkRule(rule), ...checkAction(rule)];
  for (const { path, message } of problems.length > 0 ? problems : checkSamples(rule)) {
    addIssue({ code: 'custom', path: [...path], message });
  }
});

/** The operator's own rules. All that can be wrong with them is told when the configuration is read. */
export const OperatorRulesSchema = z
  .array(RuleSchema)
  .max(MAX_RULES)
  .superRefine((rules, { addIssue }) => {
    const seen = new Set<string>();
    for (const [at, { id }] of rules.entries()) {
      if (seen.has(id)) addIssue({ code: 'custom', path: [at, 'id'], message: 'another rule has this id' });
      seen.add(id);
    }
    const steps = rules.reduce((sum, rule) => sum + stepsOf(rule), 0);
    if (steps > MAX_ALL_STEPS) {
      const message = `all patterns together take ${steps} steps a character; ${MAX_ALL_STEPS} are allowed`;
      addIssue({ code: 'custom', path: [], message });
    }
    const chars = rules.flatMap(({ words }) => words ?? []).reduce((sum, { length }) => sum + length, 0);
    if (chars > MAX_ALL_PHRASE_CHARS) {
      const message = `all words together have ${chars} characters; ${MAX_ALL_PHRASE_CHARS} are allowed`;
      addIssue({ code: 'custom', path: [], message });
    }
  });
