import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Config } from '../config/schema.ts';
import { GatewayError } from '../errors.ts';
import { type DialectTraits, POSTGRES_TRAITS, SQLITE_TRAITS } from './dialect.ts';
import { openDatabase, storeName } from './open.ts';
import { storePath } from './path.ts';
import { connectPool, toPostgresFault } from './postgres/postgres-connection.ts';
import type { Database } from './schema.ts';
import { requireFile } from './sqlite/require-file.ts';
import { createNodeSqliteDialect } from './sqlite/sqlite-dialect.ts';

/** The tables of a store as they are, for work on all of them that no port offers. */
export type RawStore = Readonly<{ db: Kysely<Database>; traits: DialectTraits; name: string }>;

const BUSY_MS = 5000;

const openFile = (path: string): Kysely<Database> => {
  requireFile(path);
  const database = new DatabaseSync(path);
  database.exec(`pragma busy_timeout = ${BUSY_MS}`);
  return new Kysely<Database>({ dialect: createNodeSqliteDialect(database) });
};

/**
 * Runs work on the tables of a store, which must be there. Changes nothing by itself, the schema included.
 *
 * @throws GatewayError `STORE_FAILED` naming the store, whatever fails.
 */
export const withRawStore = async <Result>(
  config: Config,
  work: (store: RawStore) => Promise<Result>,
): Promise<Result> => {
  const { url } = config.store;
  const name = storeName(config);
  let db: Kysely<Database> | null = null;
  try {
    db =
      url === undefined
        ? openFile(storePath(config))
        : // One to read and write by, one for what must be seen before that ends.
          connectPool(url, { max: 2, hasTimeLimit: false, onError: () => undefined });
    return await work({ db, traits: url === undefined ? SQLITE_TRAITS : POSTGRES_TRAITS, name });
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    const reason = toPostgresFault(error).message;
    throw new GatewayError('STORE_FAILED', `Can't use the store ${name}: ${reason}`, { cause: error });
  } finally {
    await db?.destroy();
  }
};

/** Makes a store, or brings its schema up to date. */
export const makeStore = async (config: Config): Promise<void> => {
  const database = await openDatabase(config);
  await database.close();
};
