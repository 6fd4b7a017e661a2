import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely';
import { toRecord } from '../rows.ts';
import type { Database, RequestTable } from '../schema.ts';
import type { RecordFilter, RecordReader, ScanRecord } from '../store.ts';

const MAX_PAGE = 1000;

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

export const withFindings = async (
  db: Kysely<Database>,
  rows: readonly Selectable<RequestTable>[],
): Promise<readonly ScanRecord[]> => {
  const found = rows.filter((row) => row.finding_count > 0);
  if (found.length === 0) return rows.map((row) => toRecord(row, []));
  const times = found.map((row) => row.received_at);
  const findings = await db
    .selectFrom('findings')
    .selectAll()
    .where(
      'request_id',
      'in',
      found.map((row) => row.request_id),
    )
    // Leads PostgreSQL to the days in question.
    .where('received_at', '>=', Math.min(...times))
    .where('received_at', '<=', Math.max(...times))
    .orderBy('request_id')
    .orderBy('seq')
    .execute();
  const byRequest = Map.groupBy(findings, (finding) => finding.request_id);
  return rows.map((row) => toRecord(row, byRequest.get(row.request_id) ?? []));
};

export const createReader = (db: Kysely<Database>): RecordReader => ({
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
