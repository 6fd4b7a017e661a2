import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOidcClient } from '../../../src/dashboard/auth/oidc.ts';
import { hashPassword } from '../../../src/dashboard/auth/password.ts';
import { issueTicket } from '../../../src/dashboard/auth/tickets.ts';
import { ApiFailure } from '../../../src/dashboard/failure.ts';
import { type Answer, cookieFrom, createTestDashboard, ORIGIN, type TestDashboard } from './harness.ts';

type Said = Readonly<{ email?: string; email_verified?: boolean }>;
type Person = Said &
  Readonly<{
    name?: string;
    groups?: readonly string[];
    /** All that the user-info endpoint says, but for the groups, which are nowhere else then. */
    further?: Said;
  }>;

/** Whom the provider takes the next visitor for. */
let person: Person = { email: 'ann@corp.example', email_verified: true };
let account = 'a1';
let server: Server;
let issuer = '';

const CLIENT = { clientId: 'portcullis', clientSecret: 'a-secret-of-the-client' };

/** A real provider on loopback, whose pages are filled in by the tests. */
beforeAll(async () => {
  server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${ORIGIN}/api/v1/oidc/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({
      accountId: id,
      claims: (use) => {
        const { further, groups: given = [], ...first } = person;
        const groups = [...given];
        if (further === undefined) return { sub: id, ...first, groups };
        return use === 'userinfo' ? { sub: id, ...further, groups } : { sub: id, ...first };
      },
    }),
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['k'] },
    ttl: { Interaction: 60, Session: 60, Grant: 60, IdToken: 60, AccessToken: 60 },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(Object(error)));
  });
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

type Step = Readonly<{ url: string; form: string | null }>;

/** What a browser would do next: go where it is sent, or fill in the page's form. */
const nextStep = async (response: Response, url: string): Promise<Step> => {
  const location = response.headers.get('location');
  const page = await response.text();
  if (location !== null) return { url: new URL(location, url).href, form: null };
  const action = /action="([^"]+)"/.exec(page)?.[1];
  if (action === undefined) throw new Error(`no form: ${response.status} ${page.slice(0, 300)}`);
  const form = page.includes('name="login"') ? `prompt=login&login=${account}&password=x` : 'prompt=consent';
  return { url: new URL(action, url).href, form };
};

const keep = (cookies: Map<string, string>, response: Response): void => {
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';');
    cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
};

/** A browser at the provider: keeps cookies, follows, signs in and agrees. @returns Where it is sent back to. */
const visit = async (url: string): Promise<string> => {
  const cookies = new Map<string, string>();
  let step: Step = { url, form: null };
  for (let count = 0; count < 12 && !step.url.startsWith(ORIGIN); count += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const type = 'application/x-www-form-urlencoded';
    const sent =
      step.form === null
        ? { headers: { cookie } }
        : { method: 'POST', headers: { cookie, 'content-type': type }, body: step.form };
    const response = await fetch(step.url, { redirect: 'manual', ...sent });
    keep(cookies, response);
    step = await nextStep(response, step.url);
  }
  return step.url;
};

const make = (oidc: object = {}): Promise<TestDashboard> =>
  createTestDashboard({
    dashboard: { oidc: { issuer, ...CLIENT, name: 'Corp', ...oidc } },
    oidc: (settings, now) => createOidcClient(settings.oidc, ORIGIN, now),
  });

const path = (url: string): string => url.slice(ORIGIN.length);

const leave = async ({ ask }: TestDashboard): Promise<Readonly<{ url: string; cookie: string }>> => {
  const response = await ask('/oidc/start');
  expect(response.status).toBe(302);
  return { url: response.headers.get('location') ?? '', cookie: cookieFrom(response) };
};

const comeBack = async (dashboard: TestDashboard): Promise<Answer> => {
  const { url, cookie } = await leave(dashboard);
  return dashboard.ask(path(await visit(url)), { cookie });
};

const sessionOf = (response: Answer): string =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('__Host-portcullis-session='))
    ?.split(';')[0] ?? '';

const who = async ({ ask }: TestDashboard, response: Answer) =>
  (await (await ask('/session', { cookie: sessionOf(response) })).json()).user;

describe('sign-in by a provider', () => {
  it('goes there with PKCE, state and nonce, and remembers them where no script can read', async () => {
    const dashboard = await make();
    expect((await (await dashboard.ask('/session')).json()).oidcName).toBe('Corp');
    const response = await dashboard.ask('/oidc/start');
    const url = new URL(response.headers.get('location') ?? '');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'portcullis',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${ORIGIN}/api/v1/oidc/callback`,
      state: expect.any(String),
      nonce: expect.any(String),
    });
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-portcullis-oidc=.*HttpOnly; Secure; SameSite=Lax/,
    );
  });

  it('knows an account by its verified e-mail, and from then on by the provider’s own id', async () => {
    const dashboard = await make();
    await dashboard.addUser({ role: 'owner' });
    const user = await dashboard.addUser({ role: 'analyst', email: 'ann@corp.example' });
    person = { email: 'Ann@Corp.example', email_verified: true };
    account = 'link-1';
    const first = await comeBack(dashboard);
    expect([first.status, first.headers.get('location')]).toEqual([302, '/']);
    expect(await who(dashboard, first)).toMatchObject({ id: user.id, role: 'analyst' });
    person = { email: 'ann.married@corp.example', email_verified: false };
    expect(await who(dashboard, await comeBack(dashboard))).toMatchObject({ id: user.id });
    expect(dashboard.store.audits().map(({ action }) => action)).toEqual([
      'user.link',
      'session.begin',
      'session.begin',
    ]);
  });

  it.each<Readonly<{ name: string; first: Said; further: Said }>>([
    {
      name: 'verified, of another e-mail',
      first: { email: 'ann@corp.example' },
      further: { email: 'eve@evil.example', email_verified: true },
    },
    {
      name: 'verified, of an e-mail that stands in the ID token alone',
      first: { email: 'ann@corp.example' },
      further: { email_verified: true },
    },
    {
      name: 'an e-mail, where the ID token verifies none',
      first: { email_verified: true },
      further: { email: 'ann@corp.example' },
    },
    {
      name: 'verified, where the ID token says it is not',
      first: { email: 'ann@corp.example', email_verified: false },
      further: { email: 'ann@corp.example', email_verified: true },
    },
  ])('takes nobody for the owner of an e-mail where further claims say $name', async ({ first, further }) => {
    const dashboard = await make({ roleClaim: 'groups' });
    const owner = await dashboard.addUser({ role: 'owner', email: 'ann@corp.example' });
    person = { ...first, further };
    account = `mixed-${JSON.stringify([first, further])}`;
    const response = await comeBack(dashboard);
    expect(sessionOf(response)).toBe('');
    expect(response.headers.get('location')).toMatch(
      /^\/sign-in\?error=oidc_(?:email_unverified|not_invited)$/,
    );
    expect((await dashboard.store.getUser(owner.id))?.oidcSubject).toBeNull();
  });

  it.each<Readonly<{ name: string; first: Said; further: Said }>>([
    {
      name: 'of the same e-mail that it is verified',
      first: { email: 'ann@corp.example' },
      further: { email: 'Ann@Corp.example', email_verified: true },
    },
    {
      name: 'both',
      first: {},
      further: { email: 'ann@corp.example', email_verified: true },
    },
    {
      name: 'something else than the ID token, which names a verified one',
      first: { email: 'ann@corp.example', email_verified: true },
      further: { email: 'eve@evil.example', email_verified: false },
    },
  ])('takes somebody for the owner of an e-mail where further claims say $name', async (given) => {
    const { first, further } = given;
    const dashboard = await make({ roleClaim: 'groups' });
    const owner = await dashboard.addUser({ role: 'owner', email: 'ann@corp.example' });
    person = { ...first, further };
    account = `fits-${JSON.stringify(given)}`;
    expect(await who(dashboard, await comeBack(dashboard))).toMatchObject({ id: owner.id });
  });

  it.each([
    { role: 'analyst', keeps: false },
    { role: 'owner', keeps: true },
  ] as const)(
    'ends what opened the account of an $role before, and keeps its password: $keeps',
    async (given) => {
      const { role, keeps } = given;
      const dashboard = await make();
      await dashboard.addUser({ role: 'owner' });
      // Whoever had the invitation has not shown that the e-mail is his.
      const passwordHash = await hashPassword('of whoever had the link');
      const user = await dashboard.addUser({ role, email: 'ann@corp.example', passwordHash });
      const before = await dashboard.signIn(user);
      person = { email: 'ann@corp.example', email_verified: true };
      account = `was-there-${role}`;
      const back = await comeBack(dashboard);
      expect(await who(dashboard, back)).toMatchObject({ id: user.id, hasPassword: keeps });
      expect((await dashboard.ask('/requests', { cookie: before })).status).toBe(401);
      const byPassword = await dashboard.ask('/session', {
        method: 'POST',
        json: { email: 'ann@corp.example', password: 'of whoever had the link' },
      });
      expect(byPassword.status).toBe(keeps ? 200 : 401);
      expect(dashboard.store.audits()[0]).toMatchObject({
        action: 'user.link',
        target: user.id,
        details: { email: 'ann@corp.example', by: 'oidc' },
      });
      // From then on it is his, and nothing of it ends when he comes again.
      await comeBack(dashboard);
      expect(await who(dashboard, back)).toMatchObject({ id: user.id });
    },
  );

  it('lets nobody in who is switched off while he comes', async () => {
    const dashboard = await make();
    const { store } = dashboard;
    await dashboard.addUser({ role: 'owner' });
    const user = await dashboard.addUser({ role: 'viewer', email: 'ann@corp.example' });
    person = { email: 'ann@corp.example', email_verified: true };
    account = 'switched-off-meanwhile';
    const { insertSession } = store;
    Object.assign(store, {
      insertSession: async (session: Parameters<typeof insertSession>[0]) => {
        await store.updateUser(user.id, { disabledAtMs: 1 });
        await store.deleteSessions(user.id, {});
        await insertSession(session);
      },
    });
    expect((await comeBack(dashboard)).headers.get('location')).toMatch(/^\/sign-in\?error=/);
    // Or it would come back with the account.
    expect(store.sessions()).toEqual([]);
  });

  it.each([
    {
      name: 'an e-mail that is not verified',
      email: 'ann@corp.example',
      verified: false,
      code: 'oidc_email_unverified',
    },
    {
      name: 'an e-mail of another domain',
      email: 'eve@evil.example',
      verified: true,
      code: 'oidc_not_invited',
    },
    {
      name: 'a domain that ends alike',
      email: 'eve@notcorp.example',
      verified: true,
      code: 'oidc_not_invited',
    },
  ])('refuses $name', async ({ email, verified, code }) => {
    const dashboard = await make({ allowedDomains: ['corp.example'] });
    await dashboard.addUser({ role: 'owner', email: 'ann@corp.example' });
    person = { email, email_verified: verified };
    account = `no-${email}`;
    const response = await comeBack(dashboard);
    expect(response.headers.get('location')).toBe(`/sign-in?error=${code}`);
    expect(sessionOf(response)).toBe('');
    expect(await dashboard.store.countUsers()).toBe(1);
  });

  it('lets a domain in that is allowed, with the role that is given or claimed', async () => {
    const dashboard = await make({ allowedDomains: ['corp.example'], roleClaim: 'groups' });
    await dashboard.addUser({ role: 'owner' });
    person = { email: 'new@corp.example', email_verified: true, name: 'New' };
    account = 'domain-1';
    expect(await who(dashboard, await comeBack(dashboard))).toMatchObject({ role: 'viewer', name: 'New' });
    person = { ...person, groups: ['staff', 'analyst'] };
    expect(await who(dashboard, await comeBack(dashboard))).toMatchObject({ role: 'analyst' });
    person = { ...person, groups: ['owner'] };
    expect(await who(dashboard, await comeBack(dashboard))).toMatchObject({ role: 'viewer' });
  });

  it.each([
    { name: 'a weaker one', groups: ['viewer', 'staff'], role: 'viewer', ends: true },
    { name: 'none any more', groups: ['staff'], role: 'viewer', ends: true },
    {
      name: 'none, where the default is analyst',
      groups: [],
      defaultRole: 'analyst',
      role: 'analyst',
      ends: true,
    },
    { name: 'the same one and a weaker one', groups: ['admin', 'viewer'], role: 'admin', ends: false },
  ])('makes an admin to whom the claim now gives $name $role; sessions end: $ends', async (given) => {
    const { groups, role, ends, defaultRole = 'viewer' } = given;
    const dashboard = await make({ allowedDomains: ['corp.example'], roleClaim: 'groups', defaultRole });
    await dashboard.addUser({ role: 'owner' });
    person = { email: 'gil@corp.example', email_verified: true, groups: ['admin'] };
    account = `falls-${groups.join('-')}-${defaultRole}`;
    const first = await comeBack(dashboard);
    const user = await who(dashboard, first);
    expect(user).toMatchObject({ role: 'admin' });
    person = { ...person, groups };
    const second = await comeBack(dashboard);
    expect(await who(dashboard, second)).toMatchObject({ id: user.id, role });
    expect((await who(dashboard, first)) === null).toBe(ends);
    expect(dashboard.store.audits().filter(({ action }) => action === 'user.change')).toMatchObject(
      ends ? [{ target: user.id, details: { before: 'admin', role, by: 'oidc' } }] : [],
    );
  });

  it('keeps sessions where a role rises', async () => {
    const dashboard = await make({ allowedDomains: ['corp.example'], roleClaim: 'groups' });
    await dashboard.addUser({ role: 'owner' });
    person = { email: 'ris@corp.example', email_verified: true, groups: ['viewer'] };
    account = 'rises';
    const first = await comeBack(dashboard);
    person = { ...person, groups: ['admin'] };
    await comeBack(dashboard);
    expect(await who(dashboard, first)).toMatchObject({ role: 'admin' });
  });

  it('refuses whom the claim gives no role where one is required, and leaves nothing of the old one', async () => {
    const dashboard = await make({
      allowedDomains: ['corp.example'],
      roleClaim: 'groups',
      requireRole: true,
    });
    const owner = await dashboard.addUser({ role: 'owner', email: 'top@corp.example' });
    person = { email: 'out@corp.example', email_verified: true, groups: ['admin'] };
    account = 'required-1';
    const first = await comeBack(dashboard);
    const user = await who(dashboard, first);
    person = { ...person, groups: [] };
    const second = await comeBack(dashboard);
    expect(second.headers.get('location')).toBe('/sign-in?error=oidc_no_role');
    expect(sessionOf(second)).toBe('');
    expect(await who(dashboard, first)).toBeNull();
    // A password that he may have opens no more than that.
    expect(await dashboard.store.getUser(user.id)).toMatchObject({ role: 'viewer' });
    person = { ...person, email: 'never@corp.example' };
    account = 'required-2';
    expect((await comeBack(dashboard)).headers.get('location')).toBe('/sign-in?error=oidc_no_role');
    expect(await dashboard.store.countUsers()).toBe(2);
    person = { ...person, email: 'top@corp.example' };
    account = 'required-3';
    expect(await who(dashboard, await comeBack(dashboard))).toMatchObject({ id: owner.id, role: 'owner' });
  });

  it('takes the claim before an invitation, and keeps the invitation where it gives no role', async () => {
    const dashboard = await make({ roleClaim: 'groups', requireRole: true });
    await dashboard.addUser({ role: 'owner' });
    const invite = (email: string, role: 'admin' | 'owner') =>
      issueTicket(
        dashboard.store,
        { kind: 'invitation', email, role, userId: null, createdBy: 'x' },
        ORIGIN,
        dashboard.now(),
      );
    await invite('one@else.example', 'admin');
    await invite('two@else.example', 'owner');
    person = { email: 'one@else.example', email_verified: true, groups: [] };
    account = 'invited-2';
    expect((await comeBack(dashboard)).headers.get('location')).toBe('/sign-in?error=oidc_no_role');
    expect(await dashboard.store.listTickets('invitation')).toHaveLength(2);
    person = { ...person, groups: ['analyst'] };
    expect(await who(dashboard, await comeBack(dashboard))).toMatchObject({ role: 'analyst' });
    person = { email: 'two@else.example', email_verified: true, groups: [] };
    account = 'invited-3';
    expect(await who(dashboard, await comeBack(dashboard))).toMatchObject({ role: 'owner' });
  });

  it('gives a role that was changed here back to the provider at the next sign-in', async () => {
    const dashboard = await make({ allowedDomains: ['corp.example'], roleClaim: 'groups' });
    await dashboard.addUser({ role: 'owner' });
    person = { email: 'own@corp.example', email_verified: true, groups: ['viewer'] };
    account = 'changed-here';
    const { id } = await who(dashboard, await comeBack(dashboard));
    await dashboard.store.updateUser(id, { role: 'admin' });
    expect(await who(dashboard, await comeBack(dashboard))).toMatchObject({ id, role: 'viewer' });
    const without = await make();
    await without.addUser({ role: 'owner' });
    const kept = await without.addUser({ role: 'admin', email: 'own@corp.example' });
    expect(await who(without, await comeBack(without))).toMatchObject({ id: kept.id, role: 'admin' });
  });

  it('lets in whoever was invited, with the role of the invitation', async () => {
    const dashboard = await make();
    await dashboard.addUser({ role: 'owner' });
    const wanted = {
      kind: 'invitation',
      email: 'in@else.example',
      role: 'admin',
      userId: null,
      createdBy: 'x',
    } as const;
    await issueTicket(dashboard.store, wanted, ORIGIN, dashboard.now());
    person = { email: 'in@else.example', email_verified: true };
    account = 'invited-1';
    expect(await who(dashboard, await comeBack(dashboard))).toMatchObject({ role: 'admin' });
    expect(await dashboard.store.listTickets('invitation')).toEqual([]);
  });

  it('makes nobody the first account, and lets nobody in who was switched off', async () => {
    const empty = await make({ allowedDomains: ['corp.example'] });
    person = { email: 'first@corp.example', email_verified: true };
    account = 'first';
    expect((await comeBack(empty)).headers.get('location')).toBe('/sign-in?error=setup_needed');
    const dashboard = await make();
    await dashboard.addUser({ role: 'owner' });
    await dashboard.addUser({ role: 'viewer', email: 'first@corp.example', disabledAtMs: 1 });
    expect((await comeBack(dashboard)).headers.get('location')).toBe('/sign-in?error=account_disabled');
  });

  it('takes an answer only in the browser that asked, and once', async () => {
    const dashboard = await make();
    await dashboard.addUser({ role: 'owner', email: 'ann@corp.example' });
    person = { email: 'ann@corp.example', email_verified: true };
    account = 'replay-1';
    const mine = await leave(dashboard);
    const back = path(await visit(mine.url));
    const other = await leave(dashboard);
    const error = async (cookie: string | undefined, where = back) =>
      (await dashboard.ask(where, { cookie })).headers.get('location');
    expect(await error(undefined)).toBe('/sign-in?error=oidc_expired');
    expect(await error(other.cookie)).toBe('/sign-in?error=oidc_failed');
    expect(await error(mine.cookie, back.replace(/state=[^&]*/, 'state=forged'))).toBe(
      '/sign-in?error=oidc_failed',
    );
    expect(await error(mine.cookie)).toBe('/');
    expect(await error(mine.cookie)).toBe('/sign-in?error=oidc_failed');
  });

  it('writes down a few failures of an address, and counts the others', async () => {
    const dashboard = await make();
    const fail = async (from: string, cookie?: string) =>
      (await dashboard.ask('/oidc/callback?code=x&state=y', { from, cookie })).headers.get('location');
    for (let count = 0; count < 40; count += 1)
      expect(await fail('203.0.113.1')).toBe('/sign-in?error=oidc_expired');
    expect(dashboard.store.audits()).toHaveLength(5);
    await fail('203.0.113.2');
    expect(dashboard.store.audits()).toHaveLength(6);
    dashboard.pass(16 * 60_000);
    await fail('203.0.113.1');
    expect(dashboard.store.audits()).toHaveLength(7);
    expect((await dashboard.metrics.render()).text).toMatch(/by="oidc",result="failed"\} 42\b/);
    // Nobody is kept from signing in by it.
    await dashboard.addUser({ role: 'owner', email: 'ann@corp.example' });
    person = { email: 'ann@corp.example', email_verified: true };
    account = 'after-failures';
    expect((await comeBack(dashboard)).headers.get('location')).toBe('/');
  });

  it.each([
    { name: 'one address', from: () => '203.0.113.7', most: 30 },
    { name: 'all strangers’ addresses', from: (count: number) => `203.0.113.${count % 100}`, most: 200 },
  ])('has the provider asked by $name no more than $most times in vain', async ({ from, most }) => {
    let asked = 0;
    const dashboard = await createTestDashboard({
      dashboard: { oidc: { issuer, ...CLIENT, name: 'Corp' } },
      oidc: (settings, now) => {
        const client = createOidcClient(settings.oidc, ORIGIN, now);
        if (client === null) return null;
        const finish: typeof client.finish = (url, attempt) => {
          asked += 1;
          // As the provider answers a code that somebody made up.
          if (url.searchParams.get('code') !== 'made-up') return client.finish(url, attempt);
          throw new ApiFailure('authentication_error', 'oidc_failed', 'The provider did not let you in.');
        };
        return { ...client, finish };
      },
    });
    const own = { state: 's'.repeat(20), nonce: 'n'.repeat(20), verifier: 'v'.repeat(43) };
    const cookie = `__Host-portcullis-oidc=${Buffer.from(JSON.stringify(own)).toString('base64url')}`;
    const fail = async (address: string) => {
      const answer = await dashboard.ask('/oidc/callback?code=made-up&state=x', { from: address, cookie });
      return answer.headers.get('location');
    };
    await dashboard.addUser({ role: 'owner', email: 'ann@corp.example' });
    person = { email: 'ann@corp.example', email_verified: true };
    account = `throttled-${most}`;
    const arrive = async (address: string) => {
      const { url, cookie: sent } = await leave(dashboard);
      const answer = await dashboard.ask(path(await visit(url)), { cookie: sent, from: address });
      return answer.headers.get('location');
    };
    // Somebody who was here before, whom nobody else's failures keep out.
    expect(await arrive('198.51.100.1')).toBe('/');
    asked = 0;
    for (let count = 0; count < most; count += 1) {
      expect(await fail(from(count))).toBe('/sign-in?error=oidc_failed');
    }
    expect(asked).toBe(most);
    const audits = dashboard.store.audits().length;
    const many = await Promise.all(Array.from({ length: 20 }, (_, count) => fail(from(count))));
    expect(new Set(many)).toEqual(new Set(['/sign-in?error=too_many_attempts']));
    expect(asked).toBe(most);
    expect(dashboard.store.audits()).toHaveLength(audits);
    expect((await dashboard.metrics.render()).text).toMatch(/by="oidc",result="throttled"\} 20\b/);
    expect(await arrive('198.51.100.1')).toBe('/');
    // A stranger's own first time is refused where all strangers together have had theirs.
    expect(await arrive('198.51.100.2')).toBe(most === 30 ? '/' : '/sign-in?error=too_many_attempts');
    dashboard.pass(15 * 60_000);
    expect(await fail(from(0))).toBe('/sign-in?error=oidc_failed');
  });

  it('takes names of any length and kind', async () => {
    const dashboard = await make({ allowedDomains: ['corp.example'] });
    await dashboard.addUser({ role: 'owner' });
    account = 'long-name';
    person = { email: 'long@corp.example', email_verified: true, name: ` ${'x'.repeat(99)}😀y\0` };
    const { name } = await who(dashboard, await comeBack(dashboard));
    expect(name).toBe(`${'x'.repeat(99)}😀`);
  });

  it('says so where the provider is down, and that there is none', async () => {
    const down = await make({ issuer: 'http://127.0.0.1:9' });
    const refused = await down.ask('/oidc/start');
    expect([refused.status, refused.headers.get('location')]).toEqual([
      302,
      '/sign-in?error=oidc_unavailable',
    ]);
    // However often: it is no failure of whoever asks.
    for (let count = 0; count < 40; count += 1) {
      expect((await down.ask('/oidc/start')).headers.get('location')).toBe('/sign-in?error=oidc_unavailable');
    }
    const none = await createTestDashboard();
    for (const way of ['start', 'callback']) expect((await none.ask(`/oidc/${way}`)).status).toBe(404);
    expect(none.store.audits()).toEqual([]);
  });
});
