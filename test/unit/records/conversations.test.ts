import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import type { RequestFilter } from '../../../src/records/ports.ts';
import { type OpenDatabase, openSqliteFile } from '../../../src/records/sqlite/sqlite-file.ts';
import type { ScanRecord } from '../../../src/records/store.ts';
import { temporaryFolder } from './open-store.ts';
import { sampleRecord } from './samples.ts';

/** As many as a run of records has. */
const RUN_ROWS = 8192;
const BATCH = 1024;

const passed = (index: number, conversation: string | null): ScanRecord =>
  sampleRecord(index, { conversation, outcome: 'pass', findings: [], loosest: null, wouldBlock: false });

const open = async (path: string): Promise<OpenDatabase> => {
  const file = await openSqliteFile(path);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await file.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...file, close };
};

const write = async (
  file: OpenDatabase,
  from: number,
  to: number,
  conversationOf: (index: number) => string | null,
): Promise<void> => {
  for (let first = from; first < to; first += BATCH)
    await file.insertRecords(
      Array.from({ length: Math.min(BATCH, to - first) }, (_, offset) =>
        passed(first + offset, conversationOf(first + offset)),
      ),
    );
};

/** All pages, of so many each. */
const indexesOf = async (
  file: OpenDatabase,
  filter: RequestFilter,
  limit: number,
): Promise<readonly number[]> => {
  const found: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<OpenDatabase['search']>> = await file.search(filter, { cursor, limit });
    found.push(...page.items.map(({ requestId }) => Number(requestId.slice(4))));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
};

const runsIn = (path: string): readonly unknown[] => {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database
    .prepare('select run, count(*) as total from requests group by run order by run')
    .all()
    .map(({ run, total }) => [run, total]);
  database.close();
  return rows;
};

it('turns are found in whichever run they were written, and by page', async () => {
  const path = join(temporaryFolder(), 'store.db');
  const turns = [5, RUN_ROWS - 1, RUN_ROWS, RUN_ROWS + 1, 3 * RUN_ROWS - 1];
  const file = await open(path);
  await write(file, 0, 3 * RUN_ROWS, (index) => (turns.includes(index) ? 'talk' : `c${index}`));
  expect(runsIn(path)).toEqual([0, 1, 2].map((run) => [run, RUN_ROWS]));
  const newestFirst = turns.toReversed();
  expect(await indexesOf(file, { conversation: 'talk' }, 2)).toEqual(newestFirst);
  expect(await indexesOf(file, { conversation: 'talk' }, 50)).toEqual(newestFirst);
  expect(await indexesOf(file, { conversation: 'none' }, 50)).toEqual([]);
  const fromMs = sampleRecord(RUN_ROWS).receivedAtMs;
  expect(await indexesOf(file, { conversation: 'talk', fromMs }, 50)).toEqual(newestFirst.slice(0, 3));
  expect(await indexesOf(file, { conversation: 'talk', outcomes: ['pass'], toMs: fromMs }, 1)).toEqual(
    newestFirst.slice(3),
  );
  expect(await indexesOf(file, { conversation: 'talk', outcomes: ['blocked'] }, 50)).toEqual([]);
});

it('a conversation with more turns than are looked up one by one is found all the same', async () => {
  const file = await open(join(temporaryFolder(), 'store.db'));
  const total = 12_000;
  await write(file, 0, total, (index) => (index % 2 === 0 ? 'ping' : `c${index}`));
  const found = await indexesOf(file, { conversation: 'ping' }, 200);
  expect(found).toEqual(Array.from({ length: total / 2 }, (_, turn) => total - 2 - 2 * turn));
});

it('a run is gone on with after a start, and nobody without a conversation counts', async () => {
  const path = join(temporaryFolder(), 'store.db');
  for (const [from, to] of [
    [0, 5000],
    [5000, RUN_ROWS + 100],
    [RUN_ROWS + 100, RUN_ROWS + 200],
  ] as const) {
    const file = await open(path);
    await write(file, from, to, (index) => `c${index % 5000}`);
    await file.close();
  }
  // A run ends between two batches, not within one.
  expect(runsIn(path)).toEqual([
    [0, RUN_ROWS + 100],
    [1, 100],
  ]);
  const file = await open(path);
  expect(await indexesOf(file, { conversation: 'c42' }, 50)).toEqual([5042, 42]);
  await write(file, 20_000, 20_010, () => null);
  expect(await indexesOf(file, { conversation: 'c42' }, 50)).toEqual([5042, 42]);
});

it('what was written before there were runs, or beside us by the version before, is found and erased', async () => {
  const path = join(temporaryFolder(), 'store.db');
  const file = await open(path);
  await write(file, 0, 6, (index) => (index % 2 === 0 ? 'talk' : 'other'));
  const older = new DatabaseSync(path);
  older.exec('update requests set run = null where received_at < 1800000000003');
  older.close();
  expect(runsIn(path)).toEqual([
    [null, 3],
    [0, 3],
  ]);
  expect(await indexesOf(file, { conversation: 'talk' }, 2)).toEqual([4, 2, 0]);
  const which = { by: 'conversation', value: 'talk' } as const;
  expect(await file.countErasable(which)).toBe(3);
  expect(await file.eraseBatch(which)).toBe(3);
  expect(await file.countErasable(which)).toBe(0);
  expect(await indexesOf(file, { conversation: 'other' }, 2)).toEqual([5, 3, 1]);
});

it('erasing a conversation goes on until all of its runs are through', async () => {
  const path = join(temporaryFolder(), 'store.db');
  const file = await open(path);
  await write(file, 0, RUN_ROWS + 3000, (index) => (index % 10 === 0 ? 'talk' : `c${index}`));
  const which = { by: 'conversation', value: 'talk' } as const;
  let erased = 0;
  for (let batch = 1; batch > 0; erased += batch) batch = await file.eraseBatch(which);
  expect(erased).toBe(Math.ceil((RUN_ROWS + 3000) / 10));
  expect(await indexesOf(file, { conversation: 'talk' }, 50)).toEqual([]);
  expect(await file.count()).toBe(RUN_ROWS + 3000 - erased);
});

it('records of one time stand in a part of the index, not all over it', async () => {
  const path = join(temporaryFolder(), 'store.db');
  const file = await open(path);
  // Hashes are spread as those of real conversations are.
  const hashOf = (index: number): string =>
    Math.imul(index, 2_654_435_761).toString(16).padStart(32, 'f').slice(-32);
  await write(file, 0, 6 * RUN_ROWS, hashOf);
  await file.settleErasure();
  const log = new DatabaseSync(path);
  log.exec('pragma wal_autocheckpoint = 0');
  await file.insertRecords(
    Array.from({ length: 200 }, (_, offset) => passed(1_000_000 + offset, hashOf(1_000_000 + offset))),
  );
  const { log: pages } = Object(log.prepare('pragma wal_checkpoint(passive)').get());
  log.close();
  // An index that begins with the hash takes 200 of its pages alone.
  expect(pages).toBeLessThan(150);
});
