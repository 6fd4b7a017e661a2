import type { Config } from '../config/schema.ts';
import { storePath } from './path.ts';
import { openPostgresStore } from './postgres.ts';
import { openPostgresDatabase } from './postgres-database.ts';
import type { Store } from './running-store.ts';
import { openSqliteStore } from './sqlite.ts';
import { type OpenDatabase, openSqliteFile } from './sqlite-file.ts';
import type { WriteHooks } from './write-queue.ts';

/**
 * The store that the configuration names: PostgreSQL where `store.url` is set, else a SQLite file.
 *
 * @throws GatewayError `STORE_FAILED` saying which, and why it cannot be opened.
 */
export const openStore = ({ store, ...config }: Config, hooks: WriteHooks): Promise<Store> => {
  const options = { ...store, ...hooks };
  return store.url === undefined
    ? openSqliteStore(storePath({ ...config, store }), options)
    : openPostgresStore(store.url, options);
};

/** The same for a short command: no thread, no queue, no deletion of what is old. */
export const openDatabase = ({ store, ...config }: Config): Promise<OpenDatabase> =>
  store.url === undefined
    ? openSqliteFile(storePath({ ...config, store }), store)
    : openPostgresDatabase(store.url, store);
