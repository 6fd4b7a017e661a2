const FIRST_MS = 5000;
const LONGEST_MS = 60_000;

export type Rests = Readonly<{
  failed: (webhookId: string) => void;
  worked: (webhookId: string) => void;
  /** Webhooks of which nothing should be sent now. */
  resting: () => readonly string[];
}>;

type Rest = Readonly<{ fromMs: number; lengthMs: number }>;

/** A clock that was set back ends it: nothing rests for as long as that was. */
const isResting = ({ fromMs, lengthMs }: Rest, nowMs: number): boolean => Math.abs(nowMs - fromMs) < lengthMs;

/**
 * A receiver that does not answer is left alone for a while, longer each time: its thousands of deliveries, each waiting for
 * its time-out, would hold up those of all others.
 */
export const createRests = (now: () => number): Rests => {
  const rests = new Map<string, Rest>();
  return {
    failed: (webhookId) => {
      const known = rests.get(webhookId);
      // Of a batch that failed together one is enough.
      if (known !== undefined && isResting(known, now())) return;
      const lengthMs = known === undefined ? FIRST_MS : Math.min(LONGEST_MS, 2 * known.lengthMs);
      rests.set(webhookId, { fromMs: now(), lengthMs });
    },
    worked: (webhookId) => {
      rests.delete(webhookId);
    },
    resting: () => [...rests].filter(([, rest]) => isResting(rest, now())).map(([id]) => id),
  };
};
