import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { formatAddress } from '../config/address.ts';
import type { ConfigOrigin } from '../config/reload.ts';
import { type Config, ConfigSchema } from '../config/schema.ts';
import { findEnvoy } from '../envoy/binary.ts';
import { ensureCaFile } from '../envoy/configuration/ca-file.ts';
import { addressOf, envoyOptions } from '../envoy/configuration/options.ts';
import { parseUpstream, type Upstream } from '../envoy/configuration/upstream.ts';
import { type EnvoyProcess, startEnvoy } from '../envoy/process.ts';
import { GatewayError } from '../errors.ts';
import { mintStartKey } from '../keys/service.ts';
import { writeWhole } from '../platform/whole-file.ts';
import { openDatabase } from '../records/open.ts';
import { startSampleProvider } from '../sample-provider/server.ts';
import { createUndo } from '../steps/undo.ts';
import { unlessAborted } from '../steps/unless-aborted.ts';
import { createAddressNote } from './dashboard-address.ts';
import { type DashboardProcess, runDashboardProcess } from './dashboard-process.ts';
import { type GatewayProcess, runGatewayProcess } from './gateway-process.ts';
import { freeOrAny, requireFree } from './ports.ts';

/** What `--ready-file` says (see the interface page of the documentation). */
export type ReadyFile = Readonly<{
  proxyUrl: string;
  dashboardUrl: string | null;
  metricsUrl: string;
  gatewayKey: string;
  setupUrl: string | null;
  pid: number;
  gatewayPid: number;
  envoyPid: number;
}>;

export type StartOptions = Readonly<{
  config: Config;
  /** Where it came from, for gateway and dashboard to follow its file. */
  origin: ConfigOrigin;
  version: string;
  env: NodeJS.ProcessEnv;
  /** Null: the built-in sample provider. */
  upstream: Upstream | null;
  readyFile: string | null;
  hasDashboard: boolean;
  /** One line for whoever watches the terminal. */
  say: (line: string) => void;
  /** Aborted where it is to end before it is up. */
  signal: AbortSignal;
}>;

export type Started = Readonly<{ ready: ReadyFile; usesSampleProvider: boolean; stop: () => Promise<void> }>;

const mintKey = async (config: Config): Promise<string> => {
  const store = await openDatabase(config);
  try {
    return (await mintStartKey(store, Date.now())).secret;
  } finally {
    await store.close();
  }
};

/** Readers see the whole file or none, and it holds a key. @returns The file, behind all links. */
const writeReadyFile = (path: string, ready: ReadyFile): string => {
  try {
    return writeWhole(path, `${JSON.stringify(ready)}\n`, 0o600);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GatewayError('CONFIG_INVALID', `--ready-file: ${reason}`, { cause });
  }
};

const withFreePorts = async (config: Config): Promise<Config> => {
  const standard = ConfigSchema.parse({});
  return {
    ...config,
    extProc: {
      ...config.extProc,
      address: await freeOrAny('extProc.address', config.extProc.address, standard.extProc.address),
    },
    dashboard: {
      ...config.dashboard,
      address: await freeOrAny('dashboard.address', config.dashboard.address, standard.dashboard.address),
    },
    metrics: {
      address: await freeOrAny('metrics.address', config.metrics.address, standard.metrics.address),
    },
    proxy: {
      ...config.proxy,
      adminAddress: await freeOrAny(
        'proxy.adminAddress',
        config.proxy.adminAddress,
        standard.proxy.adminAddress,
      ),
    },
  };
};

const runEnvoy = async (
  options: StartOptions,
  config: Config,
  gateway: GatewayProcess,
  upstream: Upstream,
  onExit: (reason: string) => void,
): Promise<EnvoyProcess> => {
  const directory = resolve(config.dataDir, 'envoy');
  const { env, signal, say } = options;
  const { path } = await unlessAborted(findEnvoy({ env, log: say, signal }), signal);
  return startEnvoy({
    binary: path,
    directory,
    concurrency: config.proxy.concurrency,
    signal,
    onSpawn: (pid) => gateway.adopt(pid),
    onLine: (line) => say(`envoy: ${line}`),
    onExit: (reason) => {
      gateway.adopt(null);
      onExit(reason);
    },
    envoy: envoyOptions(config, {
      extProc: addressOf('extProc.address', gateway.extProcAddress),
      upstream,
      caFile: config.proxy.upstreamCaFile ?? (await ensureCaFile(directory)),
    }),
  });
};

/** Port 0 is none that callers could be told of. */
const withBoundProxy = (config: Config, proxyUrl: string): Config => ({
  ...config,
  proxy: { ...config.proxy, address: config.proxy.address.replace(/:0$/, `:${new URL(proxyUrl).port}`) },
});

const startDashboardFor = (
  { hasDashboard, origin, version, say, signal }: StartOptions,
  config: Config,
  onUp: (address: string) => void,
): Promise<DashboardProcess> | null =>
  hasDashboard
    ? runDashboardProcess({
        config,
        origin,
        version,
        makesSetupLink: true,
        onLine: say,
        signal,
        onUp,
      })
    : null;

/**
 * Everything on one machine: the provider (unless there is one), the gateway, and Envoy in front of it.
 *
 * @param onEnvoyExit Called when Envoy ended without being asked to.
 * @throws GatewayError where a part does not come up, the signal's reason where that is aborted; what had come up is stopped again.
 */
export const startAll = async (
  options: StartOptions,
  onEnvoyExit: (reason: string) => void,
): Promise<Started> => {
  const undo = createUndo();
  const { signal } = options;
  try {
    await requireFree(
      'proxy.address',
      options.config.proxy.address,
      'choose another port with --port, or end what listens there',
    );
    const config = await withFreePorts(options.config);
    const gatewayKey = await unlessAborted(mintKey(config), signal);
    let { upstream } = options;
    if (upstream === null) {
      const provider = await startSampleProvider({ host: '127.0.0.1', port: 0 });
      undo.add(provider.close);
      upstream = parseUpstream(provider.url, false);
    }
    const gateway = await runGatewayProcess(config, options, options.say);
    undo.add(gateway.stop);
    let isStopping = false;
    const envoy = await runEnvoy(options, config, gateway, upstream, (reason) => {
      if (!isStopping) onEnvoyExit(reason);
    });
    undo.add(async () => {
      isStopping = true;
      await envoy.stop(config.shutdown.graceMs);
    });
    const note = createAddressNote(config, options.say);
    undo.add(note.clear);
    const dashboard = await startDashboardFor(options, withBoundProxy(config, envoy.proxyUrl), note.write);
    if (dashboard !== null) undo.add(dashboard.stop);
    signal.throwIfAborted();
    const ready: ReadyFile = {
      proxyUrl: envoy.proxyUrl,
      dashboardUrl: dashboard?.url ?? null,
      metricsUrl: gateway.metricsUrl,
      gatewayKey,
      setupUrl: dashboard?.setupUrl ?? null,
      pid: process.pid,
      gatewayPid: gateway.pid(),
      envoyPid: envoy.pid,
    };
    const { readyFile } = options;
    if (readyFile !== null) {
      // Of a link what it leads to: that has the key.
      const written = writeReadyFile(readyFile, ready);
      undo.add(() => rm(written, { force: true }));
    }
    return { ready, usesSampleProvider: options.upstream === null, stop: undo.run };
  } catch (error) {
    // What failed first is told.
    await undo.run().catch(() => undefined);
    throw error;
  }
};

/** A configured address with another port. */
export const withPort = (address: string, port: number): string => {
  const parsed = addressOf('address', address);
  return parsed.kind === 'unix' ? address : formatAddress({ ...parsed, port });
};
