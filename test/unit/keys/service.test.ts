import { describe, expect, it } from 'vitest';
import { createKeySecret, hashKey } from '../../../src/keys/format.ts';
import {
  createKey,
  createKeyOnce,
  importKey,
  mintStartKey,
  type NewKey,
  rotateKey,
} from '../../../src/keys/service.ts';
import type { KeyStore } from '../../../src/records/store.ts';
import { createFakeKeyStore } from './fake-key-store.ts';

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;

describe('creating a key', () => {
  it('stores its hash and settings, never the key', async () => {
    const { store } = createFakeKeyStore();
    const { secret, key } = await createKey(store, { name: '  CI  ', origin: 'cli' }, NOW);
    expect(key).toMatchObject({
      name: 'CI',
      sha256: hashKey(secret),
      displayPrefix: secret.slice(0, 8),
      createdAtMs: NOW,
      expiresAtMs: null,
      override: 'allow',
      rateLimitPerMinute: null,
      mode: null,
    });
    expect(key.id).toMatch(/^key_[0-9A-Za-z]{16}$/);
    expect(JSON.stringify(await store.listKeys())).not.toContain(secret);
  });

  it.each<{ name: string; options: Partial<NewKey>; param: string }>([
    { name: 'no name', options: { name: ' ' }, param: 'name' },
    { name: 'a name of 101 characters', options: { name: 'x'.repeat(101) }, param: 'name' },
    { name: 'a control character in the name', options: { name: 'a\u001b[31m' }, param: 'name' },
    { name: 'an invisible character in the name', options: { name: 'a\u202eb' }, param: 'name' },
    { name: 'a rate of zero', options: { rateLimitPerMinute: 0 }, param: 'rateLimitPerMinute' },
    { name: 'half a request', options: { rateLimitPerMinute: 0.5 }, param: 'rateLimitPerMinute' },
    { name: 'no number', options: { rateLimitPerMinute: Number.NaN }, param: 'rateLimitPerMinute' },
    { name: 'a share above 100', options: { rolloutPercent: 101 }, param: 'rolloutPercent' },
    { name: 'half a percent', options: { rolloutPercent: 0.5 }, param: 'rolloutPercent' },
    { name: 'an expiry that is now', options: { expiresAtMs: NOW }, param: 'expiresAtMs' },
    { name: 'an expiry that is no time', options: { expiresAtMs: Number.NaN }, param: 'expiresAtMs' },
  ])('refuses $name', async ({ options, param }) => {
    const { store } = createFakeKeyStore();
    const created = createKey(store, { name: 'x', origin: 'cli', ...options }, NOW);
    await expect(created).rejects.toMatchObject({ code: 'USAGE', param });
    expect(await store.listKeys()).toEqual([]);
  });
});

describe('bringing a key in', () => {
  const options = { name: 'initial', origin: 'cli' } as const;

  it('stores its hash once, and under the same id everywhere', async () => {
    const secret = createKeySecret();
    const [one, other] = [createFakeKeyStore(), createFakeKeyStore()];
    const first = await importKey(one.store, secret, options, NOW);
    expect(first).toMatchObject({ isNew: true, key: { name: 'initial', sha256: hashKey(secret) } });
    const again = await importKey(one.store, secret, { ...options, name: 'another' }, NOW + DAY);
    expect(again).toEqual({ isNew: false, key: first.key });
    expect(await one.store.listKeys()).toHaveLength(1);
    expect((await importKey(other.store, secret, options, NOW)).key.id).toBe(first.key.id);
  });

  it('leaves a revoked key revoked', async () => {
    const { store } = createFakeKeyStore();
    const secret = createKeySecret();
    const { key } = await importKey(store, secret, options, NOW);
    await store.revokeKey(key.id, NOW + 1);
    expect((await importKey(store, secret, options, NOW + 2)).key.revokedAtMs).toBe(NOW + 1);
  });

  it('takes the one that another replica stored at the same time', async () => {
    const { store } = createFakeKeyStore();
    const secret = createKeySecret();
    const racing = {
      ...store,
      insertKey: async () => {
        await importKey(store, secret, options, NOW);
        throw new Error('duplicate key');
      },
    };
    expect(await importKey(racing, secret, options, NOW)).toMatchObject({ isNew: false });
  });

  it('tells a failure of the store', async () => {
    const { store } = createFakeKeyStore();
    const failing = { ...store, insertKey: () => Promise.reject(new Error('disk full')) };
    await expect(importKey(failing, createKeySecret(), options, NOW)).rejects.toThrow('disk full');
  });

  it.each([
    { name: 'nothing', change: () => '' },
    { name: 'another kind of key', change: (secret: string) => secret.replace('pcl_', 'abc_') },
    {
      name: 'one with a wrong character',
      change: (secret: string) => secret.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    },
  ])('refuses $name', async ({ change }) => {
    const { store } = createFakeKeyStore();
    const imported = importKey(store, change(createKeySecret()), options, NOW);
    await expect(imported).rejects.toMatchObject({ code: 'USAGE', param: 'key' });
    expect(await store.listKeys()).toEqual([]);
  });
});

describe('a key that is asked for again', () => {
  const ask = (store: KeyStore, who = 'ann', which = 'try-1', name = 'app') =>
    createKeyOnce(store, [who, which], { name, origin: 'dashboard' }, NOW);

  it('is made once, and its secret is shown to nobody again', async () => {
    const { store } = createFakeKeyStore();
    const first = await ask(store);
    const made = 'earlier' in first ? null : first;
    expect(made?.secret).toMatch(/^pcl_/);
    const again = await ask(store, 'ann', 'try-1', 'another name');
    expect(again).toEqual({ earlier: made?.key });
    expect(JSON.stringify([again, await store.listKeys()])).not.toContain(made?.secret);
    // Another person's try, or another try, is not this one, however they are put together.
    for (const [who, which] of [
      ['eve', 'try-1'],
      ['ann', 'try-2'],
      ['annt', 'ry-1'],
    ] as const)
      expect(await ask(store, who, which)).toHaveProperty('secret');
    expect(await store.listKeys()).toHaveLength(4);
  });

  it.each([
    { name: 'somebody was faster', isOwn: false },
    { name: 'it was stored, and only the answer was lost', isOwn: true },
  ])('is shown to whoever made it where the store fails: $name', async ({ isOwn }) => {
    const { store } = createFakeKeyStore();
    const late: typeof store = {
      ...store,
      insertKey: async (key) => {
        await store.insertKey(isOwn ? key : { ...key, sha256: 'of another try' });
        throw new Error('failed');
      },
    };
    const made = await ask(late);
    expect('earlier' in made).toBe(!isOwn);
    expect(await store.listKeys()).toHaveLength(1);
  });

  it('is not there where the store takes none', async () => {
    const { store } = createFakeKeyStore();
    const down: typeof store = { ...store, insertKey: () => Promise.reject(new Error('down')) };
    await expect(ask(down)).rejects.toThrow('down');
    expect(await ask(store)).toHaveProperty('secret');
  });
});

/** Where nothing stands against it. */
const rotated = async (...args: Parameters<typeof rotateKey>) => {
  const rotation = await rotateKey(...args);
  if (!rotation.ok) throw new Error(rotation.conflict.message);
  return rotation.created;
};

describe('rotating a key', () => {
  it('gives a new key with the same settings and lets the old one go on for the overlap', async () => {
    const { store } = createFakeKeyStore();
    const settings = {
      mode: 'shadow',
      sensitivity: 'high',
      override: 'ignore',
      rateLimitPerMinute: 9,
      entities: { EMAIL_ADDRESS: { output: 'hash' } },
      rolloutPercent: 25,
    } as const;
    const old = await createKey(store, { name: 'app', origin: 'cli', ...settings }, NOW);
    const fresh = await rotated(store, old.key.id, 1000, NOW + DAY);
    expect(fresh.key).toMatchObject({ name: 'app', origin: 'cli', expiresAtMs: null, ...settings });
    expect(fresh.secret).not.toBe(old.secret);
    const stored = (await store.listKeys()).find(({ id }) => id === old.key.id);
    expect(stored?.expiresAtMs).toBe(NOW + DAY + 1000);
  });

  it('keeps the length of a lifetime, and never lengthens the old key’s', async () => {
    const { store } = createFakeKeyStore();
    const old = await createKey(store, { name: 'app', origin: 'cli', expiresAtMs: NOW + 10 * DAY }, NOW);
    const fresh = await rotated(store, old.key.id, 5 * DAY, NOW + 9 * DAY);
    expect(fresh.key.expiresAtMs).toBe(NOW + 19 * DAY);
    const stored = (await store.listKeys()).find(({ id }) => id === old.key.id);
    expect(stored?.expiresAtMs).toBe(NOW + 10 * DAY);
  });

  it('never gives a lifetime beyond the last date', async () => {
    const { store } = createFakeKeyStore();
    const last = 8_640_000_000_000_000;
    const old = await createKey(store, { name: 'app', origin: 'cli', expiresAtMs: last }, NOW);
    const fresh = await rotated(store, old.key.id, DAY, NOW + DAY);
    expect(fresh.key.expiresAtMs).toBe(last);
    const later = createKey(store, { name: 'app', origin: 'cli', expiresAtMs: last + 1 }, NOW);
    await expect(later).rejects.toMatchObject({ code: 'USAGE', param: 'expiresAtMs' });
  });

  it.each([0, 5])(
    'is done for one of many who ask at once, with a store that takes %s ms',
    async (delayMs) => {
      const { store, state } = createFakeKeyStore();
      const old = await createKey(store, { name: 'app', origin: 'cli' }, NOW);
      state.delayMs = delayMs;
      const overlaps = [DAY, 0, 1000, 0, 2 * DAY];
      const rotations = await Promise.all(
        overlaps.map(async (overlapMs) => ({
          overlapMs,
          rotation: await rotateKey(store, old.key.id, overlapMs, NOW + 1),
        })),
      );
      const done = rotations.flatMap(({ overlapMs, rotation }) =>
        rotation.ok ? [{ ...rotation, overlapMs }] : [],
      );
      expect(done).toHaveLength(1);
      for (const { rotation } of rotations) {
        if (!rotation.ok) expect(rotation.conflict).toMatchObject({ code: 'rotated_already' });
      }
      const keys = await store.listKeys();
      expect(keys).toHaveLength(2);
      // As long as the one who was not refused was told.
      const stored = keys.find(({ id }) => id === old.key.id);
      expect(stored?.expiresAtMs).toBe(NOW + 1 + (done[0]?.overlapMs ?? 0));
      expect(done[0]?.endsAtMs).toBe(stored?.expiresAtMs);
    },
  );

  it('goes on from the key that took its place, and from the old one where that is gone', async () => {
    const { store } = createFakeKeyStore();
    const old = await createKey(store, { name: 'app', origin: 'cli' }, NOW);
    const second = await rotated(store, old.key.id, DAY, NOW + 1);
    const again = await rotateKey(store, old.key.id, DAY, NOW + 2);
    expect(again).toMatchObject({ ok: false, conflict: { code: 'rotated_already' } });
    expect(again.ok ? '' : again.conflict.message).toContain(second.key.id);
    await rotated(store, second.key.id, 0, NOW + 3);
    await expect(rotated(store, old.key.id, DAY, NOW + 4)).resolves.toMatchObject({ key: { name: 'app' } });
  });

  it('tells who rotates a key that was changed meanwhile, and makes none', async () => {
    const { store } = createFakeKeyStore();
    const { key } = await createKey(store, { name: 'app', origin: 'cli' }, NOW);
    const behind: typeof store = { ...store, keysById: async () => [{ ...key, mode: 'shadow' }] };
    const rotation = await rotateKey(behind, key.id, DAY, NOW + 1);
    expect(rotation).toMatchObject({ ok: false, conflict: { code: 'stale' } });
    expect(await store.listKeys()).toEqual([key]);
  });

  it.each(['unknown', 'revoked', 'expired'])('refuses a key that is %s', async (state) => {
    const { store } = createFakeKeyStore();
    const { key } = await createKey(store, { name: 'app', origin: 'cli', expiresAtMs: NOW + DAY }, NOW);
    if (state === 'revoked') await store.revokeKey(key.id, NOW);
    const id = state === 'unknown' ? 'key_none' : key.id;
    const at = state === 'expired' ? NOW + DAY : NOW + 1;
    await expect(rotateKey(store, id, 0, at)).rejects.toMatchObject({ code: 'USAGE', param: 'id' });
    expect(await store.listKeys()).toHaveLength(1);
  });
});

it('mints a start key, drops those never used and keeps those in use', async () => {
  const { store } = createFakeKeyStore();
  const used = await mintStartKey(store, NOW);
  await store.touchKeys(new Map([[used.key.id, NOW + 1]]));
  const unused = await mintStartKey(store, NOW + 2);
  const other = await createKey(store, { name: 'never used', origin: 'cli' }, NOW);
  const current = await mintStartKey(store, NOW + 3);
  const ids = (await store.listKeys()).map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set([used.key.id, other.key.id, current.key.id]));
  expect(ids).not.toContain(unused.key.id);
  expect(current.key).toMatchObject({ name: 'start', origin: 'start' });
});
