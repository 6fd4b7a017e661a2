import { setTimeout as sleep } from 'node:timers/promises';

/** A start that takes longer hangs, at a database that does not answer, say. */
const LONGEST_START_MS = 15_000;

/**
 * Resolves once a start has succeeded or failed. A process that is asked to end meanwhile waits for it: ended while the second tier's
 * network loads, it is aborted by the network's library, and leaves half of what it had begun.
 */
export const begun = async (starting: Promise<void>): Promise<void> => {
  await Promise.race([starting, sleep(LONGEST_START_MS)]);
};
