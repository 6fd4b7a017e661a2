import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadHashSecret } from '../../src/hash-secret.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

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

  // A full disk leaves such a file, whose hashes anybody could make.
  it('is never empty', async () => {
    writeFileSync(fileIn(folder), '');
    const secret = await exported(folder);
    expect(secret).toHaveLength(32);
    expect(await exported(folder)).toEqual(secret);
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
