import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { openDatabase } from '../../../src/records/open.ts';
import { temporaryFolder } from './open-store.ts';
import { startPostgres } from './postgres-server.ts';

it('says of a SQLite file in one line what fails after it was opened', async () => {
  const dataDir = temporaryFolder();
  const store = await openDatabase(loadConfig({ env: {}, overrides: { dataDir } }));
  const path = join(dataDir, 'portcullis.db');
  const other = new DatabaseSync(path);
  other.exec('drop table gateway_keys');
  other.close();
  const failed = { code: 'STORE_FAILED', message: expect.stringContaining(`Can't use the store ${path}: `) };
  await expect(store.listKeys()).rejects.toMatchObject(failed);
  expect(await store.count()).toBe(0);
  await store.close();
});

it('says of a PostgreSQL that can only be read what cannot be written', async (context) => {
  const server = await startPostgres();
  if (server === null) return context.skip('no PostgreSQL');
  try {
    const url = await server.newDatabase();
    await (await openDatabase(loadConfig({ env: {}, overrides: { store: { url } } }))).close();
    const readOnly = `${url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
    const store = await openDatabase(loadConfig({ env: {}, overrides: { store: { url: readOnly } } }));
    expect(await store.listKeys()).toEqual([]);
    await expect(store.getOrCreateSecret('texts', 32)).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/^Can't use the store postgres:\/\/.*read-only transaction/),
    });
    await store.close();
  } finally {
    await server.close();
  }
});
