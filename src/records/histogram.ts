import type { Quantiles } from './ports/statistics.ts';

/** Buckets grow by ten per cent; whoever takes a bucket's middle is off by less than five. */
const GROWTH = Math.log(1.1);
/** 1.1 ^ 240 µs are more than two hours. */
const MAX_BUCKET = 240;

/** @param us At least 1. */
export const bucketOf = (us: number): number => Math.min(MAX_BUCKET, Math.trunc(Math.log(us) / GROWTH));

const middleOf = (bucket: number): number => Math.round(Math.exp((bucket + 0.5) * GROWTH));

export type BucketCount = Readonly<{ bucket: number; requests: number }>;

const quantile = (ascending: readonly BucketCount[], total: number, share: number): number => {
  let rank = Math.max(1, Math.ceil(total * share));
  for (const { bucket, requests } of ascending) {
    rank -= requests;
    if (rank <= 0) return middleOf(bucket);
  }
  return 0;
};

/** Of a histogram whose buckets may stand in any order; null where it is empty. µs, within five per cent. */
export const quantilesOf = (buckets: readonly BucketCount[]): Quantiles | null => {
  const ascending = [...buckets].sort((a, b) => a.bucket - b.bucket);
  const count = ascending.reduce((sum, { requests }) => sum + requests, 0);
  if (count === 0) return null;
  return {
    p50: quantile(ascending, count, 0.5),
    p95: quantile(ascending, count, 0.95),
    p99: quantile(ascending, count, 0.99),
    count,
  };
};
