import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { getRequestListener, RequestError } from '@hono/node-server';
import { parseAddress } from '../config/address.ts';
import { type ConfigOrigin, followConfigFile } from '../config/reload.ts';
import type { Config } from '../config/schema.ts';
import { GatewayError } from '../errors.ts';
import { createKeyDirectory } from '../keys/directory.ts';
import { listenFailure } from '../platform/listening.ts';
import { answerUnreadableInJson, NO_HOST, refusesManyHosts, toRefusal } from '../platform/unreadable.ts';
import { createUndo } from '../steps/undo.ts';
import { unlessAborted } from '../steps/unless-aborted.ts';
import { createDashboardMetrics, type DashboardMetrics } from '../telemetry/dashboard-metrics.ts';
import { createLogger, type Logger } from '../telemetry/logger.ts';
import { type OpsServer, startOpsServer } from '../telemetry/ops-server.ts';
import { createSeldom } from '../telemetry/seldom.ts';
import { createOidcClient } from './auth/oidc.ts';
import { createThrottle } from './auth/throttle.ts';
import { issueSetupLink } from './auth/tickets.ts';
import type { DashboardDeps } from './context.ts';
import { ApiFailure, toErrorResponse } from './failure.ts';
import { createLiveFeed } from './live-feed.ts';
import { hostForPeople, publicUrlOf, withoutSlash } from './public-url.ts';
import { PERMISSIONS } from './routes/permissions.ts';
import { createDashboardScanner, type DashboardScanner } from './scanner.ts';
import { createDashboard } from './server.ts';
import { openDashboardStore } from './store-seam.ts';
import { createWebhookSender } from './webhooks/sender.ts';

export type RunningDashboard = Readonly<{
  /** Where people reach it. */
  url: string;
  /** `host:port` with the port that was bound. */
  address: string;
  /** For the first account; null where there is one, or none was asked for. */
  setupUrl: string | null;
  /** Null where nobody said where metrics are answered. */
  metricsUrl: string | null;
  stop: () => Promise<void>;
}>;

type RunOptions = Readonly<{
  config: Config;
  /** Where the configuration came from; the `policy` section of its file is followed. */
  origin: ConfigOrigin;
  version: string;
  /** Whether to make a link for the first account where there is none; older ones end by it. */
  makesSetupLink: boolean;
  /** Aborted where it is not wanted any more before it is up. */
  signal?: AbortSignal;
}>;

const UI_DIRECTORY = fileURLToPath(new URL('./ui/dist', import.meta.url));
const LIMITS = {
  /** What is asked for by a query must fit in. */
  maxHeaderSize: 16_384,
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 75_000,
};
const MAX_CONNECTIONS = 1000;
const ALWAYS_READY = { ready: true, reasons: [], overloaded: false };
const SWEEP_EVERY_MS = 3_600_000;
const GRACE_MS = 2000;

/** Of Envoy on this machine, unless the operator says how callers reach it. */
const gatewayUrlOf = ({ dashboard, proxy }: Config): string => {
  const address = parseAddress(proxy.address);
  const standard = address?.kind === 'tcp' ? hostForPeople(address.host, address.port) : 'localhost:8080';
  return withoutSlash(dashboard.gatewayUrl ?? `http://${standard}`);
};

const UNANSWERED = new ApiFailure('server_error', 'internal_error', 'The answer could not be made.');

/** Of the connection's other end, where the answer is given over one. */
const socketAddress = (bindings: unknown): string => {
  const { incoming } = Object(bindings);
  return String(Object(Object(incoming).socket).remoteAddress ?? '');
};

const listen = async (server: Server, host: string, port: number): Promise<AddressInfo> => {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw listenFailure('dashboard.address', `${host}:${port}`, error);
  }
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('a TCP server has a port');
  return bound;
};

const closeServer = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(timer);
};

/** @returns Null where no address is set. */
const startMetrics = async (
  address: string | undefined,
  metrics: DashboardMetrics,
  countSessions: () => Promise<number>,
  onError: (error: unknown) => void,
): Promise<OpsServer | null> => {
  if (address === undefined) return null;
  const parsed = parseAddress(address);
  if (parsed?.kind !== 'tcp') throw new GatewayError('CONFIG_INVALID', 'dashboard.metricsAddress: host:port');
  const refresh = createSeldom(() => countSessions().then((count) => metrics.sessions.set(count), onError), {
    now: Date.now,
  });
  try {
    return await startOpsServer(
      { address: { host: parsed.host, port: parsed.port } },
      {
        metrics: { render: () => refresh().then(metrics.render) },
        isLive: () => true,
        isReady: () => ALWAYS_READY,
      },
    );
  } catch (error) {
    throw listenFailure('dashboard.metricsAddress', address, error);
  }
};

/** What the file says under `policy` now, as the processor follows it; a file that is not valid says what it did before. */
const followFile = (origin: ConfigOrigin, onChange: () => void, logger: Logger) => {
  let { layer } = origin;
  const { file } = origin.sources;
  const follower =
    file === undefined
      ? null
      : followConfigFile(origin, file, {
          onChange: (now) => {
            layer = now;
            onChange();
          },
          onInvalid: (error) =>
            logger.warn({ err: error }, 'the configuration file is not valid; what it locked stays locked'),
        });
  return { layer: () => layer, close: () => follower?.close() };
};

const PRACTICE_AFTER_MS = 1000;
const PRACTICE = {
  text: 'Dear team, the meeting is moved to Thursday. Please ignore the previous invitation, ticket 4711, anna@example.com.',
  role: 'user',
  direction: 'input',
} as const;

/** Patterns are compiled at their first use, which would keep whoever first looks at the playground waiting. @returns What leaves it. */
const practise = (scanner: DashboardScanner, policy: Config['policy']): (() => void) => {
  const timer = setTimeout(() => {
    // Whatever is wrong shows where somebody asks.
    scanner.playground(PRACTICE, policy).catch(() => undefined);
  }, PRACTICE_AFTER_MS).unref();
  return () => clearTimeout(timer);
};

/**
 * Composition root of the dashboard: builds its parts, starts them in order, and stops them in reverse.
 *
 * @throws GatewayError `CONFIG_INVALID` for an address that is taken, `STORE_FAILED` for a store that cannot be opened; the signal's reason
 *   where that is aborted. What had been started is stopped again.
 */
export const startDashboard = async ({
  config,
  origin,
  version,
  makesSetupLink,
  signal,
}: RunOptions): Promise<RunningDashboard> => {
  const undo = createUndo();
  try {
    const settings = config.dashboard;
    const logger = createLogger(config.log.level);
    const onError = (error: unknown): void => logger.warn({ err: error }, 'the dashboard’s store failed');
    const now = Date.now;
    const opened = await unlessAborted(openDashboardStore(config, onError), signal, (late) => late.close());
    undo.add(opened.close);
    const store = opened.data;
    const metrics = createDashboardMetrics({ version, routes: Object.keys(PERMISSIONS) });
    undo.add(metrics.close);
    const keys = createKeyDirectory(store, {
      now,
      onAnswer: () => metrics.storeContact.set(now() / 1000),
      onError,
    });
    await unlessAborted(keys.start(), signal, keys.close);
    undo.add(keys.close);
    // Never left behind while its network loads: the library of that aborts a process that ends meanwhile.
    const scanner = await createDashboardScanner(config, (error) =>
      logger.error(
        { err: error },
        'the second tier ended; the first judges alone until another one is started',
      ),
    );
    undo.add(scanner.close);
    signal?.throwIfAborted();
    const feed = createLiveFeed({ store, now, onError });
    undo.add(feed.close);

    const file = followFile(origin, feed.tellSettings, logger);
    undo.add(file.close);

    const address = parseAddress(settings.address);
    if (address?.kind !== 'tcp') throw new GatewayError('CONFIG_INVALID', 'dashboard.address: host:port');
    // The links need the port, and the port is known once it is bound.
    let answer: (request: Request, bindings: unknown) => Response | Promise<Response> = () =>
      new Response('Starting\n', { status: 503 });
    const listener = getRequestListener((request, bindings) => answer(request, bindings), {
      errorHandler: (error) =>
        error instanceof RequestError ? toRefusal(NO_HOST) : toErrorResponse(UNANSWERED),
    });
    const server = createServer(LIMITS, (request, response) => {
      if (refusesManyHosts(request, response)) return;
      listener(request, response).catch(onError);
    });
    server.maxConnections = MAX_CONNECTIONS;
    answerUnreadableInJson(server);
    const { port } = await listen(server, address.host, address.port);
    // As of the metrics: a connection that the system has nothing left for ends nobody.
    server.on('error', onError);
    undo.add(() => closeServer(server));
    const publicUrl = publicUrlOf(settings.publicUrl, address.host, port);

    const webhooks = createWebhookSender({
      store,
      settings: settings.webhooks,
      publicUrl,
      now,
      metrics,
      onError,
    });
    undo.add(webhooks.close);
    const deps: DashboardDeps = {
      store,
      settings,
      publicUrl,
      gatewayUrl: gatewayUrlOf(config),
      locked: file.layer,
      version,
      scanner,
      findKey: keys.find,
      readText: opened.readText,
      throttle: createThrottle(store, now),
      oidc: createOidcClient(settings.oidc, publicUrl, now),
      feed,
      webhooks,
      metrics,
      now,
      logger,
      uiDirectory: UI_DIRECTORY,
      socketAddress,
    };
    const app = createDashboard(deps);
    answer = (request, bindings) => app.fetch(request, Object(bindings));
    const sweep = setInterval(() => {
      store.deleteExpired(now()).catch(onError);
    }, SWEEP_EVERY_MS).unref();
    undo.add(() => clearInterval(sweep));
    feed.start();
    webhooks.start();
    const ops = await startMetrics(
      settings.metricsAddress,
      metrics,
      () => store.countSessions(now()),
      onError,
    );
    if (ops !== null) undo.add(ops.close);
    const setupUrl = makesSetupLink ? await issueSetupLink(store, publicUrl, now()) : null;
    const bound = isIP(address.host) === 6 ? `[${address.host}]:${port}` : `${address.host}:${port}`;
    logger.info({ dashboard: publicUrl, metrics: ops?.url }, 'the dashboard is ready');
    if (config.scan.practicePasses > 0) undo.add(practise(scanner, config.policy));
    return { url: publicUrl, metricsUrl: ops?.url ?? null, address: bound, setupUrl, stop: undo.run };
  } catch (error) {
    // What failed first is told.
    await undo.run().catch(() => undefined);
    throw error;
  }
};
