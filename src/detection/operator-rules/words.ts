import { endsStep, type Steps } from '../../steps/steps.ts';
import type { DetectionContext, Detector } from '../detector.ts';
import type { RawFinding } from '../matching/matcher.ts';
import { foldLetters, normalize } from '../text/normalize.ts';
import { appliesTo, type OpenRules, type RuleDefinition, ruleFinding } from './definition.ts';
import { foldCase, keepCase, type Phrase, type PhraseFinder, phraseFinderSteps } from './phrases.ts';

/**
 * A phrase as normalised text has it. Letters that look like others are read by the words around them, so there may be
 * two forms. Empty where nothing of it can be seen.
 */
export const formsOf = (phrase: string): readonly string[] => {
  const forms = [normalize(phrase).text, foldLetters(phrase).replaceAll(/\s+/gu, ' ')];
  return [...new Set(forms.map((form) => form.trim()))].filter((form) => form !== '');
};

type WordRules = Readonly<{ rules: readonly RuleDefinition[]; finders: readonly PhraseFinder[] }>;

function* finderOf(rules: readonly RuleDefinition[], caseSensitive: boolean): Steps<readonly PhraseFinder[]> {
  const phrases: Phrase[] = [];
  for (const [rule, definition] of rules.entries()) {
    if (definition.caseSensitive !== caseSensitive) continue;
    for (const [index, phrase] of (definition.words ?? []).entries()) {
      for (const text of formsOf(phrase)) phrases.push({ text, rule });
      if (endsStep(index)) yield;
    }
  }
  if (phrases.length === 0) return [];
  return [yield* phraseFinderSteps(phrases, caseSensitive ? keepCase : foldCase)];
}

function* compile(definitions: readonly RuleDefinition[]): Steps<WordRules> {
  const rules = definitions.filter(({ words }) => words !== undefined);
  return { rules, finders: [...(yield* finderOf(rules, false)), ...(yield* finderOf(rules, true))] };
}

/** Looks for the phrases of deny lists, whole words in normalised text. */
export function* wordDetectorSteps(definitions: readonly RuleDefinition[]): Steps<Detector> {
  const { rules, finders } = yield* compile(definitions);
  const detect = (text: string, context: DetectionContext): readonly RawFinding[] =>
    finders.flatMap(({ find }) =>
      find(text).flatMap(({ rule, span }) => {
        const definition = rules[rule];
        if (definition === undefined || !appliesTo(definition, context)) return [];
        return [ruleFinding(definition, span, context)];
      }),
    );
  return {
    id: 'operator-words',
    readings: 'plain',
    applies: (context) => rules.some((definition) => appliesTo(definition, context)),
    detect,
  };
}

/** Exact: the longest end of a text that is the beginning of a phrase. */
export function* openWordSteps(definitions: readonly RuleDefinition[]): Steps<OpenRules> {
  const { finders } = yield* compile(definitions);
  return {
    openFrom: (text) =>
      finders.reduce((lowest, { openFrom }) => Math.min(lowest, openFrom(text)), text.length),
  };
}
