import type { ChildProcess } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '../errors.ts';
import { makeFolder } from '../platform/folder.ts';
import { type EnvoyOptions, envoyBootstrapYaml } from './configuration/bootstrap.ts';
import { spawnWhileWeLive } from './guarded-spawn.ts';

export type EnvoyProcessOptions = Readonly<{
  /** Path of the binary. */
  binary: string;
  /** Folder for the configuration; made where missing. */
  directory: string;
  envoy: EnvoyOptions;
  concurrency: number;
  /** Called at once, long before it takes traffic. */
  onSpawn?: (pid: number) => void;
  /** Gets each line that Envoy prints. */
  onLine: (line: string) => void;
  /** Called once when Envoy ends, wanted or not. */
  onExit: (reason: string) => void;
  /** Aborted where it is not wanted any more before it is up. */
  signal?: AbortSignal;
}>;

export type EnvoyProcess = Readonly<{
  pid: number;
  /** Where callers reach it, such as `http://127.0.0.1:8080`. */
  proxyUrl: string;
  adminUrl: string;
  /** Takes no new connections, lets requests end within `graceMs`, then stops it. */
  stop: (graceMs: number) => Promise<void>;
}>;

const READY_MS = 30_000;
const POLL_MS = 50;
/** How long listeners stay open after a drain began, in seconds: callers learn of it by `connection: close`. */
const DRAIN_SECONDS = 2;
const KILL_AFTER_MS = 3000;
/** A connection that sends nothing for this long after the listeners closed is an idle one. */
const QUIET_MS = 500;

const fetchText = async (url: string, method = 'GET'): Promise<string> => {
  const response = await fetch(url, { method, signal: AbortSignal.timeout(2000) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return text;
};

/** Tries again until it works; gives up when Envoy has ended, time ran out, or nobody wants it any more. */
const eventually = async <T>(
  attempt: () => Promise<T>,
  isAlive: () => boolean,
  signal: AbortSignal | undefined,
): Promise<T> => {
  const deadlineMs = performance.now() + READY_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isAlive() || performance.now() > deadlineMs) {
        throw new GatewayError('ENVOY_UNAVAILABLE', 'Envoy did not become ready; its log says why.', {
          cause: error,
        });
      }
      await sleep(POLL_MS);
    }
  }
};

/** `name::127.0.0.1:8080` per line, as Envoy's `/listeners` prints them. */
const listenerUrl = (listing: string): string => {
  const address = /^llm::(\S+)$/m.exec(listing)?.[1];
  if (address === undefined) throw new Error('Envoy lists no listener "llm"');
  return `http://${address.replace(/^0\.0\.0\.0:/, '127.0.0.1:').replace(/^\[::\]:/, '[::1]:')}`;
};

/** Gauges of the listener: `cx` connections, `rq` requests that are not over. */
const active = async (adminUrl: string, gauge: 'cx' | 'rq'): Promise<number> => {
  const text = await fetchText(`${adminUrl}/stats?filter=^http\\.llm\\.downstream_${gauge}_active$`);
  return Number(/: (\d+)/.exec(text)?.[1] ?? 0);
};

const waitForExit = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => {
        child.once('exit', () => resolve());
      });

/**
 * Until nothing is left to lose: no connection at all, or none that has sent a request for a while. A connection that
 * was just taken counts as no request until its headers have been read.
 */
const untilIdle = async (adminUrl: string, deadlineMs: number): Promise<void> => {
  let quietSinceMs = performance.now();
  while (performance.now() < deadlineMs) {
    if ((await active(adminUrl, 'cx')) === 0) return;
    if ((await active(adminUrl, 'rq')) > 0) quietSinceMs = performance.now();
    if (performance.now() - quietSinceMs > QUIET_MS) return;
    await sleep(POLL_MS);
  }
};

/**
 * Has Envoy tell probes, load balancers and callers (by `connection: close`) to leave it, or takes that back. It takes
 * requests all the same.
 */
export const setAsked = async (adminUrl: string, isAsked: boolean): Promise<void> => {
  await fetchText(`${adminUrl}/healthcheck/${isAsked ? 'ok' : 'fail'}`, 'POST');
};

/** Until no request is in flight, at most `graceMs`. */
export const untilUnused = (adminUrl: string, graceMs: number): Promise<void> =>
  untilIdle(adminUrl, performance.now() + graceMs);

const drain = async (adminUrl: string, graceMs: number): Promise<void> => {
  const deadlineMs = performance.now() + graceMs;
  await fetchText(`${adminUrl}/drain_listeners?graceful`, 'POST');
  // Callers with an open connection learn by `connection: close` that they should leave it.
  const noticeEndMs = performance.now() + Math.min(graceMs, DRAIN_SECONDS * 1000);
  while (performance.now() < noticeEndMs && (await active(adminUrl, 'cx')) > 0) await sleep(POLL_MS);
  await fetchText(`${adminUrl}/drain_listeners`, 'POST');
  await untilIdle(adminUrl, deadlineMs);
};

const end = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await waitForExit(child);
  clearTimeout(killer);
};

/**
 * Starts Envoy in front of the gateway and waits until it takes traffic.
 *
 * @throws GatewayError `ENVOY_UNAVAILABLE` where it does not come up; its lines went to `onLine`. The signal's reason where that is aborted.
 */
export const startEnvoy = async (options: EnvoyProcessOptions): Promise<EnvoyProcess> => {
  makeFolder(options.directory);
  const configPath = join(options.directory, 'envoy.yaml');
  const adminPath = join(options.directory, 'envoy-admin-address');
  await writeFile(configPath, envoyBootstrapYaml(options.envoy), { mode: 0o600 });
  await rm(adminPath, { force: true });
  const child = spawnWhileWeLive(options.binary, [
    ...['--config-path', configPath],
    ...['--admin-address-path', adminPath],
    ...['--concurrency', String(options.concurrency)],
    ...['--drain-time-s', String(DRAIN_SECONDS), '--drain-strategy', 'immediate'],
    ...['--log-level', 'warn', '--disable-hot-restart'],
  ]);
  const isAlive = (): boolean =>
    child.exitCode === null && child.signalCode === null && child.pid !== undefined;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', options.onLine);
  }
  child.once('error', (error) => options.onExit(error.message));
  child.once('exit', (code, signal) => options.onExit(signal ?? `exit code ${code}`));
  try {
    if (child.pid !== undefined) options.onSpawn?.(child.pid);
    const adminUrl = await eventually(
      async () => {
        // Envoy makes the file before it writes the address into it.
        const url = `http://${(await readFile(adminPath, 'utf8')).trim()}`;
        await fetchText(`${url}/ready`);
        return url;
      },
      isAlive,
      options.signal,
    );
    const proxyUrl = await eventually(
      async () => listenerUrl(await fetchText(`${adminUrl}/listeners`)),
      isAlive,
      options.signal,
    );
    return {
      pid: child.pid ?? 0,
      proxyUrl,
      adminUrl,
      stop: async (graceMs) => {
        // Where the admin interface does not answer any more there is nothing left to drain.
        if (isAlive()) await drain(adminUrl, graceMs).catch(() => undefined);
        await end(child);
      },
    };
  } catch (error) {
    await end(child);
    throw error;
  }
};
