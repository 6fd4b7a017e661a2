import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import { atOnce } from '../../steps/steps.ts';
import type { DetectionContext } from '../detector.ts';
import { normalize } from '../text/normalize.ts';
import { MAX_PATTERN_STEPS, type RuleDefinition } from './definition.ts';
import { embed, readPattern, UnsupportedSyntaxError } from './pattern-syntax.ts';
import { patternDetectorSteps, patternRulesOf } from './patterns.ts';
import { formsOf, wordDetectorSteps } from './words.ts';

/** An open form has every part of a pattern once for each level that the part is nested in. */
const MAX_OPEN_STEPS = 10 * MAX_PATTERN_STEPS;

/** What is wrong with a rule, and in which of its fields. Never repeats what the operator wrote. */
export type RuleProblem = Readonly<{ path: readonly (string | number)[]; message: string }>;

const readError = (error: unknown): string => {
  if (error instanceof UnsupportedSyntaxError) return error.message;
  if (error instanceof RE2JSSyntaxException) return `is not valid RE2 syntax: ${error.error}`;
  if (error instanceof RE2JSException) return 'cannot be compiled by RE2';
  throw error;
};

/** Instructions of a pattern; the bound of its steps for each character of a text. 0 where it is not valid. */
export const stepsOf = ({ pattern, caseSensitive }: RuleDefinition): number => {
  try {
    return pattern === undefined ? 0 : RE2JS.compile(embed(pattern, caseSensitive)).programSize();
  } catch (error) {
    readError(error);
    return 0;
  }
};

const checkPattern = (rule: RuleDefinition, pattern: string): string | null => {
  try {
    // By itself first: a parenthesis too many would close the group that the pattern is put into.
    RE2JS.compile(pattern);
    const steps = stepsOf(rule);
    if (steps > MAX_PATTERN_STEPS) {
      return `takes ${steps} steps a character, more than ${MAX_PATTERN_STEPS}: write fewer or shorter repeats, or * and maxChars`;
    }
    const { open, shortest, longest } = readPattern(embed(pattern, rule.caseSensitive));
    if (shortest === 0) return 'can match nothing at all, and so would match everywhere';
    if (longest !== Infinity && longest > rule.maxChars) {
      return `can match ${longest} characters, more than maxChars (${rule.maxChars})`;
    }
    const isTooNested = open !== null && RE2JS.compile(open).programSize() > MAX_OPEN_STEPS;
    return isTooNested ? 'is nested too deep' : null;
  } catch (error) {
    return readError(error);
  }
};

const ANYWHERE: DetectionContext = { role: 'user', trust: 'user', direction: 'input', protectedTexts: [] };

/**
 * Whether a rule finds anything in a text as it was sent or normalised; whatever its direction and roles. Decoders stay
 * out of it: they would have every command that reads a configuration load all detectors.
 */
export const createRuleTest = (rule: RuleDefinition): ((text: string) => boolean) => {
  const everywhere: RuleDefinition = { ...rule, direction: 'both', roles: undefined };
  const words = atOnce(wordDetectorSteps([everywhere]));
  const patterns = atOnce(patternDetectorSteps(patternRulesOf([everywhere])));
  return (text) => {
    const view = normalize(text).text;
    const found = [
      ...words.detect(view, ANYWHERE),
      ...patterns.detect(view, ANYWHERE),
      ...patterns.detect(text, ANYWHERE),
    ];
    return found.length > 0;
  };
};

/** @returns Nothing for a rule that can be used. */
export const checkRule = (rule: RuleDefinition): readonly RuleProblem[] => {
  const { pattern, words } = rule;
  if ((pattern === undefined) === (words === undefined)) {
    return [{ path: [], message: 'needs either a pattern or words' }];
  }
  if (pattern !== undefined) {
    const message = checkPattern(rule, pattern);
    return message === null ? [] : [{ path: ['pattern'], message }];
  }
  return (words ?? []).flatMap((word, at) =>
    formsOf(word).length === 0 ? [{ path: ['words', at], message: 'has nothing that can be seen' }] : [],
  );
};
