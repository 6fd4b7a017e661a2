import { createOutage } from '../records/outage.ts';
import type { KeyStore, StoredKey } from '../records/store.ts';
import { hashKey, isWellFormed } from './format.ts';

export type KeyLookup =
  | Readonly<{ status: 'valid'; key: StoredKey }>
  | Readonly<{ status: 'unknown' | 'malformed' | 'revoked' | 'expired' }>;

export type KeyDirectory = Readonly<{
  /** Loads all keys and begins to follow changes. Rejects where the first load fails. */
  start: () => Promise<void>;
  /**
   * Whose key is this? Answers at once for known keys and for texts that can't be keys. A well-formed key that is
   * not known waits for the next refresh, at most `MAX_WAIT_MS`. Never throws or rejects.
   */
  find: (secret: string) => KeyLookup | Promise<KeyLookup>;
  /** How many of the keys that are valid now end within a time. */
  endingWithin: (withinMs: number) => number;
  /** Stops following and stores the last-used times. */
  close: () => Promise<void>;
}>;

/** What was revoked elsewhere is to be refused within a second. */
const POLL_MS = 250;
/** Least time between the starts of two refreshes, however many unknown keys are tried. */
const MIN_GAP_MS = 250;
/** Longest time that an unknown key waits for a slow store. */
const MAX_WAIT_MS = 1000;
const TOUCH_EVERY_MS = 60_000;

const MALFORMED: KeyLookup = Object.freeze({ status: 'malformed' });
const UNKNOWN: KeyLookup = Object.freeze({ status: 'unknown' });
const REVOKED: KeyLookup = Object.freeze({ status: 'revoked' });
const EXPIRED: KeyLookup = Object.freeze({ status: 'expired' });

const sleep = (delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, delayMs).unref();
  });

/** The keys as last read, and the only place that reads them. */
const createSnapshot = (
  store: KeyStore,
  now: () => number,
  onError: (error: unknown) => void,
  onAnswer: () => void,
) => {
  let keys: ReadonlyMap<string, StoredKey> = new Map();
  let version: string | null = null;
  let running: Promise<void> | null = null;
  let queued: Promise<void> | null = null;
  let startedAtMs = Number.NEGATIVE_INFINITY;
  const outage = createOutage(onError);

  const load = async (): Promise<void> => {
    // Asked first: a change between the two questions is then read twice, never missed.
    const current = await store.keysVersion();
    onAnswer();
    if (current === version) return;
    keys = new Map((await store.listKeys()).map((key) => [key.sha256, key]));
    version = current;
  };

  const refresh = (): Promise<void> => {
    startedAtMs = now();
    running = load()
      .then(outage.worked, outage.failed)
      .finally(() => {
        running = null;
      });
    return running;
  };

  const afterCurrent = async (): Promise<void> => {
    await running;
    const waitMs = Math.min(MIN_GAP_MS, startedAtMs + MIN_GAP_MS - now());
    if (waitMs > 0) await sleep(waitMs);
    queued = null;
    await (running ?? refresh());
  };

  return {
    get: (sha256: string) => keys.get(sha256),
    all: () => keys.values(),
    load,
    poll: (): void => {
      if (running === null && queued === null) void refresh();
    },
    /** A refresh that begins after this call, so that it sees all that was stored before; shared by all who wait. */
    next: (): Promise<void> => {
      if (queued !== null) return queued;
      if (running === null && now() - startedAtMs >= MIN_GAP_MS) return refresh();
      queued = afterCurrent();
      return queued;
    },
  };
};

/** When each key was last used: gathered here, stored now and then. */
const createUsage = (store: KeyStore, now: () => number, onError: (error: unknown) => void) => {
  let usedAtMs = new Map<string, number>();
  let flushedAtMs = now();
  // A key's first use is stored within a second: `start` deletes keys that were never used.
  let hasFirstUse = false;
  const noted = new Set<string>();
  const outage = createOutage(onError);

  const flush = async (): Promise<void> => {
    if (usedAtMs.size === 0) return;
    const pending = usedAtMs;
    usedAtMs = new Map();
    const hadFirstUse = hasFirstUse;
    hasFirstUse = false;
    flushedAtMs = now();
    try {
      await store.touchKeys(pending);
      outage.worked();
    } catch (error) {
      // Kept for the next time; what was used since is newer.
      usedAtMs = new Map([...pending, ...usedAtMs]);
      hasFirstUse ||= hadFirstUse;
      outage.failed(error);
    }
  };

  return {
    note: (key: StoredKey, atMs: number): void => {
      if (!noted.has(key.id)) {
        noted.add(key.id);
        hasFirstUse ||= key.lastUsedAtMs === null;
      }
      usedAtMs.set(key.id, atMs);
    },
    flush,
    flushIfDue: (): void => {
      // Either way: a clock may be set back.
      if (hasFirstUse || Math.abs(now() - flushedAtMs) >= TOUCH_EVERY_MS) void flush();
    },
  };
};

/**
 * All gateway keys in memory, so that a request costs one hash and one map lookup and the store may be down.
 * Follows the store by polling; a key made elsewhere a moment ago is found at its first use, a key revoked
 * elsewhere is refused within a second.
 *
 * @param deps.now Unix time in milliseconds.
 * @param deps.onAnswer Told each time the store has answered, which is asked once a second.
 * @param deps.onError Told once where reads of the store begin to fail, and once where writes do; the keys last read stay in force.
 */
export const createKeyDirectory = (
  store: KeyStore,
  {
    now,
    onError,
    onAnswer = () => undefined,
  }: { now: () => number; onError: (error: unknown) => void; onAnswer?: () => void },
): KeyDirectory => {
  const snapshot = createSnapshot(store, now, onError, onAnswer);
  const usage = createUsage(store, now, onError);
  let timer: NodeJS.Timeout | null = null;

  const judge = (sha256: string): KeyLookup => {
    const key = snapshot.get(sha256);
    if (key === undefined) return UNKNOWN;
    const nowMs = now();
    if (key.revokedAtMs !== null && key.revokedAtMs <= nowMs) return REVOKED;
    if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) return EXPIRED;
    usage.note(key, nowMs);
    return { status: 'valid', key };
  };

  const findLater = async (sha256: string): Promise<KeyLookup> => {
    await Promise.race([snapshot.next(), sleep(MAX_WAIT_MS)]);
    return judge(sha256);
  };

  return {
    start: async () => {
      await snapshot.load();
      timer = setInterval(() => {
        snapshot.poll();
        usage.flushIfDue();
      }, POLL_MS).unref();
    },
    find: (secret) => {
      if (!isWellFormed(secret)) return MALFORMED;
      const sha256 = hashKey(secret);
      return snapshot.get(sha256) === undefined ? findLater(sha256) : judge(sha256);
    },
    endingWithin: (withinMs) => {
      const nowMs = now();
      let count = 0;
      for (const { revokedAtMs, expiresAtMs } of snapshot.all()) {
        if (revokedAtMs !== null && revokedAtMs <= nowMs) continue;
        if (expiresAtMs !== null && expiresAtMs > nowMs && expiresAtMs - nowMs <= withinMs) count += 1;
      }
      return count;
    },
    close: async () => {
      if (timer !== null) clearInterval(timer);
      await usage.flush();
    },
  };
};
