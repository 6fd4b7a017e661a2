export type RateDecision =
  | Readonly<{ allowed: true }>
  | Readonly<{
      allowed: false /** Whole milliseconds after which one request is allowed again. */;
      retryAfterMs: number;
    }>;

/** @returns Whether one more request fits, and if so takes it off the key's allowance. */
export type RateLimiter = Readonly<{ take: (keyId: string, limitPerMinute: number) => RateDecision }>;

type Bucket = { tokens: number; readonly limit: number; atMs: number };

const MINUTE_MS = 60_000;
const MAX_BUCKETS = 50_000;
/** Sums of fractions may fall short of a whole token by less than this. */
const ROUNDING = 1e-6;
const ALLOWED: RateDecision = Object.freeze({ allowed: true });

/** A full bucket says no more than no bucket. */
const isFull = (bucket: Bucket, nowMs: number): boolean =>
  bucket.tokens + ((nowMs - bucket.atMs) * bucket.limit) / MINUTE_MS >= bucket.limit;

/**
 * A token bucket per key: `limitPerMinute` requests may come at once, then one every `60 s / limitPerMinute`.
 * Counts in this process alone; behind several replicas a key's limit holds per replica.
 *
 * @param now Unix time in milliseconds; a clock that jumps back neither gives nor takes requests.
 * @param maxBuckets Keys that are remembered. Idle ones go first, then the ones used longest ago.
 */
export const createRateLimiter = (now: () => number, maxBuckets = MAX_BUCKETS): RateLimiter => {
  // A Map keeps insertion order and `take` puts each key at the end, so the first one was used longest ago.
  const buckets = new Map<string, Bucket>();

  /** Removes at most two buckets per new one: the map stays bounded and no call does much work. */
  const evict = (nowMs: number): void => {
    for (const [keyId, bucket] of buckets) {
      if (buckets.size < maxBuckets && !isFull(bucket, nowMs)) return;
      buckets.delete(keyId);
      if (buckets.size < maxBuckets - 1) return;
    }
  };

  return {
    take: (keyId, limitPerMinute) => {
      const nowMs = now();
      const limit = Math.max(1, limitPerMinute);
      const known = buckets.get(keyId);
      if (known === undefined) evict(nowMs);
      else buckets.delete(keyId);
      const elapsedMs = known === undefined ? 0 : Math.max(0, nowMs - known.atMs);
      const refilled = (known?.tokens ?? limit) + (elapsedMs * limit) / MINUTE_MS;
      const tokens = Math.min(limit, refilled);
      if (tokens + ROUNDING >= 1) {
        buckets.set(keyId, { tokens: Math.max(0, tokens - 1), limit, atMs: nowMs });
        return ALLOWED;
      }
      buckets.set(keyId, { tokens, limit, atMs: nowMs });
      return {
        allowed: false,
        retryAfterMs: Math.max(1, Math.ceil(((1 - ROUNDING - tokens) * MINUTE_MS) / limit)),
      };
    },
  };
};
