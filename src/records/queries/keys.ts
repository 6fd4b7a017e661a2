import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction, Updateable } from 'kysely';
import type { DialectTraits } from '../dialect.ts';
import type { KeyChanges, KeyEditing } from '../ports/policy.ts';
import { toKey, toKeyRow } from '../rows.ts';
import type { Database, KeyTable } from '../schema.ts';
import type { KeyStore, Rotated, StoredKey } from '../store.ts';
import { bumpPolicy } from './policy.ts';

const KEYS_REVISION = 'keys_revision';

type Change<Result> = (transaction: Transaction<Database>) => Promise<Result>;

/**
 * Changes keys and their revision together. The revision is raised first: a transaction that begins with a write
 * waits for its turn, one that begins with a read may find its snapshot outdated and fail.
 */
const changeKeys = <Result>(db: Kysely<Database>, change: Change<Result>): Promise<Result> =>
  db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('meta')
      .set(({ eb }) => ({ value: eb('value', '+', 1) }))
      .where('name', '=', KEYS_REVISION)
      .execute();
    return change(transaction);
  });

type Expected = NonNullable<Parameters<KeyEditing['updateKey']>[2]>;

/** Whether the key is still as somebody has seen it; what is not said of it may be anything. */
const isAsExpected = async (
  transaction: Transaction<Database>,
  id: string,
  expected: Expected,
): Promise<boolean> => {
  const row = await transaction
    .selectFrom('gateway_keys')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const current: Readonly<Record<string, unknown>> = row === undefined ? {} : { ...toKey(row) };
  return Object.entries(expected).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(current[name], value),
  );
};

const updateKey = (
  db: Kysely<Database>,
  id: string,
  values: Updateable<KeyTable>,
  expected: Expected = {},
): Promise<boolean> =>
  changeKeys(db, async (transaction) => {
    if (!(await isAsExpected(transaction, id, expected))) return false;
    const { numUpdatedRows } = await transaction
      .updateTable('gateway_keys')
      .set(values)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });

/** Of a key that was rotated, which took its place; null where that is gone, revoked or expired. */
const successorInForce = async (
  transaction: Transaction<Database>,
  id: string | null,
  nowMs: number,
): Promise<string | null> => {
  if (id === null) return null;
  const found = await transaction
    .selectFrom('gateway_keys')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    .executeTakeFirst();
  return found?.id ?? null;
};

/**
 * What is no threat for a key is none for its successor. Copies: the old key needs its own until it ends.
 * The version is moved first, which also has whoever makes or ends an exclusion meanwhile wait.
 */
const copyExclusions = async (
  transaction: Transaction<Database>,
  traits: DialectTraits,
  oldId: string,
  { id: keyId, createdAtMs: nowMs }: StoredKey,
): Promise<void> => {
  await bumpPolicy(transaction, traits);
  const rows = await transaction
    .selectFrom('exclusions')
    .selectAll()
    .where('key_id', '=', oldId)
    .where('ended_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    .execute();
  for (const row of rows) {
    const id = `exc_${randomBytes(10).toString('hex')}`;
    const copy = { ...row, id, key_id: keyId, created_at: nowMs, hit_count: 0, last_hit_at: null };
    await transaction.insertInto('exclusions').values(copy).execute();
  }
};

const replaceKey = (
  db: Kysely<Database>,
  traits: DialectTraits,
  old: StoredKey,
  successor: StoredKey,
  endsAtMs: number,
): Promise<Rotated> =>
  changeKeys(db, async (transaction): Promise<Rotated> => {
    const row = await transaction
      .selectFrom('gateway_keys')
      .selectAll()
      .where('id', '=', old.id)
      .executeTakeFirst();
    if (row === undefined) return 'changed';
    const successorId = await successorInForce(transaction, row.successor_id, successor.createdAtMs);
    if (successorId !== null) return { successorId };
    if (!isDeepStrictEqual(toKey(row), { ...old, lastUsedAtMs: row.last_used_at })) return 'changed';
    // Not sooner: one that ended as it was rotated has not just run out.
    if (row.expires_at !== null && row.expires_at <= successor.createdAtMs) return 'expired';
    await transaction.insertInto('gateway_keys').values(toKeyRow(successor)).execute();
    await transaction
      .updateTable('gateway_keys')
      .set({ expires_at: endsAtMs, successor_id: successor.id })
      .where('id', '=', old.id)
      .execute();
    await copyExclusions(transaction, traits, old.id, successor);
    return 'done';
  });

const touchKeys = (db: Kysely<Database>, usedAtMs: ReadonlyMap<string, number>): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    // In one order, so that two replicas never wait for each other.
    for (const [id, atMs] of [...usedAtMs].sort(([a], [b]) => (a < b ? -1 : 1))) {
      await transaction
        .updateTable('gateway_keys')
        .set({ last_used_at: atMs })
        .where('id', '=', id)
        // Another replica may have seen a later use.
        .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', atMs)]))
        .execute();
    }
  });

/** Kysely leaves a column alone whose value is undefined. */
const toColumns = (changes: KeyChanges): Updateable<KeyTable> => ({
  name: changes.name,
  mode: changes.mode,
  sensitivity: changes.sensitivity,
  override: changes.override,
  rate_limit_per_minute: changes.rateLimitPerMinute,
  expires_at: changes.expiresAtMs,
  rollout_percent: changes.rolloutPercent,
  entities:
    changes.entities === undefined || changes.entities === null
      ? changes.entities
      : JSON.stringify(changes.entities),
});

export const createKeyStore = (db: Kysely<Database>, traits: DialectTraits): KeyStore & KeyEditing => ({
  listKeys: async () => {
    const rows = await db
      .selectFrom('gateway_keys')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(toKey);
  },
  keysById: async (ids) => {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom('gateway_keys')
      .selectAll()
      .where('id', 'in', [...ids])
      .execute();
    return rows.map(toKey);
  },
  insertKey: (key) =>
    changeKeys(db, async (transaction) => {
      await transaction.insertInto('gateway_keys').values(toKeyRow(key)).execute();
    }),
  revokeKey: (id, atMs) =>
    changeKeys(db, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('gateway_keys')
        .set(({ fn, ref, val }) => ({ revoked_at: fn.coalesce(ref('revoked_at'), val(atMs)) }))
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    }),
  replaceKey: (old, successor, endsAtMs) => replaceKey(db, traits, old, successor, endsAtMs),
  deleteKey: (id) =>
    changeKeys(db, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('gateway_keys')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    }),
  updateKey: (id, changes, expected) => {
    const values = toColumns(changes);
    const isEmpty = Object.values(values).every((value) => value === undefined);
    // Without a change the statement would have no column to set.
    return updateKey(db, id, isEmpty ? { id } : values, expected);
  },
  touchKeys: (usedAtMs) => touchKeys(db, usedAtMs),
  keysVersion: async () => {
    const row = await db
      .selectFrom('meta')
      .select('value')
      .where('name', '=', KEYS_REVISION)
      .executeTakeFirstOrThrow();
    return String(row.value);
  },
});
