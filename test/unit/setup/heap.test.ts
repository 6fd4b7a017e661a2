import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { missingFlags, withSettings } from '../../../src/setup/heap.mjs';

const HEAP = new URL('../../../src/setup/heap.mjs', import.meta.url);
const ALL = [
  '--max-semi-space-size=16',
  '--min-semi-space-size=16',
  '--heap-growing-percent=100',
  '--no-parallel-scavenge',
  '--no-allocation-site-pretenuring',
  `--import=${new URL('./stripped.mjs', HEAP).href}`,
];

describe('flags for a small heap', () => {
  it.each([
    { name: 'are all missing where nobody said any', execArgv: [], env: {}, missing: ALL },
    { name: 'are all there once they were given', execArgv: ALL, env: {}, missing: [] },
    {
      name: 'give way to those of the command line, however they are spelt',
      execArgv: ['--max_semi_space_size=32'],
      env: {},
      missing: ALL.slice(1),
    },
    {
      name: 'give way to those of NODE_OPTIONS',
      execArgv: ['--inspect'],
      env: { NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=64 --parallel-scavenge' },
      missing: [ALL[1], ALL[2], ...ALL.slice(4)],
    },
    {
      name: 'are missing beside other modules that are loaded first',
      execArgv: ['--import=./own.mjs'],
      env: { NODE_OPTIONS: '--import ./other.mjs' },
      missing: ALL,
    },
  ])('$name', ({ execArgv, env, missing }) => {
    expect(missingFlags(execArgv, env)).toEqual(missing);
  });

  it('come with settings for glibc and Node, where nobody has made others', () => {
    expect(withSettings({ PATH: '/bin', MALLOC_ARENA_MAX: '8' })).toEqual({
      PATH: '/bin',
      MALLOC_ARENA_MAX: '8',
      MALLOC_MMAP_THRESHOLD_: '131072',
      MALLOC_TRIM_THRESHOLD_: '131072',
      NODE_DISABLE_COMPILE_CACHE: '1',
    });
  });
});

/** A script that takes the flags on and says what it then runs with; each start of it writes a line. */
const SCRIPT = `
import { getHeapSpaceStatistics } from 'node:v8';
import { ensureSmallHeap } from ${JSON.stringify(HEAP.href)};
ensureSmallHeap(process.argv[1], process.argv.slice(2), process.env);
const made = [];
for (let i = 0; i < 3_000_000; i++) made.push({ i });
const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
const said = { pid: process.pid, flags: process.execArgv, argv: process.argv.slice(2), young: young.space_size,
  arenas: process.env.MALLOC_ARENA_MAX };
console.log(JSON.stringify(said));
process.send?.(said);
`;

describe('a process that serves for long', () => {
  let folder = '';
  let script = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-heap-'));
    script = join(folder, 'serve.mjs');
    writeFileSync(script, SCRIPT);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('takes on what it lacks, and stays the same process with the same arguments', () => {
    const args = ['--stack-trace-limit=7', script, 'serve', '--data-dir', 'a b'];
    const { pid, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toMatchObject({
      pid,
      flags: [...ALL, '--stack-trace-limit=7'],
      argv: ['serve', '--data-dir', 'a b'],
      arenas: '1',
    });
    // V8 holds a page or two (of 256 KB) beyond its limit while it moves objects; without the flag it takes 128 MB.
    expect(JSON.parse(stdout).young).toBeLessThanOrEqual(36 * 1024 * 1024);
  });

  it('keeps the flags that it was started with', () => {
    const { stdout } = spawnSync(process.execPath, [...ALL, script], { encoding: 'utf8' });
    expect(JSON.parse(stdout).flags).toEqual(ALL);
  });

  it('goes on as it is where a parent talks to it', async () => {
    const child = fork(script, { execArgv: [], silent: true });
    const [said] = await once(child, 'message');
    expect(said).toMatchObject({ pid: child.pid, flags: [] });
  });
});
