import { RE2JS, RE2Set } from 're2js';
import type { DetectionContext, Detector } from '../detector.ts';
import type { RawFinding } from '../matcher.ts';
import { appliesTo, type OpenRules, type RuleDefinition, ruleFinding } from './definition.ts';
import { embed, readPattern } from './pattern-syntax.ts';

export type PatternRule = Readonly<{ definition: RuleDefinition; pattern: string }>;

/** The rules that have a pattern. */
export const patternRulesOf = (definitions: readonly RuleDefinition[]): readonly PatternRule[] =>
  definitions.flatMap((definition) =>
    definition.pattern === undefined
      ? []
      : [{ definition, pattern: embed(definition.pattern, definition.caseSensitive) }],
  );

/** Many patterns at once: the set tells in one pass which of them occur, and only those are asked where. */
type Compiled = Readonly<{ set: RE2Set; single: readonly RE2JS[] }>;

const compile = (patterns: readonly string[]): Compiled => {
  const set = new RE2Set();
  for (const pattern of patterns) set.add(pattern);
  set.compile();
  return { set, single: patterns.map((pattern) => RE2JS.compile(pattern)) };
};

const compileRules = (rules: readonly PatternRule[]) => ({
  rules,
  ...compile(rules.map(({ pattern }) => pattern)),
});

const findAll = ({ definition }: PatternRule, expression: RE2JS, text: string): RawFinding[] => {
  const found: RawFinding[] = [];
  const matcher = expression.matcher(text);
  while (matcher.find()) found.push(ruleFinding(definition.id, matcher.start(), matcher.end()));
  return found;
};

/** Looks for the operator's patterns with RE2, which cannot be made to backtrack. */
export const createPatternDetector = (rules: readonly PatternRule[]): Detector => {
  const byDirection = new Map(
    (['input', 'output'] as const).map((direction) => [
      direction,
      compileRules(rules.filter(({ definition }) => [direction, 'both'].includes(definition.direction))),
    ]),
  );
  const detect = (text: string, context: DetectionContext): readonly RawFinding[] => {
    const compiled = byDirection.get(context.direction);
    if (compiled === undefined || compiled.rules.length === 0) return [];
    return compiled.set.match(text).flatMap((number) => {
      const rule = compiled.rules[number];
      const expression = compiled.single[number];
      if (rule === undefined || expression === undefined || !appliesTo(rule.definition, context)) return [];
      return findAll(rule, expression, text);
    });
  };
  return {
    id: 'operator-patterns',
    applies: (context) => rules.some(({ definition }) => appliesTo(definition, context)),
    detect,
  };
};

type OpenGroup = { tailChars: number; readonly opens: string[] };

/** Patterns with a longest match hold no more than they need; the others no more than `maxChars` allows. */
const groupByTail = (rules: readonly PatternRule[]): readonly OpenGroup[] => {
  const groups = new Map<number, OpenGroup>();
  for (const { definition, pattern } of rules) {
    const { open, longest } = readPattern(pattern);
    if (open === null) continue;
    const isBounded = longest !== Infinity;
    const key = isBounded ? 0 : definition.maxChars;
    const group = groups.get(key) ?? { tailChars: 0, opens: [] };
    group.tailChars = Math.max(group.tailChars, isBounded ? longest : definition.maxChars);
    group.opens.push(open);
    groups.set(key, group);
  }
  return [...groups.values()];
};

const openIn = (tail: string, { set, single }: Compiled): number =>
  set.match(tail).reduce((lowest, number) => {
    const matcher = single[number]?.matcher(tail);
    return matcher?.find() === true ? Math.min(lowest, matcher.start()) : lowest;
  }, tail.length);

/** Where the first match may begin that the end of a text is in the middle of. */
export const createOpenPatterns = (rules: readonly PatternRule[]): OpenRules => {
  const groups = groupByTail(rules).map(({ tailChars, opens }) => ({ tailChars, compiled: compile(opens) }));
  return {
    openFrom: (text) =>
      groups.reduce((lowest, { tailChars, compiled }) => {
        const from = Math.max(0, text.length - tailChars);
        return Math.min(lowest, from + openIn(text.slice(from), compiled));
      }, text.length),
  };
};
