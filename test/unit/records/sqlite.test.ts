import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createKey } from '../../../src/keys/service.ts';
import { openSqliteFile } from '../../../src/records/sqlite/sqlite-file.ts';
import { openTestStore, temporaryFolder } from './open-store.ts';
import { START_MS, sampleFinding, sampleRecord } from './samples.ts';

const newPath = (): string => join(temporaryFolder(), 'store.db');
const FATAL_WORKER = new URL('./fatal-worker.ts', import.meta.url);
const BUSY_WRITER = fileURLToPath(new URL('./busy-writer.ts', import.meta.url));

describe('records', () => {
  it.each([
    { name: 'an ordinary one', change: {} },
    {
      name: 'one without anything that may be missing',
      change: {
        keyId: null,
        model: null,
        httpStatus: null,
        errorCode: null,
        loosest: null,
        findings: [],
        redactions: [],
        unjudged: {},
      },
    },
    {
      name: 'one with every text set',
      change: {
        envoyRequestId: '7d0-é',
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
        contentHash: 'f'.repeat(64),
        stream: true,
        wouldBlock: false,
        wouldRedact: true,
      },
    },
    {
      name: 'Unicode of every width',
      change: {
        model: 'modèle-日本-🜁',
        findings: [{ ...sampleFinding, excerpt: 'е́‮𝕏 👩‍👩‍👧 \u{E0041} "\'\n\t\u001b', pointer: '/🜁/~1' }],
      },
    },
    {
      name: 'many large findings',
      change: {
        findings: Array.from({ length: 300 }, (_, index) => ({
          ...sampleFinding,
          start: index,
          confidence: index / 300,
          loosest: null,
          excerpt: '界'.repeat(2000),
        })),
      },
    },
    { name: 'large numbers', change: { inputChars: 2 ** 40, receivedAtMs: 2 ** 50, inputScanUs: 0 } },
  ] as const)('come back as they were: $name', async ({ change }) => {
    const { store, seen } = await openTestStore(newPath());
    const record = sampleRecord(1, change);
    store.write(record);
    await store.flush();
    expect(await store.get(record.requestId)).toEqual(record);
    expect(await store.list({ limit: 10 })).toEqual([record]);
    expect(seen).toMatchObject({ written: 1, errors: [] });
  });

  it('keep no text that a database can’t hold, and none without bound', async () => {
    const { store } = await openTestStore(newPath());
    const finding = { ...sampleFinding, pointer: '/x'.repeat(100_000), excerpt: 'a\0b\ud800c' };
    store.write(sampleRecord(1, { findings: Array.from({ length: 5000 }, () => finding) }));
    await store.flush();
    const record = await store.get(sampleRecord(1).requestId);
    expect(record?.findings).toHaveLength(1000);
    expect(record?.findings[0]?.excerpt).toBe('a\ufffdb\ufffdc');
    expect(record?.findings[0]?.pointer).toHaveLength(4096);
  });

  it('are listed newest first, page by page, also within a millisecond', async () => {
    const { store } = await openTestStore(newPath());
    for (let index = 0; index < 100; index += 1) {
      store.write(sampleRecord(index, { receivedAtMs: START_MS + Math.floor(index / 7) }));
    }
    await store.flush();
    const ids: string[] = [];
    let page = await store.list({ limit: 8 });
    while (page.length > 0) {
      ids.push(...page.map(({ requestId }) => requestId));
      const last = page.at(-1);
      if (last === undefined) break;
      page = await store.list({ limit: 8, beforeMs: last.receivedAtMs, beforeId: last.requestId });
    }
    expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => sampleRecord(99 - index).requestId));
    expect(await store.count()).toBe(100);
  });

  it('are filtered by outcome, key and time', async () => {
    const { store } = await openTestStore(newPath());
    store.write(sampleRecord(1, { outcome: 'pass', keyId: 'key_b' }));
    store.write(sampleRecord(2, { outcome: 'pass' }));
    store.write(sampleRecord(3, { keyId: 'key_b' }));
    await store.flush();
    const idsOf = async (filter: object) =>
      (await store.list({ limit: 10, ...filter })).map(({ receivedAtMs }) => receivedAtMs - START_MS);
    expect(await idsOf({ outcome: 'pass' })).toEqual([2, 1]);
    expect(await idsOf({ keyId: 'key_b' })).toEqual([3, 1]);
    expect(await idsOf({ keyId: 'key_b', outcome: 'pass' })).toEqual([1]);
    expect(await idsOf({ beforeMs: START_MS + 2 })).toEqual([1]);
    expect(await store.get('req_none')).toBeNull();
  });

  it('are dropped and counted exactly where more come than the queue holds', async () => {
    const { store, seen } = await openTestStore(newPath(), { queueLength: 100 });
    for (let index = 0; index < 250; index += 1) store.write(sampleRecord(index));
    expect(seen.dropped).toEqual(new Map([['queue_full', 150]]));
    await store.flush();
    expect(seen.written).toBe(100);
    expect(await store.count()).toBe(100);
  });

  it('lose only the one that the database refuses', async () => {
    const { store, seen } = await openTestStore(newPath());
    store.write(sampleRecord(1));
    store.write(sampleRecord(2, { segmentCount: Number.NaN }));
    store.write(sampleRecord(3));
    await store.flush();
    expect(seen.written).toBe(2);
    expect(seen.dropped).toEqual(new Map([['write_failed', 1]]));
    expect(await store.count()).toBe(2);
  });

  it('are not read with queries that walk the table', async () => {
    const path = newPath();
    await openTestStore(path);
    const database = new DatabaseSync(path);
    const order = 'order by received_at desc, request_id desc limit 50';
    const plans = [
      '',
      "where key_id = 'a'",
      "where outcome = 'pass'",
      "where key_id = 'a' and received_at < 5",
    ].map((where) =>
      JSON.stringify(database.prepare(`explain query plan select * from requests ${where} ${order}`).all()),
    );
    database.close();
    for (const plan of plans) {
      expect(plan).toContain('USING INDEX');
      expect(plan).not.toContain('TEMP B-TREE');
    }
  });
});

describe('the file', () => {
  it('is made for its owner alone, folders included', async () => {
    const folder = join(temporaryFolder(), 'a', 'b');
    const path = join(folder, 'store.db');
    const { store } = await openTestStore(path);
    store.write(sampleRecord(1));
    await store.flush();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600);
  });

  it('holds every acknowledged record after kill -9 in the middle of writing', async () => {
    const path = newPath();
    const child = spawn(process.execPath, [BUSY_WRITER, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length > 1500) child.kill('SIGKILL');
    });
    const [, signal] = await once(child, 'close');
    expect(signal).toBe('SIGKILL');
    const acknowledged = Number(output.split('\n').at(-2));
    expect(acknowledged).toBeGreaterThan(1000);

    const database = new DatabaseSync(path);
    expect(database.prepare('pragma integrity_check').get()).toEqual(
      expect.objectContaining({ integrity_check: 'ok' }),
    );
    const last = sampleRecord(acknowledged - 1).requestId;
    const found = database.prepare('select count(*) as total from requests where request_id <= ?').get(last);
    const findings = database
      .prepare('select count(*) as total from findings where request_id <= ?')
      .get(last);
    database.close();
    expect(found?.['total']).toBe(acknowledged);
    expect(findings?.['total']).toBe(acknowledged);
  });

  it('serves two processes at once', async () => {
    const path = newPath();
    const [gateway, second] = await Promise.all([openTestStore(path), openTestStore(path)]);
    const direct = await openSqliteFile(path);
    for (let index = 0; index < 2000; index += 1) {
      gateway.store.write(sampleRecord(index));
      second.store.write(sampleRecord(index + 10_000));
    }
    const before = await gateway.store.keysVersion();
    const { key } = await createKey(direct, { name: 'cli', origin: 'cli' }, START_MS);
    expect(await gateway.store.keysVersion()).not.toBe(before);
    expect(await gateway.store.listKeys()).toEqual([key]);
    await Promise.all([gateway.store.flush(), second.store.flush()]);
    expect(await direct.count()).toBe(4000);
    await direct.close();
    expect([...gateway.seen.dropped, ...second.seen.dropped]).toEqual([]);
  });

  it('waits for another process that holds the lock', async () => {
    const path = newPath();
    const { store, seen } = await openTestStore(path);
    const other = new DatabaseSync(path);
    other.exec('begin immediate');
    store.write(sampleRecord(1));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(seen.written).toBe(0);
    other.exec('commit');
    other.close();
    await store.flush();
    expect(seen.written).toBe(1);
  });

  it('gets shorter when old records are deleted', async () => {
    const path = newPath();
    const { store } = await openTestStore(path);
    const findings = Array.from({ length: 10 }, () => ({ ...sampleFinding, excerpt: 'x'.repeat(300) }));
    for (let index = 0; index < 3000; index += 1) store.write(sampleRecord(index, { findings }));
    await store.flush();
    await store.deleteBefore(START_MS);
    const before = statSync(path).size;
    expect(await store.deleteBefore(START_MS + 2900)).toBe(2900);
    expect(await store.count()).toBe(100);
    expect(await store.get(sampleRecord(2900).requestId)).toEqual(sampleRecord(2900, { findings }));
    await store.close();
    expect(statSync(path).size).toBeLessThan(before / 5);
    const database = new DatabaseSync(path);
    expect(database.prepare('select count(*) as total from findings').get()?.['total']).toBe(1000);
    database.close();
  });

  it('loses old records at start where a retention is set', async () => {
    const path = newPath();
    const first = await openTestStore(path);
    first.store.write(sampleRecord(1, { receivedAtMs: Date.now() - 3 * 86_400_000 }));
    first.store.write(sampleRecord(2, { receivedAtMs: Date.now() - 86_400_000 }));
    await first.store.close();
    const second = await openTestStore(path, { retentionDays: 2 });
    await expect.poll(() => second.store.count()).toBe(1);
    expect(second.seen.errors).toEqual([]);
  });
});

describe('opening', () => {
  it.each([
    {
      name: 'a file that is no database',
      make: async (path: string) =>
        writeFileSync(path, 'not a database, but long enough to look at. '.repeat(100)),
      says: /is not a SQLite database/,
    },
    {
      name: 'a file from a newer version',
      make: async (path: string) => {
        await (await openSqliteFile(path)).close();
        const database = new DatabaseSync(path);
        database.exec("insert into portcullis_migrations values ('999-future', '2030-01-01T00:00:00.000Z')");
        database.close();
      },
      says: /written by a newer version of Portcullis \(unknown: 999-future\)/,
    },
    { name: 'a folder', make: async (path: string) => mkdirSync(path), says: /is no file/ },
    {
      name: 'a damaged file',
      make: async (path: string) => {
        await (await openSqliteFile(path)).close();
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.fill(0xab, 4096));
      },
      says: /is damaged|Can't use the store/,
    },
  ])('refuses $name', async ({ make, says }) => {
    const path = newPath();
    await make(path);
    const expected = { code: 'STORE_FAILED', message: expect.stringContaining(path) };
    await expect(openSqliteFile(path)).rejects.toMatchObject(expected);
    await expect(openTestStore(path)).rejects.toMatchObject(expected);
    await expect(openSqliteFile(path)).rejects.toThrow(says);
  });

  it('works beside migrations of a newer version that only add', async () => {
    const path = newPath();
    await (await openSqliteFile(path)).close();
    const database = new DatabaseSync(path);
    database.exec(`insert into portcullis_migrations values ('998-later-adds', '2030'), ('999-more-adds', '2030');
      create table later (id text);
      alter table requests add column later text`);
    database.close();
    const first = await openTestStore(path);
    first.store.write(sampleRecord(1));
    await first.store.close();
    const { store } = await openTestStore(path);
    expect(await store.list({ limit: 5 })).toEqual([sampleRecord(1)]);
    await store.close();
  });

  it('refuses a folder that can’t be made', async () => {
    const file = newPath();
    writeFileSync(file, '');
    const path = join(file, 'below', 'store.db');
    await expect(openTestStore(path)).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringContaining(path),
    });
  });

  it('finds all again', async () => {
    const path = newPath();
    const first = await openTestStore(path);
    first.store.write(sampleRecord(1));
    await first.store.close();
    const second = await openTestStore(path);
    expect(await second.store.list({ limit: 5 })).toEqual([sampleRecord(1)]);
  });
});

describe('the worker', () => {
  it.each(['before-commit', 'after-commit'])(
    'is started again when it dies %s, and nothing is lost',
    async (when) => {
      const path = join(temporaryFolder(), `${when}.db`);
      const { store, seen } = await openTestStore(path, { workerUrl: FATAL_WORKER });
      for (let index = 0; index < 500; index += 1) store.write(sampleRecord(index));
      await store.flush();
      expect(seen.written).toBe(500);
      expect(await store.count()).toBe(500);
      expect(seen.dropped.size).toBe(0);
    },
  );

  it('says so of calls after the end, and drops records', async () => {
    const { store, seen } = await openTestStore(newPath());
    await store.close();
    store.write(sampleRecord(1));
    await store.flush();
    expect(seen.dropped).toEqual(new Map([['closed', 1]]));
    await expect(store.listKeys()).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await store.close();
  });
});

describe('keys', () => {
  it('are stored, changed and deleted, and each change but a use gives a new version', async () => {
    const { store } = await openTestStore(newPath());
    const versions = [await store.keysVersion()];
    const changed = async () => {
      const version = await store.keysVersion();
      const isNew = !versions.includes(version);
      versions.push(version);
      return isNew;
    };
    const settings = {
      mode: 'shadow',
      sensitivity: 'high',
      override: 'tighten',
      rateLimitPerMinute: 60,
      entities: { EMAIL_ADDRESS: { input: 'tokenize' } },
    } as const;
    const created = await createKey(store, { name: 'é', origin: 'dashboard', ...settings }, START_MS);
    expect(await store.listKeys()).toEqual([created.key]);
    expect(await changed()).toBe(true);

    const { id } = created.key;
    expect(await store.updateKey(id, { expiresAtMs: START_MS + 5 })).toBe(true);
    expect(await changed()).toBe(true);
    expect(await store.revokeKey(id, START_MS + 6)).toBe(true);
    expect(await changed()).toBe(true);
    await store.touchKeys(new Map([[id, START_MS + 7]]));
    await store.touchKeys(
      new Map([
        [id, START_MS + 3],
        ['key_none', START_MS],
      ]),
    );
    expect(await changed()).toBe(false);
    const times = { expiresAtMs: START_MS + 5, revokedAtMs: START_MS + 6, lastUsedAtMs: START_MS + 7 };
    expect(await store.listKeys()).toEqual([{ ...created.key, ...times }]);
    expect(await store.deleteKey(id)).toBe(true);
    expect(await changed()).toBe(true);
    expect(await store.listKeys()).toEqual([]);
  });

  it('that don’t exist can’t be changed', async () => {
    const { store } = await openTestStore(newPath());
    expect(await store.revokeKey('key_none', 1)).toBe(false);
    expect(await store.updateKey('key_none', { expiresAtMs: 1 })).toBe(false);
    expect(await store.deleteKey('key_none')).toBe(false);
  });

  it('can’t be stored twice', async () => {
    const { store } = await openTestStore(newPath());
    const { key } = await createKey(store, { name: 'a', origin: 'cli' }, START_MS);
    await expect(store.insertKey(key)).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await expect(store.insertKey({ ...key, id: 'key_other' })).rejects.toMatchObject({
      code: 'STORE_FAILED',
    });
    expect(await store.listKeys()).toHaveLength(1);
  });
});
