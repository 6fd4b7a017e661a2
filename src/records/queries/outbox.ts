import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { Outbox, Surplus } from '../ports/webhooks.ts';
import { toSummary } from '../rows.ts';
import type { Database } from '../schema.ts';
import { exclusively } from './exclusively.ts';
import { insertDeliveryRows } from './webhooks.ts';

const MAX_LIMIT = 500;

const isUpTo = (atMs: number, id: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(received_at, request_id) <= (${atMs}, ${id})`;

const listUntold = async (db: Kysely<Database>, limit: number): ReturnType<Outbox['listUntold']> => {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .orderBy('received_at')
    .orderBy('request_id')
    .limit(Math.min(MAX_LIMIT, limit))
    .execute();
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ids = rows.map((row) => row.request_id);
  const requests = await db
    .selectFrom('requests')
    .selectAll()
    .where('request_id', 'in', ids)
    // Leads PostgreSQL to the days in question.
    .where('received_at', '>=', first.received_at)
    .where('received_at', '<=', last.received_at)
    .execute();
  const byId = new Map(requests.map((row) => [row.request_id, toSummary(row)]));
  return ids.map((requestId) => ({ requestId, record: byId.get(requestId) ?? null }));
};

const findSurplus = async (db: Kysely<Database>, most: number): Promise<Surplus | null> => {
  const last = await db
    .selectFrom('outbox')
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('request_id', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return null;
  const { count, from_ms: fromMs } = await db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number>('received_at').as('from_ms')])
    .where(isUpTo(last.received_at, last.request_id))
    .executeTakeFirstOrThrow();
  return { count, fromMs, toMs: last.received_at, lastId: last.request_id };
};

const takeAway = async (
  transaction: Transaction<Database>,
  settled: Parameters<Outbox['settleUntold']>[0],
): Promise<bigint> => {
  const rows = transaction.deleteFrom('outbox');
  const { numDeletedRows } = await ('count' in settled
    ? rows.where(isUpTo(settled.toMs, settled.lastId))
    : rows.where('request_id', 'in', [...settled])
  ).executeTakeFirstOrThrow();
  return numDeletedRows;
};

/** Ends a transaction in which somebody else was faster. */
class OutrunError extends Error {
  override readonly name = 'OutrunError';
}

const settleUntold = async (
  db: Kysely<Database>,
  ...[settled, deliveries]: Parameters<Outbox['settleUntold']>
): Promise<boolean> => {
  const count = 'count' in settled ? settled.count : settled.length;
  if (count === 0) return true;
  try {
    await exclusively(db, 'outbox', async (transaction) => {
      if ((await takeAway(transaction, settled)) !== BigInt(count)) throw new OutrunError();
      await insertDeliveryRows(transaction, deliveries);
    });
    return true;
  } catch (error) {
    if (error instanceof OutrunError) return false;
    throw error;
  }
};

export const createOutbox = (db: Kysely<Database>): Outbox => ({
  listUntold: (limit) => listUntold(db, limit),
  waitingDeliveries: async () => {
    const rows = await db
      .selectFrom('deliveries')
      .select(({ fn }) => ['webhook_id', fn.countAll<number>().as('total')])
      // Word for word as in the condition of the index.
      .where('status', '=', sql.lit('pending'))
      .groupBy('webhook_id')
      .execute();
    return new Map(rows.map((row) => [row.webhook_id, row.total]));
  },
  untoldSurplus: (most) => findSurplus(db, most),
  settleUntold: (...args) => settleUntold(db, ...args),
});
