import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from '../../../src/records/sqlite.ts';

export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A store that counts what its hooks are told, and is closed when the test ends. */
export const openTestStore = async (path: string, options: Partial<SqliteStoreOptions> = {}) => {
  const seen = { written: 0, dropped: new Map<string, number>(), errors: [] as unknown[] };
  const store: SqliteStore = await openSqliteStore(path, {
    queueLength: 10_000,
    batchSize: 200,
    retentionDays: 0,
    onWritten: (count) => {
      seen.written += count;
    },
    onDropped: (count, reason) => {
      seen.dropped.set(reason, (seen.dropped.get(reason) ?? 0) + count);
    },
    onError: (error) => seen.errors.push(error),
    ...options,
  });
  onTestFinished(() => store.close());
  return { store, seen };
};
