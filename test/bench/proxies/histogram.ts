/**
 * Times in a fixed number of buckets, as HdrHistogram does it: exact below 64 µs, and 64 buckets for each doubling above, so
 * that no time is off by more than 1.6 per cent, whatever its size and however many there are.
 */
const SUB_BUCKETS = 64;
const SUB_BITS = 6;
/** Above 35 minutes nothing is told apart. */
const MAX_US = 2 ** 31 - 1;
const LAST_EXPONENT = 30;
const BUCKETS = (LAST_EXPONENT - SUB_BITS) * SUB_BUCKETS + 2 * SUB_BUCKETS;

const bucketOf = (us: number): number => {
  const value = Math.min(MAX_US, Math.max(0, Math.round(us)));
  if (value < SUB_BUCKETS) return value;
  const shift = 31 - Math.clz32(value) - SUB_BITS;
  return shift * SUB_BUCKETS + (value >> shift);
};

/** The middle of a bucket, in µs. */
const middleOf = (bucket: number): number => {
  const shift = Math.max(0, Math.floor(bucket / SUB_BUCKETS) - 1);
  const width = 2 ** shift;
  return (bucket - shift * SUB_BUCKETS) * width + (width - 1) / 2;
};

export type Histogram = Readonly<{
  record: (ms: number) => void;
  count: () => number;
  /** The time in ms that this share of all times is not above; NaN where there are none. */
  percentile: (share: number) => number;
  maxMs: () => number;
}>;

export const createHistogram = (): Histogram => {
  const counts = new Uint32Array(BUCKETS);
  let count = 0;
  let maxMs = 0;
  return {
    record: (ms) => {
      const bucket = bucketOf(ms * 1000);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      count += 1;
      maxMs = Math.max(maxMs, ms);
    },
    count: () => count,
    percentile: (share) => {
      const rank = Math.max(1, Math.ceil(share * count));
      let seen = 0;
      for (const [bucket, own] of counts.entries()) {
        seen += own;
        if (seen >= rank) return middleOf(bucket) / 1000;
      }
      return Number.NaN;
    },
    maxMs: () => maxMs,
  };
};
