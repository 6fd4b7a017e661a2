import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { storeCommand } from '../../../src/cli/store.ts';
import { loadConfig } from '../../../src/config/load.ts';
import type { Config } from '../../../src/config/schema.ts';
import { copyStore } from '../../../src/records/copy.ts';
import { openDatabase } from '../../../src/records/open.ts';
import { makeStore, withRawStore } from '../../../src/records/raw-store.ts';
import type { Database } from '../../../src/records/schema.ts';
import { openSqliteFile } from '../../../src/records/sqlite/sqlite-file.ts';
import { temporaryFolder } from './open-store.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { START_MS, sampleFinding, sampleRecord } from './samples.ts';

const DAY_MS = 86_400_000;
const TEXT_KEY = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
/** More than is copied at once. */
const RECORDS = 1203;

let server: PostgresServer | null;
beforeAll(async () => {
  server = await startPostgres();
  if (server === null && process.env['CI'] === 'true') throw new Error('No PostgreSQL');
});
afterAll(() => server?.close());

const fileConfig = (dataDir: string): Config =>
  loadConfig({
    env: {},
    overrides: { dataDir, store: { fullText: 'all', textKeys: [TEXT_KEY] } },
  });
const urlConfig = (url: string): Config =>
  loadConfig({ env: {}, overrides: { store: { url, fullText: 'all', textKeys: [TEXT_KEY] } } });

const TABLES = [
  ...['requests', 'findings', 'texts', 'gateway_keys', 'meta', 'secrets', 'traffic', 'traffic_values'],
  ...['latency', 'settings', 'exclusions', 'feedback', 'users', 'sessions', 'tickets', 'audit', 'views'],
  ...['webhooks', 'deliveries', 'outbox', 'attempts'],
] as (keyof Database)[];

const JSON_COLUMNS = ['unjudged', 'redactions', 'stages', 'entities', 'own', 'details', 'events', 'retired'];

const valueFor = (column: string, type: string, row: number): unknown => {
  if (JSON_COLUMNS.includes(column)) return JSON.stringify({ row, text: 'Ünï\u0041 “x”', nested: [1, null] });
  if (/_at$|_ms$/.test(column)) return START_MS + row;
  return /int/i.test(type) ? row : `${column} ${row} 'é'  🛡`;
};

/** Two rows in each table that nothing has been written to. */
const fillTheRest = (config: Config): Promise<void> =>
  withRawStore(config, async ({ db }) => {
    const tables = await db.introspection.getTables();
    for (const name of TABLES) {
      const { rows } = await sql`select * from ${sql.table(name)} limit 1`.execute(db);
      if (rows.length > 0) continue;
      const columns = tables.find((table) => table.name === name)?.columns ?? [];
      for (const row of [1, 2]) {
        const values = columns.map((column) => sql.val(valueFor(column.name, column.dataType, row)));
        await sql`insert into ${sql.table(name)} values (${sql.join(values)})`.execute(db);
      }
    }
  });

const fill = async (config: Config): Promise<void> => {
  const store = await openDatabase(config);
  for (let from = 0; from < RECORDS; from += 200) {
    await store.insertRecords(
      Array.from({ length: Math.min(200, RECORDS - from) }, (_, index) =>
        sampleRecord(from + index, {
          // Several days, and many at one time.
          receivedAtMs: START_MS + ((from + index) % 7) * DAY_MS,
          findings: [sampleFinding, { ...sampleFinding, ruleId: 'PI-1002', excerpt: 'é “🛡”' }],
          texts:
            from + index < 5 ? [{ direction: 'input', pointer: '/x', role: 'user', text: 'kept 🛡' }] : null,
        }),
      ),
    );
  }
  await store.getOrCreateSecret('texts', 32);
  await store.countAttempt([{ name: 'someone', limit: 5 }], START_MS, 60_000);
  await store.close();
  await fillTheRest(config);
};

type Rows = Readonly<Record<string, unknown>>;

/** PostgreSQL keeps no order of an object's members. */
const inOrder = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, inOrder(inner)]);
};

/** All rows of all tables, as texts that can be compared whichever database they are from. */
const dump = (config: Config): Promise<Readonly<Record<string, readonly string[]>>> =>
  withRawStore(config, async ({ db }) => {
    const plain = (name: string, value: unknown): unknown => {
      if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
      if (!JSON_COLUMNS.includes(name)) return value;
      return inOrder(typeof value === 'string' ? JSON.parse(value) : value);
    };
    const all: [string, string[]][] = [];
    for (const table of TABLES) {
      const { rows } = await sql<Rows>`select * from ${sql.table(table)}`.execute(db);
      const lines = rows.map((row) =>
        JSON.stringify(
          Object.entries(row)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, value]) => [name, plain(name, value)]),
        ),
      );
      all.push([table, lines.sort()]);
    }
    return Object.fromEntries(all);
  });

const run = async (...args: string[]): Promise<readonly string[]> => {
  const written: string[] = [];
  const stdout = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0);
  try {
    await storeCommand.run(args);
  } finally {
    stdout.mockRestore();
  }
  return written.map((line) => line.trimEnd());
};

describe('a copy', () => {
  it('has all that there was, in PostgreSQL and back in a file, and says how much', async (context) => {
    if (server === null) return context.skip('no PostgreSQL');
    const [from, back] = [temporaryFolder(), temporaryFolder()];
    await fill(fileConfig(from));
    const before = await dump(fileConfig(from));
    for (const table of TABLES) expect(before[table]?.length, table).toBeGreaterThan(0);

    const url = await server.newDatabase();
    const urlFile = join(from, 'url');
    writeFileSync(urlFile, `${url}\n`);
    const printed = await run('copy', '--data-dir', from, '--to-url-file', urlFile);
    expect(printed).toContain(`requests        ${RECORDS}`);
    expect(printed).toContain(`findings        ${2 * RECORDS}`);
    expect(printed.at(-1)).toMatch(/portcullis\.db is copied to postgres:\/\/127\.0\.0\.1:\d+\//);
    expect(await dump(urlConfig(url))).toEqual(before);

    const store = await openDatabase(urlConfig(url));
    onTestFinished(() => store.close());
    expect(await store.count()).toBe(RECORDS);
    expect(await store.get(sampleRecord(7).requestId)).toMatchObject({
      findings: [{}, { excerpt: 'é “🛡”' }],
    });
    expect(await store.readText(sampleRecord(3).requestId)).toMatchObject([{ text: 'kept 🛡' }]);
    // It goes on from there.
    await store.insertRecords([sampleRecord(RECORDS + 1)]);
    expect(await store.count()).toBe(RECORDS + 1);

    const { rows } = await copyStore(urlConfig(url), fileConfig(back));
    expect(rows).toMatchObject({ requests: RECORDS + 1, users: 2, audit: 2 });
    const after = await dump(fileConfig(back));
    for (const table of TABLES.filter((name) => !/^(requests|findings|outbox|traffic|latency)/.test(name)))
      expect(after[table], table).toEqual(before[table]);
    expect(after['requests']).toHaveLength(RECORDS + 1);
    expect(after['requests']).toEqual(expect.arrayContaining([...(before['requests'] ?? [])]));
  });

  it('is refused where something is there already, which stays as it is', async () => {
    const [from, to] = [temporaryFolder(), temporaryFolder()];
    await fill(fileConfig(from));
    const target = await openDatabase(fileConfig(to));
    await target.insertRecords([sampleRecord(1)]);
    await target.close();
    const before = await dump(fileConfig(to));
    await expect(copyStore(fileConfig(from), fileConfig(to))).rejects.toThrow(/is not empty \(requests, /);
    await expect(copyStore(fileConfig(from), fileConfig(from))).rejects.toThrow(/is not empty/);
    expect(await dump(fileConfig(to))).toEqual(before);
  });

  it('is refused of a store that is not there, or of another version', async () => {
    const [none, old, newer, wider, to] = [1, 2, 3, 4, 5].map(() => temporaryFolder()) as [
      string,
      string,
      string,
      string,
      string,
    ];
    await expect(copyStore(fileConfig(none), fileConfig(to))).rejects.toThrow(/no store to copy/);
    for (const folder of [old, newer, wider]) await makeStore(fileConfig(folder));
    await withRawStore(fileConfig(old), ({ db }) =>
      sql`delete from portcullis_migrations where name = '005-trace'`.execute(db),
    );
    await expect(copyStore(fileConfig(old), fileConfig(to))).rejects.toThrow(/portcullis migrate/);
    await withRawStore(fileConfig(newer), ({ db }) =>
      sql`insert into portcullis_migrations values ('999-x', 'now')`.execute(db),
    );
    await expect(copyStore(fileConfig(newer), fileConfig(to))).rejects.toThrow(/newer version/);
    await withRawStore(fileConfig(wider), ({ db }) =>
      sql`insert into portcullis_migrations values ('999-x-adds', 'now')`.execute(db),
    );
    await expect(copyStore(fileConfig(wider), fileConfig(to))).rejects.toThrow(/of a newer version/);
    expect(existsSync(join(to, 'portcullis.db'))).toBe(false);
  });

  it.runIf(process.platform === 'linux')('waits for no pipe, as source or target', async () => {
    const [folder, full] = [temporaryFolder(), temporaryFolder()];
    await makeStore(fileConfig(full));
    const [pipe, out] = [join(folder, 'portcullis.db'), join(full, 'out.db')];
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    const failed = { code: 'STORE_FAILED', message: expect.stringContaining('is no file') };
    await expect(run('copy', '--data-dir', full, '--to', pipe)).rejects.toMatchObject(failed);
    await expect(run('copy', '--data-dir', folder, '--to', out)).rejects.toMatchObject(failed);
    await expect(run('backup', '--data-dir', folder, '--out', out)).rejects.toMatchObject(failed);
    await expect(run('restore', '--data-dir', folder, join(full, 'portcullis.db'))).rejects.toMatchObject(
      failed,
    );
    await expect(openSqliteFile(pipe)).rejects.toMatchObject(failed);
    expect([statSync(pipe).isFIFO(), existsSync(out)]).toEqual([true, false]);
  });

  it('leaves nothing behind where it fails in the middle', async (context) => {
    if (server === null) return context.skip('no PostgreSQL');
    const from = temporaryFolder();
    await fill(fileConfig(from));
    // No PostgreSQL takes this.
    await withRawStore(fileConfig(from), ({ db }) =>
      sql`update audit set actor = 'a' || char(0)`.execute(db),
    );
    const url = await server.newDatabase();
    await expect(copyStore(fileConfig(from), urlConfig(url))).rejects.toMatchObject({ code: 'STORE_FAILED' });
    const left = await dump(urlConfig(url));
    for (const table of TABLES.filter((name) => name !== 'meta')) expect(left[table], table).toEqual([]);
  });

  it.each([
    [['copy']],
    [['copy', '--to', 'x', '--to-url-file', 'y']],
    [['copy', '--out', 'x']],
    [['copy', '--to-url-file', '/nowhere/at/all']],
    [['backup']],
    [['backup', '--to', 'x']],
    [['restore']],
    [[]],
  ])('is asked for in full: %j', async (args) => {
    await expect(run(...args, '--data-dir', temporaryFolder())).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describe('a backup', () => {
  it('is one file with all that was written, while somebody writes', async () => {
    const folder = temporaryFolder();
    const store = await openSqliteFile(join(folder, 'portcullis.db'));
    onTestFinished(() => store.close());
    await store.insertRecords([sampleRecord(1), sampleRecord(2)]);
    const out = join(folder, 'backup.db');
    // What was written last is in the log alone, and the store is still open.
    expect(await run('backup', '--data-dir', folder, '--out', out)).toEqual([
      `${out} has 2 records and 0 keys`,
    ]);
    expect(existsSync(`${out}-wal`)).toBe(false);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    await store.insertRecords([sampleRecord(3)]);

    const restored = temporaryFolder();
    writeFileSync(join(restored, 'portcullis.db'), readFileSync(out));
    const again = await openSqliteFile(join(restored, 'portcullis.db'));
    onTestFinished(() => again.close());
    expect(await again.count()).toBe(2);
    await again.insertRecords([sampleRecord(3)]);
    const file = new DatabaseSync(join(restored, 'portcullis.db'));
    // Retention gives space back by it, and it cannot be switched on later.
    expect(file.prepare('pragma auto_vacuum').get()).toEqual({ auto_vacuum: 2 });
    file.close();
  });

  it('is named with --out or without, but once', async () => {
    const folder = temporaryFolder();
    await makeStore(fileConfig(folder));
    const [one, two] = [join(folder, 'one.db'), join(folder, 'two.db')];
    expect(await run('backup', '--data-dir', folder, one)).toEqual([`${one} has 0 records and 0 keys`]);
    await expect(run('backup', '--data-dir', folder, '--out', two, one)).rejects.toMatchObject({
      code: 'USAGE',
    });
    await expect(run('backup', '--data-dir', folder)).rejects.toMatchObject({ code: 'USAGE' });
    await expect(run('backup', '--data-dir', folder, '-')).rejects.toMatchObject({ code: 'USAGE' });
    expect(existsSync(two)).toBe(false);
  });

  it('overwrites nothing, and leaves nothing where it fails', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'backup.db');
    await expect(run('backup', '--data-dir', folder, '--out', out)).rejects.toThrow(
      /There is no store in \//,
    );
    await makeStore(fileConfig(folder));
    writeFileSync(out, 'mine');
    await expect(run('backup', '--data-dir', folder, '--out', out)).rejects.toThrow(/there already/);
    expect(readFileSync(out, 'utf8')).toBe('mine');
    writeFileSync(join(folder, 'portcullis.db'), 'no database at all, but long enough to be taken for one');
    const other = join(folder, 'other.db');
    await expect(run('backup', '--data-dir', folder, '--out', other)).rejects.toThrow(/failed/);
    expect(readdirSync(folder).filter((name) => name.startsWith('other'))).toEqual([]);
  });

  it('leaves nothing where there is no room, neither the half of it nor what SQLite has beside it', async () => {
    const [folder, out] = [temporaryFolder(), temporaryFolder()];
    const store = await openSqliteFile(join(folder, 'portcullis.db'));
    for (let from = 0; from < 4000; from += 1000)
      await store.insertRecords(Array.from({ length: 1000 }, (_, index) => sampleRecord(from + index)));
    await store.close();
    const program = fileURLToPath(new URL('../../../src/portcullis.mjs', import.meta.url));
    // Blocks of a file, beyond which nothing can be written: a megabyte or two.
    const script = 'ulimit -f 2000; exec "$0" "$@"';
    const command = [process.execPath, program, 'store', 'backup', '--data-dir', folder];
    const { status, stderr } = spawnSync('bash', ['-c', script, ...command, '--out', join(out, 'b.db')], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('The backup of')]);
    expect(readdirSync(out)).toEqual([]);
    expect(await run('backup', '--data-dir', folder, '--out', join(out, 'b.db'))).toHaveLength(1);
    expect(readdirSync(out)).toEqual(['b.db']);
  });

  it('has its name only when it is whole', async () => {
    const folder = temporaryFolder();
    await makeStore(fileConfig(folder));
    const out = join(folder, 'backup.db');
    const seen: string[] = [];
    const watcher = watch(folder, (_event, name) => seen.push(name ?? ''));
    await run('backup', '--data-dir', folder, '--out', out);
    await vi.waitFor(() => expect(seen).toContain('backup.db'));
    watcher.close();
    expect(seen.filter((name) => /^backup\.db(-journal)?$/.test(name))).not.toContain('backup.db-journal');
    expect(seen.find((name) => name.startsWith('backup.db'))).toMatch(/^backup\.db\.unfinished-/);
  });
});
