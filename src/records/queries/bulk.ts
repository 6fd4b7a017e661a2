import { CompiledQuery, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Inserts rows of one table, all with the same columns in the same order, within a transaction. */
export type BulkInsert = Readonly<{
  /** @param tail What becomes of rows that are there already. */
  all: (
    transaction: Transaction<Database>,
    table: keyof Database,
    rows: readonly Row[],
    tail: string,
  ) => Promise<void>;
  /** Leaves rows that are there already as they are. @returns What those that were not have in the column `key`. */
  missing: (
    transaction: Transaction<Database>,
    table: keyof Database,
    rows: readonly Row[],
    key: string,
  ) => Promise<ReadonlySet<unknown>>;
}>;

/** PostgreSQL is a round trip away: one statement takes all, and its text is always the same. */
const insertTogether = async (
  transaction: Transaction<Database>,
  table: string,
  rows: readonly Row[],
  tail: string,
): Promise<readonly Row[]> => {
  if (rows.length === 0) return [];
  const statement = `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json) ${tail}`;
  const result = await transaction.executeQuery<Row>(CompiledQuery.raw(statement, [JSON.stringify(rows)]));
  return result.rows;
};

export const POSTGRES_INSERT: BulkInsert = {
  all: async (...args) => {
    await insertTogether(...args);
  },
  missing: async (transaction, table, rows, key) => {
    const inserted = await insertTogether(
      transaction,
      table,
      rows,
      `on conflict do nothing returning ${key}`,
    );
    return new Set(inserted.map((row) => row[key]));
  },
};
