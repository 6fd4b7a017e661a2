// What a process that serves for long is started with, so that it takes less memory. Runs on whatever Node is there.

/**
 * V8's own limits are for a machine that is its alone: its young generation grows to 128 MB under load, and its old one to
 * several times what is in use before it is looked through. With these the first is 32 MB at most and never less, so that what a
 * request needs is not taken for old in the first bursts after a pause, the second is looked through when it has doubled, and
 * young objects are sorted by the main thread alone, since to call other threads for so few costs more CPU than they
 * spare. What lives as long as its request is not to be made among the old objects: of sixteen requests in flight V8 sees most survive,
 * takes their kinds for long-lived, and has to look through the old ones all the time. What was measured with others stands in `test/bench/history.md`.
 */
const HEAP_FLAGS = [
  '--max-semi-space-size=16',
  '--min-semi-space-size=16',
  '--heap-growing-percent=100',
  '--no-parallel-scavenge',
  '--no-allocation-site-pretenuring',
];

/**
 * Node keeps all that it has read from its compile cache for as long as the process lives, 11 MB and 4 more for the store's thread. So that
 * is switched off, and the program is read without its types from a cache of our own, or the compiler that strips them would stay in memory.
 */
const READS_STRIPPED = `--import=${new URL('./stripped.mjs', import.meta.url).href}`;

/**
 * The first three are for glibc, other C libraries do not read them: one arena, in place of one for each thread that was ever busy;
 * blocks of 128 KB and more go back to the system when they are freed.
 */
const SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_DISABLE_COMPILE_CACHE: '1',
};

const nameOf = (flag) =>
  flag
    .split('=')[0]
    .replaceAll('_', '-')
    .replace(/^--no-?/, '--');

/** The flags of `HEAP_FLAGS` that nobody has said by themselves, on the command line or in NODE_OPTIONS, and `READS_STRIPPED`. */
export const missingFlags = (execArgv, { NODE_OPTIONS = '' }) => {
  const all = [...execArgv, ...NODE_OPTIONS.split(' ')];
  const said = new Set(all.map(nameOf));
  const missing = HEAP_FLAGS.filter((flag) => !said.has(nameOf(flag)));
  return all.includes(READS_STRIPPED) ? missing : [...missing, READS_STRIPPED];
};

/** The environment with the settings that it lacks. */
export const withSettings = (env) => ({ ...SETTINGS, ...env });

/**
 * Starts this script again in this very process, with the flags and settings that it lacks: V8 and glibc read most of
 * theirs before the first line runs. Does nothing where all are there, where Node cannot do it (Windows), and where a
 * parent talks to the process by IPC, which would not come along.
 */
export const ensureSmallHeap = (script, argv, env) => {
  const missing = missingFlags(process.execArgv, env);
  if (missing.length === 0 || process.channel !== undefined || process.execve === undefined) return;
  if (process.platform === 'win32') return;
  const args = [process.execPath, ...missing, ...process.execArgv, script, ...argv];
  process.execve(process.execPath, args, withSettings(env));
};
