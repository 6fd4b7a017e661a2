import type { DetectionContext, Detector } from '../detector.ts';
import type { RawFinding } from '../matcher.ts';
import { foldLetters, normalize } from '../normalize.ts';
import { appliesTo, type OpenRules, type RuleDefinition, ruleFinding } from './definition.ts';
import { createPhraseFinder, foldCase, keepCase, type Phrase, type PhraseFinder } from './phrases.ts';

/**
 * A phrase as normalised text has it. Letters that look like others are read by the words around them, so there may be
 * two forms. Empty where nothing of it can be seen.
 */
export const formsOf = (phrase: string): readonly string[] => {
  const forms = [normalize(phrase).text, foldLetters(phrase).replaceAll(/\s+/gu, ' ')];
  return [...new Set(forms.map((form) => form.trim()))].filter((form) => form !== '');
};

type WordRules = Readonly<{ rules: readonly RuleDefinition[]; finders: readonly PhraseFinder[] }>;

const finderOf = (rules: readonly RuleDefinition[], caseSensitive: boolean): readonly PhraseFinder[] => {
  const phrases = rules.flatMap((definition, rule): Phrase[] =>
    definition.caseSensitive === caseSensitive
      ? (definition.words ?? []).flatMap(formsOf).map((text) => ({ text, rule }))
      : [],
  );
  return phrases.length === 0 ? [] : [createPhraseFinder(phrases, caseSensitive ? keepCase : foldCase)];
};

const compile = (definitions: readonly RuleDefinition[]): WordRules => {
  const rules = definitions.filter(({ words }) => words !== undefined);
  return { rules, finders: [...finderOf(rules, false), ...finderOf(rules, true)] };
};

/** Looks for the phrases of deny lists, whole words in normalised text. */
export const createWordDetector = (definitions: readonly RuleDefinition[]): Detector => {
  const { rules, finders } = compile(definitions);
  const detect = (text: string, context: DetectionContext): readonly RawFinding[] =>
    finders.flatMap(({ find }) =>
      find(text).flatMap(({ rule, span }) => {
        const definition = rules[rule];
        if (definition === undefined || !appliesTo(definition, context)) return [];
        return [ruleFinding(definition.id, span.start, span.end)];
      }),
    );
  return {
    id: 'operator-words',
    applies: (context) => rules.some((definition) => appliesTo(definition, context)),
    detect,
  };
};

/** Exact: the longest end of a text that is the beginning of a phrase. */
export const createOpenWords = (definitions: readonly RuleDefinition[]): OpenRules => {
  const { finders } = compile(definitions);
  return {
    openFrom: (text) =>
      finders.reduce((lowest, { openFrom }) => Math.min(lowest, openFrom(text)), text.length),
  };
};
