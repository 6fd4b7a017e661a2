import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadHashSecret } from '../../../src/records/hash-secret.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-secret-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true });
});

const fileIn = (dataDir: string): string => join(dataDir, 'content-hash.secret');
const exported = async (dataDir: string): Promise<Buffer> => (await loadHashSecret(dataDir)).export();

describe('the secret of the hashes of contents', () => {
  it('is made once, for its owner alone, with its folder', async () => {
    const dataDir = join(folder, 'a/b');
    const secret = await exported(dataDir);
    expect(secret).toHaveLength(32);
    expect(await exported(dataDir)).toEqual(secret);
    expect(statSync(fileIn(dataDir)).mode & 0o777).toBe(0o600);
    expect(readFileSync(fileIn(dataDir))).toEqual(secret);
  });

  it('is the same for processes that start at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => exported(folder)));
    expect(new Set(all.map((secret) => secret.toString('hex'))).size).toBe(1);
  });

  it('is not read before whoever is writing it has done so', async () => {
    vi.spyOn(files, 'writeFile').mockImplementation(async (path, data, options) => {
      const { mode, flag } = Object(options);
      const file = await files.open(String(path), flag, mode);
      await sleep(100);
      await file.writeFile(Buffer.isBuffer(data) ? data : '');
      await file.close();
    });
    syncBuiltinESMExports();
    const all = await Promise.all(Array.from({ length: 4 }, () => exported(folder)));
    expect(new Set(all.map((secret) => secret.toString('hex'))).size).toBe(1);
  });

  // A full disk leaves such a file, whose hashes anybody could make.
  it('is never empty', async () => {
    writeFileSync(fileIn(folder), '');
    const secret = await exported(folder);
    expect(secret).toHaveLength(32);
    expect(await exported(folder)).toEqual(secret);
  });

  it('is the same for processes that find an empty one at once', async () => {
    writeFileSync(fileIn(folder), '');
    let removals = 0;
    vi.spyOn(files, 'rm').mockImplementation(async (path) => {
      removals += 1;
      // The second comes when the first has made another one.
      if (removals === 2) await sleep(100);
      rmSync(String(path), { force: true });
    });
    syncBuiltinESMExports();
    const [one, other] = await Promise.all([exported(folder), exported(folder)]);
    expect(one).toEqual(other);
    expect(readFileSync(fileIn(folder))).toEqual(one);
  });

  it('may be one that somebody else has made', async () => {
    writeFileSync(fileIn(folder), 'x'.repeat(40));
    expect(await exported(folder)).toHaveLength(40);
  });

  it.each([
    { name: 'too short', spoil: (file: string) => writeFileSync(file, 'x'.repeat(31)), says: /32 bytes/ },
    { name: 'no file', spoil: (file: string) => mkdirSync(file), says: /\(EISDIR\)/ },
  ])('that is $name is told of by its place', async ({ spoil, says }) => {
    spoil(fileIn(folder));
    await expect(loadHashSecret(folder)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(says),
    });
    await expect(loadHashSecret(folder)).rejects.toThrow(fileIn(folder));
  });
});
