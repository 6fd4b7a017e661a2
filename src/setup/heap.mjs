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
 * For glibc, other C libraries do not read them: one arena, in place of one for each thread that was ever busy; blocks of
 * 128 KB and more go back to the system when they are freed.
 */
const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

const nameOf = (flag) =>
  flag
    .split('=')[0]
    .replaceAll('_', '-')
    .replace(/^--no-?/, '--');

/** The flags of `HEAP_FLAGS` that nobody has said by themselves, on the command line or in NODE_OPTIONS. */
export const missingFlags = (execArgv, { NODE_OPTIONS = '' }) => {
  const said = new Set([...execArgv, ...NODE_OPTIONS.split(' ')].map(nameOf));
  return HEAP_FLAGS.filter((flag) => !said.has(nameOf(flag)));
};

/** The environment with the settings for glibc that it lacks. */
export const withMalloc = (env) => ({ ...MALLOC_SETTINGS, ...env });

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
  process.execve(process.execPath, args, withMalloc(env));
};
