import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Store } from '../../../src/records/running-store.ts';
import { openSqliteStore, type SqliteStoreOptions } from '../../../src/records/sqlite/sqlite.ts';
import { testOptions } from './options.ts';

export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A store that counts what its hooks are told, and is closed when the test ends. */
export const openTestStore = async (path: string, changes: Partial<SqliteStoreOptions> = {}) => {
  const { seen, options } = testOptions();
  const store: Store = await openSqliteStore(path, { ...options, ...changes });
  onTestFinished(() => store.close());
  return { store, seen };
};
