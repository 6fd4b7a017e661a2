const FIRST_MS = 5000;
const LONGEST_MS = 60_000;

export type Rests = Readonly<{
  failed: (webhookId: string) => void;
  worked: (webhookId: string) => void;
  /** Webhooks of which nothing should be sent now. */
  resting: () => readonly string[];
}>;

/**
 * A receiver that does not answer is left alone for a while, longer each time: its thousands of deliveries, each waiting for
 * its time-out, would hold up those of all others.
 */
export const createRests = (now: () => number): Rests => {
  const rests = new Map<string, Readonly<{ untilMs: number; lengthMs: number }>>();
  return {
    failed: (webhookId) => {
      const known = rests.get(webhookId);
      // Of a batch that failed together one is enough.
      if (known !== undefined && known.untilMs > now()) return;
      const lengthMs = known === undefined ? FIRST_MS : Math.min(LONGEST_MS, 2 * known.lengthMs);
      rests.set(webhookId, { untilMs: now() + lengthMs, lengthMs });
    },
    worked: (webhookId) => {
      rests.delete(webhookId);
    },
    resting: () => [...rests].filter(([, { untilMs }]) => untilMs > now()).map(([id]) => id),
  };
};
