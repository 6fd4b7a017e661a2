import type { Kysely } from 'kysely';
import { z } from 'zod';
import { isBehind, readCursor, readLimit, toPage } from '../cursor.ts';
import type { AuditStore, ViewStore } from '../ports/audit.ts';
import { parseJson } from '../rows.ts';
import type { Database } from '../schema.ts';

const detailsSchema = z.record(z.string(), z.unknown());

export const createAuditStore = (db: Kysely<Database>): AuditStore => ({
  insertAudit: async ({ id, atMs, actor, action, target, details, address }) => {
    await db
      .insertInto('audit')
      .values({ id, at: atMs, actor, action, target, details: JSON.stringify(details), address })
      .execute();
  },
  listAudit: async ({ actor, action }, { cursor, limit: wanted }) => {
    const limit = readLimit(wanted);
    let query = db.selectFrom('audit').selectAll();
    if (actor !== undefined) query = query.where('actor', '=', actor);
    if (action !== undefined) query = query.where('action', '=', action);
    const rows = await query
      .where(isBehind('at', 'id', readCursor(cursor)))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return toPage(
      rows,
      limit,
      ({ at, id }) => ({ atMs: at, id }),
      ({ at, details, ...row }) => ({ ...row, atMs: at, details: detailsSchema.parse(parseJson(details)) }),
    );
  },
});

export const createViewStore = (db: Kysely<Database>): ViewStore => ({
  listViews: async (userId) => {
    const rows = await db
      .selectFrom('views')
      .selectAll()
      .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('is_shared', '=', 1)]))
      .orderBy('name')
      .orderBy('id')
      .execute();
    return rows.map(({ id, user_id, name, query, is_shared }) => ({
      id,
      userId: user_id,
      name,
      query,
      isShared: is_shared === 1,
    }));
  },
  putView: async ({ id, userId, name, query, isShared }) => {
    const values = { name, query, is_shared: Number(isShared) };
    await db
      .insertInto('views')
      .values({ id, user_id: userId, ...values })
      // Somebody else's view is not one's own to change.
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values).where('views.user_id', '=', userId))
      .execute();
  },
  deleteView: async (id, userId) => {
    const { numDeletedRows } = await db
      .deleteFrom('views')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
});
