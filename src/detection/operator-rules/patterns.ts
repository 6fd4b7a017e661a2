import { RE2JS, RE2Set } from 're2js';
import type { Direction, Span } from '../../chat/segment.ts';
import type { Steps } from '../../steps/steps.ts';
import type { DetectionContext, Detector } from '../detector.ts';
import type { RawFinding } from '../matching/matcher.ts';
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

function* compile(patterns: readonly string[]): Steps<Compiled> {
  const set = new RE2Set();
  const single: RE2JS[] = [];
  for (const pattern of patterns) {
    set.add(pattern);
    yield;
    single.push(RE2JS.compile(pattern));
    yield;
  }
  set.compile();
  yield;
  return { set, single };
}

/** Within a match it is looked so often for another one: each look reads as far as the pattern goes. */
const MOST_WITHIN = 4;

const isSecondHalf = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** The last match that begins within another one, as far as a few looks can tell; mostly there is none. */
const lastWithin = (expression: RE2JS, text: string, { start, end }: Span): Span | undefined => {
  const matcher = expression.matcher(text);
  let last: Span | undefined;
  let low = start + 1;
  let high = end - 1;
  let at = low;
  for (let looks = 0; looks < MOST_WITHIN && low <= high; looks += 1) {
    const from = isSecondHalf(text.charCodeAt(at)) ? at + 1 : at;
    if (from <= high && matcher.find(from) && matcher.start() <= high) {
      last = { start: matcher.start(), end: matcher.end() };
      low = last.start + 1;
    } else high = at - 1;
    at = (low + high + 1) >> 1;
  }
  return last;
};

const matchesIn = (expression: RE2JS, text: string): readonly Span[] => {
  const spans: Span[] = [];
  const matcher = expression.matcher(text);
  while (matcher.find()) spans.push({ start: matcher.start(), end: matcher.end() });
  return spans;
};

/**
 * One match after the other, and such that begin within one and go on where none is any more: whoever wants `\d{4}` gone does not
 * want to see the rest of five digits, nor that of a value whose beginning the one in front of it took.
 */
const findAll = (
  { definition }: PatternRule,
  expression: RE2JS,
  text: string,
  context: DetectionContext,
): RawFinding[] => {
  const spans = matchesIn(expression, text);
  return spans.flatMap((span, i) => {
    const isFollowed = spans[i + 1]?.start === span.end;
    const more = isFollowed ? undefined : lastWithin(expression, text, span);
    const own = ruleFinding(definition, span, context);
    return more === undefined || more.end <= span.end ? [own] : [own, ruleFinding(definition, more, context)];
  });
};

type CompiledRules = Compiled & Readonly<{ rules: readonly PatternRule[] }>;

/** Looks for the operator's patterns with RE2, which cannot be made to backtrack. Compiles a pattern a step. */
export function* patternDetectorSteps(rules: readonly PatternRule[]): Steps<Detector> {
  const byDirection = new Map<Direction, CompiledRules>();
  for (const direction of ['input', 'output'] as const) {
    const own = rules.filter(({ definition }) => [direction, 'both'].includes(definition.direction));
    byDirection.set(direction, { rules: own, ...(yield* compile(own.map(({ pattern }) => pattern))) });
  }
  const detect = (text: string, context: DetectionContext): readonly RawFinding[] => {
    const compiled = byDirection.get(context.direction);
    if (compiled === undefined || compiled.rules.length === 0) return [];
    return compiled.set.match(text).flatMap((number) => {
      const rule = compiled.rules[number];
      const expression = compiled.single[number];
      if (rule === undefined || expression === undefined || !appliesTo(rule.definition, context)) return [];
      return findAll(rule, expression, text, context);
    });
  };
  return {
    id: 'operator-patterns',
    readings: 'plain',
    applies: (context) => rules.some(({ definition }) => appliesTo(definition, context)),
    detect,
  };
}

type OpenGroup = { tailChars: number; readonly opens: string[] };

/** Patterns with a longest match hold no more than they need; the others no more than `maxChars` allows. */
function* groupByTail(rules: readonly PatternRule[]): Steps<readonly OpenGroup[]> {
  const groups = new Map<number, OpenGroup>();
  for (const { definition, pattern } of rules) {
    const { open, longest } = readPattern(pattern);
    yield;
    if (open === null) continue;
    const isBounded = longest !== Infinity;
    const key = isBounded ? 0 : definition.maxChars;
    const group = groups.get(key) ?? { tailChars: 0, opens: [] };
    group.tailChars = Math.max(group.tailChars, isBounded ? longest : definition.maxChars);
    group.opens.push(open);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const openIn = (tail: string, { set, single }: Compiled): number =>
  set.match(tail).reduce((lowest, number) => {
    const matcher = single[number]?.matcher(tail);
    return matcher?.find() === true ? Math.min(lowest, matcher.start()) : lowest;
  }, tail.length);

/** Where the first match may begin that the end of a text is in the middle of. */
export function* openPatternSteps(rules: readonly PatternRule[]): Steps<OpenRules> {
  const groups: Readonly<{ tailChars: number; compiled: Compiled }>[] = [];
  for (const { tailChars, opens } of yield* groupByTail(rules)) {
    groups.push({ tailChars, compiled: yield* compile(opens) });
  }
  return {
    openFrom: (text) =>
      groups.reduce((lowest, { tailChars, compiled }) => {
        const from = Math.max(0, text.length - tailChars);
        return Math.min(lowest, from + openIn(text.slice(from), compiled));
      }, text.length),
  };
}
