import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteFile } from '../../../src/records/sqlite/sqlite-file.ts';
import { openTestStore, temporaryFolder } from './open-store.ts';
import { sampleRecord } from './samples.ts';

const CUT = /was cut short or overwritten; stop gateway and dashboard, .*portcullis store restore FILE/;
const GONE = /was deleted or replaced; put it back/;
const SLOW_MS = 60_000;

const newPath = (): string => join(temporaryFolder(), 'store.db');

const open = async (path: string) => {
  const file = await openSqliteFile(path);
  onTestFinished(() => file.close());
  return file;
};

/** More than one log's worth, so that the file itself holds most of them. */
const filled = async () => {
  const path = newPath();
  const file = await open(path);
  for (let batch = 0; batch < 10; batch += 1)
    await file.insertRecords(Array.from({ length: 200 }, (_, index) => sampleRecord(200 * batch + index)));
  expect(statSync(path).size).toBeGreaterThan(1_000_000);
  return { path, file, write: (index: number) => file.insertRecords([sampleRecord(index)]) };
};

const HARM: readonly Readonly<{ name: string; harm: (path: string) => void; says: RegExp }>[] = [
  { name: 'is emptied', harm: (path) => truncateSync(path, 0), says: CUT },
  { name: 'loses all but its beginning', harm: (path) => truncateSync(path, 16_384), says: CUT },
  { name: 'becomes something else', harm: (path) => writeFileSync(path, 'x'.repeat(1_000_000)), says: CUT },
  { name: 'is deleted', harm: (path) => rmSync(path), says: GONE },
  {
    name: 'is replaced',
    harm: (path) => {
      copyFileSync(path, `${path}.other`);
      renameSync(`${path}.other`, path);
    },
    says: GONE,
  },
  { name: 'loses its log', harm: (path) => rmSync(`${path}-wal`), says: /-wal was deleted or replaced/ },
];

describe('a file that somebody is at while it is open', () => {
  it.each(HARM)(
    'takes nothing more, and says why, where it $name',
    { timeout: SLOW_MS },
    async ({ harm, says }) => {
      const { path, file, write } = await filled();
      harm(path);
      await expect(write(5000)).rejects.toThrow(says);
      // What the gateway's health goes by.
      await expect(file.keysVersion()).rejects.toThrow(says);
      await expect(file.insertKey({} as never)).rejects.toThrow(says);
    },
  );

  it('is looked after behind a link, too', async () => {
    const path = newPath();
    const link = join(temporaryFolder(), 'link.db');
    writeFileSync(path, '');
    symlinkSync(path, link);
    const file = await open(link);
    await file.insertRecords([sampleRecord(1)]);
    rmSync(`${path}-wal`);
    await expect(file.insertRecords([sampleRecord(2)])).rejects.toThrow(/-wal was deleted or replaced/);
  });

  it('counts as lost what can’t be kept, and says so of every question', { timeout: SLOW_MS }, async () => {
    const path = newPath();
    const { store, seen } = await openTestStore(path);
    for (let index = 0; index < 20; index += 1) store.write(sampleRecord(index));
    await store.flush();
    truncateSync(path, 0);
    for (let index = 20; index < 30; index += 1) store.write(sampleRecord(index));
    await store.flush();
    expect(seen.written).toBe(20);
    expect(seen.dropped).toEqual(new Map([['write_failed', 10]]));
    expect(String(seen.errors[0])).toMatch(CUT);
    await expect(store.keysVersion()).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });

  it('goes on where it was only away', async () => {
    const { path, file, write } = await filled();
    renameSync(path, `${path}.away`);
    await expect(write(5000)).rejects.toThrow(GONE);
    renameSync(`${path}.away`, path);
    await write(5001);
    expect(await file.count()).toBe(2001);
  });

  it('does not go on with what somebody put into it meanwhile', async () => {
    const { path, write } = await filled();
    const before = readFileSync(path);
    truncateSync(path, 0);
    await expect(write(5000)).rejects.toThrow(CUT);
    writeFileSync(path, before);
    await expect(write(5001)).rejects.toThrow(CUT);
  });

  it('is not blamed for a log that was written back by half: what is missing is in there', async () => {
    const path = newPath();
    const file = await open(path);
    for (let index = 0; index < 300; index += 1) await file.insertRecords([sampleRecord(index)]);
    // As it is after somebody was killed who had written the new length, and none of the new pages.
    const copy = join(temporaryFolder(), 'copy.db');
    for (const end of ['', '-wal']) cpSync(`${path}${end}`, `${copy}${end}`);
    const said = Buffer.alloc(4);
    const log = readFileSync(`${copy}-wal`);
    const bytes = readFileSync(copy);
    let pages = 0;
    for (let at = 32; at + 4120 <= log.length; at += 4120) pages = Math.max(pages, log.readUInt32BE(at));
    said.writeUInt32BE(pages);
    said.copy(bytes, 28);
    writeFileSync(copy, bytes);
    expect(bytes.length).toBeLessThan(pages * 4096);
    const halfway = await open(copy);
    await halfway.insertRecords([sampleRecord(1000)]);
    expect(await halfway.count()).toBe(301);
  });
});

it('keeps its locks while it is looked after', { timeout: SLOW_MS }, async () => {
  const { path, file, write } = await filled();
  await write(5000);
  // Whoever closes last takes the log away: another process must still see that somebody is there.
  const other = spawn(process.execPath, [
    '-e',
    `const { DatabaseSync } = require('node:sqlite'); const db = new DatabaseSync(process.argv[1]);
     db.prepare('select count(*) from requests').get(); db.close();`,
    path,
  ]);
  expect((await once(other, 'exit'))[0]).toBe(0);
  await write(5001);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  expect(await file.count()).toBe(2002);
  const reader = new DatabaseSync(path, { readOnly: true });
  expect(reader.prepare('select count(*) as n from requests').get()).toEqual({ n: 2002 });
  reader.close();
});
