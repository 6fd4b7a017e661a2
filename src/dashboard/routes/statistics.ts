import { z } from 'zod';
import type { SENSITIVITIES } from '../../policy/settings.ts';
import type { Bucket, Totals } from '../../records/ports/statistics.ts';
import { hasMinutes } from '../../records/slices.ts';
import { timeMs } from '../api/common.ts';
import { Impact } from '../api/policy.ts';
import { Latency, Overview } from '../api/requests.ts';
import type { Api } from '../api-router.ts';
import type { DashboardDeps } from '../context.ts';
import { ApiFailure } from '../failure.ts';
import { keyNames } from './wire.ts';

const TAG = 'Statistics';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_RANGE_MS = 400 * DAY_MS;
const TOP = 10;
const IMPACT_DAYS = 7;
const MAX_BUCKETS = 120;
const BUCKETS_MS = [60_000, 300_000, 900_000, HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS] as const;

/**
 * The finest bucket that gives at most `MAX_BUCKETS` of them. An hour at least where minutes are no longer kept: an hour's
 * count would stand in one of its minutes, or before the first.
 */
const bucketFor = (fromMs: number, toMs: number, nowMs: number): number => {
  const leastMs = hasMinutes(fromMs, nowMs) ? 0 : HOUR_MS;
  const fits = (bucketMs: number): boolean =>
    bucketMs >= leastMs && (toMs - fromMs) / bucketMs <= MAX_BUCKETS;
  return BUCKETS_MS.find(fits) ?? 7 * DAY_MS;
};

const TimeQuery = z.object({ fromMs: timeMs.optional(), toMs: timeMs.optional() });

const rangeOf = ({ fromMs, toMs }: z.output<typeof TimeQuery>, nowMs: number) => {
  const end = toMs ?? nowMs;
  const start = fromMs ?? Math.max(0, end - DAY_MS);
  if (start >= end || end - start > MAX_RANGE_MS) {
    throw new ApiFailure(
      'invalid_request_error',
      'invalid_request',
      'fromMs must be before toMs, by 400 days at most.',
      {
        param: 'fromMs',
      },
    );
  }
  return { fromMs: start, toMs: end };
};

/** Records say of blocked requests, too, that they would be; pages count those that were let go. */
const letGo = (wouldBlock: number, blocked: number): number => Math.max(0, wouldBlock - blocked);

const totalsOf = ({ requests, outcomes, wouldBlock, unjudged, passedThrough, failOpen }: Totals) => ({
  requests,
  blocked: outcomes.blocked ?? 0,
  flagged: outcomes.flagged ?? 0,
  redacted: outcomes.redacted ?? 0,
  wouldBlock: letGo(wouldBlock, outcomes.blocked ?? 0),
  refused: outcomes.refused ?? 0,
  errors: outcomes.error ?? 0,
  unjudged,
  passedThrough,
  failOpen,
});

/** Times of all buckets, those without traffic too. */
const timesOf = (fromMs: number, toMs: number, bucketMs: number): readonly number[] => {
  const first = Math.floor(fromMs / bucketMs) * bucketMs;
  return Array.from({ length: Math.ceil((toMs - first) / bucketMs) }, (_, index) => first + index * bucketMs);
};

const fill = (buckets: readonly Bucket[], times: readonly number[]) => {
  const byTime = new Map(buckets.map((bucket) => [bucket.atMs, bucket]));
  return times.map((atMs) => ({
    atMs,
    outcomes: { ...byTime.get(atMs)?.outcomes } as Record<string, number>,
    categories: { ...byTime.get(atMs)?.categories } as Record<string, number>,
  }));
};

export const statisticsRoutes = (api: Api, deps: DashboardDeps): void => {
  const { store, now } = deps;

  api.json(
    'GET /overview',
    {
      summary: 'What happened in a time, without one: the last day',
      tag: TAG,
      query: TimeQuery.extend({ keyId: z.string().max(64).optional() }),
      response: Overview,
    },
    async ({ query }) => {
      const { fromMs, toMs } = rangeOf(query, now());
      const keyId = query.keyId ?? null;
      const bucketMs = bucketFor(fromMs, toMs, now());
      const [totals, before, series, topKeys, topSubTypes, topErrorCodes, bySensitivity, feedback, newest] =
        await Promise.all([
          store.totals(fromMs, toMs, keyId),
          store.totals(Math.max(0, fromMs - (toMs - fromMs)), fromMs, keyId),
          store.series(fromMs, toMs, bucketMs, keyId),
          store.topKeys(fromMs, toMs, TOP),
          store.topSubTypes(fromMs, toMs, TOP),
          store.topErrorCodes(fromMs, toMs, TOP),
          store.bySensitivity(fromMs, toMs, keyId),
          store.countFeedback(fromMs, toMs),
          store.search({}, { cursor: null, limit: 1 }),
        ]);
      const names = await keyNames(
        store,
        topKeys.map(({ keyId: id }) => id),
      );
      const { refused: _refused, errors: _errors, ...earlier } = totalsOf(before);
      return {
        totals: totalsOf(totals),
        before: earlier,
        bucketMs,
        series: fill(series, timesOf(fromMs, toMs, bucketMs)),
        topKeys: topKeys.map((key) => ({
          ...key,
          wouldBlock: letGo(key.wouldBlock, key.blocked),
          name: names.get(key.keyId) ?? null,
        })),
        topSubTypes,
        topErrorCodes: [...topErrorCodes],
        bySensitivity,
        feedback,
        newestAtMs: newest.items[0]?.receivedAtMs ?? null,
      };
    },
  );

  api.json(
    'GET /metrics/latency',
    {
      summary: 'What scans took, and what they added to requests',
      tag: TAG,
      query: TimeQuery,
      response: Latency,
    },
    async ({ query }) => {
      const { fromMs, toMs } = rangeOf(query, now());
      const bucketMs = bucketFor(fromMs, toMs, now());
      const [series, total] = await Promise.all([
        store.latency(fromMs, toMs, bucketMs),
        store.latencyTotal(fromMs, toMs),
      ]);
      const byTime = new Map(series.map((bucket) => [bucket.atMs, bucket]));
      return {
        bucketMs,
        series: timesOf(fromMs, toMs, bucketMs).map(
          (atMs) => byTime.get(atMs) ?? { atMs, scan: null, added: null },
        ),
        total,
      };
    },
  );

  api.json(
    'GET /settings/impact',
    { summary: 'What each sensitivity would have blocked in the last 7 days', tag: TAG, response: Impact },
    async () => {
      const toMs = now();
      const fromMs = toMs - IMPACT_DAYS * DAY_MS;
      const [{ requests }, blocked, notAttack] = await Promise.all([
        store.totals(fromMs, toMs, null),
        store.bySensitivity(fromMs, toMs, null),
        store.notAttackBySensitivity(fromMs, toMs),
      ]);
      const of = (name: (typeof SENSITIVITIES)[number]) => ({
        blocked: blocked[name],
        notAttack: notAttack[name],
      });
      return {
        days: IMPACT_DAYS,
        requests,
        bySensitivity: { low: of('low'), medium: of('medium'), high: of('high'), paranoid: of('paranoid') },
      };
    },
  );
};
