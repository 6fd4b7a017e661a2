import type { DashboardData } from '../../../src/dashboard/context.ts';

/** Failed sign-ins over a plain map. */
export const createMemoryAttempts = () => {
  const attempts = new Map<string, readonly number[]>();
  const known = new Set<string>();
  return {
    countAttempt: async (names, nowMs, windowMs) => {
      const recent = names.map(({ name, limit }) => {
        const times = (attempts.get(name) ?? []).filter((atMs) => atMs > nowMs - windowMs);
        const oldest = limit === null ? undefined : times.at(-limit);
        return { name, times, waitMs: oldest === undefined ? 0 : oldest + windowMs - nowMs };
      });
      const waitMs = Math.max(...recent.map((each) => each.waitMs));
      if (waitMs > 0) return waitMs;
      for (const { name, times } of recent) attempts.set(name, [...times, nowMs]);
      return 0;
    },
    forgiveAttempt: async (own, others) => {
      for (const name of others) attempts.set(name, (attempts.get(name) ?? []).slice(0, -1));
      attempts.delete(own);
      known.add(own);
    },
    isKnownName: async (name) => known.has(name),
  } satisfies Partial<DashboardData>;
};
