import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const HOOK = new URL('../../../src/setup/stripped.mjs', import.meta.url);

const programOf = (said: string) => `
import { isMainThread, Worker } from 'node:worker_threads';
const said: string = ${JSON.stringify(said)};
console.log(said);
if (isMainThread) new Worker(new URL(import.meta.url));
`;

describe('a program without its types', () => {
  let root = '';
  let program = '';
  let hook = '';
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'portcullis-stripped ')));
    program = join(root, 'src', 'program.ts');
    hook = join(root, 'src', 'setup', 'stripped.mjs');
    mkdirSync(join(root, 'src', 'setup'), { recursive: true });
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'package.json'), '{"type":"module"}');
    copyFileSync(HOOK, hook);
    writeFileSync(program, programOf('first'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const run = () => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [`--import=${pathToFileURL(hook).href}`, program],
      {
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '' },
      },
    );
    return { lines: stdout.trim().split('\n'), stderr };
  };
  const kept = (): readonly string[] => {
    const folder = join(root, 'node_modules', '.cache', 'stripped');
    return readdirSync(folder).map((name) => join(folder, name));
  };

  it('runs, and so do its threads, without a warning', () => {
    expect(run()).toEqual({ lines: ['first', 'first'], stderr: '' });
    expect(kept()).toHaveLength(1);
    expect(readFileSync(kept()[0] ?? '', 'utf8')).not.toContain(': string');
  });

  it('is read from what was kept at the next start', () => {
    run();
    const path = kept()[0] ?? '';
    writeFileSync(path, readFileSync(path, 'utf8').replace('first', 'known'));
    expect(run().lines).toEqual(['known', 'known']);
  });

  it('is that of a changed source', () => {
    run();
    writeFileSync(program, programOf('second'));
    expect(run().lines).toEqual(['second', 'second']);
    expect(kept()).toHaveLength(1);
  });

  it('is not read from a file that was not finished', () => {
    run();
    const path = kept()[0] ?? '';
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -1));
    expect(run().lines).toEqual(['first', 'first']);
  });

  it('runs where nothing can be kept', () => {
    writeFileSync(join(root, 'node_modules', '.cache'), '');
    expect(run()).toEqual({ lines: ['first', 'first'], stderr: '' });
  });
});
