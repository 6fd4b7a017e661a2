import type { Config } from './config/schema.ts';
import { createSegmentCache } from './detection/cache.ts';
import type { Pipeline } from './detection/detector.ts';
import { builtInDetectors } from './detection/detectors/all.ts';
import { createJudge } from './detection/model/judge.ts';
import type { SecondTier } from './detection/model/second-tier.ts';
import { rulePipelineSteps } from './detection/operator-rules/rules.ts';
import { GatewayError } from './errors.ts';
import { createInspector, type Inspector } from './inspect.ts';
import { loadModel, SHIPPED_MODEL } from './models/load.ts';
import {
  type RunningSecondTier,
  readSecondTierHeader,
  SHIPPED_SECOND_TIER,
  startSecondTier,
  whyNoSecondTier,
} from './models/second-tier.ts';
import { type InjectionThresholds, modelThresholds, type ThresholdSettings } from './policy/settings.ts';
import { createValueHash, type HashValue } from './redaction/placeholder.ts';
import { atOnce, type Steps } from './redaction/steps.ts';

export type ScanParts = Readonly<{
  inspector: Inspector;
  hashValue: HashValue;
  pipeline: Pipeline;
  injectionThresholds: InjectionThresholds;
}>;

export type ScanHooks = Readonly<{
  onCacheLookup: (isHit: boolean) => void;
  onSecondTier: (judged: number, unjudged: number) => void;
}>;

export const NO_HOOKS: ScanHooks = { onCacheLookup: () => undefined, onSecondTier: () => undefined };

const OFFLINE_TIMEOUT_MS = 60_000;

const yieldTurn = (): Promise<void> => new Promise((done) => setImmediate(done));
const clock = (): number => performance.now();

/**
 * The second tier as the settings ask for it; null where there is none.
 *
 * @param onFault Told why the thread died.
 * @throws GatewayError `CONFIG_INVALID` where it is `on` and cannot be had.
 */
export const openSecondTier = async (
  { scan }: Config,
  onFault: (error: unknown) => void,
): Promise<RunningSecondTier | null> => {
  if (scan.secondTier === 'off') return null;
  const reason = whyNoSecondTier(SHIPPED_SECOND_TIER);
  if (reason !== null) {
    if (scan.secondTier === 'on') throw new GatewayError('CONFIG_INVALID', `scan.secondTier: ${reason}`);
    return null;
  }
  try {
    const header = readSecondTierHeader(SHIPPED_SECOND_TIER);
    return { header, ...(await startSecondTier(SHIPPED_SECOND_TIER, onFault)) };
  } catch (error) {
    // A library for another system, say: the same as if it were not there.
    if (scan.secondTier === 'auto') return null;
    throw new GatewayError('CONFIG_INVALID', 'scan.secondTier: the network cannot be run here', {
      cause: error,
    });
  }
};

/** What of the policy the scan itself hangs on; everything else is asked of its findings. */
export type ScanPolicy = Readonly<Pick<Config['policy'], 'rules'> & { thresholds?: ThresholdSettings }>;

/** The lowest score at which a model's finding can be a threat. */
const floorOf = (paranoid: readonly number[], { user = {}, untrusted = {} }: ThresholdSettings): number =>
  Math.min(...paranoid, ...[user, untrusted].flatMap((own) => Object.values(own)).filter(isNumber));

const isNumber = (value: number | undefined): value is number => value !== undefined;

/**
 * What every scanner shares, whatever its policy: the model, the second tier, the hash of values.
 *
 * @param isOffline Nobody waits: the model says its probability of every text, and not only of those that are a threat at
 *   some sensitivity, and the second tier takes the time that it needs, so that the answer never hangs on the load.
 * @throws GatewayError `CONFIG_INVALID` for a model file that cannot be read.
 */
export const createScanKit = (
  config: Config,
  secondTier: SecondTier | null,
  { onCacheLookup, onSecondTier }: ScanHooks,
  isOffline = false,
) => {
  const model = loadModel(config.scan.modelFile ?? SHIPPED_MODEL);
  const { direct, indirect } = (secondTier?.header ?? model.header).sides;
  const hashValue = createValueHash(config.redaction.hashSecret);
  const injectionThresholds = modelThresholds(direct.thresholds, indirect.thresholds);

  /** The parts for one policy, in steps: the operator's rules may take some tenths of a second to compile. */
  function* steps({ rules, thresholds = {} }: ScanPolicy): Steps<ScanParts> {
    const paranoid = [direct.thresholds.paranoid, indirect.thresholds.paranoid];
    const floor = isOffline ? 0 : floorOf(paranoid, thresholds);
    const judge = createJudge(model, { floor, secondTier: secondTier?.header ?? null });
    const pipeline = yield* rulePipelineSteps(builtInDetectors, rules, judge);
    const inspector = createInspector({
      pipeline,
      hashValue,
      cache: createSegmentCache(config.segmentCache, pipeline.revision),
      limits: config.scan,
      clock,
      yieldTurn,
      onCacheLookup,
      secondTier:
        secondTier === null
          ? null
          : {
              tier: secondTier,
              timeoutMs: isOffline ? OFFLINE_TIMEOUT_MS : config.scan.secondTierTimeoutMs,
              onJudged: onSecondTier,
              floor,
            },
    });
    return { inspector, hashValue, pipeline, injectionThresholds };
  }

  return { steps };
};

/** The parts that scan by the configuration as it stands, for `portcullis scan` and others beside the gateway. */
export const createScanParts = (
  config: Config,
  secondTier: SecondTier | null,
  hooks: ScanHooks,
  isOffline = false,
): ScanParts => atOnce(createScanKit(config, secondTier, hooks, isOffline).steps(config.policy));
