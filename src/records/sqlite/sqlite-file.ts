import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import { makeFolder } from '../../platform/folder.ts';
import { SQLITE_TRAITS } from '../dialect.ts';
import { migrate, needsMigration } from '../migrations/migrate.ts';
import { createStoreQueries, type StoreQueries } from '../queries.ts';
import type { Database } from '../schema.ts';
import { NO_TEXTS, type TextOptions } from '../texts.ts';
import { FileGoneError, type FileWatch, watched, watchFile } from './file-watch.ts';
import { requireFile } from './require-file.ts';
import { createNodeSqliteDialect } from './sqlite-dialect.ts';
import { createSqliteInsert } from './sqlite-insert.ts';

/**
 * What went wrong, in a form that crosses threads. `transient`: the same again may well succeed later. `waitsFor`: not before somebody
 * makes room on the disk, the store's thread is back, or another process has written what it writes, and then surely.
 */
export type StoreFault = Readonly<{
  message: string;
  transient: boolean;
  waitsFor?: 'room' | 'restart' | 'lock';
}>;

/** An open database, as it is used where it is: of a SQLite file what is asked is done one after the other. */
export type OpenDatabase = StoreQueries &
  Readonly<{
    /** Gives some of the space that deletions left back to the system. @returns The pages still to be given back. */
    vacuumStep: () => Promise<number>;
    /**
     * Writes a file anew, without what was once in the free parts of its pages; meanwhile nobody else writes, and it needs room for the file
     * twice more. PostgreSQL does the like by itself.
     */
    rewrite: () => Promise<void>;
    close: () => Promise<void>;
  }>;

/** SQLite's primary result codes; an error has an extended one, whose low byte is the primary. */
const RESULT = {
  busy: 5,
  locked: 6,
  noMemory: 7,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  notADb: 26,
};
const TRANSIENT: readonly number[] = [
  RESULT.busy,
  RESULT.locked,
  RESULT.noMemory,
  RESULT.ioError,
  RESULT.full,
  RESULT.cantOpen,
];

const OPEN_ATTEMPTS = 20;
const OPEN_RETRY_MS = 100;
const VACUUM_PAGES = 1000;
const REWRITE_BUSY_MS = 60_000;

/** To SQLite what exceeds a quota, or a limit of the process, is an error of writing, or of making its shared memory larger. */
const NO_ROOM: readonly number[] = [RESULT.full, RESULT.ioError + 3 * 256, RESULT.ioError + 19 * 256];

const sqliteError = z.object({ errcode: z.int() });
export const extendedCode = (error: unknown): number | null => {
  const parsed = sqliteError.safeParse(error);
  return parsed.success ? parsed.data.errcode : null;
};
const resultCode = (error: unknown): number | null => {
  const code = extendedCode(error);
  return code === null ? null : code % 256;
};

const awaited = (error: unknown): StoreFault['waitsFor'] => {
  if (NO_ROOM.includes(extendedCode(error) ?? 0)) return 'room';
  return resultCode(error) === RESULT.busy ? 'lock' : undefined;
};

export const toFault = (error: unknown): StoreFault => {
  const waitsFor = awaited(error);
  return {
    message: error instanceof Error ? error.message : String(error),
    transient: error instanceof FileGoneError || TRANSIENT.includes(resultCode(error) ?? 0),
    ...(waitsFor === undefined ? {} : { waitsFor }),
  };
};

const explain = (path: string, error: unknown): string => {
  switch (resultCode(error)) {
    case RESULT.notADb:
      return `${path} is not a SQLite database; move it away, or name another file in store.path`;
    case RESULT.corrupt:
      return `${path} is damaged (${toFault(error).message}); put a backup in its place by "portcullis store restore FILE", or move it away with -wal and -shm beside it`;
    default:
      return `Can't use the store ${path}: ${toFault(error).message}`;
  }
};

/** The file holds excerpts of conversations: nobody else on the machine may read it, nor SQLite's files beside it. */
const createFile = (path: string): void => {
  makeFolder(dirname(path));
  requireFile(path);
  closeSync(openSync(path, 'a', 0o600));
};

const connect = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path);
  try {
    // The order matters: auto_vacuum is silently ignored once the journal or a table is there.
    database.exec('pragma busy_timeout = 5000');
    database.exec('pragma auto_vacuum = incremental');
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = normal');
    database.exec('pragma foreign_keys = on');
    database.exec('pragma journal_size_limit = 67108864');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** `begin immediate` holds off other processes that open a new file in the same moment. */
const migrateAlone = async (database: DatabaseSync, db: Kysely<Database>): Promise<void> => {
  if (!(await needsMigration(db, SQLITE_TRAITS))) return;
  database.exec('begin immediate');
  try {
    await migrate(db, SQLITE_TRAITS);
    database.exec('commit');
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
};

const openWatched = async (path: string, options: TextOptions, watch: FileWatch): Promise<OpenDatabase> => {
  const database = connect(path);
  const db = new Kysely<Database>({ dialect: createNodeSqliteDialect(database) });
  let queries: StoreQueries;
  try {
    await migrateAlone(database, db);
    queries = await createStoreQueries(db, SQLITE_TRAITS, options, createSqliteInsert(database));
  } catch (error) {
    database.close();
    throw error;
  }
  const freePages = database.prepare('pragma freelist_count');
  return {
    ...watched(queries, watch.check),
    vacuumStep: async () => {
      database.exec(`pragma incremental_vacuum(${VACUUM_PAGES})`);
      const left = Number(freePages.get()?.['freelist_count'] ?? 0);
      // The file gets shorter when the log is written back to it.
      if (left === 0) database.exec('pragma wal_checkpoint(passive)');
      return left;
    },
    rewrite: async () => {
      database.exec(`pragma busy_timeout = ${REWRITE_BUSY_MS}`);
      database.exec('vacuum');
    },
    close: async () => {
      await db.destroy();
      watch.close();
    },
  };
};

const openOnce = async (path: string, options: TextOptions): Promise<OpenDatabase> => {
  createFile(path);
  const watch = watchFile(path);
  try {
    return await openWatched(path, options, watch);
  } catch (error) {
    watch.close();
    throw error;
  }
};

/**
 * Opens, and where need be creates, a database file, and brings its schema up to date. Blocks the thread it runs on:
 * the gateway uses it in a worker (`sqlite.ts`), a short command may use it directly.
 *
 * @throws GatewayError `STORE_FAILED` naming the file: folder or file can't be written, no database, damaged, or
 *   written by a newer version.
 */
export const openSqliteFile = async (
  path: string,
  options: TextOptions = NO_TEXTS,
): Promise<OpenDatabase> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openOnce(path, options);
    } catch (error) {
      // The switch to WAL doesn't wait for `busy_timeout` where another process is just doing the same.
      const isBusy = resultCode(error) === RESULT.busy || resultCode(error) === RESULT.locked;
      if (!isBusy || attempt === OPEN_ATTEMPTS) {
        if (error instanceof GatewayError && error.code !== 'STORE_FAILED') throw error;
        throw new GatewayError('STORE_FAILED', explain(path, error), { cause: error });
      }
      await sleep(OPEN_RETRY_MS);
    }
  }
};
