import { renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../contract/stack.ts';
import { AS_EVER, settled, traffic } from './steady-traffic.ts';

/** Requests go on whatever becomes of the store, and each is stored in the end or counted as lost. */

const TEST_MS = 180_000;
const LOCKED_MS = 8000;

let stack: Stack | null = null;
afterEach(async () => {
  await stack?.stop();
  stack = null;
});

const start = async (env: Readonly<Record<string, string>> = {}): Promise<Stack> => {
  stack = await startStack({ env: { PORTCULLIS_LOG_LEVEL: 'warn', ...env } });
  return stack;
};

const databaseOf = (own: Stack): string => join(own.dataDir, 'portcullis.db');

describe('a database that somebody else has locked', () => {
  it('for seconds delays no request and loses no record', { timeout: TEST_MS }, async () => {
    const own = await start();
    const before = await traffic(own, 500);
    const other = new DatabaseSync(databaseOf(own), { timeout: 30_000 });
    other.exec('begin exclusive');
    const during = await traffic(own, LOCKED_MS);
    expect(during.seen).toEqual(AS_EVER);
    other.exec('rollback');
    other.close();
    expect(await settled(own, before.sent + during.sent)).toEqual({
      written: before.sent + during.sent,
      dropped: 0,
    });
  });

  it('for good fills the queue, and what does not fit is counted', { timeout: TEST_MS }, async () => {
    const own = await start({ PORTCULLIS_STORE_QUEUE_LENGTH: '20' });
    const before = await traffic(own, 300);
    await settled(own, before.sent);
    const other = new DatabaseSync(databaseOf(own), { timeout: 30_000 });
    other.exec('begin exclusive');
    const during = await traffic(own, 4000);
    expect(during.seen).toEqual(AS_EVER);
    expect(await own.metric('records_dropped_total', 'reason="queue_full"')).toBeGreaterThan(0);
    other.exec('rollback');
    other.close();
    const after = await traffic(own, 500);
    const { dropped } = await settled(own, before.sent + during.sent + after.sent);
    expect(dropped).toBeLessThan(during.sent);
  });
});

describe('a database whose file is gone', () => {
  it('costs no request; its records count as lost until it is back, and as stored then', {
    timeout: TEST_MS,
  }, async () => {
    const own = await start();
    const before = await traffic(own, 500);
    await settled(own, before.sent);
    renameSync(databaseOf(own), `${databaseOf(own)}.away`);
    const during = await traffic(own, 2000);
    expect(during.seen).toEqual(AS_EVER);
    expect(await settled(own, before.sent + during.sent)).toEqual({
      written: before.sent,
      dropped: during.sent,
    });
    expect(own.output()).toContain('was deleted or replaced');
    renameSync(`${databaseOf(own)}.away`, databaseOf(own));
    const after = await traffic(own, 500);
    expect(await settled(own, before.sent + during.sent + after.sent)).toEqual({
      written: before.sent + after.sent,
      dropped: during.sent,
    });
    expect(await own.records(before.sent + after.sent)).toHaveLength(before.sent + after.sent);
  });
});

describe('a database that is cut short', () => {
  it('costs no request; its records count as lost, the log says what to do, and so does the last contact', {
    timeout: TEST_MS,
  }, async () => {
    const own = await start();
    const before = await traffic(own, 500);
    await settled(own, before.sent);
    truncateSync(databaseOf(own), 0);
    const cutAtMs = Date.now();
    const during = await traffic(own, 2000);
    expect(during.seen).toEqual(AS_EVER);
    expect(await settled(own, before.sent + during.sent)).toEqual({
      written: before.sent,
      dropped: during.sent,
    });
    expect(own.output()).toContain('was cut short or overwritten; stop gateway and dashboard');
    // Asked four times a second otherwise: PortcullisStoreAway.
    const contactMs = 1000 * (await own.metric('store_last_contact_timestamp_seconds'));
    expect(contactMs).toBeLessThan(cutAtMs + 1000);
  });
});

describe('a clock that jumps', () => {
  /** Loaded before the gateway: a clock an hour off, in either direction, every second. */
  const hook = `data:text/javascript,${encodeURIComponent(
    'const now = Date.now; const began = now(); Date.now = () => now() + [0, 3_600_000, -3_600_000][Math.floor((now() - began) / 1000) % 3];',
  )}`;

  it('an hour on and an hour back changes no answer and loses no record', { timeout: TEST_MS }, async () => {
    const own = await start({ NODE_OPTIONS: `--import ${hook}` });
    const { sent, seen } = await traffic(own, 7000);
    expect(seen).toEqual(AS_EVER);
    expect(await settled(own, sent)).toEqual({ written: sent, dropped: 0 });
    const times = (await own.records(sent)).map(({ receivedAtMs }) => receivedAtMs);
    expect(Math.max(...times) - Math.min(...times), 'the clock did jump').toBeGreaterThan(3_000_000);
    expect(await own.metric('shed_total')).toBe(0);
  });
});
