import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../../src/platform/folder.ts';
import { writeWhole } from '../../../src/platform/whole-file.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'portcullis-files-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a folder', () => {
  it('is made with all above it, for this user alone, and may be there', () => {
    const path = join(folder, 'a ä', 'b', 'c');
    makeFolder(path);
    makeFolder(path);
    for (const made of [path, join(folder, 'a ä')]) expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  it('is made for others, too, where a mode says so', () => {
    const path = join(folder, 'shared', 'envoy');
    makeFolder(path, 0o755);
    for (const made of [path, join(folder, 'shared')]) expect(statSync(made).mode & 0o077).not.toBe(0);
  });

  it.runIf(process.platform === 'linux')('is not waited for where none can be made', () => {
    expect(() => makeFolder('/proc/portcullis/data')).toThrow('ENOENT');
    writeFileSync(join(folder, 'file'), '');
    expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST');
    expect(() => makeFolder(join(folder, 'file', 'data'))).toThrow('ENOTDIR');
  });
});

describe('a file that is written whole', () => {
  it('has its mode whatever was there, and leaves a link one', () => {
    const [file, link] = [join(folder, 'file'), join(folder, 'link')];
    writeFileSync(file, 'before');
    chmodSync(file, 0o666);
    symlinkSync(file, link);
    expect(writeWhole(link, 'after', 0o640)).toBe(file);
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['after', 0o640]);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['file', 'link']);
  });

  it('is made behind links to where none is yet', () => {
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    symlinkSync('second', first);
    symlinkSync('file', second);
    expect(writeWhole(first, 'text', 0o600)).toBe(join(folder, 'file'));
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('text');
    for (const link of [first, second]) expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it('is never written through what somebody else has put beside it', () => {
    const [file, theirs] = [join(folder, 'file'), join(folder, 'theirs')];
    symlinkSync(theirs, `${file}.${process.pid}.tmp`);
    writeWhole(file, 'a key', 0o600);
    expect([readFileSync(file, 'utf8'), lstatSync(file).isSymbolicLink()]).toEqual(['a key', false]);
    expect(existsSync(theirs)).toBe(false);
  });

  // As root a rename would put a file in the place of /dev/null.
  it.runIf(process.platform === 'linux')('takes the place of nothing that is no file', () => {
    const [pipe, link] = [join(folder, 'pipe'), join(folder, 'link')];
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    symlinkSync(pipe, link);
    for (const path of [pipe, link, folder])
      expect(() => writeWhole(path, 'text', 0o600)).toThrow('is no file');
    expect([statSync(pipe).isFIFO(), readdirSync(folder).length]).toEqual([true, 2]);
  });

  it.runIf(process.platform === 'linux')('does not replace a file that output goes to', () => {
    const file = join(folder, 'log');
    writeFileSync(file, 'before');
    const descriptor = openSync(file, 'a');
    try {
      for (const of of ['/dev/fd', '/proc/self/fd'])
        expect(() => writeWhole(`${of}/${descriptor}`, 'text', 0o600)).toThrow('is no file');
    } finally {
      closeSync(descriptor);
    }
    expect(readFileSync(file, 'utf8')).toBe('before');
  });

  it('leaves nothing where it cannot be written', () => {
    expect(() => writeWhole(join(folder, 'none', 'file'), 'text', 0o600)).toThrow('ENOENT');
    expect(readdirSync(folder)).toEqual([]);
  });
});
