import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
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
import { checkOutputs, PRIVATE, SHARED, writeOutput } from '../../../src/cli/output-files.ts';

const NOBODY = 65_534;

let folder: string;
const at = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'portcullis-output-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('files that will be written', () => {
  it('are none of those that are read, nor one file twice', () => {
    writeFileSync(at('texts'), 'texts');
    symlinkSync(at('texts'), at('link'));
    const check = (outputs: Record<string, string | undefined>) => () => checkOutputs(outputs, [at('texts')]);
    for (const file of ['texts', 'link', './texts'].map((name) => `${folder}/${name}`))
      expect(check({ out: file })).toThrow(
        expect.objectContaining({
          code: 'USAGE',
          message: `--out: ${file} is one of the files that are read.`,
        }),
      );
    expect(check({ json: at('new'), misses: `${folder}/./new` })).toThrow('is the file of --json, too');
    expect(check({ json: at('new'), misses: at('other'), held: undefined })).not.toThrow();
  });

  it.runIf(process.platform === 'linux')('may be a device several times, and one that is read', () => {
    expect(() => checkOutputs({ json: '/dev/null', misses: '/dev/null' }, ['/dev/null'])).not.toThrow();
  });
});

describe('what is written', () => {
  it('is there as a whole, for whom it is meant', () => {
    writeOutput('out', at('model'), Buffer.of(1, 2), SHARED);
    writeOutput('misses', at('texts'), 'texts', PRIVATE);
    expect([...readFileSync(at('model'))]).toEqual([1, 2]);
    expect([statSync(at('model')).mode & 0o777, statSync(at('texts')).mode & 0o777]).toEqual([0o644, 0o600]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it.runIf(process.platform === 'linux')('is written in place where the folder takes no new files', () => {
    mkdirSync(at('closed'));
    writeFileSync(at('closed/model'), 'before');
    chmodSync(at('closed'), 0o500);
    // Root may write into any folder; somebody else, whom the file and its folders let in, may not.
    const asRoot = process.getuid?.() === 0;
    if (asRoot) {
      chmodSync(folder, 0o711);
      for (const path of ['closed', 'closed/model']) chownSync(at(path), NOBODY, NOBODY);
      process.seteuid?.(NOBODY);
    }
    try {
      expect(() => writeFileSync(at('closed/new'), '')).toThrow('EACCES');
      writeOutput('out', at('closed/model'), 'after', SHARED);
    } finally {
      if (asRoot) process.seteuid?.(0);
    }
    chmodSync(at('closed'), 0o700);
    expect(readFileSync(at('closed/model'), 'utf8')).toBe('after');
  });

  it.runIf(process.platform === 'linux')('goes to a device as it is, and says what it would not take', () => {
    writeOutput('json', '/dev/null', 'report', SHARED);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    expect(() => writeOutput('json', '/dev/full', 'report', SHARED)).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: expect.stringMatching(/^--json: .*ENOSPC/),
      }),
    );
  });
});
