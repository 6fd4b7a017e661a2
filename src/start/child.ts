import { GatewayError } from '../errors.ts';
import { begun } from './begun.ts';

type Failed = Readonly<{ type: 'failed'; message: string }>;

/** What was started in a process of its own: what whoever forked it is told of it, and how it ends. */
export type Started<Ready> = Readonly<{ ready: Ready; stop: () => Promise<void> }>;

export type Child<Ready> = Readonly<{
  /** Aborted once this process is to end. */
  signal: AbortSignal;
  /** Tells of it once it is there, or why it is not. */
  run: (starting: Promise<Started<Ready>>) => void;
  stop: () => void;
  /**
   * @param obey Called with each message of whoever forked this process.
   * @param onLeft Called before this process ends because that one is gone, or was told that the start failed.
   */
  listen: (obey: (message: unknown) => void, onLeft?: () => void) => void;
}>;

/**
 * What all processes that `start` and `serve` fork have in common: they run one thing, by messages, and end with whoever forked them.
 *
 * @param onFailed Called where the start failed, once that was told.
 */
export const createChild = <Ready extends Readonly<{ type: 'ready' }>>(
  onFailed: () => void = () => undefined,
): Child<Ready> => {
  let running: Started<Ready> | null = null;
  let starting = Promise.resolve();
  const stopping = new AbortController();

  const tell = (message: Ready | Failed): void => {
    if (process.connected) process.send?.(message);
  };

  const fail = (error: unknown): void => {
    if (stopping.signal.aborted) return;
    tell({ type: 'failed', message: error instanceof GatewayError ? error.message : String(error) });
    process.exitCode = 1;
    onFailed();
    process.disconnect?.();
  };

  const stop = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    await begun(starting);
    await running?.stop();
    process.exit();
  };

  const stopOrDie = (): void => {
    stop().catch(() => process.exit(1));
  };

  return {
    signal: stopping.signal,
    run: (promise) => {
      starting = promise.then((started) => {
        running = started;
        tell(started.ready);
      }, fail);
    },
    stop: () => {
      stop().catch(fail);
    },
    listen: (obey, onLeft) => {
      process.on('message', obey);
      process.on('disconnect', () => {
        onLeft?.();
        stopOrDie();
      });
      process.on('SIGTERM', stopOrDie);
      // Gone before anybody listened.
      if (!process.connected) process.exit();
    },
  };
};
