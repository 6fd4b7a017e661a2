import type { CompiledQuery, Insertable, Kysely, Selectable, SelectQueryBuilder, Transaction } from 'kysely';
import { toFindingRows, toKey, toKeyRow, toRecord, toRequestRow } from './rows.ts';
import type { Database, FindingTable, RequestTable } from './schema.ts';
import type { KeyStore, RecordFilter, RecordReader, ScanRecord } from './store.ts';

/** What the store does in SQL; the same for every database. */
export type StoreQueries = RecordReader &
  KeyStore &
  Readonly<{
    /** In one transaction. A record that is there already stays as it is, so a doubtful batch may be sent again. */
    insertRecords: (records: readonly ScanRecord[]) => Promise<void>;
    /** Deletes at most `DELETE_BATCH` of the oldest records received before a time. @returns How many. */
    deleteBatch: (beforeMs: number) => Promise<number>;
  }>;

const DELETE_BATCH = 500;
const MAX_PAGE = 1000;
const KEYS_REVISION = 'keys_revision';

/** Compiling a query costs several times what running it does: one text is kept and filled with each row's values. */
const prepared = <Row extends object>(compile: (row: Row) => CompiledQuery) => {
  let template: CompiledQuery | null = null;
  return (row: Row): CompiledQuery => {
    template ??= compile(row);
    return { ...template, parameters: Object.values(row) };
  };
};

const createInsertRecords = (db: Kysely<Database>): StoreQueries['insertRecords'] => {
  const request = prepared((row: Insertable<RequestTable>) =>
    db
      .insertInto('requests')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .compile(),
  );
  const finding = prepared((row: Insertable<FindingTable>) =>
    db
      .insertInto('findings')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .compile(),
  );
  return (records) =>
    db.transaction().execute(async (transaction) => {
      for (const record of records) {
        await transaction.executeQuery(request(toRequestRow(record)));
        for (const row of toFindingRows(record)) await transaction.executeQuery(finding(row));
      }
    });
};

const applyFilter = <Row>(
  query: SelectQueryBuilder<Database, 'requests', Row>,
  { beforeMs, beforeId, outcome, keyId }: RecordFilter,
): SelectQueryBuilder<Database, 'requests', Row> => {
  let filtered = query;
  if (outcome !== undefined) filtered = filtered.where('outcome', '=', outcome);
  if (keyId !== undefined) filtered = filtered.where('key_id', '=', keyId);
  if (beforeMs === undefined) return filtered;
  if (beforeId === undefined) return filtered.where('received_at', '<', beforeMs);
  return filtered.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('received_at', 'request_id'), '<', tuple(beforeMs, beforeId)),
  );
};

const withFindings = async (
  db: Kysely<Database>,
  rows: readonly Selectable<RequestTable>[],
): Promise<readonly ScanRecord[]> => {
  const ids = rows.filter((row) => row.finding_count > 0).map((row) => row.request_id);
  if (ids.length === 0) return rows.map((row) => toRecord(row, []));
  const findings = await db
    .selectFrom('findings')
    .selectAll()
    .where('request_id', 'in', ids)
    .orderBy('request_id')
    .orderBy('seq')
    .execute();
  const byRequest = Map.groupBy(findings, (finding) => finding.request_id);
  return rows.map((row) => toRecord(row, byRequest.get(row.request_id) ?? []));
};

const createReader = (db: Kysely<Database>): RecordReader => ({
  list: async (filter) => {
    const limit = Math.max(1, Math.min(MAX_PAGE, Math.trunc(filter.limit)));
    const rows = await applyFilter(db.selectFrom('requests').selectAll(), filter)
      .orderBy('received_at', 'desc')
      .orderBy('request_id', 'desc')
      .limit(limit)
      .execute();
    return withFindings(db, rows);
  },
  get: async (requestId) => {
    const rows = await db.selectFrom('requests').selectAll().where('request_id', '=', requestId).execute();
    return (await withFindings(db, rows))[0] ?? null;
  },
  count: async () => {
    const row = await db
      .selectFrom('requests')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return row.total;
  },
});

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

const updateKey = (
  db: Kysely<Database>,
  id: string,
  values: { revoked_at: number } | { expires_at: number },
): Promise<boolean> =>
  changeKeys(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('gateway_keys')
      .set(values)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });

const touchKeys = (db: Kysely<Database>, usedAtMs: ReadonlyMap<string, number>): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    for (const [id, atMs] of usedAtMs) {
      await transaction
        .updateTable('gateway_keys')
        .set({ last_used_at: atMs })
        .where('id', '=', id)
        // Another replica may have seen a later use.
        .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', atMs)]))
        .execute();
    }
  });

const createKeyStore = (db: Kysely<Database>): KeyStore => ({
  listKeys: async () => {
    const rows = await db
      .selectFrom('gateway_keys')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(toKey);
  },
  insertKey: (key) =>
    changeKeys(db, async (transaction) => {
      await transaction.insertInto('gateway_keys').values(toKeyRow(key)).execute();
    }),
  revokeKey: (id, atMs) => updateKey(db, id, { revoked_at: atMs }),
  expireKey: (id, atMs) => updateKey(db, id, { expires_at: atMs }),
  deleteKey: (id) =>
    changeKeys(db, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('gateway_keys')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    }),
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

export const createStoreQueries = (db: Kysely<Database>): StoreQueries => ({
  ...createReader(db),
  ...createKeyStore(db),
  insertRecords: createInsertRecords(db),
  deleteBatch: (beforeMs) => deleteBatch(db, beforeMs),
});
