import type { Config } from '../config/schema.ts';
import { createBeginnings } from '../detection/cache/beginnings.ts';
import { createSegmentCache } from '../detection/cache/cache.ts';
import type { Pipeline } from '../detection/detector.ts';
import type { SecondTier } from '../detection/model/second-tier.ts';
import { GatewayError } from '../errors.ts';
import { createInspector, type Inspector } from '../inspect.ts';
import { startLastingNetwork } from '../models/lasting-network.ts';
import {
  type RunningSecondTier,
  readSecondTierHeader,
  SHIPPED_SECOND_TIER,
  startSecondTier,
  whyNoSecondTier,
} from '../models/second-tier.ts';
import { type InjectionThresholds, modelThresholds } from '../policy/settings.ts';
import { createValueHash, type HashValue } from '../redaction/placeholder.ts';
import { atOnce, type Steps } from '../steps/steps.ts';
import { createPipelineKit, type ScanPolicy } from './pipeline-kit.ts';
import type { ScanThreads } from './threads/scan-threads.ts';

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
 * @param onFault Told why the thread died, which is then started anew.
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
    const start = (onEnded: (error: unknown) => void) => startSecondTier(SHIPPED_SECOND_TIER, onEnded);
    return { header, ...(await startLastingNetwork({ start, onFault })) };
  } catch (error) {
    // A library for another system, say: the same as if it were not there.
    if (scan.secondTier === 'auto') return null;
    throw new GatewayError('CONFIG_INVALID', 'scan.secondTier: the network cannot be run here', {
      cause: error,
    });
  }
};

/**
 * What every scanner shares, whatever its policy: the model, the second tier, the threads, the hash of values.
 *
 * @param threads That scan in the place of this one; null where there are none.
 * @param isOffline Nobody waits: the model says its probability of every text, and the second tier takes the time that it
 *   needs, so that the answer never hangs on the load.
 * @throws GatewayError `CONFIG_INVALID` for a model file that cannot be read.
 */
export const createScanKit = (
  config: Config,
  { secondTier, threads }: Readonly<{ secondTier: SecondTier | null; threads: ScanThreads | null }>,
  { onCacheLookup, onSecondTier }: ScanHooks,
  isOffline = false,
) => {
  const kit = createPipelineKit(config.scan.modelFile, secondTier?.header ?? null, isOffline);
  const hashValue = createValueHash(config.redaction.hashSecret);
  const injectionThresholds = modelThresholds(kit.thresholds);

  /** The parts for one policy. Threads that have to compile its rules begin at once. */
  function* steps(policy: ScanPolicy): Steps<ScanParts> {
    const scanElsewhere = threads?.forPolicy(policy) ?? null;
    const pipeline = yield* kit.steps(policy);
    const inspector = createInspector({
      pipeline,
      hashValue,
      scanElsewhere,
      cache: createSegmentCache(config.segmentCache, pipeline.revision),
      beginnings: createBeginnings(config.conversationCache),
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
              floors: kit.floors(policy),
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
): ScanParts =>
  atOnce(createScanKit(config, { secondTier, threads: null }, hooks, isOffline).steps(config.policy));
