/** Requests that were let in, and whose bodies are on their way. */
export type Coming = Readonly<{
  /** One more. @returns To be called when its body is there, or will not come; at any time, and more than once. */
  add: () => () => void;
  count: () => number;
}>;

/**
 * @param forMs Whoever has not come by then counts no more: callers may upload slowly, or never.
 * @param clock Monotonic, in milliseconds.
 */
export const createComing = (forMs: number, clock: () => number): Coming => {
  /** The oldest first. */
  const all = new Set<Readonly<{ sinceMs: number }>>();
  return {
    add: () => {
      const one = { sinceMs: clock() };
      all.add(one);
      return () => all.delete(one);
    },
    count: () => {
      const nowMs = clock();
      for (const one of all) {
        if (nowMs - one.sinceMs < forMs) break;
        all.delete(one);
      }
      return all.size;
    },
  };
};
