import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toFault } from '../../../src/records/sqlite/sqlite-file.ts';
import type { ScanRecord } from '../../../src/records/store.ts';
import { createWriteQueue, type WriteResult } from '../../../src/records/write-queue.ts';
import { temporaryFolder } from './open-store.ts';
import { sampleRecord } from './samples.ts';

const OK: WriteResult = { ok: true };
const BUSY: WriteResult = { ok: false, fault: { message: 'database is locked', transient: true } };
const BAD: WriteResult = { ok: false, fault: { message: 'constraint failed', transient: false } };

const GONE: WriteResult = {
  ok: false,
  fault: { message: 'the store is not running', transient: true, waitsFor: 'restart' },
};
const FULL: WriteResult = {
  ok: false,
  fault: { message: 'database or disk is full', transient: true, waitsFor: 'room' },
};

type Answer = (batch: readonly ScanRecord[], call: number) => WriteResult;

const setUp = (
  answer: Answer,
  options: { queueLength?: number; batchSize?: number; delayMs?: number; neverGivesUp?: boolean } = {},
) => {
  const stored: string[] = [];
  const sizes: number[] = [];
  const counts = { written: 0, queue_full: 0, write_failed: 0, closed: 0, errors: 0, parallel: 0 };
  let running = 0;
  const queue = createWriteQueue(
    async (batch) => {
      running += 1;
      counts.parallel = Math.max(counts.parallel, running);
      sizes.push(batch.length);
      await new Promise((resolve) => setTimeout(resolve, options.delayMs ?? 5));
      running -= 1;
      const result = answer(batch, sizes.length);
      if (result.ok) stored.push(...batch.map(({ requestId }) => requestId));
      return result;
    },
    {
      queueLength: options.queueLength ?? 100,
      batchSize: options.batchSize ?? 10,
      neverGivesUp: options.neverGivesUp ?? false,
      onWritten: (count) => {
        counts.written += count;
      },
      onDropped: (count, reason) => {
        counts[reason] += count;
      },
      onError: () => {
        counts.errors += 1;
      },
    },
  );
  const writeMany = (count: number): void => {
    for (let index = 0; index < count; index += 1) queue.write(sampleRecord(index));
  };
  return { queue, writeMany, stored, sizes, counts };
};

describe('the write queue', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('stores all records in order, in batches, one batch at a time', async () => {
    const { queue, writeMany, stored, sizes, counts } = setUp(() => OK);
    writeMany(35);
    expect(queue.queueLength()).toBe(35);
    await vi.runAllTimersAsync();
    await queue.flush();
    expect(stored).toEqual(Array.from({ length: 35 }, (_, index) => sampleRecord(index).requestId));
    expect(sizes).toEqual([10, 10, 10, 5]);
    expect(counts).toMatchObject({ written: 35, parallel: 1, queue_full: 0 });
    expect(queue.queueLength()).toBe(0);
  });

  it.each([
    { name: 'a refusal', change: { outcome: 'refused', findings: [] }, fits: false },
    { name: 'a failed scan', change: { outcome: 'error', findings: [] }, fits: false },
    { name: 'what was found before a scan failed', change: { outcome: 'error' }, fits: true },
    { name: 'what passed', change: { outcome: 'pass', findings: [] }, fits: true },
    { name: 'an attack', change: { outcome: 'blocked' }, fits: true },
  ] as const)(
    'keeps half of its room from floods of refusals: $name fits $fits',
    async ({ change, fits }) => {
      const { queue, stored, counts } = setUp(() => OK, { queueLength: 20 });
      const refusals = Array.from({ length: 1000 }, (_, index) => ({
        ...sampleRecord(index),
        outcome: 'refused' as const,
        findings: [],
      }));
      for (const record of refusals) queue.write(record);
      expect(counts.queue_full).toBe(990);
      const late = { ...sampleRecord(1000), ...change };
      queue.write(late);
      expect(counts.queue_full).toBe(fits ? 990 : 991);
      await vi.runAllTimersAsync();
      expect(stored.includes(late.requestId)).toBe(fits);
      expect(counts.written).toBe(fits ? 11 : 10);
    },
  );

  it.each([
    { name: 'what passed', change: { outcome: 'pass', findings: [] }, waitsMs: 500 },
    { name: 'something found in what passed', change: { outcome: 'pass' }, waitsMs: 50 },
    { name: 'a refusal', change: { outcome: 'refused', findings: [] }, waitsMs: 50 },
    { name: 'an attack', change: { outcome: 'blocked' }, waitsMs: 50 },
  ] as const)('has $name wait $waitsMs ms for company', async ({ change, waitsMs }) => {
    const { queue, sizes } = setUp(() => OK);
    queue.write(sampleRecord(0, change));
    await vi.advanceTimersByTimeAsync(waitsMs - 1);
    expect(sizes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sizes).toEqual([1]);
  });

  it('takes what passed along with what is told sooner', async () => {
    const { queue, sizes } = setUp(() => OK);
    queue.write(sampleRecord(0, { outcome: 'pass', findings: [] }));
    await vi.advanceTimersByTimeAsync(100);
    queue.write(sampleRecord(1));
    await vi.advanceTimersByTimeAsync(49);
    expect(sizes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sizes).toEqual([2]);
  });

  it('waits no longer once a batch is full, nor with what came while one was written', async () => {
    const { queue, sizes } = setUp(() => OK, { delayMs: 20 });
    for (let index = 0; index < 12; index += 1)
      queue.write(sampleRecord(index, { outcome: 'pass', findings: [] }));
    await vi.advanceTimersByTimeAsync(0);
    expect(sizes).toEqual([10]);
    queue.write(sampleRecord(12));
    await vi.advanceTimersByTimeAsync(69);
    expect(sizes).toEqual([10]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sizes).toEqual([10, 3]);
  });

  it('drops the newest where the queue is full, and counts them exactly', async () => {
    const { queue, writeMany, stored, counts } = setUp(() => OK, { queueLength: 20 });
    writeMany(50);
    expect(counts.queue_full).toBe(30);
    await vi.runAllTimersAsync();
    expect(stored).toHaveLength(20);
    expect(stored.at(-1)).toBe(sampleRecord(19).requestId);
    expect(queue.queueLength()).toBe(0);
  });

  it('counts the batch under way as part of the queue', async () => {
    const { queue, writeMany, counts } = setUp(() => OK, { queueLength: 20, delayMs: 1000 });
    writeMany(20);
    await vi.advanceTimersByTimeAsync(100);
    writeMany(1);
    expect(counts.queue_full).toBe(1);
    expect(queue.queueLength()).toBe(20);
    await vi.runAllTimersAsync();
  });

  it('tries again after a transient fault', async () => {
    const { writeMany, stored, counts } = setUp((_, call) => (call <= 4 ? BUSY : OK));
    writeMany(10);
    await vi.runAllTimersAsync();
    expect(stored).toHaveLength(10);
    expect(counts).toMatchObject({ written: 10, write_failed: 0, errors: 0 });
  });

  it('gives a batch up after a while, and goes on with the next', async () => {
    const { writeMany, sizes, counts } = setUp((_, call) => (call <= 6 ? BUSY : OK));
    writeMany(15);
    await vi.runAllTimersAsync();
    expect(counts).toMatchObject({ written: 5, write_failed: 10, errors: 1 });
    expect(sizes).toEqual([10, 10, 10, 10, 10, 10, 5]);
  });

  it('where it never gives up waits for minutes, drops what does not fit, and loses nothing else', async () => {
    let isAway = true;
    const { queue, writeMany, stored, counts } = setUp(() => (isAway ? BUSY : OK), {
      queueLength: 20,
      neverGivesUp: true,
    });
    writeMany(30);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(counts).toMatchObject({ written: 0, queue_full: 10, write_failed: 0 });
    isAway = false;
    await vi.advanceTimersByTimeAsync(3000);
    expect(stored).toHaveLength(20);
    expect(counts).toMatchObject({ written: 20, queue_full: 10, errors: 0 });
    isAway = true;
    writeMany(5);
    await vi.advanceTimersByTimeAsync(1000);
    const closing = queue.close();
    await vi.advanceTimersByTimeAsync(10_000);
    await closing;
    isAway = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(counts).toMatchObject({ written: 20, closed: 5 });
    expect(stored).toHaveLength(20);
  });

  it('waits for room on the disk as long as it takes, and says so once', async () => {
    let isFull = true;
    const { writeMany, stored, counts } = setUp(() => (isFull ? FULL : OK));
    writeMany(25);
    await vi.advanceTimersByTimeAsync(2000);
    expect(counts).toMatchObject({ written: 0, errors: 0 });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(counts).toMatchObject({ written: 0, write_failed: 0, errors: 1 });
    isFull = false;
    await vi.runAllTimersAsync();
    expect(stored).toHaveLength(25);
    expect(counts).toMatchObject({ written: 25, write_failed: 0, errors: 1 });
  });

  it('waits for the thread of the store to be back as long as it takes', async () => {
    let isBack = false;
    const { writeMany, stored, counts } = setUp(() => (isBack ? OK : GONE));
    writeMany(25);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(counts).toMatchObject({ written: 0, write_failed: 0, errors: 1 });
    isBack = true;
    await vi.runAllTimersAsync();
    expect(stored).toHaveLength(25);
  });

  it('waits for another process that writes, as one that writes the whole file anew, as long as it takes', async () => {
    const database = new DatabaseSync(join(temporaryFolder(), 'locked.db'));
    const other = new DatabaseSync(database.location() ?? '');
    database.exec('create table t (x); begin exclusive');
    const locked = (): WriteResult => {
      try {
        other.exec('insert into t values (1)');
        return OK;
      } catch (error) {
        return { ok: false, fault: toFault(error) };
      }
    };
    const { writeMany, stored, counts } = setUp(locked);
    writeMany(25);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(counts).toMatchObject({ written: 0, write_failed: 0, errors: 1 });
    database.close();
    await vi.runAllTimersAsync();
    expect(stored).toHaveLength(25);
    other.close();
  });

  it('loses only the record that can’t be stored', async () => {
    const bad = sampleRecord(3).requestId;
    const { writeMany, stored, counts } = setUp((batch) =>
      batch.some(({ requestId }) => requestId === bad) ? BAD : OK,
    );
    writeMany(10);
    await vi.runAllTimersAsync();
    expect(counts).toMatchObject({ written: 9, write_failed: 1 });
    expect(stored).not.toContain(bad);
  });

  it('waits for nothing on flush where nothing was written', async () => {
    const { queue } = setUp(() => OK);
    await queue.flush();
  });

  it('stores what is queued on close, and drops what comes later', async () => {
    const { queue, writeMany, counts } = setUp(() => OK);
    writeMany(25);
    const closing = queue.close();
    writeMany(2);
    await vi.runAllTimersAsync();
    await closing;
    await queue.close();
    expect(counts).toMatchObject({ written: 25, closed: 2 });
  });

  it('closes within its time also where the store hangs', async () => {
    const { queue, writeMany, counts } = setUp(() => OK, { delayMs: 60_000 });
    writeMany(25);
    const closing = queue.close();
    await vi.advanceTimersByTimeAsync(5000);
    await closing;
    expect(counts).toMatchObject({ written: 0, closed: 25 });
    await vi.runAllTimersAsync();
    expect(counts).toMatchObject({ written: 0, closed: 25 });
    expect(queue.queueLength()).toBe(0);
  });

  it('accounts for every record once, whatever the store does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(OK, OK, BUSY, BAD), { minLength: 1, maxLength: 30 }),
        fc.array(fc.record({ count: fc.nat(30), pauseMs: fc.nat(200) }), { maxLength: 20 }),
        fc.boolean(),
        async (answers, bursts, isClosedEarly) => {
          const { queue, writeMany, counts } = setUp((_, call) => answers[call % answers.length] ?? OK, {
            queueLength: 40,
          });
          let total = 0;
          for (const { count, pauseMs } of bursts) {
            writeMany(count);
            total += count;
            await vi.advanceTimersByTimeAsync(pauseMs);
          }
          const end = isClosedEarly ? queue.close() : queue.flush();
          await vi.runAllTimersAsync();
          await end;
          const { written, queue_full, write_failed, closed, parallel } = counts;
          expect(written + queue_full + write_failed + closed).toBe(total);
          expect(parallel).toBeLessThanOrEqual(1);
          expect(queue.queueLength()).toBe(0);
        },
      ),
      { numRuns: 40 },
    );
  });
});
