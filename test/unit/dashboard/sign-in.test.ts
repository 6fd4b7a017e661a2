import { describe, expect, it } from 'vitest';
import { UNATTENDED } from '../../../src/dashboard/api/unattended.ts';
import { hashPassword, verifyPassword } from '../../../src/dashboard/auth/password.ts';
import { networkOf } from '../../../src/dashboard/auth/throttle.ts';
import { issueSetupLink, issueTicket } from '../../../src/dashboard/auth/tickets.ts';
import { codeOf, cookieFrom, createTestDashboard, ORIGIN, type TestDashboard } from './harness.ts';

const PASSWORD = 'correct horse battery staple';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const hashed = hashPassword(PASSWORD);

const withUser = async (options: Parameters<typeof createTestDashboard>[0] = {}) => {
  const dashboard = await createTestDashboard(options);
  const user = await dashboard.addUser({
    role: 'owner',
    email: 'ann@example.com',
    passwordHash: await hashed,
  });
  const signIn = (password = PASSWORD, from = '192.0.2.1', email = 'ann@example.com') =>
    dashboard.ask('/session', { method: 'POST', json: { email, password }, from });
  return { ...dashboard, user, tryIn: signIn };
};

const tokenOf = (url: string | null): string => new URL(url ?? '').hash.slice('#token='.length);

describe('passwords', () => {
  it('are kept as argon2id with its cost, each with its own salt', async () => {
    const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it.each([
    { name: 'the right one', password: PASSWORD, right: true },
    { name: 'a wrong one', password: `${PASSWORD}!`, right: false },
    { name: 'none', password: '', right: false },
  ])('$name', async ({ password, right }) => {
    expect(await verifyPassword(await hashed, password)).toBe(right);
  });

  it('are never right for nobody, or for what is no hash', async () => {
    expect(await verifyPassword(null, PASSWORD)).toBe(false);
    expect(await verifyPassword('plain', 'plain')).toBe(false);
  });

  it('are the same however a keyboard composes them', async () => {
    expect(await verifyPassword(await hashPassword('Mu\u0308nchen im Regen'), 'M\u00fcnchen im Regen')).toBe(
      true,
    );
  });

  it('let only few wait at once', async () => {
    const all = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('x')));
    const refused = all.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBe(60 - 34);
    expect(String(Object(refused[0]).reason.code)).toBe('busy');
  });
});

describe('sign-in', () => {
  it('gives a cookie that scripts cannot read and other hosts never get', async () => {
    const { tryIn, ask, store } = await withUser();
    const response = await tryIn();
    expect(response.status).toBe(200);
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-portcullis-session=[\w-]{43}; /);
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(part);
    expect(cookie).not.toContain('Domain');
    const token = cookieFrom(response).split('=')[1] ?? '';
    expect(JSON.stringify(store.sessions())).not.toContain(token);
    const session = await (await ask('/session', { cookie: cookieFrom(response) })).json();
    expect(session.user.email).toBe('ann@example.com');
    expect(JSON.stringify(session)).not.toContain('argon2');
    expect(store.audits().map(({ action }) => action)).toEqual(['session.begin']);
  });

  it('says the same of a wrong password and of nobody', async () => {
    const { tryIn } = await withUser();
    const wrong = await tryIn('wrong');
    const nobody = await tryIn('wrong', '192.0.2.1', 'nobody@example.com');
    expect([wrong.status, nobody.status]).toEqual([401, 401]);
    expect(await wrong.text()).toBe(await nobody.text());
  });

  it('has a plain cookie only where the operator says so', async () => {
    const { tryIn } = await withUser({ dashboard: { insecureCookies: true } });
    const cookie = (await tryIn()).headers.get('set-cookie');
    expect(cookie).toMatch(/^portcullis-session=/);
    expect(cookie).not.toContain('Secure');
  });

  it('locks whoever fails five times, and says for how long', async () => {
    const { tryIn, pass } = await withUser();
    for (let count = 0; count < 5; count += 1) expect((await tryIn('wrong')).status).toBe(401);
    const locked = await tryIn();
    expect([locked.status, await codeOf(locked)]).toEqual([429, 'too_many_attempts']);
    expect(Number(locked.headers.get('retry-after'))).toBe(900);
    pass(15 * MINUTE_MS);
    expect((await tryIn()).status).toBe(200);
  });

  it('counts attempts that come at once', async () => {
    const { tryIn } = await withUser();
    const all = await Promise.all(Array.from({ length: 12 }, () => tryIn('wrong')));
    expect(all.map(({ status }) => status).filter((status) => status === 401)).toHaveLength(5);
  });

  it('locks a network that tries many accounts', async () => {
    const { tryIn } = await withUser();
    const statuses: number[] = [];
    for (let count = 0; count < 32; count += 1) {
      statuses.push((await tryIn('wrong', `2001:db8:1:2::${count}`, `user${count}@example.com`)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  });

  it('cannot be used to lock a person out of an address that is known', async () => {
    const { tryIn, pass } = await withUser();
    expect((await tryIn(PASSWORD, '198.51.100.7')).status).toBe(200);
    for (let count = 0; count < 60; count += 1) await tryIn('wrong', `203.0.113.${count}`);
    expect((await tryIn(PASSWORD, '203.0.113.200')).status).toBe(429);
    expect((await tryIn(PASSWORD, '198.51.100.7')).status).toBe(200);
    pass(15 * MINUTE_MS);
    expect((await tryIn(PASSWORD, '203.0.113.200')).status).toBe(200);
  });

  it('ends a session that an old password was opening while it was changed', async () => {
    const { tryIn, store, user } = await withUser();
    const { insertSession } = store;
    Object.assign(store, {
      insertSession: async (session: Parameters<typeof insertSession>[0]) => {
        // Its owner was faster: the password is another, and all sessions are gone.
        await store.updateUser(user.id, { passwordHash: await hashPassword('another long sentence') });
        await store.deleteSessions(user.id, {});
        await insertSession(session);
      },
    });
    const response = await tryIn();
    expect([response.status, await codeOf(response)]).toEqual([401, 'wrong_credentials']);
    expect(store.sessions()).toEqual([]);
  });

  it('ends a session that was opened while its owner was switched off', async () => {
    const { tryIn, store, user, addUser } = await withUser();
    await addUser({ role: 'owner' });
    const { insertSession } = store;
    Object.assign(store, {
      insertSession: async (session: Parameters<typeof insertSession>[0]) => {
        await store.updateUser(user.id, { disabledAtMs: 1 });
        await store.deleteSessions(user.id, {});
        await insertSession(session);
      },
    });
    const response = await tryIn();
    expect([response.status, await codeOf(response)]).toEqual([401, 'wrong_credentials']);
    expect(store.sessions()).toEqual([]);
  });

  it('refuses whoever was switched off, and ends his sessions', async () => {
    const { tryIn, ask, user, addUser, signIn, cookieOf } = await withUser();
    const viewer = await addUser({ role: 'viewer' });
    const cookie = await signIn(viewer);
    const owner = await cookieOf('owner');
    const off = await ask(`/users/${viewer.id}`, {
      method: 'PATCH',
      cookie: owner,
      json: { disabled: true },
    });
    expect(off.status).toBe(200);
    expect((await ask('/requests', { cookie })).status).toBe(401);
    await ask(`/users/${user.id}`, { method: 'PATCH', cookie: owner, json: { disabled: true } });
    expect((await tryIn()).status).toBe(401);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
    ['2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('takes %s for %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('a session', () => {
  it('ends after twelve hours of silence, lives on while it is used, and never beyond seven days', async () => {
    const { tryIn, ask, pass } = await withUser();
    const cookie = cookieFrom(await tryIn());
    const isIn = async () => (await ask('/requests', { cookie })).status === 200;
    pass(11 * HOUR_MS);
    expect(await isIn()).toBe(true);
    pass(13 * HOUR_MS);
    expect(await isIn()).toBe(false);
    const second = cookieFrom(await tryIn());
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      expect((await ask('/requests', { cookie: second })).status).toBe(200);
      pass(6 * HOUR_MS);
    }
    pass(6 * HOUR_MS);
    expect((await ask('/requests', { cookie: second })).status).toBe(401);
  });

  it.each([
    { name: 'follows the traffic', path: '/events', headers: {} },
    { name: 'asks by itself', path: '/requests', headers: { [UNATTENDED]: '1' } },
  ])('lives no longer by a page that is only open and $name', async ({ path, headers }) => {
    const { tryIn, ask, pass } = await withUser();
    const cookie = cookieFrom(await tryIn());
    pass(11 * HOUR_MS);
    const answer = await ask(path, { cookie, headers });
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
    pass(2 * HOUR_MS);
    expect((await ask('/requests', { cookie })).status).toBe(401);
  });

  it('ends everywhere at once where that is asked for', async () => {
    const { tryIn, ask } = await withUser();
    const [one, two] = [cookieFrom(await tryIn()), cookieFrom(await tryIn())];
    expect((await (await ask('/sessions', { cookie: one })).json()).items).toHaveLength(2);
    expect((await ask('/sessions', { method: 'DELETE', cookie: one })).status).toBe(204);
    for (const cookie of [one, two]) expect((await ask('/requests', { cookie })).status).toBe(401);
  });

  it('can be ended by its owner alone', async () => {
    const { ask, store, cookieOf, tryIn } = await withUser();
    const mine = cookieFrom(await tryIn());
    const other = await cookieOf('viewer');
    const [session] = store.sessions();
    const path = `/sessions/${session?.id}`;
    expect((await ask(path, { method: 'DELETE', cookie: other })).status).toBe(404);
    expect((await ask(path, { method: 'DELETE', cookie: mine })).status).toBe(204);
    expect((await ask('/requests', { cookie: mine })).status).toBe(401);
  });

  it('takes the place of the one that the browser had', async () => {
    const { tryIn, ask } = await withUser();
    const first = cookieFrom(await tryIn());
    await ask('/session', {
      method: 'POST',
      cookie: first,
      json: { email: 'ann@example.com', password: PASSWORD },
    });
    expect((await ask('/requests', { cookie: first })).status).toBe(401);
  });

  it('gives way to another one where the password is changed, and ends everywhere else', async () => {
    const { tryIn, ask, pass, store } = await withUser();
    const [one, two] = [cookieFrom(await tryIn()), cookieFrom(await tryIn())];
    const next = 'a new and longer password';
    const change = (current: string) =>
      ask('/password', { method: 'POST', cookie: one, json: { current, next } });
    expect(await codeOf(await change('wrong'))).toBe('wrong_password');
    const changed = await change(PASSWORD);
    expect(changed.status).toBe(204);
    expect((await ask('/requests', { cookie: cookieFrom(changed) })).status).toBe(200);
    // Whoever had stolen its cookie has it no longer.
    for (const cookie of [one, two]) expect((await ask('/requests', { cookie })).status).toBe(401);
    expect(store.audits().at(-1)).toMatchObject({ action: 'password.change', actor: 'ann@example.com' });
    expect((await tryIn()).status).toBe(401);
    pass(MINUTE_MS);
    expect((await tryIn(next)).status).toBe(200);
  });
});

describe('the old password, where it is changed', () => {
  const NEXT = 'a new and longer password';
  const withSession = async () => {
    const dashboard = await withUser();
    const cookie = await dashboard.signIn(dashboard.user);
    const change = (current: string, from: string) =>
      dashboard.ask('/password', { method: 'POST', cookie, json: { current, next: NEXT }, from });
    return { ...dashboard, change };
  };

  it('cannot be guessed at from many addresses', async () => {
    const { change, pass } = await withSession();
    const statuses: number[] = [];
    for (let count = 0; count < 52; count += 1)
      statuses.push((await change('wrong', `203.0.113.${count}`)).status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(50);
    expect((await change(PASSWORD, '203.0.113.200')).status).toBe(429);
    pass(15 * MINUTE_MS);
    expect((await change(PASSWORD, '203.0.113.200')).status).toBe(204);
  });

  it('is its owner’s to change, however often others fail to sign in', async () => {
    const { change, deps } = await withSession();
    for (let count = 0; count < 60; count += 1)
      await deps.throttle.attempt(`203.0.113.${count}`, 'ann@example.com', false);
    expect((await change(PASSWORD, '198.51.100.7')).status).toBe(204);
  });
});

describe('the first account', () => {
  const setup = ({ ask }: TestDashboard, token: string, email = 'first@example.com') =>
    ask('/setup', { method: 'POST', json: { token, email, name: 'First', password: PASSWORD } });

  it('is made once, however many try at the same time', async () => {
    const dashboard = await createTestDashboard();
    expect((await (await dashboard.ask('/session')).json()).needsSetup).toBe(true);
    const url = await issueSetupLink(dashboard.store, ORIGIN, dashboard.now());
    expect(url).toMatch(/^http:\/\/localhost:3000\/setup#token=[\w-]{43}$/);
    const all = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => setup(dashboard, tokenOf(url), `${name}@example.com`)),
    );
    expect(all.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    const [user] = await dashboard.store.listUsers();
    expect([await dashboard.store.countUsers(), user?.role]).toEqual([1, 'owner']);
    const again = await setup(dashboard, tokenOf(url));
    expect([again.status, await codeOf(again)]).toEqual([403, 'invalid_token']);
    expect(await issueSetupLink(dashboard.store, ORIGIN, dashboard.now())).toBeNull();
    expect((await (await dashboard.ask('/session')).json()).needsSetup).toBe(false);
  });

  it('needs the newest token, within a day', async () => {
    const dashboard = await createTestDashboard();
    const old = await issueSetupLink(dashboard.store, ORIGIN, dashboard.now());
    const url = await issueSetupLink(dashboard.store, ORIGIN, dashboard.now());
    expect((await setup(dashboard, tokenOf(old))).status).toBe(403);
    expect((await setup(dashboard, 'guess')).status).toBe(403);
    dashboard.pass(24 * HOUR_MS);
    expect((await setup(dashboard, tokenOf(url))).status).toBe(403);
  });

  it('cannot be guessed at for long', async () => {
    const dashboard = await createTestDashboard();
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1)
      statuses.push((await setup(dashboard, `guess${count}`)).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
  });

  it('is signed in', async () => {
    const dashboard = await createTestDashboard();
    const url = await issueSetupLink(dashboard.store, ORIGIN, dashboard.now());
    const made = await setup(dashboard, tokenOf(url));
    expect((await dashboard.ask('/users', { cookie: cookieFrom(made) })).status).toBe(200);
  });
});

describe('invitations', () => {
  const accept = ({ ask }: TestDashboard, token: string) =>
    ask('/invitations/accept', { method: 'POST', json: { token, name: 'Bo', password: PASSWORD } });
  const invite = ({ ask }: TestDashboard, cookie: string, role: string, email = 'Bo@Example.com') =>
    ask('/invitations', { method: 'POST', cookie, json: { email, role } });

  it('work once, for the e-mail and the role that they name', async () => {
    const dashboard = await createTestDashboard();
    const made = await (await invite(dashboard, await dashboard.cookieOf('owner'), 'analyst')).json();
    const token = tokenOf(made.url);
    const look = await dashboard.ask('/invitations/look', { method: 'POST', json: { token } });
    expect(await look.json()).toEqual({ email: 'bo@example.com', role: 'analyst' });
    const all = await Promise.all([accept(dashboard, token), accept(dashboard, token)]);
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 403]);
    const user = await dashboard.store.findUserByEmail('bo@example.com');
    expect([user?.role, user?.name]).toEqual(['analyst', 'Bo']);
  });

  it('end after seven days, when they are taken back, and when another takes their place', async () => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('owner');
    const first = await (await invite(dashboard, cookie, 'viewer')).json();
    const second = await (await invite(dashboard, cookie, 'viewer')).json();
    expect((await accept(dashboard, tokenOf(first.url))).status).toBe(403);
    const gone = await dashboard.ask(`/invitations/${second.id}`, { method: 'DELETE', cookie });
    expect(gone.status).toBe(204);
    expect((await accept(dashboard, tokenOf(second.url))).status).toBe(403);
    const third = await (await invite(dashboard, cookie, 'viewer')).json();
    dashboard.pass(7 * 24 * HOUR_MS);
    expect((await accept(dashboard, tokenOf(third.url))).status).toBe(403);
  });

  it('are replaced by those only who could take them back', async () => {
    const dashboard = await createTestDashboard();
    const [owner, admin] = [await dashboard.cookieOf('owner'), await dashboard.cookieOf('admin')];
    const made = await (await invite(dashboard, owner, 'admin')).json();
    const again = await invite(dashboard, admin, 'viewer');
    expect([again.status, await codeOf(again)]).toEqual([403, 'not_allowed']);
    expect((await accept(dashboard, tokenOf(made.url))).status).toBe(201);
    expect(await dashboard.store.findUserByEmail('bo@example.com')).toMatchObject({ role: 'admin' });
  });

  it.each([
    ['admin', 'viewer', 201],
    ['admin', 'analyst', 201],
    ['admin', 'admin', 403],
    ['admin', 'owner', 403],
    ['owner', 'owner', 201],
  ] as const)('of an %s for an %s: %i', async (inviter, role, status) => {
    const dashboard = await createTestDashboard();
    expect((await invite(dashboard, await dashboard.cookieOf(inviter), role)).status).toBe(status);
  });
});

describe('accounts', () => {
  it('keep at least one owner who is not switched off', async () => {
    const { ask, addUser, signIn } = await createTestDashboard();
    const owner = await addUser({ role: 'owner' });
    const cookie = await signIn(owner);
    for (const change of [{ role: 'admin' }, { disabled: true }]) {
      const response = await ask(`/users/${owner.id}`, { method: 'PATCH', cookie, json: change });
      expect([response.status, await codeOf(response)]).toEqual([409, 'last_owner']);
    }
    expect((await ask(`/users/${owner.id}`, { method: 'DELETE', cookie })).status).toBe(409);
  });

  it.each([
    { name: 'make himself owner', target: 'self', json: { role: 'owner' } },
    { name: 'switch an owner off', target: 'owner', json: { disabled: true } },
    { name: 'raise an analyst to admin', target: 'analyst', json: { role: 'admin' } },
  ] as const)('let no admin $name', async ({ target, json }) => {
    const { ask, addUser, signIn } = await createTestDashboard();
    const users = {
      self: await addUser({ role: 'admin' }),
      owner: await addUser({ role: 'owner' }),
      analyst: await addUser({ role: 'analyst' }),
    };
    const cookie = await signIn(users.self);
    const response = await ask(`/users/${users[target].id}`, { method: 'PATCH', cookie, json });
    expect(response.status).toBe(403);
    const link = await ask(`/users/${users.owner.id}/reset-link`, { method: 'POST', cookie });
    expect(link.status).toBe(403);
  });

  it.each(['reset-link', 'role'] as const)(
    'are not an admin’s to take over by a %s in the very moment in which they become owners',
    async (way) => {
      const { ask, addUser, signIn, store } = await createTestDashboard();
      const [admin, user] = [await addUser({ role: 'admin' }), await addUser({ role: 'viewer' })];
      await addUser({ role: 'owner' });
      const cookie = await signIn(admin);
      const raise = () => store.updateUser(user.id, { role: 'owner' });
      if (way === 'reset-link') {
        const { insertTicket } = store;
        Object.assign(store, {
          insertTicket: async (ticket: Parameters<typeof insertTicket>[0]) => {
            await raise();
            await insertTicket(ticket);
          },
        });
        const link = await ask(`/users/${user.id}/reset-link`, { method: 'POST', cookie });
        const json = { token: tokenOf((await link.json()).url), password: 'another long password' };
        const response = await ask('/password/reset', { method: 'POST', json });
        expect([response.status, await codeOf(response)]).toEqual([403, 'invalid_token']);
      } else {
        const { updateUser } = store;
        Object.assign(store, {
          updateUser: async (...args: Parameters<typeof updateUser>) => {
            await updateUser(user.id, { role: 'owner' });
            return updateUser(...args);
          },
        });
        const json = { disabled: true };
        expect((await ask(`/users/${user.id}`, { method: 'PATCH', cookie, json })).status).toBe(403);
      }
      expect(await store.getUser(user.id)).toMatchObject({
        role: 'owner',
        passwordHash: null,
        disabledAtMs: null,
      });
    },
  );

  it('get a new password by a link that works once', async () => {
    const dashboard = await createTestDashboard();
    const { ask, addUser, signIn, store, now } = dashboard;
    const user = await addUser({ role: 'viewer', email: 'vi@example.com', passwordHash: await hashed });
    const session = await signIn(user);
    const owner = await dashboard.cookieOf('owner');
    const { url } = await (
      await ask(`/users/${user.id}/reset-link`, { method: 'POST', cookie: owner })
    ).json();
    const reset = (token: string) =>
      ask('/password/reset', { method: 'POST', json: { token, password: 'another long password' } });
    const { url: invitation } = await issueTicket(
      store,
      { kind: 'invitation', email: 'x@example.com', role: 'owner', userId: null, createdBy: 'x' },
      ORIGIN,
      now(),
    );
    expect((await reset(tokenOf(invitation))).status).toBe(403);
    expect((await reset(tokenOf(url))).status).toBe(204);
    expect((await reset(tokenOf(url))).status).toBe(403);
    expect((await ask('/requests', { cookie: session })).status).toBe(401);
    const signedIn = await ask('/session', {
      method: 'POST',
      json: { email: 'vi@example.com', password: 'another long password' },
    });
    expect(signedIn.status).toBe(200);
  });
});
