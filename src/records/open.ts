import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../config/schema.ts';
import { GatewayError } from '../errors.ts';
import { storePath } from './path.ts';
import { targetOf } from './postgres/postgres-target.ts';
import type { Store } from './running-store.ts';
import type { OpenDatabase } from './sqlite/sqlite-file.ts';
import type { WriteHooks } from './write-queue.ts';

/** Which store it is, for people; without a password. */
export const storeName = (config: Config): string =>
  config.store.url === undefined ? storePath(config) : targetOf(config.store.url);

/*
 * Loaded by need: SQLite is queried in a thread, so that a gateway that writes there runs without the library for SQL and
 * PostgreSQL's driver, some 300 files.
 */

/**
 * The store that the configuration names: PostgreSQL where `store.url` is set, else a SQLite file.
 *
 * @throws GatewayError `STORE_FAILED` saying which, and why it cannot be opened.
 */
export const openStore = async (config: Config, hooks: WriteHooks): Promise<Store> => {
  const { store } = config;
  const options = { ...store, ...hooks };
  if (store.url === undefined) {
    const { openSqliteStore } = await import('./sqlite/sqlite.ts');
    return openSqliteStore(storePath(config), options);
  }
  const { openPostgresStore } = await import('./postgres/postgres.ts');
  return openPostgresStore(store.url, options);
};

const reasonOf = async (config: Config, error: unknown): Promise<string> => {
  if (config.store.url === undefined) return error instanceof Error ? error.message : String(error);
  const { toPostgresFault } = await import('./postgres/postgres-connection.ts');
  return toPostgresFault(error).message;
};

/** What fails later is told as what fails at the opening: a database that became full, or that can only be read. */
const explained = (database: OpenDatabase, config: Config): OpenDatabase => {
  const run = async (work: () => unknown): Promise<unknown> => {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof GatewayError) throw cause;
      const reason = await reasonOf(config, cause);
      throw new GatewayError('STORE_FAILED', `Can't use the store ${storeName(config)}: ${reason}`, {
        cause,
      });
    }
  };
  return new Proxy(
    { ...database },
    {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) => run(() => Reflect.apply(method, target, args));
      },
    },
  );
};

const openPlain = async (config: Config): Promise<OpenDatabase> => {
  const { store } = config;
  if (store.url === undefined) {
    const { openSqliteFile } = await import('./sqlite/sqlite-file.ts');
    return openSqliteFile(storePath(config), store);
  }
  const { openPostgresDatabase } = await import('./postgres/postgres-database.ts');
  return openPostgresDatabase(store.url, store);
};

/**
 * The same for a short command: no thread, no queue, no deletion of what is old.
 *
 * @throws GatewayError `STORE_FAILED`, also of what is asked later.
 */
export const openDatabase = async (config: Config): Promise<OpenDatabase> =>
  explained(await openPlain(config), config);

/** For a command that makes no store where there is no file. */
export const noStore = (config: Config): GatewayError => {
  const hint = 'name the folder with --data-dir, or the configuration with --config';
  return new GatewayError('STORE_FAILED', `There is no store in ${dirname(storePath(config))}: ${hint}.`);
};

/** Whether there is a store at all: a database may be empty, a file is there or not. */
export const hasStore = (config: Config): boolean =>
  config.store.url !== undefined || existsSync(storePath(config));

/**
 * The same for a command that only reads, or changes what is there: it makes no store where there is none.
 *
 * @throws GatewayError `STORE_FAILED` where there is no file.
 */
export const openExistingDatabase = async (config: Config): Promise<OpenDatabase> => {
  if (!hasStore(config)) throw noStore(config);
  return openDatabase(config);
};
