import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { BulkInsert, Row } from '../queries/bulk.ts';

const toInput = (value: unknown): SQLInputValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite can't store a value of type ${typeof value}`);
};

/**
 * Inserts row by row: a statement that was prepared before costs less than a longer one that must be read anew. Straight into
 * the database, on the one connection, on which the transaction was begun: on its way through the query builder a row took
 * half as long again.
 */
export const createSqliteInsert = (database: DatabaseSync): BulkInsert => {
  const statements = new Map<string, StatementSync>();

  /** @param rows At least one. */
  const statementFor = (table: string, [first = {}]: readonly Row[], tail: string): StatementSync => {
    const columns = Object.keys(first);
    const sql = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')}) ${tail}`;
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  const insert = (statement: StatementSync, row: Row): boolean =>
    Number(statement.run(...Object.values(row).map(toInput)).changes) > 0;

  return {
    all: async (_transaction, table, rows, tail) => {
      if (rows.length === 0) return;
      const statement = statementFor(table, rows, tail);
      for (const row of rows) insert(statement, row);
    },
    missing: async (_transaction, table, rows, key) => {
      if (rows.length === 0) return new Set();
      const statement = statementFor(table, rows, 'on conflict do nothing');
      return new Set(rows.filter((row) => insert(statement, row)).map((row) => row[key]));
    },
  };
};
