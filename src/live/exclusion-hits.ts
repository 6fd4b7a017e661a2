import { createOutage } from '../records/outage.ts';
import type { PolicyStore } from '../records/ports/policy.ts';

export type ExclusionHits = Readonly<{
  note: (ids: Iterable<string>, atMs: number) => void;
  /** Stops gathering and stores what is left. */
  close: () => Promise<void>;
}>;

type Hit = Readonly<{ count: number; lastAtMs: number }>;

const FLUSH_MS = 5000;

const sum = (a: Hit | undefined, b: Hit): Hit =>
  a === undefined ? b : { count: a.count + b.count, lastAtMs: Math.max(a.lastAtMs, b.lastAtMs) };

/** Gathers how often exclusions matched and stores it now and then, off the path of requests. */
export const createExclusionHits = (
  store: Pick<PolicyStore, 'addExclusionHits'>,
  onError: (error: unknown) => void,
): ExclusionHits => {
  let hits = new Map<string, Hit>();
  const outage = createOutage(onError);
  const add = (id: string, hit: Hit): void => {
    hits.set(id, sum(hits.get(id), hit));
  };

  const flush = async (): Promise<void> => {
    if (hits.size === 0) return;
    const pending = hits;
    hits = new Map();
    try {
      await store.addExclusionHits(pending);
      outage.worked();
    } catch (error) {
      // Kept for the next time.
      for (const [id, hit] of pending) add(id, hit);
      outage.failed(error);
    }
  };

  const timer = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    note: (ids, atMs) => {
      for (const id of ids) add(id, { count: 1, lastAtMs: atMs });
    },
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
};
