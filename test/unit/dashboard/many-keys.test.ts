import { expect, it } from 'vitest';
import { GatewayError } from '../../../src/errors.ts';
import type { StoredKey } from '../../../src/records/store.ts';
import { createTestDashboard, START_MS, sampleKey, sampleRecord } from './harness.ts';

const COUNT = 10_000;
const DAY = 86_400_000;

const keyAt = (at: number): StoredKey => ({
  ...sampleKey(),
  id: `key_${at.toString().padStart(5, '0')}`,
  name: `team-${at % 100} service-${at}`,
  sha256: at.toString(16).padStart(64, '0'),
  displayPrefix: `pcl_${at.toString(36).padStart(4, '0')}`,
  // Many were made in the same millisecond, as a script makes them.
  createdAtMs: START_MS - DAY - Math.floor(at / 100),
  revokedAtMs: at % 50 === 0 ? START_MS - 1 : null,
  expiresAtMs: at % 50 === 1 ? START_MS + DAY : null,
});

const start = async () => {
  const dashboard = await createTestDashboard();
  for (let at = 0; at < COUNT; at += 1) await dashboard.store.insertKey(keyAt(at));
  const cookie = await dashboard.cookieOf('viewer');
  const list = async (query: string) => {
    const response = await dashboard.ask(`/keys${query}`, { cookie });
    return { status: response.status, ...(await response.json()) };
  };
  return { ...dashboard, cookie, list };
};

it('lists ten thousand keys by pages, each key once and the newest first', async () => {
  const { list } = await start();
  const first = await list('');
  expect([first.items.length, first.total]).toEqual([50, COUNT]);
  const seen: { id: string; createdAtMs: number }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(`?limit=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
    seen.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(COUNT);
  expect(seen).toEqual(seen.toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1)));
});

it.each([
  ['search=SERVICE-4711', ['key_04711']],
  ['search=key_00042', ['key_00042']],
  [`search=${keyAt(77).displayPrefix}`, ['key_00077']],
  // Somebody pastes a whole key: no more than its beginning is known.
  [`search=${keyAt(77).displayPrefix}ABCDEFGHIJKLMNOPQRSTUVWXYZ`, ['key_00077']],
  ['search=team-7%20service-107&status=active', ['key_00107']],
  ['search=service-107&status=revoked', []],
  ['id=key_00003&id=key_00001&id=key_gone', ['key_00001', 'key_00003']],
])('finds keys by %s', async (query, ids) => {
  const { list } = await start();
  const { items, total, nextCursor } = await list(`?${query}`);
  expect(items.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids);
  expect([total, nextCursor]).toEqual([ids.length, null]);
});

it('counts keys of a state, and refuses filters that it does not know', async () => {
  const { list } = await start();
  expect((await list('?status=revoked')).total).toBe(COUNT / 50);
  expect((await list('?status=ending&status=revoked')).total).toBe(COUNT / 25);
  expect((await list('?status=lost')).status).toBe(422);
  expect((await list('?tenant=x')).status).toBe(422);
});

/** How often all keys were read. */
const countReads = (store: Awaited<ReturnType<typeof start>>['store']): (() => number) => {
  let reads = 0;
  const { listKeys } = store;
  Object.assign(store, {
    listKeys: () => {
      reads += 1;
      return listKeys();
    },
  });
  return () => reads;
};

it('reads all keys again only where one of them was changed', async () => {
  const { store, list } = await start();
  const reads = countReads(store);
  const pages = await Promise.all(['', '?search=s', '?search=se', '?status=active', '?limit=7'].map(list));
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await list('?search=ser');
  expect(reads()).toBe(1);
  await store.updateKey('key_00001', { name: 'Étude' });
  expect((await list('?search=%C3%A9tude')).items).toMatchObject([{ id: 'key_00001', name: 'Étude' }]);
  expect(reads()).toBe(2);
});

it('says when a key was last used though no version tells of it', async () => {
  const { store, list } = await start();
  const { keysById } = store;
  await list('');
  // A real store raises no version for it.
  const used = { id: 'key_00000', lastUsedAtMs: START_MS + 5 };
  Object.assign(store, {
    keysById: async (ids: readonly string[]) =>
      (await keysById(ids)).map((key) => (key.id === used.id ? { ...key, ...used } : key)),
  });
  expect((await list('?search=key_00000')).items).toMatchObject([used]);
});

it('makes one key however often the same try is sent, and shows it once', async () => {
  const { ask, cookieOf, store } = await start();
  const [cookie, other] = [await cookieOf('admin'), await cookieOf('owner')];
  const attempt = 'a'.repeat(32);
  const make = (as: string, name: string, of: string = attempt) =>
    ask('/keys', { method: 'POST', cookie: as, json: { name, attempt: of } });
  const answers = await Promise.all([make(cookie, 'billing'), make(cookie, 'billing')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  const { secret, key } = bodies.find((body) => 'secret' in body);
  const refused = await make(cookie, 'changed');
  const { error } = await refused.json();
  expect([refused.status, error.code]).toEqual([409, 'made_already']);
  expect(error.message).toContain(`“billing” (${key.id})`);
  expect(JSON.stringify(await store.listKeys())).not.toContain(secret);
  expect(await store.listKeys()).toHaveLength(COUNT + 1);
  // What somebody else makes up is his own.
  expect((await make(other, 'billing')).status).toBe(201);
  expect((await make(cookie, 'billing', 'too short')).status).toBe(422);
});

it('a key is rotated by one of two at once, the other is told which key took its place', async () => {
  const { ask, cookieOf, store } = await start();
  const cookie = await cookieOf('admin');
  const rotate = (overlapMs: number) =>
    ask('/keys/key_00042/rotate', { method: 'POST', cookie, json: { overlapMs } });
  const answers = await Promise.all([rotate(DAY), rotate(0), rotate(0)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 409, 409]);
  const [made, refused] = await Promise.all(answers.map((answer) => answer.json()));
  expect(refused.error).toMatchObject({ type: 'conflict', code: 'rotated_already' });
  expect(refused.error.message).toContain(made.key.id);
  expect(await store.keysById(['key_00042'])).toMatchObject([{ expiresAtMs: START_MS + DAY }]);
  // Whoever never saw it has another one made from it.
  const again = await ask(`/keys/${made.key.id}/rotate`, { method: 'POST', cookie, json: { overlapMs: 0 } });
  expect(again.status).toBe(201);
});

it('asks again where the store failed', async () => {
  const { store, list } = await start();
  const { listKeys } = store;
  Object.assign(store, { listKeys: () => Promise.reject(new GatewayError('STORE_FAILED', 'gone')) });
  const failed = await Promise.all([list(''), list('?search=a')]);
  expect(failed.map(({ status }) => status)).toEqual([503, 503]);
  Object.assign(store, { listKeys });
  expect((await list('')).total).toBe(COUNT);
});

it('reads no more keys than it shows or changes, for everything but a search among them', async () => {
  const { store, ask, cookieOf, list, pass } = await start();
  const cookie = await cookieOf('admin');
  const record = sampleRecord({ keyId: 'key_00042', receivedAtMs: START_MS - 1 });
  store.addRecord(record);
  pass(1000);
  const reads = countReads(store);
  const json = async (path: string, method = 'GET', body?: unknown) => {
    const response = await ask(path, { cookie, method, ...(body === undefined ? {} : { json: body }) });
    expect([path, response.ok]).toEqual([path, true]);
    return response.text();
  };
  const name = keyAt(42).name;
  for (const path of [
    '/requests',
    '/requests/facets',
    `/requests/${record.requestId}`,
    '/requests/export',
    '/requests/export?format=jsonl',
    '/overview',
  ]) {
    expect([path, await json(path)]).toEqual([path, expect.stringContaining(name)]);
  }
  await json('/replay', 'POST', {});
  await json('/keys/key_00042', 'PATCH', { name: 'other' });
  await json('/keys/key_00042/rotate', 'POST', { overlapMs: 0 });
  await json('/keys/key_00043/revoke', 'POST');
  expect((await list('?id=key_00042&id=key_00043')).items).toMatchObject(
    [
      { id: 'key_00042', name: 'other' },
      { id: 'key_00043', status: 'revoked' },
    ].toReversed(),
  );
  expect(reads()).toBe(0);
});
