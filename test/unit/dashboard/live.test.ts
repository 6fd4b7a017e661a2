import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/dashboard/auth/password.ts';
import { GatewayError } from '../../../src/errors.ts';
import { createTestDashboard, ORIGIN, START_MS, sampleRecord } from './harness.ts';

const readEvents = (response: Pick<Response, 'body'>) => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    until: async (mark: string): Promise<string> => {
      while (!text.includes(mark)) {
        const piece = await reader?.read();
        if (piece === undefined || piece.done) throw new Error(`ended before ${mark}: ${text}`);
        text += piece.value;
      }
      return text;
    },
    close: async () => reader?.cancel(),
  };
};

describe('the live view', () => {
  it('keeps places for others, however often one person looks on', async () => {
    const dashboard = await createTestDashboard({ maxListeners: 200 });
    const [one, other] = [await dashboard.cookieOf('viewer'), await dashboard.cookieOf('viewer')];
    const follow = (cookie: string) => dashboard.ask('/events', { cookie });
    const answers = [];
    for (let count = 0; count < 21; count += 1) answers.push(await follow(one));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    const another = await follow(other);
    expect(another.status).toBe(200);
    for (const { body } of answers.slice(0, 20)) await body?.cancel();
    await expect
      .poll(async () => {
        const again = await follow(one);
        await again.body?.cancel();
        return again.status;
      })
      .toBe(200);
    await another.body?.cancel();
  });

  it('tells all who look on of new requests, totals and revisions, by one poll', async () => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('admin');
    dashboard.store.addRecord(sampleRecord({ model: 'old' }));
    const [one, two] = [
      await dashboard.ask('/events', { cookie }),
      await dashboard.ask('/events', { cookie }),
    ];
    expect(one.headers.get('content-type')).toContain('text/event-stream');
    const [first, second] = [readEvents(one), readEvents(two)];
    await first.until('event: hello');
    await dashboard.deps.feed.poll();
    dashboard.store.addRecord(sampleRecord({ model: 'new', receivedAtMs: START_MS - 1 }));
    await dashboard.ask('/settings', { method: 'PUT', cookie, json: { expectedRevision: 0, own: {} } });
    await dashboard.deps.feed.poll();
    for (const reader of [first, second]) {
      const text = await reader.until('event: revision');
      expect(text).toContain('"model":"new"');
      expect(text).not.toContain('"model":"old"');
      expect(text).toContain('event: totals');
    }
    await dashboard.deps.feed.poll();
    const third = await dashboard.ask('/events', { cookie });
    expect(third.status).toBe(429);
    await first.close();
    await second.close();
    const again = await dashboard.ask('/events', { cookie });
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });

  it('tells whoever listens what their role is by now', async () => {
    const dashboard = await createTestDashboard();
    await dashboard.addUser({ role: 'owner' });
    const user = await dashboard.addUser({ role: 'admin' });
    const events = readEvents(await dashboard.ask('/events', { cookie: await dashboard.signIn(user) }));
    await events.until('event: hello');
    await dashboard.store.updateUser(user.id, { role: 'viewer' });
    dashboard.pass(20_000);
    dashboard.store.addRecord(sampleRecord());
    await dashboard.deps.feed.poll();
    expect(await events.until('{"role":')).toContain('data: {"role":"viewer"}');
    await events.close();
  });

  it.each([
    { name: 'signs out', method: 'DELETE', path: '/session' },
    { name: 'signs out everywhere', method: 'DELETE', path: '/sessions' },
    { name: 'ends this session elsewhere', method: 'DELETE', path: '/sessions/ID' },
    { name: 'changes his password', method: 'POST', path: '/password' },
    { name: 'is switched off', method: 'PATCH', path: '/users/ID', by: 'owner' },
    { name: 'is removed', method: 'DELETE', path: '/users/ID', by: 'owner' },
  ] as const)('falls silent at once where somebody $name', async ({ method, path, ...given }) => {
    const dashboard = await createTestDashboard();
    const current = 'correct horse battery staple';
    const user = await dashboard.addUser({ role: 'viewer', passwordHash: await hashPassword(current) });
    const [cookie, owner] = [await dashboard.signIn(user), await dashboard.cookieOf('owner')];
    const events = readEvents(await dashboard.ask('/events', { cookie }));
    const others = readEvents(await dashboard.ask('/events', { cookie: owner }));
    await events.until('event: hello');
    await others.until('event: hello');
    await dashboard.deps.feed.poll();
    const session = (await dashboard.store.listSessions(user.id))[0]?.id;
    const id = path === '/users/ID' ? user.id : session;
    const body = {
      PATCH: { json: { disabled: true } },
      POST: { json: { current, next: 'another long sentence' } },
      DELETE: {},
    }[method];
    const by = 'by' in given ? owner : cookie;
    const done = await dashboard.ask(path.replace('ID', String(id)), { method, cookie: by, ...body });
    expect(done.ok).toBe(true);
    await expect(events.until('event: never')).rejects.toThrow(/^ended before event: never/);
    dashboard.store.addRecord(sampleRecord());
    await dashboard.deps.feed.poll();
    await others.until('event: requests');
    await others.close();
  });

  it('goes on where another of one’s sessions ends', async () => {
    const dashboard = await createTestDashboard();
    const user = await dashboard.addUser({ role: 'viewer' });
    const [cookie, other] = [await dashboard.signIn(user), await dashboard.signIn(user)];
    const events = readEvents(await dashboard.ask('/events', { cookie }));
    await events.until('event: hello');
    await dashboard.deps.feed.poll();
    expect((await dashboard.ask('/session', { method: 'DELETE', cookie: other })).status).toBe(204);
    dashboard.store.addRecord(sampleRecord());
    await dashboard.deps.feed.poll();
    await events.until('event: requests');
    await events.close();
  });

  it('tells that the configuration file says something else', async () => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('viewer');
    const events = readEvents(await dashboard.ask('/events', { cookie }));
    await events.until('event: hello');
    dashboard.deps.feed.tellSettings();
    await events.until('event: revision');
    await events.close();
  });

  it('goes on where the store is away for a while, and logs what ends it', async () => {
    const logged: string[] = [];
    const dashboard = await createTestDashboard({ logged });
    const events = readEvents(await dashboard.ask('/events', { cookie: await dashboard.cookieOf('viewer') }));
    await events.until('event: hello');
    const { findSession, keysById } = dashboard.store;
    const away = () => Promise.reject(new GatewayError('STORE_FAILED', 'The store secret-host failed: gone'));
    Object.assign(dashboard.store, { findSession: away });
    dashboard.store.addRecord(sampleRecord({ model: 'first' }));
    await dashboard.deps.feed.poll();
    dashboard.pass(20_000);
    dashboard.store.addRecord(sampleRecord({ model: 'second', receivedAtMs: START_MS - 1 }));
    await dashboard.deps.feed.poll();
    await events.until('event: heartbeat');
    expect(logged).toEqual([]);
    Object.assign(dashboard.store, { findSession, keysById: away });
    dashboard.store.addRecord(sampleRecord({ model: 'third', receivedAtMs: START_MS - 2 }));
    await dashboard.deps.feed.poll();
    await expect(events.until('event: never')).rejects.toThrow(
      /^ended before event: never: (?!.*secret-host)/s,
    );
    expect(logged.join('')).toContain('secret-host failed');
    Object.assign(dashboard.store, { keysById });
  });

  it('tells with its first poll what came since the dashboard is there, and nothing older', async () => {
    const dashboard = await createTestDashboard();
    const told: string[] = [];
    dashboard.deps.feed.listen((event) => {
      if (event.type === 'requests') told.push(...event.items.map(({ requestId }) => requestId));
    });
    const old = sampleRecord({ receivedAtMs: START_MS - 1 });
    const fresh = sampleRecord({ receivedAtMs: START_MS + 10 });
    dashboard.store.addRecord(old);
    dashboard.pass(20);
    dashboard.store.addRecord(fresh);
    await dashboard.deps.feed.poll();
    expect(told).toEqual([fresh.requestId]);
  });

  it('finds what was stored late, and tells nothing twice', async () => {
    const dashboard = await createTestDashboard();
    const told: string[] = [];
    await dashboard.deps.feed.poll();
    dashboard.deps.feed.listen((event) => {
      if (event.type === 'requests') told.push(...event.items.map(({ requestId }) => requestId));
    });
    const [quick, slow] = [
      sampleRecord({ receivedAtMs: START_MS - 1000 }),
      sampleRecord({ receivedAtMs: START_MS - 60_000 }),
    ];
    dashboard.store.addRecord(quick);
    await dashboard.deps.feed.poll();
    dashboard.store.addRecord(slow);
    await dashboard.deps.feed.poll();
    await dashboard.deps.feed.poll();
    expect(told).toEqual([quick.requestId, slow.requestId]);
  });
});

describe('the pages', () => {
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'portcullis-ui-'));
    await mkdir(join(directory, 'dist', 'assets'), { recursive: true });
    await writeFile(join(directory, 'secret.js'), 'secret');
    await writeFile(
      join(directory, 'dist', 'index.html'),
      '<!doctype html><html><head></head><body>app</body></html>',
    );
    await writeFile(join(directory, 'dist', 'assets', 'index-Ab12_cd9.js'), 'export {}');
    await writeFile(join(directory, 'dist', 'favicon.svg'), '<svg/>');
  });
  afterAll(() => rm(directory, { recursive: true }));
  const get = async (path: string, uiDirectory = join(directory, 'dist')) => {
    const { app } = await createTestDashboard({ uiDirectory });
    return app.request(`${ORIGIN}${path}`);
  };

  it.each(['/', '/requests/req_1', '/index.html', '/settings'])(
    '%s is the app, with a nonce of its own',
    async (path) => {
      const [one, two] = [await get(path), await get(path)];
      const nonce = /<meta name="csp-nonce" content="([^"]{20,})">/.exec(await one.text())?.[1];
      expect(one.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(one.headers.get('content-security-policy')).toContain("script-src 'self';");
      expect(await two.text()).not.toContain(String(nonce));
      expect(one.headers.get('cache-control')).toBe('no-store');
    },
  );

  it.each([
    [
      '/assets/index-Ab12_cd9.js',
      200,
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
    ['/favicon.svg', 200, 'image/svg+xml', 'no-cache'],
    ['/assets/gone-12345678.js', 404, null, null],
    ['/..%2fsecret.js', 404, null, null],
    ['/%2e%2e/secret.js', 404, null, null],
    ['/assets/..%5c..%5csecret.js', 404, null, null],
    ['/%00.js', 404, null, null],
    ['/%.js', 404, null, null],
  ])('%s is %i', async (path, status, type, caching) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('secret');
    if (type === null) return;
    expect([response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      type,
      caching,
    ]);
  });

  it('say that they are not built where they are not', async () => {
    const response = await get('/', join(directory, 'nothing'));
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('not built')]);
  });

  it('leave unknown paths of the API to the API', async () => {
    const response = await get('/api/v1/nothing');
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json']);
  });
});
