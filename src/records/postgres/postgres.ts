import { GatewayError } from '../../errors.ts';
import { POLICY_CHANNEL } from '../queries/policy.ts';
import type { Ages } from '../queries/retention.ts';
import { type Store, type StoreOptions, startSweeps } from '../running-store.ts';
import { type Caller, createStoreCalls } from '../store-calls.ts';
import type { Arguments, Handlers, Method, Results } from '../worker-protocol.ts';
import { createWriteQueue, type WriteResult } from '../write-queue.ts';
import { toPostgresFault } from './postgres-connection.ts';
import { openPostgresDatabase, type PostgresDatabase } from './postgres-database.ts';
import { createListener, type Listener } from './postgres-listener.ts';
import { targetOf } from './postgres-target.ts';

const CLOSE_MS = 2000;
const NO_LISTENER: Listener = { subscribe: () => () => undefined, close: async () => undefined };

const timeLimit = (limitMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, limitMs).unref();
  });

const createCaller =
  (database: Handlers, target: string): Caller =>
  async <M extends Method>(method: M, ...args: Arguments[M]): Promise<Results[M]> => {
    try {
      return await database[method](...args);
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'STORE_FAILED') throw error;
      const { message } = toPostgresFault(error);
      throw new GatewayError('STORE_FAILED', `The store ${target} failed: ${message}`, { cause: error });
    }
  };

/**
 * The running store over a database that is open; it is closed with the store.
 *
 * @param listener Who tells of changes that other processes make.
 */
export const runPostgresStore = (
  database: PostgresDatabase,
  options: StoreOptions,
  target: string,
  listener: Listener = NO_LISTENER,
): Store => {
  const call = createCaller(database, target);
  const write = async (records: Arguments['insertRecords'][0]): Promise<WriteResult> => {
    try {
      await database.insertRecords(records);
      return { ok: true };
    } catch (error) {
      return { ok: false, fault: toPostgresFault(error) };
    }
  };
  // A server that is away for minutes comes back; what does not fit the queue meanwhile is dropped and counted.
  const queue = createWriteQueue(write, { ...options, neverGivesUp: true });
  const sweeps = startSweeps(options, (ages: Ages) =>
    database.alone(async () => {
      if (ages.recordsBeforeMs !== null) await call('deleteBatch', ages.recordsBeforeMs);
      await call('sweep', ages);
    }),
  );
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    sweeps.stop();
    await queue.close();
    await Promise.race([Promise.all([listener.close(), database.close()]), timeLimit(CLOSE_MS)]);
  };
  return {
    ...createStoreCalls(call),
    ...queue,
    deleteBefore: (beforeMs) => call('deleteBatch', beforeMs),
    onPolicyChange: listener.subscribe,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};

/**
 * Opens the store in a PostgreSQL database. Must be closed, or the process stays.
 *
 * @param url `postgres://user:password@host:port/database`, with `sslmode` as the driver knows it, which is stricter than libpq:
 *   `prefer`, `require` and `verify-ca` are `verify-full`, TLS with the server's certificate and name checked, unless
 *   `uselibpqcompat=true` stands beside it; `no-verify` is TLS without that, `disable` or none is no TLS.
 * @throws GatewayError `STORE_FAILED` naming the database, without its password. Later on writes never throw, and the other
 *   calls reject with `STORE_FAILED`.
 */
export const openPostgresStore = async (url: string, options: StoreOptions): Promise<Store> => {
  const database = await openPostgresDatabase(url, options, options.onError);
  return runPostgresStore(database, options, targetOf(url), createListener(url, POLICY_CHANNEL));
};
