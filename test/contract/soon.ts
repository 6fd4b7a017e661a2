import { availableParallelism, loadavg } from 'node:os';

/**
 * How long "within a second" may take here: a second, on a machine that has a core for what is asked of it. What takes a
 * third of a second there (a poll each 250 ms, and reading, checking and building the policy) takes as much longer elsewhere
 * as there are runnable processes for a core, which is the slack, and the only one.
 */
export const aSecondMs = (): number => 1000 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
