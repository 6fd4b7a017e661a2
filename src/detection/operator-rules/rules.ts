import { hash } from 'node:crypto';
import type { Detector, Pipeline } from '../detector.ts';
import type { Judge } from '../model/judge.ts';
import { createPipeline } from '../pipeline.ts';
import { NO_OPEN_RULES, type OpenRules, type RuleDefinition } from './definition.ts';
import { createOpenPatterns, createPatternDetector, patternRulesOf } from './patterns.ts';
import { withRawText } from './raw-text.ts';
import { createOpenWords, createWordDetector } from './words.ts';

/** What detectors need of the text before a window, whatever the operator's rules ask for. */
const OVERLAP_CHARS = 1024;

/** Names every word of every rule, so that the pipeline's revision and the cache's keys change with them. */
const named = (detector: Detector, definitions: readonly RuleDefinition[]): Detector => ({
  ...detector,
  id: `${detector.id}:${hash('sha256', JSON.stringify(definitions), 'hex')}`,
});

/**
 * The pipeline of built-in detectors with the operator's rules beside them.
 *
 * @param definitions Without problems, as `checkRule` sees them.
 * @param judge Weighs the injections among the findings.
 */
export const createRulePipeline = (
  detectors: readonly Detector[],
  definitions: readonly RuleDefinition[],
  judge?: Judge,
): Pipeline => {
  const weighing = judge === undefined ? {} : { judge };
  if (definitions.length === 0) return createPipeline(detectors, weighing);
  const overlapChars = Math.max(OVERLAP_CHARS, ...definitions.map(({ maxChars }) => maxChars));
  const patterns = createPatternDetector(patternRulesOf(definitions));
  const pipeline = createPipeline(
    [...detectors, named(createWordDetector(definitions), definitions), patterns],
    { overlapChars, ...weighing },
  );
  return withRawText(pipeline, patterns, overlapChars);
};

/** @param definitions Those that a stream has to wait for. */
export const createOpenRules = (definitions: readonly RuleDefinition[]): OpenRules => {
  if (definitions.length === 0) return NO_OPEN_RULES;
  const words = createOpenWords(definitions);
  const patterns = createOpenPatterns(patternRulesOf(definitions));
  return { openFrom: (text) => Math.min(words.openFrom(text), patterns.openFrom(text)) };
};
