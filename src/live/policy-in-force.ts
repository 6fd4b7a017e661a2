import { type ConfigOrigin, type FileFollower, followConfigFile } from '../config/reload.ts';
import type { Config } from '../config/schema.ts';
import type { SecondTier } from '../detection/model/second-tier.ts';
import type { FingerprintOf } from '../detection/text/fingerprint.ts';
import type { Runtime } from '../envoy/session/session-deps.ts';
import { unsoughtEntities } from '../policy/entity-names.ts';
import type { EntitySettings } from '../policy/settings.ts';
import type { Store } from '../records/running-store.ts';
import type { ScanThreads } from '../scanner/threads/scan-threads.ts';
import { createStreamBudget } from '../stream/budget.ts';
import type { Gauges } from '../telemetry/gauges.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { checkPolicy } from './check-policy.ts';
import { createPolicySource, type PolicySource } from './policy-source.ts';
import { createRuntimeBuilder } from './runtime.ts';

/** What of the gateway a policy is built from, and where its changes are told. */
export type PolicyParts = Readonly<{
  metrics: Metrics;
  gauges: Gauges;
  logger: Logger;
  store: Store;
  secondTier: SecondTier | null;
  /** Null where the first thread scans all. */
  threads: ScanThreads | null;
  fingerprintOf: FingerprintOf;
  /** Monotonic clock in milliseconds. */
  clock: () => number;
}>;

/** Faults of the two places that settings come from; the last reload was a success where neither has one. */
const createReloadReport = (metrics: Metrics, logger: Logger) => {
  const faulty = new Set<'file' | 'dashboard'>();
  const show = (): void => metrics.configLastReloadSuccessful.set(faulty.size === 0 ? 1 : 0);
  return {
    good: (from: 'file' | 'dashboard'): void => {
      faulty.delete(from);
      show();
    },
    bad: (from: 'file' | 'dashboard', fields: object, message: string): void => {
      faulty.add(from);
      show();
      metrics.configReloadFailures.inc({});
      logger.error(fields, message);
    },
  };
};

/** Tells of entities that something is set for and that nothing looks for; again only where they are others than before. */
const createUnsoughtReport = (logger: Logger) => {
  let told = '';
  return (entities: EntitySettings): void => {
    const unsought = unsoughtEntities(entities);
    const names = unsought.join(' ');
    if (names !== told && unsought.length > 0)
      logger.warn(
        { entities: unsought },
        'nothing looks for these entities; what policy.entities says of them does nothing',
      );
    told = names;
  };
};

/** Has the file's `policy:` section followed, too. */
const followFile = (
  source: PolicySource<Runtime>,
  origin: ConfigOrigin,
  file: string,
  report: ReturnType<typeof createReloadReport>,
  logger: Logger,
): PolicySource<Runtime> => {
  let follower: FileFollower | null = null;
  return {
    ...source,
    start: async () => {
      await source.start();
      follower = followConfigFile(origin, file, {
        onChange: (layer, waiting) => {
          if (waiting.length > 0) logger.warn({ keys: waiting }, 'settings outside policy take a restart');
          report.good('file');
          void source.setLayer(layer);
        },
        onInvalid: (error) =>
          report.bad(
            'file',
            { err: error },
            'the configuration file is not valid; settings stay as they are',
          ),
      });
    },
    close: () => {
      follower?.close();
      source.close();
    },
  };
};

/**
 * What is in force, from the store and the configuration file, as both change.
 *
 * @param origin Where the configuration came from, so that its file is followed; absent: all of `policy` stays as it is.
 */
export const createPolicy = (
  config: Config,
  origin: ConfigOrigin | undefined,
  { metrics, gauges, logger, secondTier, threads, fingerprintOf, store, clock }: PolicyParts,
): PolicySource<Runtime> => {
  const report = createReloadReport(metrics, logger);
  const budget = createStreamBudget(config.stream.maxTotalBytes);
  gauges.followStreams(budget);
  const build = createRuntimeBuilder(config, {
    secondTier,
    threads,
    budget,
    fingerprintOf,
    now: Date.now,
    clock,
    hooks: {
      onCacheLookup: (isHit) => metrics.segmentCacheLookups.inc({ result: isHit ? 'hit' : 'miss' }),
      onSecondTier: (judged, late) => {
        metrics.secondTier.inc({ result: 'judged' }, judged);
        metrics.secondTier.inc({ result: 'late' }, late);
      },
    },
    onReleased: (holdMs, heldBytes) => {
      metrics.streamHold.observe({}, holdMs / 1000);
      metrics.streamHeldBytes.observe({}, heldBytes);
    },
  });
  const tellOfUnsought = createUnsoughtReport(logger);
  const source = createPolicySource({
    store,
    layer: origin?.layer ?? config.policy,
    check: (own, inLayer) => checkPolicy(own, inLayer),
    build,
    onPolicyChange: store.onPolicyChange,
    onTaken: ({ revision, policy }, isNewest) => {
      metrics.configRevision.set(revision);
      if (isNewest) report.good('dashboard');
      logger.info({ settings_revision: revision }, 'the policy is in force');
      tellOfUnsought(policy.entities);
    },
    onRefused: (revision, problems) =>
      report.bad(
        'dashboard',
        { settings_revision: revision, problems },
        'settings cannot be taken up; others stay in force',
      ),
    onError: (error) => logger.warn({ err: error }, 'the settings could not be read; they stay as they are'),
  });
  const file = origin?.sources.file;
  if (origin === undefined || file === undefined) return source;
  return followFile(source, origin, file, report, logger);
};
