import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { GatewayError } from '../../errors.ts';
import { POSTGRES_TRAITS } from '../dialect.ts';
import { indexBeforehand } from '../migrations/index-beforehand.ts';
import { migrate, needsMigration } from '../migrations/migrate.ts';
import { POSTGRES_INSERT } from '../queries/bulk.ts';
import { createStoreQueries } from '../queries.ts';
import type { Database } from '../schema.ts';
import type { OpenDatabase } from '../sqlite/sqlite-file.ts';
import type { TextOptions } from '../texts.ts';
import { createPartitions, LOCKS } from './partitions.ts';
import { connectPool, createClient, toPostgresFault } from './postgres-connection.ts';
import { sqlState } from './postgres-error.ts';
import { targetOf } from './postgres-target.ts';

export type PostgresDatabase = OpenDatabase &
  Readonly<{
    /** Runs `work` unless another process is just running its own. */
    alone: (work: () => Promise<void>) => Promise<boolean>;
  }>;

const CONNECTIONS = 8;
const OPEN_ATTEMPTS = 15;
const OPEN_RETRY_MS = 1000;
const LOCK_POLL_MS = 250;
/** "no partition of relation found for row" */
const CHECK_VIOLATION = '23514';

/**
 * Asked for time and again: a statement that waits for the lock would be waited for in turn, by the index that is built
 * beforehand, and PostgreSQL ends one of two that wait for each other.
 */
const lockMigration = async (client: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(${LOCKS.migration}) as locked`,
    );
    if (rows[0]?.locked === true) return;
    await sleep(LOCK_POLL_MS);
  }
};

/** One process migrates, whoever is first; the others wait and find it done. */
const migrateAlone = async (url: string): Promise<void> => {
  const db = connectPool(url, { max: 2, hasTimeLimit: false, onError: () => undefined });
  try {
    if (!(await needsMigration(db, POSTGRES_TRAITS))) return;
    const client = createClient(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await lockMigration(client);
      if (!(await needsMigration(db, POSTGRES_TRAITS))) return;
      await indexBeforehand(db);
      await migrate(db, POSTGRES_TRAITS);
    } finally {
      // The lock ends with its connection.
      await client.end().catch(() => undefined);
    }
  } finally {
    await db.destroy();
  }
};

/** A database that is just starting is waited for; a wrong password is not. */
const isComing = (error: unknown): boolean => {
  const state = sqlState(error);
  return state === null ? toPostgresFault(error).transient : state === '57P03' || state.startsWith('53');
};

const migrateWhenThere = async (url: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await migrateAlone(url);
      return;
    } catch (error) {
      if (error instanceof GatewayError || !isComing(error) || attempt === OPEN_ATTEMPTS) {
        const reason = toPostgresFault(error).message;
        throw new GatewayError('STORE_FAILED', `Can't use the store ${targetOf(url)}: ${reason}`, {
          cause: error,
        });
      }
      await sleep(OPEN_RETRY_MS);
    }
  }
};

const createAlone =
  (db: Kysely<Database>): PostgresDatabase['alone'] =>
  (work) =>
    db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(LOCKS.retention)}) as locked`.execute(transaction);
      const isFree = rows[0]?.locked === true;
      if (isFree) await work();
      return isFree;
    });

/** What the store does in a PostgreSQL database whose schema is up to date; `db` is closed with it. */
export const createPostgresDatabase = async (
  db: Kysely<Database>,
  options: TextOptions,
): Promise<PostgresDatabase> => {
  const queries = await createStoreQueries(db, POSTGRES_TRAITS, options, POSTGRES_INSERT);
  const partitions = createPartitions(db);
  await partitions.ensure([]);
  return {
    ...queries,
    insertRecords: async (records) => {
      await partitions.ensure(records.map(({ receivedAtMs }) => receivedAtMs));
      try {
        await queries.insertRecords(records);
      } catch (error) {
        if (sqlState(error) !== CHECK_VIOLATION) throw error;
        partitions.forget();
        await partitions.ensure(records.map(({ receivedAtMs }) => receivedAtMs));
        await queries.insertRecords(records);
      }
    },
    deleteBatch: (beforeMs) => partitions.dropBefore(beforeMs),
    vacuumStep: async () => 0,
    rewrite: async () => undefined,
    alone: createAlone(db),
    close: () => db.destroy(),
  };
};

/**
 * Connects, and brings the schema up to date. A database that does not answer yet is waited for, some seconds.
 *
 * @param onError Told of connections that break while nobody uses them.
 * @throws GatewayError `STORE_FAILED` naming the database, without its password.
 */
export const openPostgresDatabase = async (
  url: string,
  options: TextOptions,
  onError: (error: unknown) => void = () => undefined,
): Promise<PostgresDatabase> => {
  await migrateWhenThere(url);
  const db = connectPool(url, { max: CONNECTIONS, hasTimeLimit: true, onError });
  try {
    return await createPostgresDatabase(db, options);
  } catch (error) {
    await db.destroy();
    if (error instanceof GatewayError) throw error;
    throw new GatewayError(
      'STORE_FAILED',
      `Can't use the store ${targetOf(url)}: ${toPostgresFault(error).message}`,
      {
        cause: error,
      },
    );
  }
};
