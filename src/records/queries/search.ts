import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { isBehind, type Position, readCursor, readLimit, toCursor } from '../cursor.ts';
import type { DialectTraits } from '../dialect.ts';
import type { Paging, RequestFilter, RequestSearch } from '../ports.ts';
import { toSummary } from '../rows.ts';
import type { Database, RequestTable } from '../schema.ts';
import { planOf } from './conditions.ts';
import { turnsOf } from './conversations.ts';
import { withFindings } from './reader.ts';

type Row = Selectable<RequestTable>;

/** How far one page may look for rows that pass all checks of its filter. */
export type SearchLimits = Readonly<{
  /** After this much time the page ends with what it has. */
  budgetMs: number;
  /** Rows looked at in the first step; later ones are longer while steps are short. */
  firstStep: number;
}>;
export const SEARCH_LIMITS: SearchLimits = { budgetMs: 40, firstStep: 1000 };

/** Of what came in since; no page of a list is as long. */
const MAX_NEWS = 5000;
const MAX_STEP = 4000;
/** A step that took longer is not followed by a longer one. */
const SHORT_STEP_MS = 10;

/** The rows from `from` (exclusive, newer) down to `to` (inclusive, older). */
type Stretch = Readonly<{ from: Position | null; to: Position | null }>;

const isWithin = ({ from, to }: Stretch): RawBuilder<SqlBool> => {
  const upper =
    from === null
      ? sql`1 = 1`
      : // The time by itself leads PostgreSQL to the days in question.
        sql`requests.received_at <= ${from.atMs} and ${isBehind('requests.received_at', 'requests.request_id', from)}`;
  const lower =
    to === null
      ? sql`1 = 1`
      : sql`requests.received_at >= ${to.atMs}
          and (requests.received_at, requests.request_id) >= (${to.atMs}, ${to.id})`;
  return sql<SqlBool>`${upper} and ${lower}`;
};

const positionOf = (row: Pick<Row, 'received_at' | 'request_id'>): Position => ({
  atMs: row.received_at,
  id: row.request_id,
});

const isNewer = (a: Position, b: Position): boolean => (a.atMs === b.atMs ? a.id > b.id : a.atMs > b.atMs);

const newestFirst = (a: Row, b: Row): number => (isNewer(positionOf(a), positionOf(b)) ? -1 : 1);

type Found = Readonly<{ rows: readonly Row[]; nextCursor: string | null }>;

const createFinder = async (db: Kysely<Database>, traits: DialectTraits, filter: RequestFilter) => {
  const { conversation = '' } = filter;
  const turns = conversation === '' ? null : await turnsOf(db, conversation, traits);
  const { branches, checks } = planOf(filter, traits, turns);
  const base = (branch: RawBuilder<SqlBool>, stretch: Stretch) => {
    let query = db.selectFrom('requests').where(branch).where(isWithin(stretch));
    if (filter.fromMs !== undefined) query = query.where('requests.received_at', '>=', filter.fromMs);
    if (filter.toMs !== undefined) query = query.where('requests.received_at', '<', filter.toMs);
    return query.orderBy('requests.received_at', 'desc').orderBy('requests.request_id', 'desc');
  };
  return {
    isExact: checks.length === 0,
    /** Where a step of so many rows of one branch ends; null where no branch has so many. */
    endOfStep: async (from: Position | null, rows: number): Promise<Position | null> => {
      let end: Position | null = null;
      for (const branch of branches) {
        const row = await base(branch, { from, to: null })
          .select(['requests.received_at', 'requests.request_id'])
          .offset(rows - 1)
          .limit(1)
          .executeTakeFirst();
        if (row !== undefined && (end === null || isNewer(positionOf(row), end))) end = positionOf(row);
      }
      return end;
    },
    rows: async (stretch: Stretch, limit: number): Promise<readonly Row[]> => {
      const found: Row[] = [];
      for (const branch of branches) {
        let query = base(branch, stretch);
        for (const check of checks) query = query.where(check);
        found.push(...(await query.selectAll('requests').limit(limit).execute()));
      }
      return found.sort(newestFirst).slice(0, limit);
    },
  };
};

const find = async (
  db: Kysely<Database>,
  traits: DialectTraits,
  limits: SearchLimits,
  filter: RequestFilter,
  { cursor, limit: wanted }: Paging,
): Promise<Found> => {
  const limit = readLimit(wanted);
  const finder = await createFinder(db, traits, filter);
  const startedMs = performance.now();
  const found: Row[] = [];
  let from = readCursor(cursor);
  let step = limits.firstStep;
  for (;;) {
    const stepStartedMs = performance.now();
    const to = finder.isExact ? null : await finder.endOfStep(from, step);
    found.push(...(await finder.rows({ from, to }, limit + 1 - found.length)));
    const last = found[limit - 1];
    if (found.length > limit && last !== undefined) {
      return { rows: found.slice(0, limit), nextCursor: toCursor(positionOf(last)) };
    }
    if (to === null) return { rows: found, nextCursor: null };
    const nowMs = performance.now();
    if (nowMs - startedMs > limits.budgetMs) return { rows: found, nextCursor: toCursor(to) };
    if (nowMs - stepStartedMs < SHORT_STEP_MS) step = Math.min(MAX_STEP, step * 2);
    from = to;
  }
};

/** Lists of requests. What one index serves is one query; the rest is looked for step by step, within a time. */
export const createSearch = (
  db: Kysely<Database>,
  traits: DialectTraits,
  limits: SearchLimits = SEARCH_LIMITS,
): Omit<RequestSearch, 'facets'> => ({
  search: async (filter, paging) => {
    const { rows, nextCursor } = await find(db, traits, limits, filter, paging);
    return { items: rows.map(toSummary), nextCursor };
  },
  records: async (filter, paging) => {
    const { rows, nextCursor } = await find(db, traits, limits, filter, paging);
    return { items: await withFindings(db, rows), nextCursor };
  },
  since: async (afterMs, afterId, limit) => {
    const rows = await db
      .selectFrom('requests')
      .selectAll()
      .where('received_at', '>=', afterMs)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('received_at', 'request_id'), '>', tuple(afterMs, afterId)),
      )
      .orderBy('received_at', 'desc')
      .orderBy('request_id', 'desc')
      .limit(Math.max(1, Math.min(MAX_NEWS, Math.trunc(limit))))
      .execute();
    return rows.map(toSummary).reverse();
  },
});
