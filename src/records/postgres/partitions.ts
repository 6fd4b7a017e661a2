import { type Kysely, sql, type Transaction } from 'kysely';
import { DAY_MS, floorTo } from '../roll-up.ts';
import type { Database } from '../schema.ts';

/** Children first: nothing refers to a request that is gone. */
const TABLES = ['texts', 'findings', 'requests'] as const;
const DAYS_AHEAD = 2;
const COUNT_MS = 5000;

/** Any number that nothing else in the database locks by; the same in every version. */
export const LOCKS = {
  migration: 7_310_581_001,
  partitions: 7_310_581_002,
  retention: 7_310_581_003,
} as const;

const nameOf = (table: string, dayMs: number): string =>
  `${table}_${new Date(dayMs).toISOString().slice(0, -'T00:00:00.000Z'.length).replaceAll(/\D/g, '')}`;

const createDay = async (transaction: Transaction<Database>, dayMs: number): Promise<void> => {
  for (const table of TABLES) {
    const name = nameOf(table, dayMs);
    const { rows } = await sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`.execute(
      transaction,
    );
    if (rows[0]?.there === true) continue;
    // Made first and attached then: `create … partition of` would lock out readers and writers of all days.
    await sql`create table ${sql.table(name)} (like ${sql.table(table)} including defaults)`.execute(
      transaction,
    );
    await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)}
      for values from (${sql.lit(dayMs)}) to (${sql.lit(dayMs + DAY_MS)})`.execute(transaction);
  }
};

type Partition = Readonly<{ name: string; endMs: number; isRequests: boolean }>;

const listPartitions = async (db: Kysely<Database>): Promise<readonly Partition[]> => {
  const { rows } = await sql<{ name: string; parent: string; bound: string }>`
    select child.relname as name, parent.relname as parent, pg_get_expr(child.relpartbound, child.oid) as bound
    from pg_inherits
    join pg_class child on child.oid = inhrelid
    join pg_class parent on parent.oid = inhparent
    where inhparent in ('texts'::regclass, 'findings'::regclass, 'requests'::regclass)
    order by child.relname`.execute(db);
  return rows.map(({ name, parent, bound }) => ({
    name,
    isRequests: parent === 'requests',
    endMs: Number(/TO \('?(\d{1,16})'?\)/.exec(bound)?.[1] ?? Number.POSITIVE_INFINITY),
  }));
};

export type Partitions = Readonly<{
  /** Makes the days of these times where they are missing, and those that come next. */
  ensure: (timesMs: readonly number[]) => Promise<void>;
  /** Somebody else may have dropped days: looks anew at the next `ensure`. */
  forget: () => void;
  /** Drops the days that ended before a time. @returns How many requests they held; of days that are too long to be counted soon, none. */
  dropBefore: (beforeMs: number) => Promise<number>;
}>;

/** Each day's records, findings and texts in tables of their own. */
export const createPartitions = (db: Kysely<Database>, now: () => number = Date.now): Partitions => {
  const known = new Set<number>();
  const count = (name: string): Promise<number> =>
    db.transaction().execute(async (transaction) => {
      // The server's own limit: one that only we gave up would go on there, and keep the day from being dropped.
      await sql`set local statement_timeout = ${sql.lit(COUNT_MS)}`.execute(transaction);
      const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(name)}`.execute(
        transaction,
      );
      return rows[0]?.total ?? 0;
    });
  return {
    ensure: async (timesMs) => {
      const todayMs = floorTo(now(), DAY_MS);
      const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_, index) => todayMs + index * DAY_MS);
      const days = new Set([...ahead, ...timesMs.map((atMs) => floorTo(atMs, DAY_MS))]);
      const missing = [...days].filter((dayMs) => !known.has(dayMs));
      if (missing.length === 0) return;
      await db.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.partitions)})`.execute(transaction);
        for (const dayMs of missing) await createDay(transaction, dayMs);
      });
      for (const dayMs of missing) known.add(dayMs);
    },
    forget: () => known.clear(),
    dropBefore: async (beforeMs) => {
      let total = 0;
      for (const { name, endMs, isRequests } of await listPartitions(db)) {
        if (endMs > beforeMs) continue;
        // A number that is missing does less harm than a disk that fills.
        if (isRequests) total += await count(name).catch(() => 0);
        await db.transaction().execute(async (transaction) => {
          // Rather later than never: who waits for this lock makes everybody else wait behind.
          await sql`set local lock_timeout = '3s'`.execute(transaction);
          await sql`drop table if exists ${sql.table(name)}`.execute(transaction);
        });
      }
      known.clear();
      return total;
    },
  };
};
