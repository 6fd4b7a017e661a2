import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfigOrigin } from '../config/reload.ts';
import type { Config } from '../config/schema.ts';
import { GatewayError } from '../errors.ts';
import { environment } from '../platform/program.ts';
import { missingFlags, withSettings } from '../setup/heap.mjs';
import { unlessAborted } from '../steps/unless-aborted.ts';
import { FromGatewaySchema, type ToGateway } from './gateway-messages.ts';
import { toOrigin } from './origin-message.ts';

export type GatewayProcess = Readonly<{
  pid: () => number;
  extProcAddress: string;
  metricsUrl: string;
  /** Tells the process which Envoy to end should `start` be killed; null where that has ended. */
  adopt: (envoyPid: number | null) => void;
  stop: () => Promise<void>;
}>;

type Ready = Readonly<{ child: ChildProcess; extProcAddress: string; metricsUrl: string }>;

const CHILD = new URL('./gateway-child.ts', import.meta.url);
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** Of one that was never up, and of one that has let go of all callers: what is left is written before the store is closed. */
const LONGEST_END_MS = 20_000;
/** A process that lived this long is started again at once. */
const STABLE_MS = 10_000;

const tell = (child: ChildProcess, message: ToGateway): void => {
  if (child.connected) child.send(message);
};

/** What a gateway is started with besides its configuration. */
export type GatewayBasics = Readonly<{
  version: string;
  origin?: ConfigOrigin;
  /** Aborted where it is not wanted any more before it is up. */
  signal?: AbortSignal;
}>;

/** @param onFork Gets the process before it is ready: it may have to be ended by then. */
const launch = (
  config: Config,
  { version, origin }: GatewayBasics,
  onFork: (child: ChildProcess) => void,
): Promise<Ready> =>
  new Promise((resolve, reject) => {
    // A process group of its own: Ctrl-C must not reach it before Envoy has been drained.
    const env = withSettings(environment());
    const child = fork(CHILD, { detached: true, execArgv: [...missingFlags([], env)], env });
    onFork(child);
    // Not once: where the system makes no process, each message to it fails, too, and an error that nobody hears would end Envoy with us.
    child.on('error', reject);
    child.once('exit', (code, signal) => {
      reject(
        new GatewayError(
          'CONFIG_INVALID',
          `The gateway ended at its start (${signal ?? `exit code ${code}`}).`,
        ),
      );
    });
    child.on('message', (raw) => {
      const message = FromGatewaySchema.parse(raw);
      if (message.type === 'failed') reject(new GatewayError('CONFIG_INVALID', message.message));
      else resolve({ child, ...message });
    });
    tell(child, {
      type: 'start',
      config,
      version,
      origin: origin === undefined ? null : toOrigin(origin),
    });
  });

/** Before it listens to signals it has begun nothing, and one ends it. */
const endEarly = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), LONGEST_END_MS);
  await ended(child);
  clearTimeout(killer);
};

const launchFirst = async (
  config: Config,
  basics: GatewayBasics,
  onFork: (child: ChildProcess) => void,
): Promise<Ready> => {
  let begun: ChildProcess | null = null;
  const launched = launch(config, basics, (child) => {
    begun = child;
    onFork(child);
  });
  try {
    return await unlessAborted(launched, basics.signal);
  } catch (error) {
    if (begun !== null && basics.signal?.aborted === true) await endEarly(begun);
    throw error;
  }
};

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => {
        child.once('exit', () => resolve());
      });

/**
 * Runs the gateway in a process of its own and starts it again when it dies, on the same addresses.
 *
 * @param onLine Told when the process died and when it is back.
 * @throws GatewayError where the first start fails; `message` is the gateway's own. The signal's reason where that is aborted, once the
 *   process has ended.
 */
export const runGatewayProcess = async (
  config: Config,
  basics: GatewayBasics,
  onRestart: (line: string) => void,
): Promise<GatewayProcess> => {
  let current: ChildProcess | null = null;
  let envoyPid: number | null = null;
  let isStopping = false;
  const onFork = (child: ChildProcess): void => {
    current = child;
    if (envoyPid !== null) tell(child, { type: 'envoy', pid: envoyPid });
  };
  const first = await launchFirst(config, basics, onFork);
  const { extProcAddress, metricsUrl } = first;
  const fixed: Config = {
    ...config,
    extProc: { ...config.extProc, address: extProcAddress },
    metrics: { address: metricsUrl.replace(/^http:\/\//, '') },
  };

  const sayNot = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    if (!isStopping) onRestart(`the gateway did not start: ${reason}`);
  };

  const restart = async (): Promise<void> => {
    for (let pauseMs = FIRST_PAUSE_MS; !isStopping; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        const { child } = await launch(fixed, basics, onFork);
        if (isStopping) return;
        onRestart(`the gateway is back (pid ${child.pid})`);
        watch(child);
        return;
      } catch (error) {
        sayNot(error);
        await sleep(pauseMs);
      }
    }
  };

  const watch = (child: ChildProcess): void => {
    const startedAtMs = Date.now();
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      onRestart(`the gateway ended (${signal ?? `exit code ${code}`}); starting it again`);
      const pauseMs = Date.now() - startedAtMs > STABLE_MS ? 0 : FIRST_PAUSE_MS;
      sleep(pauseMs).then(restart, () => undefined);
    });
  };

  watch(first.child);
  return {
    pid: () => current?.pid ?? 0,
    extProcAddress,
    metricsUrl,
    adopt: (pid) => {
      envoyPid = pid;
      if (current !== null) tell(current, { type: 'envoy', pid });
    },
    stop: async () => {
      isStopping = true;
      const child = current ?? first.child;
      tell(child, { type: 'stop' });
      const killer = setTimeout(() => child.kill('SIGKILL'), config.shutdown.graceMs + LONGEST_END_MS);
      await ended(child);
      clearTimeout(killer);
    },
  };
};
