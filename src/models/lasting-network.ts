import type { RunningNetwork } from './second-tier.ts';

/** Between the end of a thread and the start of the next, at first; twice as long after each that soon ended, too. */
const FIRST_RESTART_MS = 1000;
const LAST_RESTART_MS = 60_000;
/** A thread that ran for so long did not end by what it began with. */
const SETTLED_MS = 60_000;

type Options = Readonly<{
  /** Starts a network in its thread; tells `onFault` once why the thread ended. */
  start: (onFault: (error: unknown) => void) => Promise<RunningNetwork>;
  /** Told why a thread ended, or could not be started anew. */
  onFault: (error: unknown) => void;
  firstRestartMs?: number;
}>;

/**
 * A network whose thread is started anew where it ends. Meanwhile passages stay unjudged, which the caller counts.
 *
 * @throws Error Where it cannot be started at first.
 */
export const startLastingNetwork = async ({
  start,
  onFault,
  firstRestartMs = FIRST_RESTART_MS,
}: Options): Promise<RunningNetwork> => {
  let network: RunningNetwork | null = null;
  let restart: NodeJS.Timeout | undefined;
  let restartMs = firstRestartMs;
  let isClosed = false;
  let starting = Promise.resolve();

  const startOne = async (): Promise<void> => {
    const startedMs = performance.now();
    let own: RunningNetwork | null = null;
    const next = await start((error) => {
      // One that never was ready rejects, too.
      if (own === null || network !== own) return;
      network = null;
      if (performance.now() - startedMs > SETTLED_MS) restartMs = firstRestartMs;
      restartLater();
      onFault(error);
    });
    if (isClosed) await next.close();
    else network = own = next;
  };

  const restartLater = (): void => {
    if (isClosed) return;
    restart = setTimeout(() => {
      starting = startOne().catch((error: unknown) => {
        restartLater();
        onFault(error);
      });
    }, restartMs).unref();
    restartMs = Math.min(LAST_RESTART_MS, restartMs * 2);
  };

  await startOne();
  return {
    judge: (passages, timeoutMs) =>
      network?.judge(passages, timeoutMs) ?? Promise.resolve(passages.map(() => null)),
    close: async () => {
      isClosed = true;
      clearTimeout(restart);
      await network?.close();
      // One that is about to begin is closed as soon as it has: a process must not end while a network loads.
      await starting;
    },
  };
};
