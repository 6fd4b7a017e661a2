import { CompiledQuery, type Transaction } from 'kysely';
import type { DialectTraits } from '../dialect.ts';
import type { Database } from '../schema.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Inserts rows of one table, all with the same columns in the same order.
 *
 * @returns What `tail` asks to be returned.
 */
export type BulkInsert = <Returned>(
  transaction: Transaction<Database>,
  table: keyof Database,
  rows: readonly Row[],
  tail: string,
) => Promise<readonly Returned[]>;

/** A statement that SQLite has prepared before costs less than a longer one that it must read anew. */
const insertOneByOne: BulkInsert = async <Returned>(
  transaction: Transaction<Database>,
  table: string,
  rows: readonly Row[],
  tail: string,
) => {
  const columns = Object.keys(rows[0] ?? {});
  const statement = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')}) ${tail}`;
  const returned: Returned[] = [];
  for (const row of rows) {
    const query = CompiledQuery.raw(statement, Object.values(row));
    const result = await transaction.executeQuery<Returned>({ ...query, sql: statement });
    returned.push(...result.rows);
  }
  return returned;
};

/** PostgreSQL is a round trip away: one statement takes all, and its text is always the same. */
const insertTogether: BulkInsert = async <Returned>(
  transaction: Transaction<Database>,
  table: string,
  rows: readonly Row[],
  tail: string,
) => {
  if (rows.length === 0) return [];
  const statement = `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json) ${tail}`;
  const result = await transaction.executeQuery<Returned>(
    CompiledQuery.raw(statement, [JSON.stringify(rows)]),
  );
  return result.rows;
};

export const createBulkInsert = ({ name }: DialectTraits): BulkInsert =>
  name === 'postgres' ? insertTogether : insertOneByOne;
