import { spawn } from 'node:child_process';
import { once } from 'node:events';
import files, {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { storeCommand } from '../../../src/cli/store.ts';
import { backUpFile } from '../../../src/records/backup.ts';
import { restoreFile } from '../../../src/records/sqlite/restore.ts';
import { openSqliteFile } from '../../../src/records/sqlite/sqlite-file.ts';
import { NO_TEXTS, type TextOptions } from '../../../src/records/texts.ts';
import { temporaryFolder } from './open-store.ts';
import { sampleRecord } from './samples.ts';

const NOW_MS = Date.UTC(2026, 10, 28, 12);
const KEPT = 'portcullis.db.2026-11-28T12-00-00.000Z';
const TEXTS: TextOptions = { fullText: 'all', textKeys: [`k1:${Buffer.alloc(32, 7).toString('base64')}`] };

/** A store with two records and a key, a backup of it, and what came since: a record, and the key revoked. */
const prepare = async (since: (path: string) => Promise<void> = async () => undefined) => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  mkdirSync(data);
  const path = join(data, 'portcullis.db');
  const backup = join(folder, 'backup.db');
  const file = await openSqliteFile(path, TEXTS);
  const texts = [{ direction: 'input', pointer: '/x', role: 'user', text: 'kept' }] as const;
  await file.insertRecords([sampleRecord(1, { texts }), sampleRecord(2, { texts })]);
  await file.close();
  edit(path, [
    `insert into gateway_keys (id, name, sha256, display_prefix, created_at, override, origin) values ('key_a', 'a', 'f', 'pcl_a', 1, 'allow', 'cli')`,
    `insert into users (id, email, name, role, created_at) values ('u', 'ann@example.com', 'Ann', 'admin', 1)`,
    `insert into sessions values ('s', 'hash', 'u', 1, 1, 9e15, '', '')`,
    `insert into tickets values ('t', 'hash', 'invite', null, null, null, 'x', 1, 9e15)`,
  ]);
  backUpFile(path, backup);
  const again = await openSqliteFile(path, TEXTS);
  await again.insertRecords([sampleRecord(3)]);
  await again.close();
  await since(path);
  return { folder, data, path, backup };
};

const edit = (path: string, statements: readonly string[]): void => {
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
};

const one = (path: string, query: string): unknown => {
  const database = new DatabaseSync(path);
  const [value] = Object.values(database.prepare(query).get() ?? {});
  database.close();
  return value;
};
const recordsIn = (path: string): unknown => one(path, 'select count(*) from requests');

const restore = (path: string, source: string | Readable, texts: TextOptions = TEXTS) =>
  restoreFile({ path, source, texts, nowMs: NOW_MS, note: async () => undefined });

const command = async (...args: string[]) => {
  const [out, told]: [string[], string[]] = [[], []];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0);
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0);
  try {
    await storeCommand.run(args);
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
  return { out: out.join(''), told: told.join('') };
};

it('leaves nothing of a backup whose last step fails', async () => {
  const { folder, path } = await prepare();
  const taken = join(folder, 'second.db');
  vi.spyOn(files, 'renameSync').mockImplementation(() => {
    throw Object.assign(new Error('EIO: i/o error, rename'), { code: 'EIO' });
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  syncBuiltinESMExports();
  expect(() => backUpFile(path, taken)).toThrow(/The backup of .* failed: EIO/);
  expect(readdirSync(folder).sort()).toEqual(['backup.db', 'data']);
});

describe('a backup that is restored', () => {
  it('is the store from then on, and the database before stays beside it', async () => {
    const { data, path, backup } = await prepare();
    expect(await restore(path, backup)).toMatchObject({
      records: 2,
      keys: 1,
      isOld: false,
      store: path,
      warnings: [],
    });
    expect(readdirSync(data).sort()).toEqual(['portcullis.db', KEPT]);
    expect([recordsIn(path), recordsIn(join(data, KEPT)), recordsIn(backup)]).toEqual([2, 3, 2]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const file = await openSqliteFile(path, TEXTS);
    onTestFinished(() => file.close());
    await file.insertRecords([sampleRecord(9)]);
    expect([await file.count(), await file.readText(sampleRecord(1).requestId)]).toMatchObject([
      3,
      [{ text: 'kept' }],
    ]);
  });

  it('lets nobody in by a session or a link of then', async () => {
    const { path, backup } = await prepare();
    await restore(path, backup);
    expect([one(path, 'select count(*) from sessions'), one(path, 'select count(*) from tickets')]).toEqual([
      0, 0,
    ]);
    expect([one(path, 'select count(*) from users'), one(backup, 'select count(*) from sessions')]).toEqual([
      1, 1,
    ]);
  });

  it.each([
    { since: ['update gateway_keys set revoked_at = 5', 'update users set disabled_at = 5'] },
    { since: ['delete from gateway_keys', 'delete from users'] },
    { since: ['delete from gateway_keys', "update users set role = 'viewer'"] },
  ])('is told of with who is let in again: $since', async ({ since }) => {
    const { path, backup } = await prepare(async (each) => edit(each, since));
    const { warnings } = await restore(path, backup);
    expect(warnings).toEqual([
      expect.stringMatching(/revoked since the backup are valid again: key_a\./),
      expect.stringMatching(/are again what they were: ann@example\.com \(admin\)\./),
    ]);
  });

  it('is told of without names where the database before is of another store', async () => {
    const { data, backup } = await prepare();
    const other = join(data, 'other.db');
    await (await openSqliteFile(other, TEXTS)).close();
    edit(other, ["update portcullis_migrations set timestamp = '2020-01-01T00:00:00.000Z'"]);
    expect((await restore(other, backup)).warnings).toEqual([
      expect.stringMatching(/of another store\. Keys/),
    ]);
  });

  it('is told of where it is a plain copy, which may lack what lay in the log', async () => {
    const { data, path } = await prepare();
    const plain = join(data, 'plain.db');
    const file = await openSqliteFile(path, TEXTS);
    await file.insertRecords([sampleRecord(4)]);
    copyFileSync(path, plain);
    await file.close();
    const { records, warnings } = await restore(path, plain);
    expect([records, warnings]).toEqual([3, [expect.stringMatching(/plain copy.*is missing/)]]);
  });

  it.each([
    { name: 'none', texts: NO_TEXTS, warnings: 1 },
    {
      name: 'another value',
      texts: { ...TEXTS, textKeys: [`k1:${Buffer.alloc(32, 8).toString('base64')}`] },
      warnings: 1,
    },
    {
      name: 'the same behind another',
      texts: { ...TEXTS, textKeys: [`k2:${Buffer.alloc(32, 8).toString('base64')}`, ...TEXTS.textKeys] },
      warnings: 0,
    },
  ])('is told of with the texts that stay closed, where the key is $name', async ({ texts, warnings }) => {
    const { path, backup } = await prepare();
    const told = (await restore(path, backup, texts)).warnings;
    expect(told).toHaveLength(warnings);
    for (const each of told) expect(each).toMatch(/texts of 2 requests stay closed.*"k1"/);
    expect(recordsIn(path)).toBe(2);
  });

  it('may be of an older version, which the next start brings up to date', async () => {
    const { path, backup } = await prepare();
    edit(backup, [
      "delete from portcullis_migrations where name >= '007'",
      'drop index requests_conversation_runs',
      'create index requests_conversation_newest on requests (conversation, received_at, request_id) where conversation is not null',
      'alter table requests drop column run',
      'alter table webhooks drop column retired',
      'alter table gateway_keys drop column successor_id',
    ]);
    expect(await restore(path, backup)).toMatchObject({ version: '006-error-code', isOld: true });
    expect(one(path, "select count(*) from pragma_table_info('requests') where name = 'run'")).toBe(0);
    const file = await openSqliteFile(path);
    onTestFinished(() => file.close());
    expect((await file.search({ conversation: 'c0ffee' }, { cursor: null, limit: 9 })).items).toHaveLength(2);
  });

  it('comes from standard input as well, to where nothing was, and past a log that nobody owns', async () => {
    const { folder, backup } = await prepare();
    const path = join(folder, 'new', 'portcullis.db');
    const bytes = readFileSync(backup);
    expect(await restore(path, Readable.from([bytes.subarray(0, 5000), bytes.subarray(5000)]))).toMatchObject(
      {
        records: 2,
        kept: null,
        warnings: [],
      },
    );
    const other = join(folder, 'other.db');
    writeFileSync(`${other}-wal`, 'of something else');
    await restore(other, backup);
    expect(readdirSync(folder).filter((name) => name.startsWith('other'))).toEqual(['other.db']);
    expect(recordsIn(other)).toBe(2);
  });

  it('takes the place of a database that cannot be read, which is kept with its log', async () => {
    const { data, path, backup } = await prepare();
    writeFileSync(path, Buffer.alloc(50_000, 'x'));
    writeFileSync(`${path}-wal`, 'log');
    const { warnings } = await restore(path, backup);
    expect(warnings).toEqual([expect.stringContaining('cannot be read')]);
    expect(recordsIn(path)).toBe(2);
    expect(readFileSync(join(data, KEPT), 'latin1')).toMatch(/^x+$/);
    expect(readFileSync(join(data, `${KEPT}-wal`), 'latin1')).toBe('log');
    expect(readdirSync(data)).not.toContain('portcullis.db-wal');
  });

  it('is put where a link leads', async () => {
    const { folder, path, backup } = await prepare();
    const link = join(folder, 'link.db');
    symlinkSync(path, link);
    expect(await restore(link, backup)).toMatchObject({ store: path });
    expect(recordsIn(link)).toBe(2);
  });
});

describe('nothing is restored', () => {
  const expectRefused = async (
    { data, path }: Awaited<ReturnType<typeof prepare>>,
    source: string | Readable,
    message: RegExp,
  ): Promise<void> => {
    const before = readdirSync(data).sort();
    await expect(restore(path, source)).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(message),
    });
    expect(readdirSync(data).sort()).toEqual(before);
    expect(recordsIn(path)).toBe(3);
  };

  it('while somebody has the store open, whether or not he asks it anything', async () => {
    const place = await prepare();
    const file = await openSqliteFile(place.path);
    onTestFinished(() => file.close());
    await expectRefused(place, place.backup, /is in use.*stop gateways and dashboards/);
    await file.insertRecords([sampleRecord(10)]);
    expect(await file.count()).toBe(4);
  });

  it.runIf(process.platform === 'linux')(
    'while somebody has a file open that is no database any more',
    async () => {
      const { path, backup } = await prepare();
      writeFileSync(path, 'gone');
      const script = `fs.openSync(${JSON.stringify(path)}, 'r'); console.log('open'); setInterval(() => 0, 1000)`;
      const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(holder.stdout, 'data');
      await expect(restore(path, backup)).rejects.toThrow(`in use by process ${holder.pid}`);
      holder.kill();
      await once(holder, 'exit');
      expect(await restore(path, backup)).toMatchObject({ records: 2 });
    },
  );

  it.each<{ name: string; make: (backup: string) => string | Readable; message: RegExp }>([
    { name: 'a file that is not there', make: (backup) => `${backup}.x`, message: /There is no / },
    { name: 'a folder', make: (backup) => join(backup, '..'), message: /is no file/ },
    {
      name: 'the store itself',
      make: (backup) => join(backup, '..', 'data', 'portcullis.db'),
      message: /is the store itself/,
    },
    {
      name: 'a plain copy with its log',
      make: (backup) => {
        writeFileSync(`${backup}-wal`, 'x');
        return backup;
      },
      message: /has a log beside it.*lacks/,
    },
    {
      name: 'half of a backup',
      make: (backup) => Readable.from([readFileSync(backup).subarray(0, statSync(backup).size / 2)]),
      message: /damaged/,
    },
    {
      name: 'a backup with a page that is spoilt',
      make: (backup) => {
        const bytes = readFileSync(backup);
        bytes.fill(0xa5, 3 * 4096, 4 * 4096);
        writeFileSync(backup, bytes);
        return backup;
      },
      message: /damaged/,
    },
    {
      name: 'no database',
      make: () => Readable.from(['x'.repeat(9000)]),
      message: /no SQLite database, or damaged/,
    },
    { name: 'nothing at all', make: () => Readable.from([Buffer.alloc(0)]), message: /of something else/ },
    {
      name: 'a database of something else',
      make: (backup) => {
        edit(`${backup}.other`, ['create table requests (x)']);
        return `${backup}.other`;
      },
      message: /of something else/,
    },
    {
      name: 'a backup of a newer version',
      make: (backup) => {
        edit(backup, ["insert into portcullis_migrations values ('999-x', 'now')"]);
        return backup;
      },
      message: /newer version/,
    },
    {
      name: 'a backup whose sending breaks off',
      make: () =>
        Readable.from(
          (function* () {
            yield 'SQLite format 3';
            throw new Error('cut off');
          })(),
        ),
      message: /cut off/,
    },
  ])('from $name', async ({ make, message }) => {
    const place = await prepare();
    await expectRefused(place, make(place.backup), message);
  });
});

describe('the command', () => {
  it('says what it did, what is kept and what is to be done, and writes it down', async () => {
    const { data, path, backup } = await prepare(async (each) =>
      edit(each, ['update gateway_keys set revoked_at = 5']),
    );
    const { out, told } = await command('restore', backup, '--data-dir', data);
    expect(out).toMatch(/portcullis\.db has now what the backup has: 2 records and 1 keys/);
    expect(out).toMatch(/is kept as .*portcullis\.db\.20\d\d-/);
    expect(out).toMatch(/signs in to the dashboard anew/);
    expect(out).toMatch(/now start gateway and dashboard\n$/);
    expect(told).toMatch(/^Warning: The texts of 2 requests[\s\S]*Warning: Keys .*key_a/);
    expect(one(path, "select count(*) from audit where action = 'store.restore' and actor = 'cli'")).toBe(1);
    const json = await command('restore', backup, '--json', '--data-dir', join(data, 'other'));
    expect(JSON.parse(json.out)).toMatchObject({ records: 2, keys: 1, kept: null });
  });

  it('tells what to use for PostgreSQL, and wants to be told which backup', async () => {
    const { folder, backup, data } = await prepare();
    const config = join(folder, 'config.yaml');
    writeFileSync(config, 'store:\n  url: postgres://localhost/x\n');
    await expect(command('restore', backup, '--config', config)).rejects.toThrow(/pg_restore/);
    for (const args of [
      ['restore'],
      ['restore', backup, backup],
      ['backup', 'x', '--out', join(folder, 'o')],
    ])
      await expect(command(...args, '--data-dir', data)).rejects.toMatchObject({ code: 'USAGE' });
  });
});
