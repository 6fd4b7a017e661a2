import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyDirectory } from '../../../src/keys/directory.ts';
import { createKeySecret } from '../../../src/keys/format.ts';
import { createKey, type NewKey } from '../../../src/keys/service.ts';
import { createFakeKeyStore } from './fake-key-store.ts';

const START_MS = 1_800_000_000_000;

const setUp = async () => {
  const fake = createFakeKeyStore();
  const errors: unknown[] = [];
  const directory = createKeyDirectory(fake.store, { now: Date.now, onError: (error) => errors.push(error) });
  const add = (options: Partial<NewKey> = {}) =>
    createKey(fake.store, { name: 'test', origin: 'cli', ...options }, Date.now());
  const known = await add();
  await directory.start();
  return { ...fake, errors, directory, add, known };
};

describe('the key directory', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START_MS });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('answers at once for a known key and for text that is none', async () => {
    const { directory, known, state } = await setUp();
    const asked = state.versionCalls;
    expect(directory.find(known.secret)).toEqual({ status: 'valid', key: known.key });
    expect(directory.find('pcl_nonsense')).toEqual({ status: 'malformed' });
    expect(directory.find('')).toEqual({ status: 'malformed' });
    expect(state.versionCalls).toBe(asked);
  });

  it('tells how many valid keys end soon', async () => {
    const { directory, add, state } = await setUp();
    const DAY_MS = 86_400_000;
    for (const days of [1, 2, 30]) await add({ expiresAtMs: START_MS + days * DAY_MS });
    expect(state.versionCalls).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect([1, 7, 30, 365].map((days) => directory.endingWithin(days * DAY_MS))).toEqual([1, 2, 3, 3]);
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(directory.endingWithin(7 * DAY_MS)).toBe(1);
  });

  it('says each time that the store has answered, and not while it is away', async () => {
    const fake = createFakeKeyStore();
    let answers = 0;
    const directory = createKeyDirectory(fake.store, {
      now: Date.now,
      onError: () => undefined,
      onAnswer: () => {
        answers += 1;
      },
    });
    await directory.start();
    await vi.advanceTimersByTimeAsync(3000);
    expect(answers).toBe(13);
    fake.state.isDown = true;
    await vi.advanceTimersByTimeAsync(3000);
    expect(answers).toBe(13);
    fake.state.isDown = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(answers).toBe(17);
    await directory.close();
  });

  it('finds a key that was made a moment ago elsewhere', async () => {
    const { directory, add } = await setUp();
    const { secret, key } = await add();
    expect(await directory.find(secret)).toEqual({ status: 'valid', key });
  });

  it('finds such a key also in the middle of a flood of unknown ones', async () => {
    const { directory, add } = await setUp();
    const first = directory.find(createKeySecret());
    const { secret } = await add();
    const lookup = directory.find(secret);
    await vi.advanceTimersByTimeAsync(250);
    expect(await first).toEqual({ status: 'unknown' });
    expect(await lookup).toMatchObject({ status: 'valid' });
  });

  it('asks the store at most four times a second, however many unknown keys come', async () => {
    const { directory, state } = await setUp();
    await vi.advanceTimersByTimeAsync(5000);
    const asked = state.versionCalls;
    const listed = state.listCalls;
    const lookups = [];
    for (let index = 0; index < 2000; index += 1) {
      lookups.push(directory.find(createKeySecret()));
      if (index % 2 === 1) await vi.advanceTimersByTimeAsync(2);
    }
    await vi.advanceTimersByTimeAsync(1000);
    const answers = await Promise.all(lookups);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['unknown']));
    // Three seconds, and one at the edge.
    expect(state.versionCalls - asked).toBeLessThanOrEqual(13);
    expect(state.listCalls).toBe(listed);
  });

  it('refuses a key a quarter of a second after its revocation elsewhere', async () => {
    const { directory, known, store } = await setUp();
    await store.revokeKey(known.key.id, Date.now());
    expect(directory.find(known.secret)).toMatchObject({ status: 'valid' });
    await vi.advanceTimersByTimeAsync(251);
    expect(directory.find(known.secret)).toEqual({ status: 'revoked' });
  });

  it('knows the millisecond at which a key expires', async () => {
    const { directory, add } = await setUp();
    const { secret } = await add({ expiresAtMs: START_MS + 5000 });
    await directory.find(secret);
    vi.setSystemTime(START_MS + 4999);
    expect(directory.find(secret)).toMatchObject({ status: 'valid' });
    vi.setSystemTime(START_MS + 5000);
    expect(directory.find(secret)).toEqual({ status: 'expired' });
  });

  it('says revoked of a key that is revoked and has expired, and nothing of a revocation to come', async () => {
    const { directory, add, store } = await setUp();
    const { secret, key } = await add({ expiresAtMs: START_MS + 10 });
    await store.revokeKey(key.id, START_MS + 20);
    await directory.find(secret);
    vi.setSystemTime(START_MS + 9);
    expect(directory.find(secret)).toMatchObject({ status: 'valid' });
    vi.setSystemTime(START_MS + 15);
    expect(directory.find(secret)).toEqual({ status: 'expired' });
    vi.setSystemTime(START_MS + 20);
    expect(directory.find(secret)).toEqual({ status: 'revoked' });
  });

  it('serves the keys it knows while the store is down, and recovers', async () => {
    const { directory, add, known, state, errors } = await setUp();
    const { secret } = await add();
    state.isDown = true;
    expect(await directory.find(secret)).toEqual({ status: 'unknown' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(directory.find(known.secret)).toMatchObject({ status: 'valid' });
    // An outage is told of once, not each second.
    expect(errors).toHaveLength(1);
    state.isDown = false;
    await vi.advanceTimersByTimeAsync(1001);
    expect(directory.find(secret)).toMatchObject({ status: 'valid' });
  });

  it('lets nobody wait longer than a second for a slow store', async () => {
    const { directory, state } = await setUp();
    state.delayMs = 60_000;
    const lookup = directory.find(createKeySecret());
    await vi.advanceTimersByTimeAsync(1000);
    expect(await lookup).toEqual({ status: 'unknown' });
  });

  it('stores the first use within a second, later ones once a minute, and the rest at the end', async () => {
    const { directory, known, touched } = await setUp();
    const { id } = known.key;
    void directory.find(known.secret);
    await vi.advanceTimersByTimeAsync(1000);
    expect(touched).toEqual([new Map([[id, START_MS]])]);
    for (let second = 0; second < 120; second += 1) {
      void directory.find(known.secret);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(touched).toHaveLength(3);
    void directory.find(known.secret);
    await directory.close();
    expect(touched.at(-1)).toEqual(new Map([[id, START_MS + 121_000]]));
  });

  it('stores them also where the clock is set back', async () => {
    const { directory, known, touched } = await setUp();
    void directory.find(known.secret);
    await vi.advanceTimersByTimeAsync(1000);
    vi.setSystemTime(START_MS - 3_600_000);
    void directory.find(known.secret);
    await vi.advanceTimersByTimeAsync(1000);
    expect(touched).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(touched).toHaveLength(2);
  });

  it('keeps last-used times that could not be stored', async () => {
    const { directory, known, touched, state } = await setUp();
    void directory.find(known.secret);
    state.isDown = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(touched).toEqual([]);
    state.isDown = false;
    await directory.close();
    expect(touched).toEqual([new Map([[known.key.id, START_MS]])]);
  });

  it('does not start without its keys', async () => {
    const { store, state } = createFakeKeyStore();
    state.isDown = true;
    const directory = createKeyDirectory(store, { now: Date.now, onError: () => {} });
    await expect(directory.start()).rejects.toThrow('store is down');
  });
});
