import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Config } from '../config/schema.ts';
import { GatewayError } from '../errors.ts';
import { newestMigration } from './migrations/migrate.ts';
import { openDatabase, storeName } from './open.ts';
import { storePath } from './path.ts';
import { connectPool, toPostgresFault } from './postgres-connection.ts';
import type { Database } from './schema.ts';
import { createNodeSqliteDialect } from './sqlite-dialect.ts';

/** @returns The newest migration that a store has; null where there is no store yet. Changes nothing. */
const versionOf = async (config: Config): Promise<string | null> => {
  const { url } = config.store;
  if (url === undefined && !existsSync(storePath(config))) return null;
  const db =
    url === undefined
      ? new Kysely<Database>({ dialect: createNodeSqliteDialect(new DatabaseSync(storePath(config))) })
      : connectPool(url, { max: 1, hasTimeLimit: true, onError: () => undefined });
  try {
    return await newestMigration(db);
  } catch (error) {
    const reason = toPostgresFault(error).message;
    throw new GatewayError('STORE_FAILED', `Can't use the store ${storeName(config)}: ${reason}`, {
      cause: error,
    });
  } finally {
    await db.destroy();
  }
};

export type Migrated = Readonly<{ target: string; from: string | null; to: string | null }>;

/**
 * Makes the store that the configuration names, or brings it up to date.
 *
 * @throws GatewayError `STORE_FAILED` as opening it does.
 */
export const migrateStore = async (config: Config): Promise<Migrated> => {
  const from = await versionOf(config);
  const database = await openDatabase(config);
  await database.close();
  return { target: storeName(config), from, to: await versionOf(config) };
};
