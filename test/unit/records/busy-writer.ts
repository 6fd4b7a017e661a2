import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../../src/records/sqlite/sqlite.ts';
import { sampleRecord } from './samples.ts';

/** Writes records 0, 1, 2 … as fast as it can, until it is killed; says on stdout how many are acknowledged. */
const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('busy-writer.ts PATH');

let acknowledged = 0;
const store = await openSqliteStore(path, {
  queueLength: 1000,
  batchSize: 50,
  retentionDays: 0,
  auditDays: 0,
  fullText: 'off',
  textKeys: [],
  onWritten: (count) => {
    acknowledged += count;
    writeSync(1, `${acknowledged}\n`);
  },
  onDropped: (count, reason) => {
    throw new Error(`${count} records dropped: ${reason}`);
  },
  onError: (error) => {
    throw error;
  },
});

let next = 0;
const fill = (): void => {
  while (store.queueLength() < 900) {
    store.write(sampleRecord(next));
    next += 1;
  }
  setImmediate(fill);
};
fill();
