import { createSecretKey, type KeyObject } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAddress } from './config/address.ts';
import type { ConfigOrigin } from './config/reload.ts';
import type { Config } from './config/schema.ts';
import { tracesUrl } from './config/telemetry.ts';
import type { SecondTier } from './detection/model/second-tier.ts';
import { createFingerprint, type FingerprintOf } from './detection/text/fingerprint.ts';
import { forgetTexts } from './detection/text/in-hand.ts';
import { type Afterwards, createAfterwards } from './envoy/report/afterwards.ts';
import { createTracer, type Tracer } from './envoy/report/exchange-trace.ts';
import { logEnding, measure } from './envoy/report/measure.ts';
import { toRecord } from './envoy/report/report.ts';
import { createExtProcServer } from './envoy/server.ts';
import type { ServerTls } from './envoy/server-credentials.ts';
import type { EndingFacts, Runtime } from './envoy/session/session-deps.ts';
import type { Ending } from './envoy/session/session-types.ts';
import { GatewayError } from './errors.ts';
import { createKeyDirectory, type KeyDirectory } from './keys/directory.ts';
import { createRateLimiter } from './keys/rate-limit.ts';
import { createExclusionHits, type ExclusionHits } from './live/exclusion-hits.ts';
import { createPolicy } from './live/policy-in-force.ts';
import type { PolicySource } from './live/policy-source.ts';
import { whyWeightsMayNotFit } from './models/load.ts';
import { collectGarbage } from './platform/collect-garbage.ts';
import { listenFailure, requireUnused } from './platform/listening.ts';
import { loadHashSecret } from './records/hash-secret.ts';
import { openStore } from './records/open.ts';
import type { Store } from './records/running-store.ts';
import { openSecondTier } from './scanner/scan-parts.ts';
import type { ScanThreads } from './scanner/threads/scan-threads.ts';
import { createUndo } from './steps/undo.ts';
import { unlessAborted } from './steps/unless-aborted.ts';
import { createFeedbackCounts } from './telemetry/feedback-counts.ts';
import { createGauges, type Gauges } from './telemetry/gauges.ts';
import { createLogger, type Logger } from './telemetry/logger.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { type OpsServer, startOpsServer } from './telemetry/ops-server.ts';
import { createSecurityEventExporter, type SecurityEventExporter } from './telemetry/security-exporter.ts';
import { createTraceExporter } from './telemetry/trace-exporter.ts';
import { startPractice } from './warm-up/practice.ts';
import { warmUp } from './warm-up/warm-up.ts';

export type Gateway = Readonly<{
  /** Where Envoy reaches the processor, with the port that was bound. */
  extProcAddress: string;
  metricsUrl: string;
  /**
   * Takes no new requests, lets those in flight end, and writes what is left.
   *
   * @param drainMs How long traffic is still served while health already says no, so that Envoy turns elsewhere.
   */
  stop: (drainMs: number) => Promise<void>;
}>;

const clock = (): number => performance.now();

const SECRET_BYTES = 32;

const openCountedStore = (config: Config, metrics: Metrics, logger: Logger): Promise<Store> =>
  openStore(config, {
    onWritten: (count) => metrics.recordsWritten.inc({}, count),
    onDropped: (count, reason) =>
      metrics.recordsDropped.inc({ reason: reason === 'write_failed' ? 'store_failed' : reason }, count),
    onTextsDropped: (count) => metrics.textsDropped.inc({}, count),
    onError: (error) => logger.warn({ err: error }, 'the store failed'),
  });

const opsAddress = (address: string): { host: string; port: number } | { path: string } => {
  const parsed = parseAddress(address);
  if (parsed === null) throw new GatewayError('CONFIG_INVALID', `metrics.address: ${address} is no address`);
  return parsed.kind === 'unix' ? { path: parsed.path } : { host: parsed.host, port: parsed.port };
};

/** Of each exclusion, once for each request in which it matched something. */
const hitsOf = ({ input, output }: Ending): ReadonlySet<string> => {
  const hits = new Set<string>();
  for (const { inspection } of [input, output])
    for (const { exclusionId } of inspection?.findings ?? [])
      if (exclusionId !== undefined) hits.add(exclusionId);
  return hits;
};

type Ended = Readonly<{ ending: Ending; facts: EndingFacts; durationMs: number }>;

/** What is done with all that is known of a request, after its answer. */
const createEndings = (
  config: Config,
  { metrics, store, logger, securityEvents, hashSecret, sharedSecret, fingerprintOf }: Shared,
  exclusionHits: ExclusionHits,
): Afterwards<Ended> => {
  const { excerptChars, fullText } = config.store;
  const texts = { excerptChars, fullText, fingerprintOf, hashSecret, sharedSecret };
  return createAfterwards(
    ({ ending, facts: { addedMs, settings, trace }, durationMs }) => {
      measure(ending, settings.mode, metrics);
      const record = toRecord(ending, { ...texts, defaults: settings }, addedMs, trace?.traceId);
      store.write(record);
      securityEvents?.write(record);
      const hits = hitsOf(ending);
      for (const label of hits) metrics.exclusionHits.inc({ label });
      exclusionHits.note(hits, Date.now());
      logEnding(ending, durationMs, logger, trace?.traceId);
    },
    (error, { ending }) =>
      logger.error(
        { err: error, request_id: ending.exchange.requestId },
        'the end of a request was not told',
      ),
    forgetTexts,
  );
};

/** Metrics and health come up first and go down last, so that every other part can be watched. */
const startOps = (
  config: Config,
  { metrics, gauges, store, logger }: Pick<Shared, 'metrics' | 'gauges' | 'store' | 'logger'>,
  phase: () => Phase,
  isOverloaded: () => boolean,
): Promise<OpsServer> => {
  const feedback = createFeedbackCounts(store, {
    onCount: (label, more) => metrics.feedback.inc({ label }, more),
    onError: (error) => logger.warn({ err: error }, 'feedback could not be counted'),
    now: Date.now,
  });
  const { address } = config.metrics;
  return startOpsServer(
    { address: opsAddress(address) },
    {
      metrics: {
        render: async () => {
          await feedback.refresh();
          gauges.refresh();
          return metrics.render();
        },
      },
      isLive: () => true,
      isReady: () => ({
        ready: phase() === 'ready',
        reasons: phase() === 'ready' ? [] : [phase()],
        overloaded: isOverloaded(),
      }),
    },
  ).catch((error: unknown) => {
    throw listenFailure('metrics.address', address, error);
  });
};

type Phase = 'starting' | 'ready' | 'draining';

type Shared = Readonly<{
  metrics: Metrics;
  gauges: Gauges;
  store: Store;
  logger: Logger;
  keys: KeyDirectory;
  secondTier: SecondTier | null;
  /** Null where the first thread scans all. */
  threads: ScanThreads | null;
  /** Keys the hashes of contents; no other replica has it, and nobody who has the store alone. */
  hashSecret: KeyObject;
  /** Keys the names of texts and conversations, the same on every replica: exclusions are told by them. */
  sharedSecret: KeyObject;
  fingerprintOf: FingerprintOf;
  /** Null where the operator exports none. */
  securityEvents: SecurityEventExporter | null;
  /** Null where the operator wants no traces. */
  tracer: Tracer | null;
  phase: () => Phase;
}>;

const serverTls = ({ extProc: { tls } }: Config): ServerTls | null => {
  const { certFile, keyFile, clientCaFile } = tls;
  return certFile === undefined || keyFile === undefined || clientCaFile === undefined
    ? null
    : { certFile, keyFile, clientCaFile };
};

const createServer = (
  config: Config,
  policy: PolicySource<Runtime>,
  endings: Afterwards<Ended>,
  { metrics, logger, keys, tracer, phase }: Shared,
) =>
  createExtProcServer(
    {
      address: config.extProc.address,
      transport: config.extProc.transport,
      maxBodyBytes: config.scan.maxBodyBytes,
      maxConnections: config.extProc.maxConnections,
      limits: config.limits,
      tls: serverTls(config),
    },
    {
      admission: {
        findKey: keys.find,
        takeToken: createRateLimiter(clock).take,
        streamOnBlock: config.stream.onBlock,
      },
      runtime: policy.current,
      onEnding: (ending, facts) => {
        endings.add({ ending, facts, durationMs: Date.now() - ending.exchange.receivedAtMs });
        // Spans end when the exchange does.
        facts.trace?.finish(ending, facts.addedMs);
      },
      onAnswered: (stage, ms) => metrics.addedLatency.observe({ phase: stage }, ms / 1000),
      tracer,
      onStreams: (inFlight) => metrics.streamsInFlight.set(inFlight),
      onScans: (inFlight) => metrics.scansInFlight.set(inFlight),
      onQueued: (ms) => metrics.queueDelay.observe({}, ms / 1000),
      onShed: (reason) => metrics.shed.inc({ reason }),
      onFault: (error, requestId) => logger.error({ err: error, request_id: requestId }, 'fault'),
      onCertificateError: (error) =>
        logger.error({ err: error }, 'changed files of extProc.tls cannot be used; the old ones stay'),
      onTransportError: (error) => logger.error({ err: error }, 'the processor could not take a connection'),
      onCrowded: (ended) => metrics.crowded.inc({ ended }),
      isReady: () => phase() !== 'draining',
      now: Date.now,
      clock,
    },
  );

/** @returns Null where the first thread scans all. */
const openScanThreads = async (
  { scan: { threads: count, threadsFromChars: fromChars, modelFile, practicePasses } }: Config,
  secondTier: SecondTier | null,
  metrics: Metrics,
  logger: Logger,
): Promise<ScanThreads | null> => {
  if (count === 0) return null;
  const { startScanThreads } = await import('./scanner/threads/scan-threads.ts');
  return startScanThreads({
    ...{ count, fromChars, modelFile, practicePasses },
    secondTier: secondTier?.header ?? null,
    onFault: (error) => {
      metrics.scanThreadFaults.inc({});
      logger.error({ err: error }, 'a thread that scans ended; another one is started');
    },
    onScan: (result) => metrics.scanThreadRequests.inc({ result }),
  });
};

const openSecurityEvents = (
  config: Config,
  version: string,
  metrics: Metrics,
  logger: Logger,
): SecurityEventExporter | null =>
  createSecurityEventExporter(config, {
    version,
    onDropped: (receiver, count) => metrics.securityEventsDropped.inc({ receiver }, count),
    onError: (error) => logger.warn({ err: error }, 'security events could not be handed over'),
  });

/** @returns Null where nobody said where traces go. */
const openTraces = (
  { telemetry: { traces } }: Config,
  version: string,
  metrics: Metrics,
  logger: Logger,
): Readonly<{ tracer: Tracer; close: () => Promise<void> }> | null => {
  const { endpoint, ratio } = traces;
  if (endpoint === undefined) return null;
  const { write, close } = createTraceExporter(traces, tracesUrl(endpoint), {
    version,
    instance: `${hostname()}:${process.pid}`,
    onExported: (count) => metrics.spansExported.inc({}, count),
    onDropped: (count, reason) => metrics.spansDropped.inc({ reason }, count),
    onError: (error) => logger.warn({ err: error }, 'spans could not be handed over'),
  });
  return { tracer: createTracer({ ratio, write, now: Date.now, clock }), close };
};

export type GatewayOptions = Readonly<{
  /** Where the configuration came from, so that its file is followed; absent: all of `policy` stays as it is. */
  origin?: ConfigOrigin;
  /** Aborted where it is not wanted any more before it is up. */
  signal?: AbortSignal;
}>;

/**
 * Composition root of the gateway: builds the parts, starts the services in order, and stops them in reverse.
 *
 * @throws GatewayError `CONFIG_INVALID` for an address that is taken, `STORE_FAILED` for a store that cannot be opened; the signal's reason
 *   where that is aborted. What had been started is stopped again.
 */
export const startGateway = async (
  config: Config,
  version: string,
  { origin, signal }: GatewayOptions = {},
): Promise<Gateway> => {
  const undo = createUndo();
  let phase: Phase = 'starting';
  let isOverloaded = (): boolean => false;
  try {
    // Before there is anything that a busy port would have to be taken back for, such as an open store.
    await requireUnused('metrics.address', config.metrics.address);
    await requireUnused('extProc.address', config.extProc.address);
    const logger = createLogger(config.log.level);
    const metrics = createMetrics({ version });
    undo.add(metrics.close);
    const store = await unlessAborted(openCountedStore(config, metrics, logger), signal, (late) =>
      late.close(),
    );
    undo.add(store.close);
    const gauges = createGauges(config, metrics);
    gauges.followStore(store);
    const ops = await startOps(
      config,
      { metrics, gauges, store, logger },
      () => phase,
      () => isOverloaded(),
    );
    undo.add(ops.close);
    const keys = createKeyDirectory(store, {
      now: Date.now,
      onAnswer: () => metrics.storeContact.set(Date.now() / 1000),
      onError: (error) => logger.warn({ err: error }, 'the keys could not be read'),
    });
    await unlessAborted(keys.start(), signal, keys.close);
    undo.add(keys.close);
    gauges.followKeys(keys);
    // Never left behind while it loads: its library aborts a process that ends meanwhile.
    const secondTier = await openSecondTier(config, (error) => {
      metrics.secondTierFaults.inc({});
      logger.error(
        { err: error },
        'the second tier ended; the first judges alone until another one is started',
      );
    });
    if (secondTier !== null) {
      undo.add(secondTier.close);
      const doubt = whyWeightsMayNotFit(config.scan.modelFile, secondTier.header);
      if (doubt !== null) logger.warn({ model: config.scan.modelFile }, doubt);
    }
    const threads = await openScanThreads(config, secondTier, metrics, logger);
    if (threads !== null) {
      undo.add(threads.close);
      gauges.followThreads(threads);
    }
    signal?.throwIfAborted();
    await warmUp();
    signal?.throwIfAborted();
    const sharedSecret = createSecretKey(
      await unlessAborted(store.getOrCreateSecret('texts', SECRET_BYTES), signal),
    );
    const securityEvents = openSecurityEvents(config, version, metrics, logger);
    if (securityEvents !== null) undo.add(securityEvents.close);
    const traces = openTraces(config, version, metrics, logger);
    if (traces !== null) undo.add(traces.close);
    const shared: Shared = {
      ...{ metrics, gauges, store, logger, keys, secondTier, threads, sharedSecret, securityEvents },
      tracer: traces?.tracer ?? null,
      hashSecret: await loadHashSecret(config.dataDir),
      fingerprintOf: createFingerprint(sharedSecret),
      phase: () => phase,
    };
    const policy = createPolicy(config, origin, { ...shared, clock });
    await unlessAborted(policy.start(), signal, policy.close);
    undo.add(policy.close);
    const exclusionHits = createExclusionHits(store, (error) =>
      logger.warn({ err: error }, 'how often exclusions matched could not be stored'),
    );
    undo.add(exclusionHits.close);
    const endings = createEndings(config, shared, exclusionHits);
    undo.add(endings.flush);
    const server = await createServer(config, policy, endings, shared);
    const port = await server.start();
    isOverloaded = server.isOverloaded;
    gauges.followOverload(isOverloaded);
    undo.add(() => server.stop(config.shutdown.graceMs));
    phase = 'ready';
    const practice = startPractice(
      { passes: config.scan.practicePasses, isIdle: server.isIdle },
      {
        tidy: collectGarbage,
        onDone: (ms) => logger.info({ ms: Math.round(ms) }, 'warmed up'),
        onError: (error) => logger.warn({ err: error }, 'the scanner could not be warmed up'),
      },
    );
    undo.add(practice.stop);
    const extProcAddress = config.extProc.address.replace(/:0$/, `:${port}`);
    logger.info({ ext_proc: extProcAddress, metrics: ops.url }, 'ready');
    return {
      extProcAddress,
      metricsUrl: ops.url,
      stop: async (drainMs) => {
        phase = 'draining';
        logger.info({ drain_ms: drainMs, grace_ms: config.shutdown.graceMs }, 'draining');
        server.notifyHealth();
        await sleep(drainMs);
        await undo.run();
        logger.info('stopped');
      },
    };
  } catch (error) {
    // What failed first is told.
    await undo.run().catch(() => undefined);
    throw error;
  }
};
