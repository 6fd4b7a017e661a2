import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Category } from '../../detection/findings.ts';
import { SENSITIVITIES, type Sensitivity } from '../../policy/settings.ts';
import type { Statistics } from '../ports/statistics.ts';
import type { RequestSearch } from '../ports.ts';
import { SPANS_MS } from '../roll-up.ts';
import type { Database, TrafficValueTable } from '../schema.ts';
import { slicesOf } from '../slices.ts';
import { OUTCOMES } from '../store.ts';
import { bucketAt, total } from './counting.ts';
import { createLatency } from './latency.ts';

const CATEGORIES = ['prompt_injection', 'data_leak', 'secret', 'pii', 'policy'] as const;
const categorySchema = z.enum(CATEGORIES);
const MAX_FACETS = 50;

type Counts = Readonly<Record<string, number>>;

const addTo = (sums: Map<string, number>, key: string, count: number): void => {
  sums.set(key, (sums.get(key) ?? 0) + count);
};

const byCount = (sums: ReadonlyMap<string, number>) =>
  [...sums]
    .filter(([, count]) => count > 0)
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));

/** Those of some columns that are not zero. */
const pick = <Name extends string>(row: Counts, names: readonly Name[]): Partial<Record<Name, number>> => {
  const picked: Partial<Record<Name, number>> = {};
  for (const name of names) if ((row[name] ?? 0) > 0) picked[name] = row[name] ?? 0;
  return picked;
};

const COLUMNS = [
  'requests',
  'would_block',
  'unjudged',
  'fail_open',
  ...OUTCOMES,
  ...CATEGORIES,
  ...SENSITIVITIES,
] as const;

const createCounts = (db: Kysely<Database>, now: () => number) => {
  /** Sums of all columns by bucket; one bucket for all where `bucketMs` is null. */
  const counts = async (
    fromMs: number,
    toMs: number,
    bucketMs: number | null,
    keyId: string | null,
  ): Promise<ReadonlyMap<number, Counts>> => {
    const buckets = new Map<number, Record<string, number>>();
    for (const slice of slicesOf(SPANS_MS, fromMs, toMs, bucketMs, now())) {
      const rows = await db
        .selectFrom('traffic')
        .select([
          (bucketMs === null ? sql<number>`cast(0 as bigint)` : bucketAt(bucketMs)).as('bucket'),
          ...COLUMNS.map((column) => total(column).as(column)),
        ])
        .where('span_ms', '=', slice.spanMs)
        .where('key_id', '=', keyId ?? '')
        .where('at_ms', '>=', slice.fromMs)
        .where('at_ms', '<', slice.toMs)
        .groupBy('bucket')
        .execute();
      for (const { bucket, ...sums } of rows) {
        const known = buckets.get(bucket) ?? {};
        for (const column of COLUMNS) known[column] = (known[column] ?? 0) + sums[column];
        buckets.set(bucket, known);
      }
    }
    return buckets;
  };
  const values = async (fromMs: number, toMs: number, kind: TrafficValueTable['kind']) => {
    const sums = new Map<string, number>();
    for (const slice of slicesOf(SPANS_MS, fromMs, toMs, null, now())) {
      const rows = await db
        .selectFrom('traffic_values')
        .select(['value', total('requests').as('requests')])
        .where('span_ms', '=', slice.spanMs)
        .where('kind', '=', kind)
        .where('at_ms', '>=', slice.fromMs)
        .where('at_ms', '<', slice.toMs)
        .groupBy('value')
        .execute();
      for (const { value, requests } of rows) addTo(sums, value, requests);
    }
    return byCount(sums);
  };
  const keys = async (fromMs: number, toMs: number) => {
    const sums = new Map<string, { keyId: string; requests: number; blocked: number; wouldBlock: number }>();
    for (const slice of slicesOf(SPANS_MS, fromMs, toMs, null, now())) {
      const rows = await db
        .selectFrom('traffic')
        .select([
          'key_id',
          total('requests').as('requests'),
          total('blocked').as('blocked'),
          total('would_block').as('would_block'),
        ])
        .where('span_ms', '=', slice.spanMs)
        .where('key_id', '<>', '')
        .where('at_ms', '>=', slice.fromMs)
        .where('at_ms', '<', slice.toMs)
        .groupBy('key_id')
        .execute();
      for (const row of rows) {
        const known = sums.get(row.key_id);
        sums.set(row.key_id, {
          keyId: row.key_id,
          requests: (known?.requests ?? 0) + row.requests,
          blocked: (known?.blocked ?? 0) + row.blocked,
          wouldBlock: (known?.wouldBlock ?? 0) + row.would_block,
        });
      }
    }
    return [...sums.values()].sort((a, b) => b.requests - a.requests || (a.keyId < b.keyId ? -1 : 1));
  };
  return { counts, values, keys };
};

/** What is a threat at `low` is one at every stricter setting, too. */
const cumulate = (row: Counts): Record<Sensitivity, number> => {
  let sum = 0;
  const upTo = (sensitivity: Sensitivity): number => {
    sum += row[sensitivity] ?? 0;
    return sum;
  };
  return { low: upTo('low'), medium: upTo('medium'), high: upTo('high'), paranoid: upTo('paranoid') };
};

const createNotAttack =
  (db: Kysely<Database>): Statistics['notAttackBySensitivity'] =>
  async (fromMs, toMs) => {
    const rows = await db
      .selectFrom('feedback')
      .select(['request_loosest', sql<number>`count(distinct request_id)`.as('requests')])
      .where('request_received_at', '>=', fromMs)
      .where('request_received_at', '<', toMs)
      .where('label', '=', 'not_attack')
      .where('undone_at', 'is', null)
      .groupBy('request_loosest')
      .execute();
    return cumulate(Object.fromEntries(rows.map((row) => [row.request_loosest ?? '', row.requests])));
  };

/** `value` is `category/sub_type`. */
const toSubType = ({ value, count }: { value: string; count: number }) => {
  const slash = value.indexOf('/');
  const category: Category = categorySchema.parse(value.slice(0, slash));
  return { category, subType: value.slice(slash + 1), count };
};

/** Each by one look into the index of codes, however many requests have it. */
const createErrorCodes = (db: Kysely<Database>) => async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ code: string }>`
    with recursive codes (code) as (
      select min(error_code) from requests where error_code is not null
      union all
      select (select min(error_code) from requests where error_code > codes.code)
      from codes where codes.code is not null
    )
    select code from codes where code is not null limit ${MAX_FACETS}`.execute(db);
  return rows.map(({ code }) => code);
};

/** All that charts show, from counts that were made when the records were written: no query walks the records. */
export const createStatistics = (
  db: Kysely<Database>,
  now: () => number = Date.now,
): Statistics & Pick<RequestSearch, 'facets'> => {
  const { counts, values, keys } = createCounts(db, now);
  const errorCodes = createErrorCodes(db);
  const sums = async (fromMs: number, toMs: number, keyId: string | null): Promise<Counts> =>
    (await counts(fromMs, toMs, null, keyId)).get(0) ?? {};
  return {
    ...createLatency(db, now),
    totals: async (fromMs, toMs, keyId) => {
      const [row, passed] = await Promise.all([
        sums(fromMs, toMs, keyId),
        values(fromMs, toMs, 'passed_through'),
      ]);
      return {
        requests: row['requests'] ?? 0,
        outcomes: pick(row, OUTCOMES),
        wouldBlock: row['would_block'] ?? 0,
        unjudged: row['unjudged'] ?? 0,
        passedThrough: passed
          .filter(({ value }) => keyId === null || value === keyId)
          .reduce((sum, { count }) => sum + count, 0),
        failOpen: row['fail_open'] ?? 0,
      };
    },
    series: async (fromMs, toMs, bucketMs, keyId) =>
      [...(await counts(fromMs, toMs, bucketMs, keyId))]
        .sort(([a], [b]) => a - b)
        .map(([atMs, row]) => ({
          atMs,
          outcomes: pick(row, OUTCOMES),
          categories: pick(row, CATEGORIES),
        })),
    topKeys: async (fromMs, toMs, limit) => (await keys(fromMs, toMs)).slice(0, limit),
    topSubTypes: async (fromMs, toMs, limit) =>
      (await values(fromMs, toMs, 'sub_type')).slice(0, limit).map(toSubType),
    topErrorCodes: async (fromMs, toMs, limit) =>
      (await values(fromMs, toMs, 'error_code'))
        .slice(0, limit)
        .map(({ value, count }) => ({ code: value, count })),
    bySensitivity: async (fromMs, toMs, keyId) => cumulate(await sums(fromMs, toMs, keyId)),
    notAttackBySensitivity: createNotAttack(db),
    facets: async (fromMs, toMs) => {
      const row = await sums(fromMs, toMs, null);
      const named = (names: readonly string[]) =>
        byCount(new Map(names.map((name) => [name, row[name] ?? 0])));
      return {
        outcome: named(OUTCOMES),
        category: named(CATEGORIES),
        model: (await values(fromMs, toMs, 'model')).slice(0, MAX_FACETS),
        key: (await keys(fromMs, toMs))
          .slice(0, MAX_FACETS)
          .map(({ keyId, requests }) => ({ value: keyId, count: requests })),
        errorCode: await errorCodes(),
      };
    },
  };
};
