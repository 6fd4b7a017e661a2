import { hash } from 'node:crypto';
import { atOnce, type Steps } from '../../steps/steps.ts';
import type { Detector, Pipeline } from '../detector.ts';
import type { Judge } from '../model/judge.ts';
import { createPipeline } from '../pipeline.ts';
import { NO_OPEN_RULES, type OpenRules, type RuleDefinition } from './definition.ts';
import { openPatternSteps, patternDetectorSteps, patternRulesOf } from './patterns.ts';
import { withRawText } from './raw-text.ts';
import { openWordSteps, wordDetectorSteps } from './words.ts';

/** What detectors need of the text before a window, whatever the operator's rules ask for. */
const OVERLAP_CHARS = 1024;

/** Names every word of every rule, so that the pipeline's revision and the cache's keys change with them. */
const named = (detector: Detector, definitions: readonly RuleDefinition[]): Detector => ({
  ...detector,
  id: `${detector.id}:${hash('sha256', JSON.stringify(definitions), 'hex')}`,
});

/**
 * The pipeline of built-in detectors with the operator's rules beside them. In steps, since it is built anew while traffic
 * goes on.
 *
 * @param definitions Without problems, as `checkRule` sees them.
 * @param judge Weighs the injections among the findings.
 */
export function* rulePipelineSteps(
  detectors: readonly Detector[],
  definitions: readonly RuleDefinition[],
  judge?: Judge,
): Steps<Pipeline> {
  const weighing = judge === undefined ? {} : { judge };
  if (definitions.length === 0) return createPipeline(detectors, weighing);
  const overlapChars = Math.max(OVERLAP_CHARS, ...definitions.map(({ maxChars }) => maxChars));
  const patterns = yield* patternDetectorSteps(patternRulesOf(definitions));
  const words = yield* wordDetectorSteps(definitions);
  const pipeline = createPipeline([...detectors, named(words, definitions), patterns], {
    overlapChars,
    ...weighing,
  });
  return withRawText(pipeline, patterns, overlapChars);
}

/** Like `rulePipelineSteps`, at once. */
export const createRulePipeline = (...args: Parameters<typeof rulePipelineSteps>): Pipeline =>
  atOnce(rulePipelineSteps(...args));

/** @param definitions Those that a stream has to wait for. */
export function* openRuleSteps(definitions: readonly RuleDefinition[]): Steps<OpenRules> {
  if (definitions.length === 0) return NO_OPEN_RULES;
  const words = yield* openWordSteps(definitions);
  const patterns = yield* openPatternSteps(patternRulesOf(definitions));
  return { openFrom: (text) => Math.min(words.openFrom(text), patterns.openFrom(text)) };
}

/** Like `openRuleSteps`, at once. */
export const createOpenRules = (definitions: readonly RuleDefinition[]): OpenRules =>
  atOnce(openRuleSteps(definitions));
