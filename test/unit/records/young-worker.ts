import { getHeapSpaceStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { OPENED } from '../../../src/records/worker-protocol.ts';

/** Makes objects that live on, so that the young generation grows as far as it may, and says how far. */
const made: object[] = [];
for (let i = 0; i < 2_000_000; i++) made.push({ i });
const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
parentPort?.postMessage({
  id: OPENED,
  outcome: { ok: false, fault: { message: `${young?.space_size} of ${made.length}`, transient: false } },
});
