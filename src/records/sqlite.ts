import { GatewayError } from '../errors.ts';
import type { KeyStore, RecordReader, RecordWriter } from './store.ts';
import { createWorkerClient, type WorkerClient } from './worker-client.ts';
import type { Arguments, Method, Results } from './worker-protocol.ts';
import { createWriteQueue, type WriteHooks } from './write-queue.ts';

export type SqliteStoreOptions = WriteHooks &
  Readonly<{
    queueLength: number;
    batchSize: number;
    /** Records older than this are deleted at start and every hour; 0 keeps all. */
    retentionDays: number;
    /** The program of the thread that holds the database; for tests of its failure. */
    workerUrl?: URL;
  }>;

export type SqliteStore = RecordWriter &
  RecordReader &
  KeyStore &
  Readonly<{
    /** Deletes what was received before a time and shortens the file. @returns The number of records deleted. */
    deleteBefore: (beforeMs: number) => Promise<number>;
  }>;

const DAY_MS = 86_400_000;
const RETENTION_EVERY_MS = 3_600_000;
const CLOSE_MS = 2000;

const WORKER_URL = new URL('./sqlite-worker.ts', import.meta.url);

/** The client's calls as a port wants them: the result, or a rejection. */
const createCaller =
  (client: WorkerClient, path: string) =>
  async <M extends Method>(method: M, ...args: Arguments[M]): Promise<Results[M]> => {
    const outcome = await client.call(method, ...args);
    if (outcome.ok) return outcome.result;
    throw new GatewayError('STORE_FAILED', `The store ${path} failed: ${outcome.fault.message}`);
  };

type Caller = ReturnType<typeof createCaller>;

/** Small steps, each a call of its own, so that writes go on in between. */
const createDeleteBefore =
  (call: Caller): SqliteStore['deleteBefore'] =>
  async (beforeMs) => {
    let total = 0;
    for (;;) {
      const deleted = await call('deleteBatch', beforeMs);
      if (deleted === 0) break;
      total += deleted;
    }
    if (total === 0) return 0;
    let pages = Number.POSITIVE_INFINITY;
    for (;;) {
      const left = await call('vacuumStep');
      if (left === 0 || left >= pages) return total;
      pages = left;
    }
  };

const startRetention = (
  { retentionDays, onError }: SqliteStoreOptions,
  deleteBefore: SqliteStore['deleteBefore'],
): NodeJS.Timeout | null => {
  if (retentionDays === 0) return null;
  const sweep = (): void => {
    deleteBefore(Date.now() - retentionDays * DAY_MS).catch(onError);
  };
  sweep();
  return setInterval(sweep, RETENTION_EVERY_MS).unref();
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
export const openSqliteStore = async (path: string, options: SqliteStoreOptions): Promise<SqliteStore> => {
  const client = createWorkerClient(options.workerUrl ?? WORKER_URL, { path }, options);
  const opened = await client.open();
  if (!opened.ok) {
    await client.terminate();
    throw new GatewayError('STORE_FAILED', opened.fault.message);
  }
  const call = createCaller(client, path);
  const queue = createWriteQueue((records) => client.call('insertRecords', records), options);
  const deleteBefore = createDeleteBefore(call);
  const retention = startRetention(options, deleteBefore);

  return {
    ...queue,
    close: async () => {
      if (retention !== null) clearInterval(retention);
      await queue.close();
      await Promise.race([client.call('close'), timeLimit(CLOSE_MS)]);
      await client.terminate();
    },
    list: (filter) => call('list', filter),
    get: (requestId) => call('get', requestId),
    count: () => call('count'),
    listKeys: () => call('listKeys'),
    insertKey: (key) => call('insertKey', key),
    revokeKey: (id, atMs) => call('revokeKey', id, atMs),
    expireKey: (id, atMs) => call('expireKey', id, atMs),
    deleteKey: (id) => call('deleteKey', id),
    touchKeys: (usedAtMs) => call('touchKeys', usedAtMs),
    keysVersion: () => call('keysVersion'),
    deleteBefore,
  };
};
