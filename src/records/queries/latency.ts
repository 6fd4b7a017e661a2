import { type Kysely, sql } from 'kysely';
import { type BucketCount, quantilesOf } from '../histogram.ts';
import type { Statistics } from '../ports/statistics.ts';
import { LATENCY_SPANS_MS } from '../roll-up.ts';
import type { Database, LatencyTable } from '../schema.ts';
import { slicesOf } from '../slices.ts';
import { bucketAt } from './counting.ts';

type Histograms = Record<LatencyTable['kind'], BucketCount[]>;

/** `bucket:requests`, joined by commas; a bucket may come several times. */
const parseBuckets = (text: string): readonly BucketCount[] =>
  text.split(',').map((pair) => {
    const [bucket, requests] = pair.split(':');
    return { bucket: Number(bucket), requests: Number(requests) };
  });

export const createLatency = (
  db: Kysely<Database>,
  now: () => number,
): Pick<Statistics, 'latency' | 'latencyTotal'> => {
  /** Histograms by the beginning of their bucket of time; all under 0 where `bucketMs` is null. */
  const histograms = async (
    fromMs: number,
    toMs: number,
    bucketMs: number | null,
  ): Promise<ReadonlyMap<number, Histograms>> => {
    const byTime = new Map<number, Histograms>();
    for (const slice of slicesOf(LATENCY_SPANS_MS, fromMs, toMs, bucketMs, now())) {
      const rows = await db
        .selectFrom('latency')
        .select([
          (bucketMs === null ? sql<number>`cast(0 as bigint)` : bucketAt(bucketMs)).as('time'),
          'kind',
          // A row for each bucket would be tens of thousands to read for a month.
          sql<string>`string_agg(bucket || ':' || requests, ',')`.as('buckets'),
        ])
        .where('span_ms', '=', slice.spanMs)
        .where('kind', 'in', ['scan', 'added'])
        .where('at_ms', '>=', slice.fromMs)
        .where('at_ms', '<', slice.toMs)
        .groupBy(['time', 'kind'])
        .execute();
      for (const { time, kind, buckets } of rows) {
        const known = byTime.get(time) ?? { scan: [], added: [] };
        for (const bucket of parseBuckets(buckets)) known[kind].push(bucket);
        byTime.set(time, known);
      }
    }
    return byTime;
  };
  return {
    latency: async (fromMs, toMs, bucketMs) =>
      [...(await histograms(fromMs, toMs, bucketMs))]
        .sort(([a], [b]) => a - b)
        .map(([atMs, { scan, added }]) => ({
          atMs,
          scan: quantilesOf(scan),
          added: quantilesOf(added),
        })),
    latencyTotal: async (fromMs, toMs) => {
      const { scan, added } = (await histograms(fromMs, toMs, null)).get(0) ?? { scan: [], added: [] };
      return { scan: quantilesOf(scan), added: quantilesOf(added) };
    },
  };
};
