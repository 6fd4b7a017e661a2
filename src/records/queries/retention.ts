import type { Kysely } from 'kysely';
import { DAY_MS, floorTo, HOUR_MS, LATENCY_SPANS_MS, MINUTES_KEPT_MS } from '../roll-up.ts';
import type { Database } from '../schema.ts';
import { sweepAttempts } from './attempts.ts';
import { fromRetired, toRetired } from './webhooks.ts';

/** What is older goes; null keeps all. */
export type Ages = Readonly<{ nowMs: number; recordsBeforeMs: number | null; auditBeforeMs: number | null }>;

export type Retention = Readonly<{
  /**
   * Deletes at most `DELETE_BATCH` of the oldest records received before a time, with findings and texts. Where records lie
   * in parts by day these are dropped instead.
   *
   * @returns How many.
   */
  deleteBatch: (beforeMs: number) => Promise<number>;
  /** Deletes all that is no record: counts, deliveries, feedback, audit, failed sign-ins, expired sessions, links and secrets. */
  sweep: (ages: Ages) => Promise<void>;
}>;

const DELETE_BATCH = 500;

const deleteBatch = async (db: Kysely<Database>, beforeMs: number): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('requests')
    .where('request_id', 'in', (query) =>
      query
        .selectFrom('requests')
        .select('request_id')
        .where('received_at', '<', beforeMs)
        .orderBy('received_at')
        .orderBy('request_id')
        .limit(DELETE_BATCH),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};

const COUNTS = ['traffic', 'traffic_values', 'latency'] as const;

const sweepCounts = async (db: Kysely<Database>, spanMs: number, beforeMs: number): Promise<void> => {
  for (const table of COUNTS) {
    await db
      .deleteFrom(table)
      .where('span_ms', '=', spanMs)
      // The span in which the time lies still tells of records that are kept.
      .where('at_ms', '<', floorTo(beforeMs, spanMs))
      .execute();
  }
};

const sweepRecords = async (db: Kysely<Database>, beforeMs: number): Promise<void> => {
  for (const spanMs of LATENCY_SPANS_MS) await sweepCounts(db, spanMs, beforeMs);
  await db.deleteFrom('outbox').where('received_at', '<', beforeMs).execute();
  // Those that still wait, too: attempts end within a day, so they wait for a webhook that is switched off.
  await db.deleteFrom('deliveries').where('created_at', '<', beforeMs).execute();
};

/** What people did is kept longer than what they did it about. */
const sweepAudit = async (db: Kysely<Database>, beforeMs: number): Promise<void> => {
  await db.deleteFrom('audit').where('at', '<', beforeMs).execute();
  await db.deleteFrom('feedback').where('created_at', '<', beforeMs).execute();
};

const sweepSecrets = async (db: Kysely<Database>, nowMs: number): Promise<void> => {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'secret', 'retired'])
    .where('retired', 'is not', null)
    .execute();
  for (const { id, secret, retired } of rows) {
    const kept = toRetired(retired).filter(({ endsAtMs }) => endsAtMs > nowMs);
    await db
      .updateTable('webhooks')
      .set({ retired: fromRetired(kept) })
      .where('id', '=', id)
      // Somebody who replaces it meanwhile retires another.
      .where('secret', '=', secret)
      .execute();
  }
};

export const createRetention = (db: Kysely<Database>): Retention => ({
  deleteBatch: (beforeMs) => deleteBatch(db, beforeMs),
  sweep: async ({ nowMs, recordsBeforeMs, auditBeforeMs }) => {
    for (const spanMs of LATENCY_SPANS_MS.filter((each) => each < HOUR_MS)) {
      await sweepCounts(db, spanMs, floorTo(nowMs - MINUTES_KEPT_MS, HOUR_MS));
    }
    if (recordsBeforeMs !== null) await sweepRecords(db, recordsBeforeMs);
    if (auditBeforeMs !== null) await sweepAudit(db, auditBeforeMs);
    await sweepAttempts(db, nowMs, DAY_MS);
    await sweepSecrets(db, nowMs);
    for (const table of ['sessions', 'tickets'] as const) {
      await db.deleteFrom(table).where('expires_at', '<', nowMs).execute();
    }
  },
});
