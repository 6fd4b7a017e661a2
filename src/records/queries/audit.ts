import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { isBehind, type Position, readCursor, readLimit, toCursor } from '../cursor.ts';
import type { DialectTraits } from '../dialect.ts';
import type { AuditFilter, AuditStore, StoredAudit, ViewStore } from '../ports/audit.ts';
import { parseJson } from '../rows.ts';
import type { AuditTable, Database } from '../schema.ts';
import { isIn } from './conditions.ts';

const detailsSchema = z.record(z.string(), z.unknown());

/** How far one page may look for entries that pass its filter: so many rows at a time, for so long. */
export type AuditLimits = Readonly<{ stepRows: number; budgetMs: number }>;
const AUDIT_LIMITS: AuditLimits = { stepRows: 2000, budgetMs: 40 };

type Row = Selectable<AuditTable>;

const positionOf = ({ at, id }: Pick<Row, 'at' | 'id'>): Position => ({ atMs: at, id });

const toEntry = ({ at, details, ...row }: Row): StoredAudit => ({
  ...row,
  atMs: at,
  details: detailsSchema.parse(parseJson(details)),
});

const createFinder = (db: Kysely<Database>, traits: DialectTraits, { actor, action }: AuditFilter) => {
  const checks = Object.entries({ actor, action }).flatMap(([column, text]) =>
    text === undefined || text === '' ? [] : [isIn(text, [`audit.${column}`], traits)],
  );
  const behind = (from: Position | null) =>
    db
      .selectFrom('audit')
      .where(isBehind('at', 'id', from))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc');
  return {
    /** Where the step of so many rows ends; null where nothing lies behind it, or all rows are wanted anyway. */
    endOfStep: async (from: Position | null, rows: number): Promise<Position | null> => {
      if (checks.length === 0) return null;
      const query = behind(from)
        .select(['at', 'id'])
        .offset(rows - 1);
      const row = await query.limit(1).executeTakeFirst();
      return row === undefined ? null : positionOf(row);
    },
    rows: (from: Position | null, to: Position | null, limit: number) => {
      let query = behind(from).selectAll();
      if (to !== null) query = query.where(sql<SqlBool>`(at, id) >= (${to.atMs}, ${to.id})`);
      for (const check of checks) query = query.where(check);
      return query.limit(limit).execute();
    },
  };
};

export const createAuditStore = (
  db: Kysely<Database>,
  traits: DialectTraits,
  { stepRows, budgetMs }: AuditLimits = AUDIT_LIMITS,
): AuditStore => ({
  insertAudit: async ({ id, atMs, actor, action, target, details, address }) => {
    await db
      .insertInto('audit')
      .values({ id, at: atMs, actor, action, target, details: JSON.stringify(details), address })
      .execute();
  },
  listAudit: async (filter, { cursor, limit: wanted }) => {
    const limit = readLimit(wanted);
    const finder = createFinder(db, traits, filter);
    const endMs = performance.now() + budgetMs;
    const found: Row[] = [];
    let from = readCursor(cursor);
    for (;;) {
      const to = await finder.endOfStep(from, stepRows);
      found.push(...(await finder.rows(from, to, limit + 1 - found.length)));
      const last = found[limit - 1];
      if (found.length > limit && last !== undefined)
        return { items: found.slice(0, limit).map(toEntry), nextCursor: toCursor(positionOf(last)) };
      if (to === null) return { items: found.map(toEntry), nextCursor: null };
      if (performance.now() > endMs) return { items: found.map(toEntry), nextCursor: toCursor(to) };
      from = to;
    }
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
