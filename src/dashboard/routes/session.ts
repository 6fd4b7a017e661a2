import { z } from 'zod';
import type { StoredUser } from '../../records/ports/accounts.ts';
import { OwnSession, Session, SignIn, User } from '../api/access.ts';
import type { Api } from '../api-router.ts';
import { verifyPassword } from '../auth/password.ts';
import type { DashboardDeps } from '../context.ts';
import { ApiFailure, notFound } from '../failure.ts';
import { createBegin, TAG, tooMany } from './sign-in.ts';
import { toUser } from './wire.ts';

export const sessionRoutes = (api: Api, deps: DashboardDeps): void => {
  const { store, now, throttle, metrics } = deps;
  const begin = createBegin(api, deps);
  const countSignIn = (result: 'succeeded' | 'failed' | 'throttled'): void =>
    metrics.signIns.inc({ by: 'password', result });

  const wasHere = async (address: string, email: string, user: StoredUser | null): Promise<boolean> =>
    (await throttle.isKnown(address, email)) ||
    // Of nobody, too: an account that is there must not take longer than one that is not.
    (await store.listSessions(user?.id ?? '')).some((session) => session.address === address);

  api.json(
    'GET /session',
    { summary: 'Who is signed in, and how one may', tag: TAG, response: Session },
    async ({ caller }) => ({
      user: caller === null ? null : toUser(caller.user),
      needsSetup: caller === null && (await store.countUsers()) === 0,
      oidcName: deps.oidc?.name ?? null,
      oidcGivesRoles: deps.oidc !== null && deps.settings.oidc.roleClaim !== undefined,
      gatewayUrl: deps.gatewayUrl,
      version: deps.version,
    }),
  );

  api.json(
    'POST /session',
    { summary: 'Sign in with e-mail and password', tag: TAG, body: SignIn, response: User },
    async (call) => {
      const { body, address } = call;
      const email = body.email.trim().toLowerCase();
      const user = await store.findUserByEmail(email);
      const waitMs = await throttle.attempt(address, email, await wasHere(address, email, user));
      if (waitMs > 0) {
        countSignIn('throttled');
        throw tooMany(waitMs);
      }
      const isRight = await verifyPassword(user?.passwordHash ?? null, body.password);
      if (user === null || !isRight || user.disabledAtMs !== null) {
        countSignIn('failed');
        const target = user?.id ?? null;
        await api.audit(call, 'session.failed', target, { account: user === null ? 'unknown' : 'known' });
        throw new ApiFailure('authentication_error', 'wrong_credentials', 'E-mail or password is wrong.');
      }
      await throttle.succeed(address, email);
      await store.updateUser(user.id, { lastSignInAtMs: now() });
      const signedIn = { ...user, lastSignInAtMs: now() };
      await begin(call, signedIn, 'session.begin');
      countSignIn('succeeded');
      return toUser(signedIn);
    },
  );

  api.empty('DELETE /session', { summary: 'Sign out here', tag: TAG }, async (call) => {
    await api.sessions.end(call.user.id, call.session.id);
    api.sessions.forget(call.c);
    await api.audit(call, 'session.end', call.user.id);
  });

  api.json(
    'GET /sessions',
    { summary: 'One’s own sessions', tag: TAG, response: z.object({ items: z.array(OwnSession) }) },
    async ({ user, session }) => ({
      items: (await store.listSessions(user.id))
        .filter(({ expiresAtMs }) => expiresAtMs > now())
        .map((each) => ({
          id: each.id,
          createdAtMs: each.createdAtMs,
          lastSeenAtMs: each.lastSeenAtMs,
          userAgent: each.userAgent,
          address: each.address,
          isCurrent: each.id === session.id,
        })),
    }),
  );

  api.empty('DELETE /sessions', { summary: 'Sign out everywhere', tag: TAG }, async (call) => {
    await api.sessions.end(call.user.id);
    api.sessions.forget(call.c);
    await api.audit(call, 'session.end_all', call.user.id);
  });

  api.empty('DELETE /sessions/{id}', { summary: 'End one of one’s own sessions', tag: TAG }, async (call) => {
    if ((await api.sessions.end(call.user.id, call.param('id'))) === 0) {
      throw notFound('session');
    }
    await api.audit(call, 'session.end', call.user.id);
  });
};
