import { z } from 'zod';
import type { StoredUser } from '../../records/ports/accounts.ts';
import {
  AcceptInvitation,
  InvitationToken,
  OwnSession,
  PasswordChange,
  PasswordReset,
  Role,
  Session,
  Setup,
  SignIn,
  User,
} from '../api/access.ts';
import type { Api, Call } from '../api-router.ts';
import { hashPassword, verifyPassword } from '../auth/password.ts';
import { lookAtTicket, redeemTicket } from '../auth/tickets.ts';
import { newId } from '../auth/tokens.ts';
import type { DashboardDeps } from '../context.ts';
import { ApiFailure, notFound } from '../failure.ts';
import { toUser } from './wire.ts';

type Anyone = Call<unknown, unknown>;
const TAG = 'Sign-in';

const newUser = (
  fields: Pick<StoredUser, 'email' | 'name' | 'role' | 'passwordHash'>,
  nowMs: number,
): StoredUser => ({
  ...fields,
  email: fields.email.toLowerCase(),
  id: newId('usr'),
  oidcSubject: null,
  createdAtMs: nowMs,
  lastSignInAtMs: nowMs,
  disabledAtMs: null,
});

const tooMany = (retryAfterMs: number): ApiFailure =>
  new ApiFailure('rate_limit_error', 'too_many_attempts', 'Too many attempts; wait before the next one.', {
    retryAfterMs,
  });

export const sessionRoutes = (api: Api, deps: DashboardDeps): void => {
  const { store, now, throttle, metrics } = deps;
  const countSignIn = (result: 'succeeded' | 'failed' | 'throttled'): void =>
    metrics.signIns.inc({ by: 'password', result });

  /** For guesses that name no account: tokens of links. */
  const throttled = async <T>(address: string, subject: string, work: () => Promise<T>): Promise<T> => {
    const waitMs = await throttle.attempt(address, subject, true);
    if (waitMs > 0) throw tooMany(waitMs);
    const result = await work();
    await throttle.succeed(address, subject);
    return result;
  };

  const begin = async (call: Anyone, user: StoredUser, action: string): Promise<void> => {
    const session = await api.sessions.begin(call.c, user, call.address);
    // Whoever changes a password ends all sessions: not before one that an old password is just opening.
    if ((await store.getUser(user.id))?.passwordHash !== user.passwordHash) {
      await store.deleteSessions(user.id, { onlyId: session.id });
      api.sessions.forget(call.c);
      throw new ApiFailure('authentication_error', 'wrong_credentials', 'E-mail or password is wrong.');
    }
    await api.audit({ caller: { user, session }, address: call.address }, action, user.id);
  };

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
    await store.deleteSessions(call.user.id, { onlyId: call.session.id });
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
    await store.deleteSessions(call.user.id, {});
    api.sessions.forget(call.c);
    await api.audit(call, 'session.end_all', call.user.id);
  });

  api.empty('DELETE /sessions/{id}', { summary: 'End one of one’s own sessions', tag: TAG }, async (call) => {
    if ((await store.deleteSessions(call.user.id, { onlyId: call.param('id') })) === 0) {
      throw notFound('session');
    }
    await api.audit(call, 'session.end', call.user.id);
  });

  api.json(
    'POST /setup',
    {
      summary: 'Make the first account with the one-time token of the start',
      tag: TAG,
      body: Setup,
      status: 201,
      response: User,
    },
    async (call) => {
      const { body } = call;
      const user = await throttled(call.address, 'setup', async () => {
        await lookAtTicket(store, 'setup', body.token, now());
        const passwordHash = await hashPassword(body.password);
        const made = newUser({ ...body, role: 'owner', passwordHash }, now());
        if (!(await store.insertFirstUser(made))) {
          throw new ApiFailure('conflict', 'already_set_up', 'There is an account already; sign in.');
        }
        for (const ticket of await store.listTickets('setup')) await store.deleteTicket(ticket.id);
        return made;
      });
      await begin(call, user, 'setup');
      return toUser(user);
    },
  );

  api.json(
    'POST /invitations/look',
    {
      summary: 'Whom an invitation is for',
      tag: TAG,
      body: InvitationToken,
      response: z.object({ email: z.string(), role: Role }),
    },
    async ({ body, address }) => {
      const ticket = await throttled(address, 'invitation', () =>
        lookAtTicket(store, 'invitation', body.token, now()),
      );
      return { email: ticket.email ?? '', role: ticket.role ?? 'viewer' };
    },
  );

  api.json(
    'POST /invitations/accept',
    {
      summary: 'Make one’s account by an invitation',
      tag: TAG,
      body: AcceptInvitation,
      status: 201,
      response: User,
    },
    async (call) => {
      const { body } = call;
      const user = await throttled(call.address, 'invitation', async () => {
        await lookAtTicket(store, 'invitation', body.token, now());
        const passwordHash = await hashPassword(body.password);
        const { email, role } = await redeemTicket(store, 'invitation', body.token, now());
        const made = newUser(
          { email: email ?? '', name: body.name, role: role ?? 'viewer', passwordHash },
          now(),
        );
        if (!(await store.insertUser(made))) {
          throw new ApiFailure('conflict', 'email_taken', 'This e-mail has an account already.');
        }
        return made;
      });
      await begin(call, user, 'invitation.accept');
      return toUser(user);
    },
  );

  api.empty(
    'POST /password',
    { summary: 'Change one’s password; all other sessions end', tag: TAG, body: PasswordChange },
    async (call) => {
      const { user, session, body } = call;
      const waitMs = await throttle.attempt(call.address, user.email, true);
      if (waitMs > 0) throw tooMany(waitMs);
      if (!(await verifyPassword(user.passwordHash, body.current))) {
        await api.audit(call, 'password.failed', user.id);
        throw new ApiFailure('invalid_request_error', 'wrong_password', 'The current password is wrong.', {
          param: 'current',
        });
      }
      await throttle.succeed(call.address, user.email);
      await store.updateUser(user.id, { passwordHash: await hashPassword(body.next) });
      await store.deleteSessions(user.id, { exceptId: session.id });
      await api.audit(call, 'password.change', user.id);
    },
  );

  api.empty(
    'POST /password/reset',
    { summary: 'Set a password by a one-time link; all sessions end', tag: TAG, body: PasswordReset },
    async (call) => {
      const { body } = call;
      await throttled(call.address, 'reset', async () => {
        await lookAtTicket(store, 'password_reset', body.token, now());
        const passwordHash = await hashPassword(body.password);
        const { userId } = await redeemTicket(store, 'password_reset', body.token, now());
        if (userId === null || !(await store.updateUser(userId, { passwordHash }))) throw notFound('user');
        await store.deleteSessions(userId, {});
        await api.audit(call, 'password.reset', userId);
      });
    },
  );
};
