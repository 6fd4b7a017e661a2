import { createOutage } from '../records/outage.ts';
import type { DashboardStore } from '../records/ports/dashboard-store.ts';
import type { Totals } from '../records/ports/statistics.ts';
import type { RequestSummary } from '../records/ports.ts';

export type FeedEvent =
  | Readonly<{ type: 'requests'; items: readonly RequestSummary[] }>
  | Readonly<{ type: 'totals'; fromMs: number; toMs: number; totals: Totals }>
  | Readonly<{ type: 'revision'; version: string }>;

export type LiveFeed = Readonly<{
  /** @returns How to stop listening; null where too many listen already. */
  listen: (listener: (event: FeedEvent) => void) => (() => void) | null;
  /** The configuration file says something else by now: whoever shows settings asks for them again. */
  tellSettings: () => void;
  /** Asks the store once; runs by itself every `intervalMs` after `start`. */
  poll: () => Promise<void>;
  start: () => void;
  close: () => void;
}>;

type FeedOptions = Readonly<{
  store: Pick<DashboardStore, 'since' | 'totals' | 'policyVersion'>;
  now: () => number;
  onError: (error: unknown) => void;
  intervalMs?: number;
  maxListeners?: number;
}>;

/**
 * A record is stored when its answer is through, and stands at the time at which it came: so each poll looks back some
 * minutes and forgets what was told before. What took longer to answer is found by looking back further, now and then.
 */
const LOOK_BACK_MS = 120_000;
const NEWEST = 200;
const DEEP_EVERY = 30;
const DEEP_MS = 900_000;
const DEEP_NEWEST = 5000;
const MAX_SEEN = 20_000;
const TOTALS_MS = 3_600_000;

/** One poll of the store for all who look on, however many they are. */
export const createLiveFeed = ({
  store,
  now,
  onError,
  intervalMs = 1000,
  maxListeners = 200,
}: FeedOptions): LiveFeed => {
  const listeners = new Set<(event: FeedEvent) => void>();
  const seen = new Set<string>();
  let polls = 0;
  let version: string | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isPolling = false;
  const createdAtMs = now();
  /** Whether a poll has seen what was there before: that is no news to those who look on. */
  let isBegun = false;
  const outage = createOutage(onError);

  const tell = (event: FeedEvent): void => {
    for (const listener of listeners) listener(event);
  };

  const remember = (id: string): void => {
    seen.add(id);
    const [oldest] = seen.size > MAX_SEEN ? seen : [];
    if (oldest !== undefined) seen.delete(oldest);
  };

  const newRecords = async (): Promise<readonly RequestSummary[]> => {
    const isDeep = polls % DEEP_EVERY === 0;
    polls += 1;
    const sinceMs = now() - (isDeep ? DEEP_MS : LOOK_BACK_MS);
    const all = await store.since(sinceMs, '', isDeep ? DEEP_NEWEST : NEWEST);
    const fresh = all.filter(({ requestId }) => !seen.has(requestId));
    for (const { requestId } of fresh) remember(requestId);
    return fresh;
  };

  const tellRecords = async (): Promise<void> => {
    const fresh = await newRecords();
    const items = isBegun ? fresh : fresh.filter(({ receivedAtMs }) => receivedAtMs >= createdAtMs);
    isBegun = true;
    if (items.length > 0) tell({ type: 'requests', items: items.slice(-NEWEST) });
    if (fresh.length === 0 || listeners.size === 0) return;
    const toMs = now();
    tell({
      type: 'totals',
      fromMs: toMs - TOTALS_MS,
      toMs,
      totals: await store.totals(toMs - TOTALS_MS, toMs, null),
    });
  };

  const tellVersion = async (): Promise<void> => {
    const current = await store.policyVersion();
    if (version !== null && version !== current) tell({ type: 'revision', version: current });
    version = current;
  };

  const poll = async (): Promise<void> => {
    if (isPolling) return;
    isPolling = true;
    try {
      await tellRecords();
      await tellVersion();
      outage.worked();
    } catch (error) {
      outage.failed(error);
    } finally {
      isPolling = false;
    }
  };

  return {
    listen: (listener) => {
      if (listeners.size >= maxListeners) return null;
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tellSettings: () => tell({ type: 'revision', version: version ?? '' }),
    poll,
    start: () => {
      if (timer !== null) return;
      const ask = (): void => void poll().catch(onError);
      // At once: whoever connects now is told what comes from now on.
      ask();
      timer = setInterval(ask, intervalMs).unref();
    },
    close: () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
      listeners.clear();
    },
  };
};
