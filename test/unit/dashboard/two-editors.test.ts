import { expect, it } from 'vitest';
import { createTestDashboard, START_MS, sampleKey } from './harness.ts';

const DAY = 86_400_000;

const KEY = {
  ...sampleKey(),
  name: 'support-bot',
  mode: 'blocking',
  sensitivity: 'high',
  override: 'ignore',
  rateLimitPerMinute: 60,
  expiresAtMs: START_MS + DAY,
  entities: { CREDIT_CARD: { input: 'block' } },
  rolloutPercent: 40,
} as const;

const startKeys = async () => {
  const dashboard = await createTestDashboard();
  await dashboard.store.insertKey(KEY);
  const cookie = await dashboard.cookieOf('admin');
  const patch = async (json: object, id: string = KEY.id) => {
    const response = await dashboard.ask(`/keys/${id}`, { method: 'PATCH', cookie, json });
    const { error, ...key } = await response.json();
    return { status: response.status, code: error?.code ?? null, key };
  };
  const stored = async () => (await dashboard.store.listKeys()).find(({ id }) => id === KEY.id);
  return { ...dashboard, patch, stored };
};

it('leaves alone what of a key is not said: neither limit nor expiry goes with a new name', async () => {
  const { patch, stored } = await startKeys();
  expect(await patch({ name: 'renamed' })).toMatchObject({ status: 200, key: { rateLimitPerMinute: 60 } });
  expect(await stored()).toEqual({ ...KEY, name: 'renamed' });
  expect((await patch({})).status).toBe(200);
  expect(await stored()).toEqual({ ...KEY, name: 'renamed' });
  expect((await patch({ rateLimitPerMinute: null, entities: null })).status).toBe(200);
  expect(await stored()).toEqual({ ...KEY, name: 'renamed', rateLimitPerMinute: null, entities: null });
});

it('takes no name by a change that it would not take of a new key', async () => {
  const { patch, stored } = await startKeys();
  for (const name of ['a\u001b[2Jb', 'two\nlines', 'gnp.\u202etxt', 'zero\u200bwidth', 'a\u2028b'])
    expect(await patch({ name })).toMatchObject({ status: 422, code: 'invalid_request' });
  expect(await stored()).toEqual(KEY);
  expect(await patch({ name: '  Zoë 😀 ' })).toMatchObject({ status: 200, key: { name: 'Zoë 😀' } });
});

it('leaves a key that was revoked as it ended, however often it is revoked', async () => {
  const { ask, cookieOf, stored, pass } = await startKeys();
  const cookie = await cookieOf('admin');
  const revoke = async () => (await ask(`/keys/${KEY.id}/revoke`, { method: 'POST', cookie })).status;
  expect(await revoke()).toBe(200);
  pass(3_600_000);
  expect(await revoke()).toBe(200);
  expect(await stored()).toMatchObject({ revokedAtMs: START_MS });
});

it('keeps what two people change about a key, and refuses the second change of the same', async () => {
  const { patch, stored, store } = await startKeys();
  const first = { mode: 'shadow', expected: { mode: 'blocking' } };
  expect(await patch(first)).toMatchObject({ status: 200, code: null });
  expect(await patch({ name: 'b', expected: { name: 'support-bot' } })).toMatchObject({ status: 200 });
  const audited = (await store.listAudit({}, { cursor: null, limit: 10 })).items.length;
  expect(
    await patch({ mode: 'advisory', name: 'c', expected: { mode: 'blocking', name: 'b' } }),
  ).toMatchObject({
    status: 409,
    code: 'stale',
  });
  expect((await store.listAudit({}, { cursor: null, limit: 10 })).items).toHaveLength(audited);
  expect(await stored()).toEqual({ ...KEY, mode: 'shadow', name: 'b' });
  const own = { entities: null, expected: { entities: { CREDIT_CARD: { input: 'mask' } } } };
  expect(await patch(own)).toMatchObject({ status: 409, code: 'stale' });
  expect(await patch({ ...own, expected: { entities: KEY.entities } })).toMatchObject({ status: 200 });
  expect(await patch({ name: 'd', expected: {} }, 'key_none')).toMatchObject({ status: 404 });
});

it('does so with webhooks, whose address is known as it is shown', async () => {
  const dashboard = await createTestDashboard({ dashboard: { webhooks: { allowPrivate: true } } });
  const cookie = await dashboard.cookieOf('admin');
  const asked = async (method: string, path: string, json: object) => {
    const response = await dashboard.ask(path, { method, cookie, json });
    return { status: response.status, body: await response.json() };
  };
  const url = 'https://chat.example.com/hooks/a-long-token-in-a-path';
  const wanted = { name: 'Pager', url, events: ['scan.failed'], isEnabled: false };
  const { webhook } = (await asked('POST', '/webhooks', wanted)).body;
  const [made] = await dashboard.store.listWebhooks();
  // A newer version knows more events than this one shows.
  await dashboard.store.updateWebhook(webhook.id, { events: ['scan.failed', 'scan.of_the_future'] });
  const patch = (json: object) => asked('PATCH', `/webhooks/${webhook.id}`, json);
  const expected = { name: 'Pager', url: webhook.url, events: ['scan.failed'] };
  expect(webhook.url).not.toBe(url);
  expect(await patch({ name: 'Siren', expected })).toMatchObject({ status: 200, body: { isEnabled: false } });
  expect(await patch({ name: 'Bell', expected })).toMatchObject({
    status: 409,
    body: { error: { code: 'stale' } },
  });
  expect(
    await patch({ url: 'https://other.example/x', expected: { url: 'https://x.example/' } }),
  ).toMatchObject({
    status: 409,
  });
  expect(await patch({ events: ['feedback.added'], expected: { events: ['scan.failed'] } })).toMatchObject({
    status: 200,
  });
  expect(await dashboard.store.listWebhooks()).toEqual([
    { ...made, name: 'Siren', events: ['feedback.added'] },
  ]);
  expect((await asked('PATCH', '/webhooks/whk_none', { name: 'x', expected: { name: 'y' } })).status).toBe(
    404,
  );
});
