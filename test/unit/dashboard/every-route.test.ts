import { beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '../../../src/dashboard/api/access.ts';
import { newToken } from '../../../src/dashboard/auth/tokens.ts';
import type { UserRole } from '../../../src/records/ports/accounts.ts';
import { codeOf, createTestDashboard, ORIGIN, type TestDashboard } from './harness.ts';

type Rule = UserRole | 'anyone' | 'key';

/**
 * Who may call what, said a second time and by hand: a route that is new or opened to others has to be written here, too. The routes
 * themselves are asked of the router.
 */
const RULES: Readonly<Record<Rule, readonly string[]>> = {
  anyone: [
    'GET /session',
    'POST /session',
    'POST /setup',
    'POST /invitations/look',
    'POST /invitations/accept',
    'POST /password/reset',
    'GET /oidc/start',
    'GET /oidc/callback',
  ],
  key: ['POST /scan'],
  viewer: [
    'DELETE /session',
    'POST /password',
    'GET /sessions',
    'DELETE /sessions',
    'DELETE /sessions/:id',
    'GET /overview',
    'GET /metrics/latency',
    'GET /events',
    'GET /requests',
    'GET /requests/facets',
    'GET /requests/export',
    'GET /requests/:id',
    'GET /threats',
    'GET /feedback',
    'GET /exclusions',
    'GET /settings',
    'GET /settings/revisions',
    'GET /settings/export',
    'GET /settings/impact',
    'GET /pii-rules',
    'GET /rules',
    'GET /keys',
    'GET /views',
  ],
  analyst: [
    'GET /requests/:id/text',
    'POST /requests/:id/feedback',
    'DELETE /feedback/:id',
    'PATCH /feedback/:id',
    'GET /feedback/:id/suggestions',
    'GET /feedback/export',
    'POST /replay',
    'POST /pii-rules/test',
    'POST /rules/test',
    'POST /playground',
    'POST /views',
    'PUT /views/:id',
    'DELETE /views/:id',
  ],
  admin: [
    'GET /users',
    'PATCH /users/:id',
    'DELETE /users/:id',
    'POST /users/:id/reset-link',
    'GET /invitations',
    'POST /invitations',
    'DELETE /invitations/:id',
    'POST /requests/erase',
    'POST /exclusions',
    'POST /exclusions/:id/end',
    'POST /exclusions/:id/revive',
    'PUT /settings',
    'POST /settings/revisions/:revision/revert',
    'PUT /pii-rules',
    'PUT /rules',
    'POST /keys',
    'PATCH /keys/:id',
    'POST /keys/:id/rotate',
    'POST /keys/:id/revoke',
    'GET /audit',
    'GET /audit/export',
    'GET /webhooks',
    'POST /webhooks',
    'PATCH /webhooks/:id',
    'DELETE /webhooks/:id',
    'POST /webhooks/:id/rotate',
    'POST /webhooks/:id/test',
    'GET /webhooks/:id/deliveries',
    'POST /deliveries/:id/retry',
  ],
  owner: [],
};

const PREFIX = '/api/v1';
/** What measures and secures answers, says that there is no such path, describes the API, and gives the pages. */
const BESIDES = ['ALL /*', 'ALL /*', 'ALL /api/*', 'GET /*', 'GET /api/openapi.json'];

const dashboard = await createTestDashboard();
const registered = dashboard.app.routes.map(({ method, path }) => ({ method, path }));
const ruleOf = ({ method, path }: { method: string; path: string }): Rule | undefined =>
  (Object.keys(RULES) as Rule[]).find((rule) =>
    RULES[rule].includes(`${method} ${path.slice(PREFIX.length)}`),
  );

const ROUTES = registered
  .filter(({ path }) => path.startsWith(`${PREFIX}/`))
  .map((route) => ({ ...route, name: `${route.method} ${route.path}`, rule: ruleOf(route) }));
const NOTHING = 'nothing';
const urlOf = (path: string): string => path.replaceAll(/:\w+/g, NOTHING);

const ask = async (
  { app }: TestDashboard,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
) => {
  const response = await app.request(`${ORIGIN}${path}`, { method, headers: { origin: ORIGIN, ...headers } });
  const body = response.body === null ? null : response;
  // A stream is as good as answered.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const code = isStream || body === null || response.status < 400 ? null : await codeOf(response);
  if (isStream) await response.body?.cancel();
  return { status: response.status, code, headers: response.headers };
};

const DAY_MS = 86_400_000;

/** Cookies that open nothing, each as it comes about. */
const makeStrangers = async (own: TestDashboard): Promise<Readonly<Record<string, string>>> => {
  const owner = await own.addUser({ role: 'owner' });
  const signedIn = (role: UserRole = 'owner') => own.addUser({ role }).then(own.signIn);
  const disabled = await own.addUser({ role: 'owner' });
  const ofDisabled = await own.signIn(disabled);
  await own.store.updateUser(disabled.id, { disabledAtMs: own.now() });
  const deleted = await own.addUser({ role: 'admin' });
  const ofDeleted = await own.signIn(deleted);
  expect(
    (await ask(own, 'DELETE', `${PREFIX}/users/${deleted.id}`, { cookie: await own.signIn(owner) })).status,
  ).toBe(204);
  const signedOut = await signedIn();
  expect((await ask(own, 'DELETE', `${PREFIX}/session`, { cookie: signedOut })).status).toBe(204);
  const expired = await signedIn();
  own.pass(DAY_MS);
  const live = await signedIn();
  const token = live.slice(live.indexOf('=') + 1);
  return {
    nothing: 'a=b',
    'a token that nobody was given': `__Host-portcullis-session=${newToken()}`,
    'no token': '__Host-portcullis-session=x',
    'an expired session': expired,
    'a session that was signed out': signedOut,
    'a session of somebody switched off': ofDisabled,
    'a session of somebody deleted': ofDeleted,
    'a session in the cookie without the prefix': `portcullis-session=${token}`,
    'a session in the cookie of the sign-in provider': `__Host-portcullis-oidc=${token}`,
    'a live session behind a planted one': `__Host-portcullis-session=${newToken()}; ${live}`,
  };
};

describe('the router', () => {
  it('has no route without a rule, and no rule is without its route', () => {
    expect(ROUTES.filter(({ rule }) => rule === undefined)).toEqual([]);
    const ruled = Object.values(RULES).flat();
    expect(ROUTES.map(({ name }) => name.replace(PREFIX, '')).sort()).toEqual([...ruled].sort());
  });

  it('has nothing besides that nobody knows of', () => {
    const others = registered.filter(({ path }) => !path.startsWith(`${PREFIX}/`));
    expect(others.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(BESIDES);
  });
});

const GUARDED = ROUTES.filter(({ rule }) => rule !== 'anyone' && rule !== 'key');

describe('whoever is nobody', () => {
  let strangers: Readonly<Record<string, string>>;
  beforeAll(async () => {
    strangers = await makeStrangers(dashboard);
  });

  it.each(GUARDED)('is asked to sign in first: $name', async ({ method, path }) => {
    for (const [who, cookie] of Object.entries(strangers)) {
      const { status, code, headers } = await ask(dashboard, method, urlOf(path), { cookie });
      expect([who, status, code]).toEqual([who, 401, 'not_signed_in']);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it('comes in by no other credential than a cookie', async () => {
    const live = await dashboard.cookieOf('owner');
    const token = live.slice(live.indexOf('=') + 1);
    const tries = [
      { authorization: `Bearer ${token}` },
      { 'x-gateway-key': token },
      { 'x-session': token },
      { 'x-forwarded-user': 'owner@example.com', 'x-forwarded-for': '127.0.0.1' },
    ];
    for (const headers of tries) {
      expect((await ask(dashboard, 'GET', `${PREFIX}/users`, headers)).status).toBe(401);
    }
  });
});

describe.each(ROLES)('the role %s', (role) => {
  const may = (rule: Rule | undefined): boolean =>
    rule !== undefined && ROLES.indexOf(role) <= ROLES.indexOf(rule as UserRole);

  it.each(GUARDED)('for $name', async ({ method, path, rule }) => {
    const cookie = await dashboard.cookieOf(role);
    const { status, code, headers } = await ask(dashboard, method, urlOf(path), { cookie });
    if (may(rule)) expect([401, 403, 500]).not.toContain(status);
    else expect([status, code]).toEqual([403, 'not_allowed']);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is what it is now, not what it was at the sign-in', async () => {
    const user = await dashboard.addUser({ role: 'admin' });
    const own = await dashboard.signIn(user);
    expect((await ask(dashboard, 'GET', `${PREFIX}/users`, { cookie: own })).status).toBe(200);
    await dashboard.store.updateUser(user.id, { role });
    const wanted = may('admin') ? 200 : 403;
    expect((await ask(dashboard, 'GET', `${PREFIX}/users`, { cookie: own })).status).toBe(wanted);
  });
});

describe('a page of another site', () => {
  it.each(ROUTES.filter(({ method, rule }) => method !== 'GET' && rule !== 'key'))(
    'cannot ask for $name',
    async ({ method, path }) => {
      const cookie = await dashboard.cookieOf('owner');
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `${ORIGIN}.evil.example` },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]) {
        const { status, code } = await ask(dashboard, method, urlOf(path), { cookie, ...headers });
        expect([status, code]).toEqual([403, 'foreign_origin']);
      }
    },
  );
});

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY'] as const;
const PATHS = [...new Set(ROUTES.map(({ path }) => path))];

describe('other methods', () => {
  it.each(PATHS)('lead nowhere: %s', async (path) => {
    const cookie = await dashboard.cookieOf('owner');
    const own = new Set(
      ROUTES.filter((route) => urlOf(route.path) === urlOf(path)).map(({ method }) => method),
    );
    // One path may stand for another's parameter.
    const shadows = ROUTES.filter((route) =>
      new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(urlOf(path)),
    );
    for (const { method } of shadows) own.add(method);
    for (const method of METHODS) {
      if (own.has(method) || (method === 'HEAD' && own.has('GET'))) continue;
      for (const override of [
        {},
        { 'x-http-method-override': [...own][0] ?? '', 'x-http-method': 'DELETE' },
      ]) {
        const { status } = await ask(dashboard, method, urlOf(path), { cookie, ...override });
        expect([method, status]).toEqual([method, 404]);
      }
    }
  });

  it.each(GUARDED.filter(({ method }) => method === 'GET'))(
    'HEAD has the rights of $name',
    async ({ path, rule }) => {
      expect((await ask(dashboard, 'HEAD', urlOf(path))).status).toBe(401);
      const cookie = await dashboard.cookieOf('viewer');
      const { status } = await ask(dashboard, 'HEAD', urlOf(path), { cookie });
      if (rule === 'viewer') expect([401, 403, 500]).not.toContain(status);
      else expect(status).toBe(403);
    },
  );

  it('leave no stream behind that nobody reads', async () => {
    const cookie = await dashboard.cookieOf('viewer');
    for (let count = 0; count < 5; count += 1) {
      expect((await ask(dashboard, 'HEAD', `${PREFIX}/events`, { cookie })).status).toBe(200);
    }
    expect((await ask(dashboard, 'GET', `${PREFIX}/events`, { cookie })).status).toBe(200);
  });
});

/** Other spellings of a path: those that are no address of the API, and those that are the same. */
const SPELLINGS: readonly Readonly<{ name: string; of: (path: string) => string; isSame: boolean }>[] = [
  { name: 'a slash behind it', of: (path) => `${path}/`, isSame: false },
  { name: 'two slashes before it', of: (path) => `/${path}`, isSame: false },
  { name: 'two slashes within', of: (path) => path.replace('/v1/', '/v1//'), isSame: false },
  { name: 'capitals', of: (path) => path.replace('/api/', '/API/'), isSame: false },
  { name: 'slashes as %2F', of: (path) => path.replace('/v1/', '%2Fv1%2F'), isSame: false },
  { name: 'dots as %2e with %2f', of: (path) => path.replace('/v1/', '/v1/x%2f%2e%2e%2f'), isSame: false },
  { name: 'a parameter behind ;', of: (path) => `${path};a=b`, isSame: false },
  { name: 'NUL behind it', of: (path) => `${path}%00`, isSame: false },
  { name: 'an extension', of: (path) => `${path}.json`, isSame: false },
  { name: 'a letter as %61', of: (path) => path.replace('/api/', '/%61pi/'), isSame: true },
  { name: 'dots', of: (path) => path.replace('/v1/', '/v1/x/../'), isSame: true },
  { name: 'dots as %2e', of: (path) => path.replace('/v1/', '/v1/x/%2e%2e/'), isSame: true },
];

describe.each(SPELLINGS)('a path with $name', ({ of, isSame }) => {
  it.each(GUARDED)('opens nothing that $name does not', async ({ method, path }) => {
    const url = of(urlOf(path));
    const { app } = dashboard;
    const headers = { origin: ORIGIN, cookie: await dashboard.cookieOf('viewer') };
    const plain = await app.request(`${ORIGIN}${urlOf(path)}`, { method, headers });
    const asNobody = await app.request(`${ORIGIN}${url}`, { method, headers: { origin: ORIGIN } });
    const other = await app.request(`${ORIGIN}${url}`, {
      method,
      headers: { ...headers, cookie: await dashboard.cookieOf('viewer') },
    });
    await Promise.all([plain, asNobody, other].map((response) => response.body?.cancel()));
    const isPage = (response: Response): boolean =>
      (response.headers.get('content-type') ?? '').startsWith('text/html');
    if (isSame) expect([asNobody.status, other.status]).toEqual([401, plain.status]);
    else if (!isPage(other) && other.status !== 404) {
      // A parameter took what stands behind it.
      expect([asNobody.status, other.status]).toEqual([401, plain.status]);
      expect(plain.status).toBeGreaterThanOrEqual(400);
    }
  });
});
