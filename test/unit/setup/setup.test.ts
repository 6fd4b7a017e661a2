import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ensureInstalled,
  ensurePages,
  findNode,
  needsInstall,
  needsPages,
  PACKAGE_ROOT,
  withLock,
} from '../../../src/setup/setup.mjs';

const LAUNCHER = new URL('../../../src/portcullis.mjs', import.meta.url).pathname;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portcullis-setup-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Packages = Readonly<Record<string, object>>;
const write = (file: string, packages: Packages, ageSeconds: number): void => {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), JSON.stringify({ packages }));
  const at = new Date(Date.now() - ageSeconds * 1000);
  utimesSync(join(root, file), at, at);
};
const WANTED: Packages = {
  '': { name: 'portcullis', version: '0.1.0' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b': { version: '2.0.0', optional: true },
  'node_modules/c': { version: '3.0.0', dev: true },
  'node_modules/d': { version: '4.0.0', dev: true },
};
const lock = (ageSeconds = 10, packages = WANTED): void => write('package-lock.json', packages, ageSeconds);
const installed = (ageSeconds: number, packages: Packages): void =>
  write('node_modules/.package-lock.json', packages, ageSeconds);

describe('needs an installation', () => {
  it('in a checkout without packages', () => {
    lock();
    expect(needsInstall(root)).toBe(true);
  });

  it('not in a package that somebody installed, which has no lock file', () => {
    expect(needsInstall(root)).toBe(false);
  });

  it.each([
    {
      name: 'a newer lock file that wants another version',
      age: 20,
      found: { 'node_modules/a': { version: '0.9.0' } },
      needs: true,
    },
    {
      name: 'a newer lock file that wants one more for development',
      age: 20,
      found: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/c': { version: '3.0.0', dev: true } },
      needs: true,
    },
    { name: 'a newer lock file that wants one more', age: 20, found: {}, needs: true },
    {
      name: 'a newer lock file that wants another optional version',
      age: 20,
      found: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } },
      needs: true,
    },
    {
      name: 'a newer lock file that wants the same',
      age: 20,
      found: { 'node_modules/a': { version: '1.0.0' } },
      needs: false,
    },
    { name: 'an older lock file', age: 5, found: {}, needs: false },
  ])('$name: $needs', ({ age, found, needs }) => {
    lock(10);
    installed(age, found);
    expect(needsInstall(root)).toBe(needs);
  });
});

describe('installs', () => {
  type Call = Readonly<{ command: string; args: readonly string[]; path: string | undefined }>;
  const recorder = (results: readonly boolean[], calls: Call[]) => {
    return async (
      command: string,
      args: readonly string[],
      { env }: Readonly<{ env: Readonly<Record<string, string | undefined>> }>,
    ): Promise<Readonly<{ done: boolean; output: string }>> => {
      const done = results[calls.length] ?? false;
      calls.push({ command, args, path: env['PATH'] });
      await sleep(20);
      if (done) installed(0, WANTED);
      return { done, output: '' };
    };
  };

  it('with npm ci, outside of the packages that it replaces, and once though two ask', async () => {
    lock();
    const calls: Call[] = [];
    const runCommand = recorder([true], calls);
    const env = { PATH: [join(root, 'node_modules', '.bin'), '/usr/bin'].join(delimiter) };
    await Promise.all([ensureInstalled(root, env, runCommand), ensureInstalled(root, env, runCommand)]);
    expect(calls).toMatchObject([{ command: 'npm', args: { 0: 'ci' }, path: '/usr/bin' }]);
    expect(existsSync(join(root, '.portcullis', 'setup.lock'))).toBe(false);
    await ensureInstalled(root, env, runCommand);
    expect(calls).toHaveLength(1);
  });

  it('with npm install where npm ci fails', async () => {
    lock();
    const calls: Call[] = [];
    await ensureInstalled(root, {}, recorder([false, true], calls));
    expect(calls.map(({ args }) => args[0])).toEqual(['ci', 'install']);
  });

  it('or says what to do, and lets the next one try', async () => {
    lock();
    await expect(ensureInstalled(root, {}, recorder([], []))).rejects.toThrow('run "npm install"');
    await ensureInstalled(root, {}, recorder([true], []));
    expect(needsInstall(root)).toBe(false);
  });
});

describe('tells who needs the pages', () => {
  it.each([
    { args: 'start', is: true },
    { args: 'serve', is: true },
    { args: 'serve --role dashboard', is: true },
    { args: 'serve --role processor --role all', is: true },
    { args: 'serve --role processor', is: false },
    { args: 'serve --role=processor --config portcullis.yaml', is: false },
    { args: 'serve --help', is: false },
    { args: 'start -h', is: false },
    { args: 'start --port 8081 --no-dashboard', is: false },
    { args: 'start --nonsense', is: false },
    { args: 'serve --port', is: false },
    { args: 'scan', is: false },
    { args: '', is: false },
  ])('$args: $is', ({ args, is }) => {
    expect(needsPages(args === '' ? [] : args.split(' '))).toBe(is);
  });
});

describe('builds the pages', () => {
  const put = (file: string, text: string): void => {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const builder =
    (calls: string[][], done = true) =>
    async (command: string, args: readonly string[]) => {
      calls.push([command, ...args]);
      put('src/dashboard/ui/dist/index.html', '<html>');
      return Promise.resolve({ done, output: '' });
    };
  beforeEach(() => {
    put('src/dashboard/ui/vite.config.ts', '');
    put('src/dashboard/ui/main.tsx', 'one');
    put('node_modules/vite/bin/vite.js', '');
  });

  it('once, and again when a source of theirs has changed', async () => {
    const calls: string[][] = [];
    await Promise.all([
      ensurePages(root, {}, '/node24', builder(calls)),
      ensurePages(root, {}, '/node24', builder(calls)),
    ]);
    expect(calls).toEqual([
      ['/node24', join(root, 'node_modules/vite/bin/vite.js'), 'build', join(root, 'src/dashboard/ui')],
    ]);
    await ensurePages(root, {}, null, builder(calls));
    expect(calls).toHaveLength(1);
    put('src/dashboard/ui/main.tsx', 'two');
    await ensurePages(root, {}, null, builder(calls));
    put('src/dashboard/api/keys.ts', 'new');
    await ensurePages(root, {}, null, builder(calls));
    expect(calls).toHaveLength(3);
  });

  it('or says that they could not be built, and lets the next one try', async () => {
    const calls: string[][] = [];
    await expect(ensurePages(root, {}, null, builder(calls, false))).rejects.toThrow('npm run ui');
    await ensurePages(root, {}, null, builder(calls));
    expect(calls).toHaveLength(2);
  });

  it('not where only what was built is there, nor where the tool is missing', async () => {
    const calls: string[][] = [];
    rmSync(join(root, 'node_modules'), { recursive: true });
    await ensurePages(root, {}, null, builder(calls));
    rmSync(join(root, 'src/dashboard/ui/vite.config.ts'));
    await ensurePages(root, {}, null, builder(calls));
    expect(calls).toEqual([]);
  });
});

describe('a lock', () => {
  it('lets one work at a time', async () => {
    const path = join(root, 'lock');
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await sleep(5);
      inside -= 1;
    };
    await Promise.all([1, 2, 3].map(() => withLock(path, work)));
    expect(most).toBe(1);
  });

  it('is given back by work that fails', async () => {
    const path = join(root, 'lock');
    await expect(withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withLock(path, () => Promise.resolve('yes'))).toBe('yes');
  });

  it('is taken over from a process that died', async () => {
    const path = join(root, 'lock');
    mkdirSync(path);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(path, longAgo, longAgo);
    expect(await withLock(path, () => Promise.resolve('yes'))).toBe('yes');
  });
});

describe('the Node to run on', () => {
  it('is the running one where it is new enough', () => {
    expect(findNode(root, '24.0.0')).toBe(null);
    expect(findNode(root, '26.1.0')).toBe(null);
  });

  it('is the packaged one for an older Node', () => {
    mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
    writeFileSync(join(root, 'node_modules', '.bin', 'node'), '');
    expect(findNode(root, '20.20.2')).toBe(join(root, 'node_modules', '.bin', 'node'));
  });

  it('is not the packaged one where that is the running one, which is too old', () => {
    mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
    symlinkSync(process.execPath, join(root, 'node_modules', '.bin', 'node'));
    expect(() => findNode(root, '22.11.0')).toThrow(/this is 22\.11\.0, .*run "npm install"/);
  });

  it('is asked for where there is none', () => {
    expect(() => findNode(root, '18.0.0')).toThrow(/run "npm install" in .*, or bring Node 24/);
  });
});

describe('on a fresh clone', () => {
  const call = (...args: readonly string[]) => {
    cpSync(join(PACKAGE_ROOT, 'src', 'setup'), join(root, 'src', 'setup'), { recursive: true });
    cpSync(LAUNCHER, join(root, 'src', 'portcullis.mjs'));
    lock();
    // No npm is found here, so that nothing is installed.
    const env = { ...process.env, PATH: root };
    const launcher = join(root, 'src', 'portcullis.mjs');
    return spawnSync(process.execPath, [launcher, ...args], { env, encoding: 'utf8' });
  };

  it.each([
    { args: ['start', '--nonsense'], says: "Unknown option '--nonsense'" },
    { args: ['start', '--no-dashboard', 'now'], says: "Unexpected argument 'now'" },
    { args: ['serve', '--port', '1'], says: "Unknown option '--port'" },
  ])('says before it installs anything: $says', ({ args, says }) => {
    const { status, stderr } = call(...args);
    const help = `How it is called: npx portcullis ${args[0]} --help`;
    expect({ status, stderr }).toEqual({ status: 2, stderr: `portcullis: ${says}\n${help}\n` });
  });

  it('installs first what a command needs that is called well', () => {
    const { status, stderr } = call('start', '--port', '0');
    expect(status).toBe(1);
    expect(stderr).toContain('portcullis: installing packages (once)');
  });
});

describe('what Node compiled', () => {
  const version = (cache: string) =>
    spawnSync(process.execPath, [LAUNCHER, '--version'], {
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
      encoding: 'utf8',
    });

  it('is kept for the next start', () => {
    const cache = join(root, 'compiled');
    expect(version(cache).status).toBe(0);
    const kept = readdirSync(cache, { recursive: true });
    expect(kept.length).toBeGreaterThan(3);
  });

  it('is done without where its folder cannot be made', () => {
    writeFileSync(join(root, 'file'), '');
    const { status, stdout, stderr } = version(join(root, 'file', 'compiled'));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/\d+\.\d+\.\d+/);
  });
});
