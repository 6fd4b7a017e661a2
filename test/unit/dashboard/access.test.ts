import { beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '../../../src/dashboard/api/access.ts';
import { isAtLeast, PERMISSIONS, type RouteName } from '../../../src/dashboard/routes/permissions.ts';
import { codeOf, createTestDashboard, ORIGIN, type TestDashboard } from './harness.ts';

const ROUTES = Object.entries(PERMISSIONS) as [RouteName, (typeof PERMISSIONS)[RouteName]][];
const split = (name: string): [string, string] => {
  const [method = '', path = ''] = name.split(' ');
  return [method, path.replaceAll(/\{\w+\}/g, 'nothing')];
};

describe('who may call what', () => {
  let dashboard: TestDashboard;
  beforeAll(async () => {
    dashboard = await createTestDashboard();
    await dashboard.addUser({ role: 'owner' });
  });

  it.each(ROUTES.filter(([, access]) => access !== 'anyone' && access !== 'key'))(
    '%s asks nobody in without a session',
    async (name) => {
      const [method, path] = split(name);
      const response = await dashboard.ask(path, { method });
      expect([response.status, await codeOf(response)]).toEqual([401, 'not_signed_in']);
    },
  );

  const cases = ROUTES.flatMap(([name, access]) =>
    access === 'anyone' || access === 'key' ? [] : ROLES.map((role) => ({ name, access, role })),
  );
  it.each(cases)('$name for the role $role', async ({ name, access, role }) => {
    const [method, path] = split(name);
    const response = await dashboard.ask(path, { method, cookie: await dashboard.cookieOf(role) });
    await response.body?.cancel();
    if (isAtLeast(role, access)) expect([401, 403]).not.toContain(response.status);
    else expect(response.status).toBe(403);
  });

  it('leaves no route of the program out', async () => {
    const registered = dashboard.app.routes
      .filter(({ path, method }) => path.startsWith('/api/v1/') && method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.slice('/api/v1'.length).replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(new Set(registered)).toEqual(new Set(Object.keys(PERMISSIONS)));
  });

  it('takes a gateway key for the scan alone, and no session', async () => {
    const cookie = await dashboard.cookieOf('owner');
    const response = await dashboard.ask('/scan', { method: 'POST', cookie, json: { text: 'x' } });
    expect([response.status, await codeOf(response)]).toEqual([401, 'missing_gateway_key']);
  });
});

describe('requests from other sites', () => {
  const unsafe = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
  const FOREIGN = [
    { name: 'another site', headers: { origin: 'https://evil.example' } },
    { name: 'a page without an origin', headers: { origin: 'null' } },
    { name: 'another port', headers: { origin: 'http://localhost:3001' } },
    { name: 'a name that begins alike', headers: { origin: 'http://localhost:3000.evil.example' } },
    { name: 'another scheme', headers: { origin: 'https://localhost:3000.' } },
    { name: 'a sibling by Sec-Fetch-Site', headers: { origin: ORIGIN, 'sec-fetch-site': 'same-site' } },
    { name: 'a foreign page by Sec-Fetch-Site', headers: { 'sec-fetch-site': 'cross-site' } },
    { name: 'an address typed in', headers: { 'sec-fetch-site': 'none' } },
    { name: 'a program that says nothing', headers: {} },
  ] as const;

  it.each(FOREIGN.flatMap((row) => unsafe.map((method) => ({ ...row, method }))))(
    '$method of $name is refused whatever its body',
    async ({ method, headers }) => {
      const dashboard = await createTestDashboard();
      const cookie = await dashboard.cookieOf('owner');
      const path = { POST: '/keys', PUT: '/settings', PATCH: '/keys/x', DELETE: '/sessions' }[method];
      const response = await dashboard.app.request(`${ORIGIN}/api/v1${path}`, {
        method,
        headers: { cookie, 'content-type': 'application/json', ...headers },
        body: '{"name":"x"}',
      });
      expect([response.status, await codeOf(response)]).toEqual([403, 'foreign_origin']);
      expect(await dashboard.store.listKeys()).toEqual([]);
    },
  );

  it.each([
    { name: 'our own origin', headers: { origin: ORIGIN } },
    { name: 'our own origin and site', headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin' } },
    { name: 'our own site alone', headers: { 'sec-fetch-site': 'same-origin' } },
  ])('$name is let in', async ({ headers }) => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('owner');
    const response = await dashboard.app.request(`${ORIGIN}/api/v1/sessions`, {
      method: 'DELETE',
      headers: { cookie, ...headers },
    });
    expect(response.status).toBe(204);
  });

  it.each([
    { name: 'the public address', origin: 'https://guard.example', host: 'guard.example', status: 204 },
    { name: 'a port-forward', origin: 'http://localhost:8443', host: 'localhost:8443', status: 204 },
    { name: 'a rebound name', origin: 'http://evil.example:3000', host: 'evil.example:3000', status: 403 },
  ])('behind a public address: $name', async ({ origin, host, status }) => {
    const dashboard = await createTestDashboard({ dashboard: { publicUrl: 'https://guard.example' } });
    const cookie = await dashboard.cookieOf('owner');
    const response = await dashboard.app.request(`http://${host}/api/v1/sessions`, {
      method: 'DELETE',
      headers: { cookie, origin, host },
    });
    expect(response.status).toBe(status);
  });

  it('gives no other site a way in by CORS', async () => {
    const dashboard = await createTestDashboard();
    const response = await dashboard.app.request(`${ORIGIN}/api/v1/keys`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('every answer', () => {
  it.each(['/api/v1/session', '/api/v1/nothing', '/api/openapi.json', '/', '/requests/x', '/a.js'])(
    '%s has the headers that keep a browser strict',
    async (path) => {
      const { app } = await createTestDashboard();
      const { headers } = await app.request(`${ORIGIN}${path}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      if (!path.endsWith('.js')) {
        expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
        expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      }
      if (path.startsWith('/api/')) expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it.each([
    {
      name: 'no JSON',
      asked: { body: '{', headers: { 'content-type': 'application/json' } },
      status: 400,
      code: 'invalid_json',
    },
    {
      name: 'a form',
      asked: { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      status: 415,
      code: 'unsupported_content_type',
    },
    {
      name: 'a body that says it is too large',
      asked: { body: '{}', headers: { 'content-type': 'application/json', 'content-length': '99999999' } },
      status: 413,
      code: 'too_large',
    },
    {
      name: 'a body that is too large',
      asked: { json: { email: 'x'.repeat(300_000), password: '' } },
      status: 413,
      code: 'too_large',
    },
    { name: 'a missing field', asked: { json: {} }, status: 422, code: 'invalid_request' },
  ])('tells $name in the one shape of errors', async ({ asked, status, code }) => {
    const dashboard = await createTestDashboard();
    const response = await dashboard.ask('/session', { method: 'POST', ...asked });
    const body = await response.json();
    expect([response.status, body.error.code]).toEqual([status, code]);
    expect(Object.keys(body.error)).toEqual(expect.arrayContaining(['type', 'code', 'message', 'param']));
  });

  it('names all that is wrong with a body, and unknown names in a query', async () => {
    const dashboard = await createTestDashboard();
    const both = await (await dashboard.ask('/session', { method: 'POST', json: {} })).json();
    expect(both.error.issues.map(({ path }: { path: string }) => path)).toEqual(['email', 'password']);
    const cookie = await dashboard.cookieOf('viewer');
    const misspelt = await dashboard.ask('/requests?outcom=blocked', { cookie });
    expect([misspelt.status, (await misspelt.json()).error.param]).toEqual([422, 'outcom']);
  });

  it('tells nothing of what went wrong inside', async () => {
    const logged: string[] = [];
    const dashboard = await createTestDashboard({ logged });
    const cookie = await dashboard.cookieOf('viewer');
    const broken = Object.assign(dashboard.store, {
      search: () => Promise.reject(new Error('secret path /var/lib')),
    });
    expect(broken).toBe(dashboard.store);
    const response = await dashboard.ask('/requests', { cookie });
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('/var/lib')]);
    expect(logged.join('')).toContain('secret path');
  });
});
