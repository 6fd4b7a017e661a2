/** Thrown by a receiver's `send` where more is known than that it failed. */
export class DeliveryError extends Error {
  /** False: the same again would be refused again. */
  readonly isRetryable: boolean;
  /** How long the receiver asks to be left alone. */
  readonly retryAfterMs: number;

  constructor(
    message: string,
    { isRetryable, retryAfterMs = 0 }: { isRetryable: boolean; retryAfterMs?: number },
  ) {
    super(message);
    this.isRetryable = isRetryable;
    this.retryAfterMs = retryAfterMs;
  }
}

export type DropReason = 'queue_full' | 'refused' | 'failed';

export type DeliveryQueueOptions<T> = Readonly<{
  /** Rejects where the items could not be handed over. */
  send: (items: readonly T[]) => Promise<void>;
  /** Items that wait; more are dropped. */
  maxWaiting: number;
  batch: number;
  /** Longest that `close` waits. */
  closeTimeoutMs?: number;
  /** How long the first of a batch waits for others; 0: until the next turn of the event loop. */
  delayMs: number;
  onDropped: (count: number, reason: DropReason) => void;
  onError: (error: unknown) => void;
}>;

export type DeliveryQueue<T> = Readonly<{
  /** Never waits and never throws; what does not fit is dropped and counted. */
  push: (item: T) => void;
  /** Hands over what is left, with one try for each batch, as far as there is time; the rest is dropped and counted. */
  close: () => Promise<void>;
}>;

const PAUSES_MS = [200, 1000, 5000] as const;
const MAX_PAUSE_MS = 30_000;
/** A receiver that takes packets and never answers would otherwise keep the process for as many of its limits as there are batches. */
const CLOSE_TIMEOUT_MS = 5000;

/** Until a time is over, or others have made a batch full. */
type Wait = Readonly<{ isForOthers: boolean; end: () => void }>;

/** A bounded queue in front of one receiver: one that is down holds up nobody. */
export const createDeliveryQueue = <T>(options: DeliveryQueueOptions<T>): DeliveryQueue<T> => {
  const { send, maxWaiting, batch, delayMs, onDropped, onError } = options;
  let waiting: T[] = [];
  let running: Promise<void> | null = null;
  let isClosing = false;
  let wait: Wait | null = null;

  /** Not as one of several promises: one that is there for as long as the queue would keep something of each wait. */
  const pause = (ms: number, isForOthers: boolean): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        wait = null;
        resolve();
      };
      const timer = setTimeout(end, ms);
      if (ms > 0) timer.unref();
      wait = { isForOthers, end };
    });

  /** @returns How long to wait before the next try; null where there is none. */
  const pauseAfter = (error: unknown, pauseMs: number | undefined): number | null => {
    const told = error instanceof DeliveryError ? error : null;
    if (pauseMs === undefined || isClosing || told?.isRetryable === false) return null;
    return Math.min(Math.max(pauseMs, told?.retryAfterMs ?? 0), MAX_PAUSE_MS);
  };

  const deliver = async (items: readonly T[]): Promise<void> => {
    for (const pauseMs of [...PAUSES_MS, undefined]) {
      try {
        await send(items);
        return;
      } catch (error) {
        const waitMs = pauseAfter(error, pauseMs);
        if (waitMs === null) {
          onError(error);
          onDropped(
            items.length,
            error instanceof DeliveryError && !error.isRetryable ? 'refused' : 'failed',
          );
          return;
        }
        await pause(waitMs, false);
      }
    }
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (waiting.length < batch && !isClosing) await pause(delayMs, true);
      const items = waiting.slice(0, batch);
      waiting = waiting.slice(batch);
      await deliver(items);
    }
    running = null;
  };

  return {
    push: (item) => {
      if (waiting.length >= maxWaiting) {
        onDropped(1, 'queue_full');
        return;
      }
      waiting.push(item);
      running ??= Promise.resolve().then(run);
      if (waiting.length === batch && wait?.isForOthers === true) wait.end();
    },
    close: async () => {
      isClosing = true;
      wait?.end();
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, options.closeTimeoutMs ?? CLOSE_TIMEOUT_MS);
      await Promise.race([running, late.promise]);
      clearTimeout(timer);
      const left = waiting.length;
      waiting = [];
      if (left > 0) onDropped(left, 'failed');
    },
  };
};
