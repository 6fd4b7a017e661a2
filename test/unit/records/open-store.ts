import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Store, StoreOptions } from '../../../src/records/running-store.ts';
import { openSqliteStore, type SqliteStoreOptions } from '../../../src/records/sqlite.ts';

export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Hooks that keep what they are told, and otherwise what a test wants of a store. */
export const testOptions = () => {
  const seen = {
    written: 0,
    dropped: new Map<string, number>(),
    textsDropped: 0,
    errors: [] as unknown[],
  };
  const options: StoreOptions = {
    queueLength: 10_000,
    batchSize: 200,
    retentionDays: 0,
    auditDays: 0,
    fullText: 'off',
    textKeys: [],
    onWritten: (count) => {
      seen.written += count;
    },
    onDropped: (count, reason) => {
      seen.dropped.set(reason, (seen.dropped.get(reason) ?? 0) + count);
    },
    onTextsDropped: (count) => {
      seen.textsDropped += count;
    },
    onError: (error) => seen.errors.push(error),
  };
  return { seen, options };
};

/** A store that counts what its hooks are told, and is closed when the test ends. */
export const openTestStore = async (path: string, changes: Partial<SqliteStoreOptions> = {}) => {
  const { seen, options } = testOptions();
  const store: Store = await openSqliteStore(path, { ...options, ...changes });
  onTestFinished(() => store.close());
  return { store, seen };
};
