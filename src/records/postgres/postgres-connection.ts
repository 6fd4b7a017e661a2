import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from '../schema.ts';
import type { StoreFault } from '../sqlite/sqlite-file.ts';
import { sqlState } from './postgres-error.ts';
import { watchPool } from './watched-pool.ts';

const CONNECT_MS = 5000;
const QUERY_MS = 30_000;
const KEEP_ALIVE_MS = 10_000;
const INT8 = 20;

/** Whole numbers of 64 bits as numbers: times and counts, all of them below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
};

/** One connection by itself, without a limit for its statements: for locks, notices and migrations. */
export const createClient = (url: string): pg.Client =>
  new pg.Client({
    connectionString: url,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'portcullis',
  });

export type PoolOptions = Readonly<{ max: number; hasTimeLimit: boolean; onError: (error: unknown) => void }>;

/** @param options.onError Told of connections that break while nobody uses them. */
export const connectPool = (url: string, { max, hasTimeLimit, onError }: PoolOptions): Kysely<Database> => {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'portcullis',
    ...(hasTimeLimit ? { query_timeout: QUERY_MS } : {}),
  });
  pool.on('error', onError);
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: watchPool(pool) }) });
};

/** Classes of SQLSTATE that say that the statement itself is at fault: the same again would fail again. */
const PERMANENT: readonly string[] = ['0A', '21', '22', '23', '2B', '42', '44'];

const isPermanent = (error: unknown): boolean => {
  const state = sqlState(error);
  if (state !== null) return PERMANENT.includes(state.slice(0, 2));
  return error instanceof TypeError || error instanceof RangeError;
};

export const toPostgresFault = (error: unknown): StoreFault => ({
  // A refused connection may come as several errors, one for each address, without a message of its own.
  message:
    error instanceof AggregateError && error.message === ''
      ? error.errors.map(String).join('; ')
      : error instanceof Error
        ? error.message
        : String(error),
  transient: !isPermanent(error),
});
