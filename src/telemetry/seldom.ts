const FRESH_MS = 5000;
const WAIT_MS = 500;

/**
 * Asks a store for what a scrape shows, at most every few seconds. A store that is slow or away costs a scrape no more than a moment: it
 * then shows what was known before.
 *
 * @param ask Never rejects.
 */
export const createSeldom = (
  ask: () => Promise<void>,
  { now, waitMs = WAIT_MS }: Readonly<{ now: () => number; waitMs?: number }>,
): (() => Promise<void>) => {
  let askedAtMs = -Infinity;
  let asking: Promise<void> | null = null;
  const askOnce = async (): Promise<void> => {
    try {
      await ask();
    } finally {
      asking = null;
    }
  };
  return async () => {
    if (asking === null) {
      // Either way: a clock that was set back would else show what was known before for as long.
      if (Math.abs(now() - askedAtMs) < FRESH_MS) return;
      askedAtMs = now();
      asking = askOnce();
    }
    const { promise: waited, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, waitMs);
    await Promise.race([asking, waited]);
    clearTimeout(timer);
  };
};
