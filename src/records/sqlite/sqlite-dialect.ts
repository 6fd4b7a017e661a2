import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { SqliteDialect, type SqliteStatement } from 'kysely';

/** The queries of the store are few and their texts don't vary much; a statement costs more to prepare than to run. */
const MAX_STATEMENTS = 300;

const isInput = (value: unknown): value is SQLInputValue =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  value instanceof Uint8Array;

const inputs = (parameters: readonly unknown[]): SQLInputValue[] =>
  parameters.map((value) => {
    if (isInput(value)) return value;
    throw new TypeError(`SQLite can't store a value of type ${typeof value}`);
  });

const adapt = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => statement.all(...inputs(parameters)),
  run: (parameters) => statement.run(...inputs(parameters)),
  iterate: (parameters) => statement.iterate(...inputs(parameters)),
});

/** Of a transaction that SQLite has taken back by itself, as for a full disk, nothing is left: the fault is to be told, not this. */
const rollbackOf = (database: DatabaseSync): SqliteStatement => {
  const done = { changes: 0, lastInsertRowid: 0 };
  return {
    reader: false,
    all: () => [],
    run: () => {
      if (database.isTransaction) database.exec('rollback');
      return done;
    },
    iterate: () => [][Symbol.iterator](),
  };
};

/**
 * Kysely over `node:sqlite`: its own dialect expects the shape of better-sqlite3. Rows have no prototype.
 * Kysely runs one query at a time on the one connection, so a cached statement is never used twice at once.
 */
export const createNodeSqliteDialect = (database: DatabaseSync): SqliteDialect => {
  const statements = new Map<string, SqliteStatement>();
  const rollback = rollbackOf(database);
  const prepare = (sql: string): SqliteStatement => {
    if (sql === 'rollback') return rollback;
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const statement = adapt(database.prepare(sql));
    statements.set(sql, statement);
    return statement;
  };
  return new SqliteDialect({ database: { prepare, close: () => database.close() } });
};
