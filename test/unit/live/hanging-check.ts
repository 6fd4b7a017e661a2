import { workerData } from 'node:worker_threads';

/** A check of rules that never ends. Counts its turns, so that whoever began it sees whether it still runs. */
const turns: unknown = workerData.rules[0].turns;
if (!(turns instanceof Int32Array)) throw new Error('nothing to count in');
for (;;) Atomics.add(turns, 0, 1);
