import { GatewayError } from '../../errors.ts';
import type { Ages } from '../queries/retention.ts';
import { type Store, type StoreOptions, startSweeps } from '../running-store.ts';
import { type Caller, createStoreCalls } from '../store-calls.ts';
import type { Arguments, Method, Results } from '../worker-protocol.ts';
import { createWriteQueue } from '../write-queue.ts';
import { giveBackSpace } from './vacuum.ts';
import { createWorkerClient, type WorkerClient } from './worker-client.ts';

export type SqliteStoreOptions = StoreOptions &
  Readonly<{
    /** The program of the thread that holds the database; for tests of its failure. */
    workerUrl?: URL;
  }>;

const CLOSE_MS = 2000;

const WORKER_URL = new URL('./sqlite-worker.ts', import.meta.url);

/** The client's calls as a port wants them: the result, or a rejection. */
const createCaller =
  (client: WorkerClient, path: string): Caller =>
  async <M extends Method>(method: M, ...args: Arguments[M]): Promise<Results[M]> => {
    const outcome = await client.call(method, ...args);
    if (outcome.ok) return outcome.result;
    throw new GatewayError('STORE_FAILED', `The store ${path} failed: ${outcome.fault.message}`);
  };

/** Small steps, each a call of its own, so that writes go on in between. */
const createDeleteBefore =
  (call: Caller): Store['deleteBefore'] =>
  async (beforeMs) => {
    let total = 0;
    for (;;) {
      const deleted = await call('deleteBatch', beforeMs);
      if (deleted === 0) break;
      total += deleted;
    }
    if (total > 0) await giveBackSpace(() => call('vacuumStep'));
    return total;
  };

const timeLimit = (limitMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, limitMs).unref();
  });

/**
 * Opens the store in a thread of its own, which is started again where it dies. Must be closed, or the process stays.
 *
 * @param path Of the database file; it and its folder are created where missing, for this user alone.
 * @throws GatewayError `STORE_FAILED` naming the file: folder or file can't be written, no database, damaged, or
 *   written by a newer version. Later on writes never throw, and the other calls reject with `STORE_FAILED`.
 */
export const openSqliteStore = async (path: string, options: SqliteStoreOptions): Promise<Store> => {
  const { fullText, textKeys } = options;
  const client = createWorkerClient(options.workerUrl ?? WORKER_URL, { path, fullText, textKeys }, options);
  const opened = await client.open();
  if (!opened.ok) {
    await client.terminate();
    throw new GatewayError('STORE_FAILED', opened.fault.message);
  }
  const call = createCaller(client, path);
  const queue = createWriteQueue((records) => client.call('insertRecords', records), options);
  const deleteBefore = createDeleteBefore(call);
  const sweeps = startSweeps(options, async (ages: Ages) => {
    if (ages.recordsBeforeMs !== null) await deleteBefore(ages.recordsBeforeMs);
    await call('sweep', ages);
    return true;
  });
  return {
    ...createStoreCalls(call),
    ...queue,
    deleteBefore,
    onPolicyChange: () => () => undefined,
    close: async () => {
      sweeps.stop();
      await queue.close();
      await Promise.race([client.call('close'), timeLimit(CLOSE_MS)]);
      await client.terminate();
    },
  };
};
