import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUiFiles } from '../../../src/dashboard/ui-files.ts';
import { createTestDashboard, ORIGIN, START_MS, sampleRecord, type TestDashboard } from './harness.ts';

describe('the files of the pages', () => {
  const SECRET = 'not for anybody';
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-ui-'));
    for (const name of ['ui', 'ui/assets', 'ui-other', 'ui/.git']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'ui/index.html'), '<html><head></head></html>');
    writeFileSync(join(folder, 'ui/assets/app.js'), 'app');
    for (const name of ['secret.txt', 'ui-other/secret.txt', 'ui/.git/secret.txt', 'ui/.secret.txt']) {
      writeFileSync(join(folder, name), SECRET);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/%252e%252e/secret.txt',
    '/..\\secret.txt',
    '/..%5csecret.txt',
    '/assets/..%00/../../secret.txt',
    '/../ui-other/secret.txt',
    '/%c0%ae%c0%ae/secret.txt',
    '/....//secret.txt',
    '//secret.txt',
    '/.git/secret.txt',
    '/.secret.txt',
    '/./.secret.txt',
    '/%2esecret.txt',
  ])('are the only ones: %s leads nowhere', async (path) => {
    const answer = await createUiFiles(join(folder, 'ui'))(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain(SECRET);
  });

  it('are given where they are asked for', async () => {
    const files = createUiFiles(join(folder, 'ui'));
    expect(await (await files('/assets/app.js')).text()).toBe('app');
    expect((await files('/requests/../x')).status).toBe(200);
  });
});

describe('somebody who knows the API', () => {
  let dashboard: TestDashboard;
  beforeAll(async () => {
    dashboard = await createTestDashboard();
  });

  it('chooses nobody’s session: a cookie that was planted is not the one that a sign-in gives', async () => {
    const planted = `__Host-portcullis-session=${'p'.repeat(43)}`;
    const user = await dashboard.addUser({ role: 'owner' });
    const cookie = await dashboard.signIn(user);
    expect(cookie).not.toContain('p'.repeat(43));
    expect(await (await dashboard.ask('/sessions', { cookie: planted })).json()).toMatchObject({
      error: { type: 'authentication_error' },
    });
  });

  it('sets no field that is not his to set', async () => {
    const PLANTED = 'planted-by-somebody';
    const cookie = await dashboard.cookieOf('owner');
    const fields = Object.fromEntries(
      ['id', 'sha256', 'secret', 'userId', 'tokenSha256', 'createdBy', 'origin', 'passwordHash', 'role2'].map(
        (name) => [name, PLANTED],
      ),
    );
    for (const [path, json] of [
      ['/keys', { name: 'x' }],
      ['/webhooks', { name: 'x', url: 'https://a.example', events: ['threat.blocked'] }],
      ['/views', { name: 'x', query: '', isShared: true }],
      ['/invitations', { email: 'a@example.com', role: 'viewer' }],
    ] as const) {
      const answer = await dashboard.ask(path, { cookie, method: 'POST', json: { ...json, ...fields } });
      expect(answer.status, path).toBe(201);
      expect(JSON.stringify(await answer.json())).not.toContain(PLANTED);
    }
    const { store } = dashboard;
    const kept = await Promise.all([
      store.listKeys(),
      store.listWebhooks(),
      store.listUsers(),
      store.listTickets('invitation'),
    ]);
    expect(kept.map(({ length }) => length > 0)).toEqual([true, true, true, true]);
    expect(JSON.stringify(kept)).not.toContain(PLANTED);
  });

  it('gets by an invitation the role that it names, whatever he asks for', async () => {
    const cookie = await dashboard.cookieOf('owner');
    const invited = { email: 'bo@example.com', role: 'viewer' };
    const made = await (
      await dashboard.ask('/invitations', { cookie, method: 'POST', json: invited })
    ).json();
    const token = String(made.url).split('token=')[1];
    const json = {
      token,
      name: 'Bo',
      password: 'correct horse battery staple',
      role: 'owner',
      email: 'root@example.com',
    };
    expect((await dashboard.ask('/invitations/accept', { method: 'POST', json })).status).toBe(201);
    expect(await dashboard.store.findUserByEmail('bo@example.com')).toMatchObject({ role: 'viewer' });
    expect(await dashboard.store.findUserByEmail('root@example.com')).toBeNull();
  });

  it.each([
    { name: 'was removed', let: 'delete', status: 401 },
    { name: 'signed out', let: 'sign-out', status: 401 },
    { name: 'got a lower role', let: 'lower', status: 403 },
  ] as const)('does nothing by a body that is still coming while he $name', async ({ let: kind, status }) => {
    const { app, store, addUser, signIn } = await createTestDashboard();
    await addUser({ role: 'owner' });
    const eve = await addUser({ role: 'admin' });
    const cookie = await signIn(eve);
    const json = JSON.stringify({ email: 'friend@example.com', role: 'analyst' });
    const body = new ReadableStream<Uint8Array>(
      {
        // Not before somebody reads it, and so not before he is let in.
        pull: async (controller) => {
          if (kind === 'delete') await store.deleteUser(eve.id);
          if (kind === 'sign-out') await store.deleteSessions(eve.id, {});
          if (kind === 'lower') await store.updateUser(eve.id, { role: 'analyst' });
          controller.enqueue(Buffer.from(json));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const answer = await app.request(`${ORIGIN}/api/v1/invitations`, {
      method: 'POST',
      headers: { origin: ORIGIN, cookie, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(status);
    expect(await store.listTickets('invitation')).toEqual([]);
  });

  it.each([
    { path: '/requests/export?format=csv', role: 'viewer' },
    { path: '/requests/export?format=jsonl', role: 'viewer' },
    { path: '/feedback/export', role: 'analyst' },
    { path: '/audit/export', role: 'admin' },
  ] as const)('reads no more of $path once his session has ended', async ({ path, role }) => {
    const { ask, store, addUser, signIn } = await createTestDashboard();
    const eve = await addUser({ role });
    const cookie = await signIn(eve);
    for (let at = 0; at < 1600; at += 1) store.addRecord(sampleRecord());
    for (let at = 0; at < 1600; at += 1)
      await store.insertAudit({
        id: `aud_${at}`,
        atMs: START_MS - at,
        actor: 'x@example.com',
        action: 'x',
        target: null,
        details: {},
        address: null,
      });
    for (const { requestId } of (await store.search({}, { cursor: null, limit: 200 })).items)
      await store.insertFeedback({
        id: `fbk_${requestId}`,
        requestId,
        label: 'not_attack',
        comment: '',
        author: 'x@example.com',
        createdAtMs: START_MS,
        undoneAtMs: null,
        status: 'open',
      });
    const whole = (await (await ask(path, { cookie })).text()).length;
    const reader = (await ask(path, { cookie })).body?.getReader();
    let read = (await reader?.read())?.value?.length ?? 0;
    await store.deleteSessions(eve.id, {});
    const rest = async (): Promise<void> => {
      for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
        read += next.value.length;
    };
    await expect(rest()).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(read).toBeLessThan(whole / 1.5);
  });

  it('makes himself nothing more, nor anybody’s password his', async () => {
    const admin = await dashboard.addUser({ role: 'admin' });
    const owner = await dashboard.addUser({ role: 'owner' });
    const cookie = await dashboard.signIn(admin);
    const change = (id: string, json: object) =>
      dashboard.ask(`/users/${id}`, { cookie, method: 'PATCH', json });
    expect((await change(admin.id, { role: 'owner' })).status).toBe(403);
    expect((await change(owner.id, { role: 'viewer' })).status).toBe(403);
    await change(admin.id, { passwordHash: 'planted' });
    expect(JSON.stringify(await dashboard.store.listUsers())).not.toContain('planted"');
    const link = await dashboard.ask(`/users/${owner.id}/reset-link`, { cookie, method: 'POST' });
    expect(link.status).toBe(403);
  });

  it('cannot make links lead elsewhere by the host that he asks for', async () => {
    const viewer = await dashboard.addUser({ role: 'viewer' });
    const cookie = await dashboard.cookieOf('owner');
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    const answer = await dashboard.ask(`/users/${viewer.id}/reset-link`, { cookie, method: 'POST', headers });
    const { url } = await answer.json();
    expect(new URL(url).origin).toBe(ORIGIN);
  });
});
