import type pg from 'pg';
import { createClient } from './postgres-connection.ts';
import { SIGN_OF_LIFE } from './watched-pool.ts';

export type Listener = Readonly<{
  /** @returns Ends it. */
  subscribe: (listener: () => void) => () => void;
  close: () => Promise<void>;
}>;

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 15_000;
/** Nothing but a question shows that a silent connection is still one. */
const LOOK_MS = 5000;

/**
 * Follows the notices of a channel over a connection of its own, and connects again where it breaks or falls
 * silent. Each time that it is
 * there again its listeners are called: something may have happened in between.
 */
export const createListener = (url: string, channel: string): Listener => {
  const listeners = new Set<() => void>();
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  let retryMs = FIRST_RETRY_MS;

  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  const retryLater = (): void => {
    client = null;
    if (isClosed || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      void connect(false);
    }, retryMs);
    timer.unref();
    retryMs = Math.min(LAST_RETRY_MS, retryMs * 2);
  };

  const connect = async (isFirst: boolean): Promise<void> => {
    const next = createClient(url);
    // Said again as a question: it costs the database nothing, and what the connection is for can be seen there.
    const ask = { ...SIGN_OF_LIFE, text: `listen ${channel}` };
    client = next;
    let looks: NodeJS.Timeout | undefined;
    // A connection that breaks says `error`, `end` or both.
    const onEnd = (): void => {
      clearInterval(looks);
      if (client !== next) return;
      next.end().catch(() => undefined);
      retryLater();
    };
    next.on('notification', tell).on('error', onEnd).on('end', onEnd);
    try {
      await next.connect();
      await next.query(ask);
      retryMs = FIRST_RETRY_MS;
      looks = setInterval(() => {
        next.query(ask).catch(onEnd);
      }, LOOK_MS).unref();
      if (!isFirst) tell();
    } catch {
      onEnd();
    }
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      if (client === null && timer === null && !isClosed) void connect(true);
      return () => {
        listeners.delete(listener);
      };
    },
    close: async () => {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    },
  };
};
