import { type Kysely, sql, type Transaction } from 'kysely';
import type { AttemptLimit, AttemptStore } from '../ports/accounts.ts';
import { DAY_MS } from '../roll-up.ts';
import type { Database } from '../schema.ts';
import { exclusively } from './exclusively.ts';

type Store = Kysely<Database> | Transaction<Database>;

/** Times that are kept under a name at most: no limit is higher. */
const MAX_TIMES = 200;
/** Names at most; see `trim`. */
const MAX_NAMES = 50_000;
const TRIM_EVERY = 200;
const KNOWN_MS = 90 * DAY_MS;

/** Of a clock that was ahead, times are as if now: they must not lock for longer than the window. */
const timesWithin = (times: string, nowMs: number, windowMs: number): readonly number[] =>
  times === ''
    ? []
    : times
        .split(',')
        .map((time) => Math.min(Number(time), nowMs))
        .filter((atMs) => atMs > nowMs - windowMs);

const waitOf = (times: readonly number[], limit: number | null, nowMs: number, windowMs: number): number => {
  const oldest = limit === null ? undefined : times.at(-limit);
  return oldest === undefined ? 0 : Math.max(1, oldest + windowMs - nowMs);
};

const readTimes = async (db: Store, names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.selectFrom('attempts').select(['name', 'times']).where('name', 'in', names).execute();
  return new Map(rows.map(({ name, times }) => [name, times]));
};

const write = async (
  transaction: Transaction<Database>,
  name: string,
  times: readonly number[],
  nowMs: number,
): Promise<void> => {
  const values = { times: times.join(','), failures: times.length, last_at: nowMs };
  await transaction
    .insertInto('attempts')
    .values({ name, known_at: null, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
};

/** What counts no more goes. */
export const sweepAttempts = async (db: Store, nowMs: number, windowMs: number): Promise<void> => {
  await db
    .deleteFrom('attempts')
    .where('last_at', '<=', nowMs - windowMs)
    .where(({ eb, or }) => or([eb('known_at', 'is', null), eb('known_at', '<=', nowMs - KNOWN_MS)]))
    .execute();
};

/**
 * Keeps the table within `most` names. Those with the fewest failures go first: whoever tries from thousands of addresses to
 * have his failures at one account forgotten only drives out his own.
 */
const trim = async (
  transaction: Transaction<Database>,
  most: number,
  nowMs: number,
  windowMs: number,
): Promise<void> => {
  await sweepAttempts(transaction, nowMs, windowMs);
  await transaction
    .deleteFrom('attempts')
    .where('name', 'in', (query) =>
      query
        .selectFrom('attempts')
        .select('name')
        .orderBy(sql`case when known_at is null then 0 else 1 end`, 'desc')
        .orderBy('failures', 'desc')
        .orderBy('last_at', 'desc')
        // SQLite knows no offset without a limit.
        .limit(Number.MAX_SAFE_INTEGER)
        .offset(most),
    )
    .execute();
};

export type AttemptOptions = Readonly<{ maxNames: number; trimEvery: number }>;

/** Failed sign-ins. One after the other, so that a hundred attempts at once, at several replicas, are a hundred. */
export const createAttemptStore = (
  db: Kysely<Database>,
  { maxNames, trimEvery }: AttemptOptions = { maxNames: MAX_NAMES, trimEvery: TRIM_EVERY },
): AttemptStore => {
  let counted = 0;

  const count = async (
    transaction: Transaction<Database>,
    names: readonly AttemptLimit[],
    nowMs: number,
    windowMs: number,
  ): Promise<number> => {
    const stored = await readTimes(
      transaction,
      names.map(({ name }) => name),
    );
    const recent = names.map(({ name, limit }) => {
      const times = timesWithin(stored.get(name) ?? '', nowMs, windowMs);
      return { name, times, waitMs: waitOf(times, limit, nowMs, windowMs) };
    });
    const waitMs = Math.max(...recent.map((each) => each.waitMs));
    if (waitMs > 0) return waitMs;
    if (counted % trimEvery === 0) await trim(transaction, maxNames, nowMs, windowMs);
    counted += 1;
    for (const { name, times } of recent) {
      await write(transaction, name, [...times, nowMs].slice(-MAX_TIMES), nowMs);
    }
    return 0;
  };

  return {
    countAttempt: (names, nowMs, windowMs) =>
      exclusively(db, 'attempts', (transaction) => count(transaction, names, nowMs, windowMs)),
    forgiveAttempt: (own, others, nowMs) =>
      exclusively(db, 'attempts', async (transaction) => {
        const stored = await readTimes(transaction, others);
        for (const [name, times] of stored) {
          const before = times === '' ? [] : times.split(',').slice(0, -1).map(Number);
          await write(transaction, name, before, nowMs);
        }
        await write(transaction, own, [], nowMs);
        await transaction.updateTable('attempts').set({ known_at: nowMs }).where('name', '=', own).execute();
      }),
    isKnownName: async (name) => {
      const row = await db
        .selectFrom('attempts')
        .select('name')
        .where('name', '=', name)
        .where('known_at', 'is not', null)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
};
