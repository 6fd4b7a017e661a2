// What `npm start` and `npm test` need on a fresh clone: the packages, Node 24, and the dashboard's pages. Runs on Node
// 18, before anything is installed: built-in modules only.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ensureSmallHeap, missingFlags, withSettings } from './heap.mjs';
import { misuseOf } from './options.mjs';

export const PACKAGE_ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NODE_MAJOR = 24;

// onnxruntime's official builds tell Microsoft about models and machine unless they are told not to. Its library reads
// the process's environment, which only the main thread can change; children inherit it.
process.env.ORT_DISABLE_TELEMETRY = '1';

const HEARTBEAT_MS = 2000;
const STALE_MS = 30_000;
const POLL_MS = 200;
/** Packages for Node 24 make an older npm warn about each of them. */
const QUIET = ['--no-fund', '--no-audit', '--loglevel=error'];

/** A failure whose message is all that a user needs; no stack is shown. */
class SetupError extends Error {
  name = 'SetupError';
}

const modifiedAtMs = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;

const tryLock = (path) => {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

/** Of two that find the same stale lock, one gets to move it away. */
const removeIfStale = (path) => {
  const at = modifiedAtMs(path);
  if (at === null || Date.now() - at < STALE_MS) return;
  const grave = `${path}.${process.pid}.${Date.now()}`;
  try {
    renameSync(path, grave);
    rmSync(grave, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
};

/**
 * Runs `work` while holding a lock directory, so that two processes do not install at once. The holder touches it
 * every 2 s; one untouched for 30 s belongs to a process that died, and is taken over.
 */
export const withLock = async (path, work) => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  while (!tryLock(path)) {
    removeIfStale(path);
    await sleep(POLL_MS);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // Taken over after a long sleep of the machine; the other one does the same work.
    }
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(path, { recursive: true, force: true });
  }
};

const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages ?? {};

/**
 * Whether all that must be there, by the lock file, is there in that version. Optional packages may be missing, and
 * those for development where none is there (`npm ci --omit=dev`).
 */
const hasAllPackages = (lockFile, installedFile) => {
  const installed = packagesOf(installedFile);
  const hasDev = Object.values(installed).some(({ dev }) => dev);
  return Object.entries(packagesOf(lockFile)).every(([path, wanted]) => {
    const found = installed[path];
    if (path === '' || found?.version === wanted.version) return true;
    const mayBeMissing = wanted.optional || wanted.devOptional || wanted.peer || (wanted.dev && !hasDev);
    return mayBeMissing && found === undefined;
  });
};

/** True in a checkout whose packages are missing or not those of its lock file. */
export const needsInstall = (root) => {
  const lockFile = join(root, 'package-lock.json');
  const lockedAt = modifiedAtMs(lockFile);
  if (lockedAt === null) return false;
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  const installedAt = modifiedAtMs(installedFile);
  if (installedAt === null) return true;
  // A checkout of another branch and back makes the lock file newer without changing it.
  return lockedAt > installedAt && !hasAllPackages(lockFile, installedFile);
};

const run = (command, args, options) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (text) => {
      output += text;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', (error) => resolve({ done: false, output: error.message }));
    child.once('close', (code) => resolve({ done: code === 0, output }));
  });

/** `npm ci` deletes and rewrites node_modules: it must not run on the Node in there. */
const outsideOf = (root, env) => {
  const own = join(root, 'node_modules', '.bin');
  const name = Object.keys(env).find((each) => each.toUpperCase() === 'PATH') ?? 'PATH';
  const path = (env[name] ?? '').split(delimiter).filter((folder) => folder !== own);
  return { ...env, [name]: path.join(delimiter) };
};

/**
 * Installs the packages where they are missing or outdated; does nothing otherwise.
 *
 * @throws SetupError where npm could not do it.
 */
export const ensureInstalled = async (root, env, runCommand = run) => {
  if (!needsInstall(root)) return;
  await withLock(join(root, '.portcullis', 'setup.lock'), async () => {
    if (!needsInstall(root)) return;
    process.stderr.write('portcullis: installing packages (once) …\n');
    const options = { cwd: root, env: outsideOf(root, env), shell: process.platform === 'win32' };
    // A lock file written where the registry lacks packages of other platforms is good enough for the second only.
    for (const command of ['ci', 'install']) {
      const { done, output } = await runCommand('npm', [command, ...QUIET], options);
      if (done) return;
      if (command === 'install') process.stderr.write(output);
    }
    throw new SetupError(`the packages could not be installed: run "npm install" in ${root}`);
  });
};

const UI_FOLDER = join('src', 'dashboard', 'ui');
/** In what was built: from which sources. */
const STAMP = join('dist', '.sources');
/** What the pages are made from, besides their folder. */
const OTHER_SOURCES = ['package-lock.json', join('src', 'dashboard', 'api')];

const filesUnder = (path) => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'dist' && name !== 'node_modules')
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
};

/** A digest of all sources of the pages; null where there are none (an image has only what was built). */
export const pageSources = (root) => {
  const folder = join(root, UI_FOLDER);
  if (!existsSync(join(folder, 'vite.config.ts'))) return null;
  const hash = createHash('sha256');
  for (const path of [folder, ...OTHER_SOURCES.map((each) => join(root, each))].flatMap(filesUnder)) {
    const bytes = readFileSync(path);
    hash.update(`${relative(root, path)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
};

const builtFrom = (root) => {
  const path = join(root, UI_FOLDER, STAMP);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
};

/**
 * Builds the pages of the dashboard where they or what they are made from have changed; does nothing otherwise, nor
 * where the tool for it is not installed (`npm ci --omit=dev`) but something was built before.
 *
 * @param node Null where the running Node can run the tool.
 * @throws SetupError where they could not be built.
 */
export const ensurePages = async (root, env, node, runCommand = run) => {
  const wanted = pageSources(root);
  if (wanted === null || wanted === builtFrom(root)) return;
  const tool = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(tool)) {
    if (existsSync(join(root, UI_FOLDER, 'dist', 'index.html'))) return;
    process.stderr.write('portcullis: the dashboard’s pages are not built, since vite is not installed\n');
    return;
  }
  await withLock(join(root, '.portcullis', 'setup.lock'), async () => {
    if (wanted === builtFrom(root)) return;
    process.stderr.write('portcullis: building the dashboard’s pages …\n');
    const command = node ?? process.execPath;
    const { done, output } = await runCommand(command, [tool, 'build', join(root, UI_FOLDER)], {
      cwd: root,
      env,
    });
    if (!done) {
      process.stderr.write(output);
      throw new SetupError('the dashboard’s pages could not be built: see above, or run "npm run ui"');
    }
    writeFileSync(join(root, UI_FOLDER, STAMP), wanted);
  });
};

const roleOf = (args) => {
  const at = args.findLastIndex((arg) => arg === '--role' || arg.startsWith('--role='));
  return args[at] === '--role' ? args[at + 1] : args[at]?.slice('--role='.length);
};

/** Whether a command serves the dashboard's pages; one that only tells its options or what is wrong with them, or leaves the dashboard out, does not. */
export const needsPages = (argv) => {
  const [command, ...args] = argv;
  if (command !== 'start' && command !== 'serve') return false;
  if (misuseOf(argv) !== null) return false;
  if (args.includes('--help') || args.includes('-h')) return false;
  return !args.includes('--no-dashboard') && roleOf(args) !== 'processor';
};

const isNewEnough = (version = process.versions.node) => Number(version.split('.')[0]) >= NODE_MAJOR;

/** The Node to run on: null where the running one is new enough. */
export const findNode = (root, version = process.versions.node) => {
  if (isNewEnough(version)) return null;
  const packaged = join(root, 'node_modules', '.bin', 'node');
  // One that is too old itself would start itself for ever.
  if (existsSync(packaged) && realpathSync(packaged) !== realpathSync(process.execPath)) return packaged;
  throw new SetupError(
    `needs Node ${NODE_MAJOR}, this is ${version}, and no packaged one that is new enough is installed: ` +
      `run "npm install" in ${root}, or bring Node ${NODE_MAJOR}`,
  );
};

/**
 * Keeps what Node makes of the sources (types stripped, compiled) beside the packages, for this process, its threads and
 * its children: the next start takes a third less CPU time and some 15 MB less memory. Where the folder cannot be written
 * to, Node goes on without. Whoever could change it could change the packages. A process that serves for long has another
 * cache (`heap.mjs`).
 */
const keepCompiled = (root) => {
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled');
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
};

const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGUSR2'];
/** What a terminal sends to both by its keys; passed on, it would arrive twice. */
const BY_KEYS = new Set(['SIGINT', 'SIGQUIT']);

/**
 * Runs a script on another Node in place of this process: same streams, signals passed on, same end. The child has an
 * IPC channel, and ends when that closes, so it does not survive a killed parent.
 */
const runOn = (node, args, env) =>
  new Promise((resolve, reject) => {
    const child = spawn(node, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    const forward = (signal) => {
      if (!BY_KEYS.has(signal) || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of FORWARDED) process.on(signal, forward);
    child.once('error', (cause) => reject(new SetupError(`${node} could not be started: ${cause.message}`)));
    child.once('exit', (code, signal) => {
      for (const each of FORWARDED) process.off(each, forward);
      if (signal !== null) process.kill(process.pid, signal);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });

const endWithParent = () => {
  if (process.channel === undefined) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
};

/**
 * Sets up the checkout, then runs `work` on Node 24: here, or in a child that runs `script` again. Sets the exit code.
 *
 * @param script Absolute path of the calling script.
 * @param needs Whether the dashboard's pages are needed, and whether the process is one that serves for long.
 */
export const runSetUp = async (
  script,
  argv,
  env,
  work,
  { needsPages: wantsPages = false, servesLong = false } = {},
) => {
  try {
    if (servesLong && isNewEnough()) ensureSmallHeap(script, argv, env);
    await ensureInstalled(PACKAGE_ROOT, env);
    const node = findNode(PACKAGE_ROOT);
    if (wantsPages) await ensurePages(PACKAGE_ROOT, env, node);
    if (node === null) {
      endWithParent();
      keepCompiled(PACKAGE_ROOT);
      process.exitCode = await work(argv);
    } else {
      const flags = servesLong ? missingFlags(process.execArgv, env) : [];
      const args = [...flags, ...process.execArgv, script, ...argv];
      process.exitCode = await runOn(node, args, servesLong ? withSettings(env) : env);
    }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`portcullis: ${error.message}\n`);
    process.exitCode = 1;
  }
};
