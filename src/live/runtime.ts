import type { Config } from '../config/schema.ts';
import type { SecondTier } from '../detection/model/second-tier.ts';
import type { OpenRules } from '../detection/operator-rules/definition.ts';
import { openRuleSteps } from '../detection/operator-rules/rules.ts';
import type { FingerprintOf } from '../detection/text/fingerprint.ts';
import { policyRevision } from '../envoy/report/report.ts';
import type { OpenStream, Runtime } from '../envoy/session/session-deps.ts';
import { compileExclusions } from '../policy/exclusions.ts';
import { createScanKit, type ScanHooks, type ScanParts } from '../scanner/scan-parts.ts';
import type { ScanThreads } from '../scanner/threads/scan-threads.ts';
import { inTurns, type Steps } from '../steps/steps.ts';
import type { StreamBudget } from '../stream/budget.ts';
import { createStreamGuard } from '../stream/guard.ts';
import type { InForce } from './policy-source.ts';

export type RuntimeDeps = Readonly<{
  secondTier: SecondTier | null;
  /** That scan large requests; null where the first thread scans all. */
  threads: ScanThreads | null;
  /** Shared by the streams of all that is built. */
  budget: StreamBudget;
  hooks: ScanHooks;
  onReleased: (holdMs: number, heldBytes: number) => void;
  fingerprintOf: FingerprintOf;
  /** Unix time in milliseconds. */
  now: () => number;
  /** Monotonic clock in milliseconds. */
  clock: () => number;
}>;

type Engine = Readonly<{ scan: ScanParts; openStream: OpenStream }>;

/** A pattern's first look at a text costs more than all later ones; so does that of a stream. */
const FIRST_TEXT = 'The first text that the rules see, with numbers such as 0815-4711. '.repeat(16);

/** Nobody waits for a new policy as callers wait for their answers: it gives them a turn more often than a scan does. */
const SLICE_MS = 2;

const createPace = (clock: () => number): (() => Promise<void> | null) => {
  let untilMs = clock() + SLICE_MS;
  return () =>
    clock() < untilMs
      ? null
      : new Promise((resolve) => {
          setImmediate(() => {
            untilMs = clock() + SLICE_MS;
            resolve();
          });
        });
};

/** The rules that an answer waits for: where something is only recorded nothing does. */
const openRulesOf = (rules: Config['policy']['rules']): Steps<OpenRules> =>
  openRuleSteps(rules.filter(({ action, direction }) => action !== 'detect' && direction !== 'input'));

function* tryOut({ pipeline }: ScanParts, openRules: OpenRules): Steps<void> {
  for (const direction of ['input', 'output'] as const) {
    const where = direction === 'input' ? 'user' : 'output';
    const context = { role: where, trust: where, direction, protectedTexts: [] } as const;
    for (const _ of pipeline.scan(FIRST_TEXT, context)) yield;
  }
  openRules.openFrom(FIRST_TEXT);
}

/**
 * Builds what requests run by. What is dear (the model, the second tier, the memory of streams) is shared by all that it
 * builds, and rules are compiled only where they have changed, a slice at a time.
 */
export const createRuntimeBuilder = (
  config: Config,
  { secondTier, threads, budget, hooks, onReleased, fingerprintOf, now, clock }: RuntimeDeps,
): ((inForce: InForce) => Promise<Runtime>) => {
  const kit = createScanKit(config, { secondTier, threads }, hooks);
  const { maxDepth, maxSegments, maxTextChars } = config.scan;
  const { maxEventBytes, maxHeldBytes, maxHoldMs } = config.stream;
  const limits = { maxDepth, maxSegments, maxTextChars, maxEventBytes, maxHeldBytes, maxHoldMs };
  let last: Readonly<{ name: string; engine: Engine }> | null = null;

  function* engineSteps(policy: Config['policy']): Steps<Engine> {
    const scan = yield* kit.steps(policy);
    const openRules = yield* openRulesOf(policy.rules);
    if (policy.rules.length > 0) yield* tryOut(scan, openRules);
    const { pipeline, hashValue } = scan;
    const parts = { pipeline, hashValue, openRules, limits, budget, clock, onReleased };
    const holdsWhole = config.stream.wholeAnswer;
    return { scan, openStream: (options) => createStreamGuard({ ...options, ...parts, holdsWhole }) };
  }

  return async ({ policy, exclusions }) => {
    const name = JSON.stringify([policy.rules, policy.thresholds]);
    const engine = last?.name === name ? last.engine : await inTurns(engineSteps(policy), createPace(clock));
    last = { name, engine };
    const { inspector, pipeline, injectionThresholds } = engine.scan;
    return {
      settings: { ...policy, injectionThresholds, revision: policyRevision(pipeline.revision, policy) },
      exclusions: compileExclusions(exclusions, { now, fingerprintOf }),
      inspector,
      openStream: engine.openStream,
    };
  };
};
