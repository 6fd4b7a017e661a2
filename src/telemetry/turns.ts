const LENGTH_MS = 60_000;

/**
 * When what was seen since the last turn has become the past. By time, not by scrapes: of two Prometheus each would else take away what
 * the other one is to see, and so would whoever looks at the metrics by hand.
 *
 * @returns Whether it is time to turn; asked at scrapes.
 */
export const createTurns = (now: () => number): (() => boolean) => {
  let dueMs = now() + LENGTH_MS;
  return () => {
    if (now() < dueMs) return false;
    dueMs = now() + LENGTH_MS;
    return true;
  };
};
