import { ApiFailure } from './failure.ts';

type GateLimits = Readonly<{
  /** So many run at a time. */
  atOnce: number;
  /** So many wait; whoever comes then is refused. */
  waiting: number;
  /** What there is too much of, in the plural. */
  what: string;
}>;

const RETRY_AFTER_MS = 1000;

/**
 * Lets few of one kind of work run at a time, and few wait for their turn.
 *
 * @returns Runs work when it is its turn. Rejects with ApiFailure `busy` where too many wait already.
 */
export const createGate = ({ atOnce, waiting: mostWaiting, what }: GateLimits) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce && waiting.length >= mostWaiting) {
      throw new ApiFailure('rate_limit_error', 'busy', `Too many ${what} at once; try again.`, {
        retryAfterMs: RETRY_AFTER_MS,
      });
    }
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
