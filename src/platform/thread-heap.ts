import { setFlagsFromString } from 'node:v8';

/**
 * Says how large the semi-spaces of threads may get that are started from now on, in MB: three of them make a heap's young
 * generation. The main thread's heap is there already. A thread's own `resourceLimits` give way where the process has such a
 * flag, as `heap.mjs` gives it; and whoever starts a thread says this first, or it gets what the one before it had.
 */
export const setThreadHeap = (semiSpaceMb: number): void =>
  setFlagsFromString(`--max-semi-space-size=${semiSpaceMb}`);
