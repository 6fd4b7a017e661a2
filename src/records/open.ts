import type { Config } from '../config/schema.ts';
import { storePath } from './path.ts';
import { openPostgresStore } from './postgres.ts';
import { targetOf } from './postgres-connection.ts';
import { openPostgresDatabase } from './postgres-database.ts';
import type { Store } from './running-store.ts';
import { openSqliteStore } from './sqlite.ts';
import { type OpenDatabase, openSqliteFile } from './sqlite-file.ts';
import type { WriteHooks } from './write-queue.ts';

/** Which store it is, for people; without a password. */
export const storeName = (config: Config): string =>
  config.store.url === undefined ? storePath(config) : targetOf(config.store.url);

/**
 * The store that the configuration names: PostgreSQL where `store.url` is set, else a SQLite file.
 *
 * @throws GatewayError `STORE_FAILED` saying which, and why it cannot be opened.
 */
export const openStore = (config: Config, hooks: WriteHooks): Promise<Store> => {
  const { store } = config;
  const options = { ...store, ...hooks };
  return store.url === undefined
    ? openSqliteStore(storePath(config), options)
    : openPostgresStore(store.url, options);
};

/** The same for a short command: no thread, no queue, no deletion of what is old. */
export const openDatabase = (config: Config): Promise<OpenDatabase> => {
  const { store } = config;
  return store.url === undefined
    ? openSqliteFile(storePath(config), store)
    : openPostgresDatabase(store.url, store);
};
