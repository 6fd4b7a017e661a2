import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { readCursor, readLimit, toPage } from '../cursor.ts';
import type { DialectTraits } from '../dialect.ts';
import type { PolicyStore, SettingsRevision, StoredExclusion } from '../ports/policy.ts';
import { parseJson } from '../rows.ts';
import type { Database, ExclusionTable, SettingsTable } from '../schema.ts';
import { exclusively } from './exclusively.ts';

/** PostgreSQL tells every replica of it at the end of the transaction. */
export const POLICY_CHANNEL = 'portcullis_policy';

const ownSchema = z.record(z.string(), z.unknown());

const toRevision = (row: Selectable<SettingsTable>): SettingsRevision => ({
  revision: row.revision,
  createdAtMs: row.created_at,
  author: row.author,
  comment: row.comment,
  own: ownSchema.parse(parseJson(row.own)),
});

const toExclusion = (row: Selectable<ExclusionTable>): StoredExclusion => ({
  id: row.id,
  scope: {
    ruleId: row.rule_id,
    subType: row.sub_type,
    keyId: row.key_id,
    role: row.role,
    direction: row.direction,
    fingerprint: row.fingerprint,
  },
  comment: row.comment,
  owner: row.owner,
  createdAtMs: row.created_at,
  expiresAtMs: row.expires_at,
  endedAtMs: row.ended_at,
  feedbackId: row.feedback_id,
  hitCount: row.hit_count,
  lastHitAtMs: row.last_hit_at,
});

const toExclusionRow = ({ scope, ...exclusion }: StoredExclusion): Selectable<ExclusionTable> => ({
  id: exclusion.id,
  rule_id: scope.ruleId,
  sub_type: scope.subType,
  key_id: scope.keyId,
  role: scope.role,
  direction: scope.direction,
  fingerprint: scope.fingerprint,
  comment: exclusion.comment,
  owner: exclusion.owner,
  created_at: exclusion.createdAtMs,
  expires_at: exclusion.expiresAtMs,
  ended_at: exclusion.endedAtMs,
  feedback_id: exclusion.feedbackId,
  hit_count: exclusion.hitCount,
  last_hit_at: exclusion.lastHitAtMs,
});

type Store = Kysely<Database> | Transaction<Database>;

const newestRevision = async (db: Store): Promise<SettingsRevision | null> => {
  const row = await db
    .selectFrom('settings')
    .selectAll()
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toRevision(row);
};

/** Moves the version that replicas look at. */
export const bumpPolicy = async (
  transaction: Transaction<Database>,
  { name }: DialectTraits,
): Promise<void> => {
  await transaction
    .updateTable('meta')
    .set(({ eb }) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'policy_revision')
    .execute();
  if (name === 'postgres') await sql`select pg_notify(${POLICY_CHANNEL}, '')`.execute(transaction);
};

const createChanging = (db: Kysely<Database>, traits: DialectTraits) => {
  /** The version moves only where `work` says that it changed something. */
  return (work: (transaction: Transaction<Database>) => Promise<boolean>): Promise<boolean> =>
    exclusively(db, 'policy_revision', async (transaction) => {
      const isChanged = await work(transaction);
      if (isChanged) await bumpPolicy(transaction, traits);
      return isChanged;
    });
};

const createSettings = (
  db: Kysely<Database>,
  changing: ReturnType<typeof createChanging>,
): Pick<PolicyStore, 'currentSettings' | 'insertSettings' | 'listSettings' | 'getSettings'> => ({
  currentSettings: () => newestRevision(db),
  insertSettings: async (next, expected) => {
    const revision = expected + 1;
    const isInserted = await changing(async (transaction) => {
      const newest = await newestRevision(transaction);
      if ((newest?.revision ?? 0) !== expected) return false;
      await transaction
        .insertInto('settings')
        .values({
          revision,
          created_at: next.createdAtMs,
          author: next.author,
          comment: next.comment,
          own: JSON.stringify(next.own),
        })
        .execute();
      return true;
    });
    return isInserted ? revision : null;
  },
  listSettings: async ({ cursor, limit: wanted }) => {
    const limit = readLimit(wanted);
    const position = readCursor(cursor);
    const rows = await db
      .selectFrom('settings')
      .selectAll()
      .where('revision', '<', position?.atMs ?? Number.MAX_SAFE_INTEGER)
      .orderBy('revision', 'desc')
      .limit(limit + 1)
      .execute();
    return toPage(rows, limit, ({ revision }) => ({ atMs: revision, id: '' }), toRevision);
  },
  getSettings: async (revision) => {
    const row = await db
      .selectFrom('settings')
      .selectAll()
      .where('revision', '=', revision)
      .executeTakeFirst();
    return row === undefined ? null : toRevision(row);
  },
});

const addHits = (db: Kysely<Database>, hits: Parameters<PolicyStore['addExclusionHits']>[0]): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    // In one order, so that two replicas never wait for each other.
    for (const [id, { count, lastAtMs }] of [...hits].sort(([a], [b]) => (a < b ? -1 : 1))) {
      await transaction
        .updateTable('exclusions')
        .set(({ eb }) => ({
          hit_count: eb('hit_count', '+', count),
          last_hit_at: eb
            .case()
            .when(eb('last_hit_at', '>', lastAtMs))
            .then(eb.ref('last_hit_at'))
            .else(lastAtMs)
            .end(),
        }))
        .where('id', '=', id)
        .execute();
    }
  });

export const createPolicyStore = (db: Kysely<Database>, traits: DialectTraits): PolicyStore => {
  const changing = createChanging(db, traits);
  const setEnd = (id: string, endedAtMs: number | null): Promise<boolean> =>
    changing(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('exclusions')
        .set({ ended_at: endedAtMs })
        .where('id', '=', id)
        .where('ended_at', endedAtMs === null ? 'is not' : 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    });
  return {
    ...createSettings(db, changing),
    policyVersion: async () => {
      const row = await db
        .selectFrom('meta')
        .select('value')
        .where('name', '=', 'policy_revision')
        .executeTakeFirstOrThrow();
      return String(row.value);
    },
    listExclusions: async (includeEnded) => {
      const all = db.selectFrom('exclusions').selectAll();
      const rows = await (includeEnded ? all : all.where('ended_at', 'is', null))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toExclusion);
    },
    insertExclusion: async (exclusion) => {
      await changing(async (transaction) => {
        await transaction.insertInto('exclusions').values(toExclusionRow(exclusion)).execute();
        return true;
      });
    },
    endExclusion: (id, atMs) => setEnd(id, atMs),
    reviveExclusion: (id) => setEnd(id, null),
    addExclusionHits: (hits) => addHits(db, hits),
  };
};
