import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

/** The store's worker, but in its first life it dies of the first batch: before it, or after its commit. */
const { path } = workerData;
const mark = `${path}.died`;

if (!existsSync(mark)) {
  parentPort?.on('message', ({ method }) => {
    if (method !== 'insertRecords') return;
    writeFileSync(mark, '');
    if (path.includes('after-commit')) setTimeout(() => process.exit(1), 300);
    else throw new Error('the worker died');
  });
  if (path.includes('after-commit') && parentPort !== null) {
    // What it says is lost: the main thread can't know that the commit went through.
    const { postMessage } = parentPort;
    const port = parentPort;
    port.postMessage = (message) => {
      if (!existsSync(mark)) postMessage.call(port, message);
    };
  }
}

await import('../../../src/records/sqlite/sqlite-worker.ts');
