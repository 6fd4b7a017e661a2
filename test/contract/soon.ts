import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** Processes that want a core right now: the average of a minute knows nothing yet of a load that has just begun. */
const runnable = (): number => {
  try {
    return Number(/ (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/**
 * How long "within a second" may take here: a second, on a machine that has a core for what is asked of it. What takes a
 * third of a second there (a poll each 250 ms, and reading, checking and building the policy) takes as much longer elsewhere
 * as there are runnable processes for a core, which is the slack, and the only one.
 */
export const aSecondMs = (): number =>
  1000 * Math.max(1, Math.max(loadavg()[0] ?? 0, runnable()) / availableParallelism());
