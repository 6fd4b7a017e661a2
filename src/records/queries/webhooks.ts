import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { isBehind, readCursor, readLimit, toPage } from '../cursor.ts';
import type { DialectTraits } from '../dialect.ts';
import {
  type RetiredSecret,
  type StoredDelivery,
  type StoredWebhook,
  TEST_EVENT,
  type WebhookChanges,
  type WebhookStore,
} from '../ports/webhooks.ts';
import { parseJson } from '../rows.ts';
import type { Database, DeliveryTable, WebhookTable } from '../schema.ts';

const eventsSchema = z.array(z.string());
const retiredSchema = z.array(z.object({ secret: z.string(), endsAtMs: z.number() }));

export const toRetired = (value: unknown): readonly RetiredSecret[] =>
  value === null ? [] : retiredSchema.parse(parseJson(value));

export const fromRetired = (retired: readonly RetiredSecret[]): string | null =>
  retired.length === 0 ? null : JSON.stringify(retired);

const toWebhook = (row: Selectable<WebhookTable>): StoredWebhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  secret: row.secret,
  retired: toRetired(row.retired),
  events: eventsSchema.parse(parseJson(row.events)),
  isEnabled: row.is_enabled === 1,
  createdAtMs: row.created_at,
});

/** Kysely leaves a column alone whose value is undefined. */
const toColumns = ({ name, url, events, isEnabled }: WebhookChanges) => ({
  name,
  url,
  events: events === undefined ? undefined : JSON.stringify(events),
  is_enabled: isEnabled === undefined ? undefined : Number(isEnabled),
});

const toDelivery = (row: Selectable<DeliveryTable>): StoredDelivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  event: row.event,
  payload: row.payload,
  createdAtMs: row.created_at,
  attempts: row.attempts,
  status: row.status,
  nextAttemptAtMs: row.next_attempt_at,
  lastError: row.last_error,
});

const toDeliveryRow = (delivery: StoredDelivery): Selectable<DeliveryTable> => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  event: delivery.event,
  payload: delivery.payload,
  created_at: delivery.createdAtMs,
  attempts: delivery.attempts,
  status: delivery.status,
  next_attempt_at: delivery.nextAttemptAtMs,
  last_error: delivery.lastError,
  finished_at: null,
});

/** As many rows as a statement of either database takes. */
const ROWS_AT_ONCE = 500;

export const insertDeliveryRows = async (
  transaction: Transaction<Database>,
  deliveries: readonly StoredDelivery[],
): Promise<void> => {
  for (let from = 0; from < deliveries.length; from += ROWS_AT_ONCE) {
    await transaction
      .insertInto('deliveries')
      .values(deliveries.slice(from, from + ROWS_AT_ONCE).map(toDeliveryRow))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
};

const claimDeliveries = async (
  db: Kysely<Database>,
  { skipsLocked }: DialectTraits,
  [nowMs, leaseMs, limit, { resting, switchedOff }]: Parameters<WebhookStore['claimDeliveries']>,
): Promise<readonly StoredDelivery[]> => {
  const rows = await db
    .updateTable('deliveries')
    .set({ next_attempt_at: nowMs + leaseMs })
    .where('id', 'in', (query) =>
      query
        .selectFrom('deliveries as due')
        .select('due.id')
        .where('due.status', '=', sql.lit('pending'))
        .where('due.next_attempt_at', '<=', nowMs)
        .$if(resting.length > 0, (awake) => awake.where('due.webhook_id', 'not in', resting))
        .$if(switchedOff.length > 0, (on) =>
          on.where(({ eb, or }) =>
            or([eb('due.webhook_id', 'not in', switchedOff), eb('due.event', '=', TEST_EVENT)]),
          ),
        )
        .orderBy('due.next_attempt_at')
        .orderBy('due.id')
        .limit(limit)
        .$if(skipsLocked, (locked) => locked.forUpdate().skipLocked()),
    )
    .returningAll()
    .execute();
  return rows.map(toDelivery).sort((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1));
};

const countWebhooks: (db: Kysely<Database>) => WebhookStore['webhookCounts'] = (db) => async () => {
  const count = (status: StoredDelivery['status']) =>
    sql<number>`cast(sum(case when status = ${sql.lit(status)} then 1 else 0 end) as bigint)`;
  const rows = await db
    .selectFrom('deliveries')
    .select([
      'webhook_id',
      count('pending').as('pending'),
      count('dead').as('dead'),
      sql<number | null>`max(case when status = 'delivered' then finished_at end)`.as('delivered_at'),
    ])
    .groupBy('webhook_id')
    .execute();
  return new Map(
    rows.map(({ webhook_id, pending, dead, delivered_at }) => [
      webhook_id,
      { pending, dead, lastDeliveredAtMs: delivered_at },
    ]),
  );
};

type DeliveryMethods =
  | 'insertDeliveries'
  | 'claimDeliveries'
  | 'finishDelivery'
  | 'listDeliveries'
  | 'retryDelivery';

const createDeliveryStore = (
  db: Kysely<Database>,
  traits: DialectTraits,
): Pick<WebhookStore, DeliveryMethods> => ({
  insertDeliveries: (deliveries) =>
    db.transaction().execute((transaction) => insertDeliveryRows(transaction, deliveries)),
  claimDeliveries: (...args) => claimDeliveries(db, traits, args),
  finishDelivery: async (id, { status, attempts, nextAttemptAtMs, lastError }) => {
    await db
      .updateTable('deliveries')
      .set({
        status,
        attempts,
        next_attempt_at: nextAttemptAtMs,
        last_error: lastError,
        finished_at: status === 'pending' ? null : Date.now(),
      })
      .where('id', '=', id)
      .execute();
  },
  listDeliveries: async (webhookId, { cursor, limit: wanted }) => {
    const limit = readLimit(wanted);
    const rows = await db
      .selectFrom('deliveries')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .where(isBehind('created_at', 'id', readCursor(cursor)))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return toPage(rows, limit, ({ created_at, id }) => ({ atMs: created_at, id }), toDelivery);
  },
  retryDelivery: async (id, atMs) => {
    const { numUpdatedRows } = await db
      .updateTable('deliveries')
      .set({ status: 'pending', next_attempt_at: atMs, attempts: 0, finished_at: null })
      .where('id', '=', id)
      .where('status', '=', 'dead')
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
});

export const createWebhookStore = (db: Kysely<Database>, traits: DialectTraits): WebhookStore => ({
  ...createDeliveryStore(db, traits),
  listWebhooks: async () => {
    const rows = await db.selectFrom('webhooks').selectAll().orderBy('created_at').orderBy('id').execute();
    return rows.map(toWebhook);
  },
  putWebhook: async ({ id, createdAtMs, isEnabled, events, name, url, secret, retired }) => {
    const values = {
      name,
      url,
      secret,
      retired: fromRetired(retired),
      events: JSON.stringify(events),
      is_enabled: Number(isEnabled),
    };
    await db
      .insertInto('webhooks')
      .values({ id, created_at: createdAtMs, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
  },
  updateWebhook: async (id, changes, expected = {}) => {
    const row = await db
      .updateTable('webhooks')
      // Without a change the statement would have no column to set.
      .set({ id, ...toColumns(changes) })
      .where('id', '=', id)
      .where(({ eb, and }) => {
        const { name, url, events, is_enabled } = toColumns(expected);
        return and([
          ...(name === undefined ? [] : [eb('name', '=', name)]),
          ...(url === undefined ? [] : [eb('url', '=', url)]),
          ...(events === undefined ? [] : [eb('events', '=', events)]),
          ...(is_enabled === undefined ? [] : [eb('is_enabled', '=', is_enabled)]),
        ]);
      })
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : toWebhook(row);
  },
  replaceSecret: async (id, before, { secret, retired }) => {
    const row = await db
      .updateTable('webhooks')
      .set({ secret, retired: fromRetired(retired) })
      .where('id', '=', id)
      .where('secret', '=', before)
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : toWebhook(row);
  },
  deleteWebhook: (id) =>
    db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('deliveries').where('webhook_id', '=', id).execute();
      const { numDeletedRows } = await transaction
        .deleteFrom('webhooks')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    }),
  webhookCounts: countWebhooks(db),
});
