import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfigOrigin } from '../config/reload.ts';
import type { Config } from '../config/schema.ts';
import { unlessAborted } from '../steps/unless-aborted.ts';
import { type FromDashboard, FromDashboardSchema, type ToDashboard } from './dashboard-messages.ts';
import { toOrigin } from './origin-message.ts';

export type DashboardProcess = Readonly<{
  /** Null where the first start failed; it is tried again all the while. */
  url: string | null;
  setupUrl: string | null;
  /** Null between two lives. */
  pid: () => number | null;
  stop: () => Promise<void>;
}>;

type Options = Readonly<{
  config: Config;
  /** Where the configuration came from, for the dashboard to follow its file. */
  origin: ConfigOrigin;
  version: string;
  /** Whether its first start makes a link for the first account, where there is none. */
  makesSetupLink: boolean;
  /** Told when the process did not start, died, and is back. */
  onLine: (line: string) => void;
  /** Aborted where it is not wanted any more before it is up: the promise resolves then, and the process is ended by `stop`. */
  signal?: AbortSignal;
  /** Told once where it listens, also where its first start failed. */
  onUp?: (address: string) => void;
  /** The program of the process; for tests. */
  child?: URL;
}>;

type Ready = Extract<FromDashboard, { type: 'ready' }>;
type Launched = Readonly<{ child: ChildProcess; ready: Ready }>;

const CHILD = new URL('./dashboard-child.ts', import.meta.url);
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;
/** A process that lived this long starts over with short pauses. */
const STABLE_MS = 30_000;
const STOP_MS = 5000;
/** Of one that was never up: while its network loads it waits for that. */
const LONGEST_END_MS = 20_000;

const launch = (
  program: URL,
  message: ToDashboard,
  onFork: (child: ChildProcess) => void,
): Promise<Launched> =>
  new Promise((resolve, reject) => {
    // A process group of its own: Ctrl-C reaches it through us, in order.
    const child = fork(program, { detached: true, execArgv: [] });
    onFork(child);
    // Not once: where the system makes no process, what is sent to it fails, too, and an error that nobody hears would end all traffic.
    child.on('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`ended (${signal ?? `exit code ${code}`})`)));
    child.on('message', (raw) => {
      const answer = FromDashboardSchema.parse(raw);
      if (answer.type === 'ready') resolve({ child, ready: answer });
      else reject(new Error(answer.message));
    });
    child.send(message);
  });

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => {
        child.once('exit', () => resolve());
      });

/** One that is not up has nobody to serve; before it listens to signals it has begun nothing, and one ends it. */
const end = async (child: ChildProcess, isUp: boolean): Promise<void> => {
  if (!isUp) child.kill('SIGTERM');
  else if (child.connected) child.send({ type: 'stop' } satisfies ToDashboard);
  const killer = setTimeout(() => child.kill('SIGKILL'), isUp ? STOP_MS : LONGEST_END_MS);
  await ended(child);
  clearTimeout(killer);
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Runs the dashboard in a process of its own and starts it again when it dies, on the same address. Never throws and never
 * ends anything else: traffic goes on without a dashboard.
 */
export const runDashboardProcess = async ({
  config,
  origin,
  version,
  makesSetupLink,
  onLine,
  signal,
  onUp = () => undefined,
  child: program = CHILD,
}: Options): Promise<DashboardProcess> => {
  let current: ChildProcess | null = null;
  /** Also one that is not up yet, or never was. */
  let latest: ChildProcess | null = null;
  const known: { first: Ready | null } = { first: null };
  let pauseMs = FIRST_PAUSE_MS;
  const stopping = new AbortController();

  const messageFor = (): ToDashboard => ({
    type: 'start',
    // The port that was bound first stays, and the link that was shown stays valid.
    config:
      known.first === null
        ? config
        : { ...config, dashboard: { ...config.dashboard, address: known.first.address } },
    origin: toOrigin(origin),
    version,
    makesSetupLink: makesSetupLink && known.first === null,
  });

  const tryOnce = async (): Promise<boolean> => {
    try {
      const { child, ready } = await launch(program, messageFor(), (forked) => {
        latest = forked;
      });
      if (stopping.signal.aborted) {
        child.kill();
        return true;
      }
      current = child;
      if (known.first === null) {
        known.first = ready;
        onUp(ready.address);
      } else onLine(`the dashboard is back (pid ${child.pid})`);
      watch(child);
      return true;
    } catch (error) {
      if (!stopping.signal.aborted) onLine(`the dashboard did not start: ${reasonOf(error)}`);
      return false;
    }
  };

  const keepTrying = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      if (stopping.signal.aborted || (await tryOnce())) return;
    }
  };

  const watch = (child: ChildProcess): void => {
    const startedAtMs = Date.now();
    child.once('exit', (code, signal) => {
      current = null;
      if (stopping.signal.aborted) return;
      onLine(`the dashboard ended (${signal ?? `exit code ${code}`}); starting it again`);
      if (Date.now() - startedAtMs > STABLE_MS) pauseMs = FIRST_PAUSE_MS;
      keepTrying().catch((error: unknown) => onLine(reasonOf(error)));
    });
  };

  const isAborted = (): boolean => signal?.aborted === true;
  const isUp = await unlessAborted(tryOnce(), signal).catch(() => false);
  if (!isUp && !isAborted()) keepTrying().catch((error: unknown) => onLine(reasonOf(error)));
  return {
    url: known.first?.url ?? null,
    setupUrl: known.first?.setupUrl ?? null,
    pid: () => current?.pid ?? null,
    stop: async () => {
      stopping.abort();
      if (latest !== null) await end(latest, latest === current);
    },
  };
};
