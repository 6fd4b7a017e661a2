import { z } from 'zod';
import type { StoredUser } from '../../records/ports/accounts.ts';
import {
  AcceptInvitation,
  InvitationToken,
  PasswordChange,
  PasswordReset,
  Role,
  Setup,
  User,
} from '../api/access.ts';
import type { Api } from '../api-router.ts';
import { hashPassword, verifyPassword } from '../auth/password.ts';
import { invalidTicket, lookAtTicket, redeemTicket } from '../auth/tickets.ts';
import { newId } from '../auth/tokens.ts';
import type { DashboardDeps } from '../context.ts';
import { ApiFailure } from '../failure.ts';
import { createBegin, createThrottled, TAG, tooMany } from './sign-in.ts';
import { toUser } from './wire.ts';

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

/** How an account is made by a link, and how its owner changes the password. */
export const ownAccountRoutes = (api: Api, deps: DashboardDeps): void => {
  const { store, now, throttle } = deps;
  const begin = createBegin(api, deps);
  const throttled = createThrottled(deps);

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
    {
      summary: 'Change one’s password; all sessions end, and another one begins here',
      tag: TAG,
      body: PasswordChange,
    },
    async (call) => {
      const { user, body } = call;
      // Counted apart from sign-ins, with which strangers could keep somebody from changing his password.
      const subject = `password ${user.id}`;
      const waitMs = await throttle.attempt(call.address, subject, false);
      if (waitMs > 0) throw tooMany(waitMs);
      if (!(await verifyPassword(user.passwordHash, body.current))) {
        await api.audit(call, 'password.failed', user.id);
        throw new ApiFailure('invalid_request_error', 'wrong_password', 'The current password is wrong.', {
          param: 'current',
        });
      }
      await throttle.succeed(call.address, subject);
      const passwordHash = await hashPassword(body.next);
      await store.updateUser(user.id, { passwordHash });
      // This one, too: whoever stole its cookie is why passwords are changed.
      await api.sessions.end(user.id);
      await begin(call, { ...user, passwordHash }, 'password.change');
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
        const { userId, role } = await redeemTicket(store, 'password_reset', body.token, now());
        const isSet =
          userId !== null && (await store.updateUser(userId, { passwordHash }, role ?? undefined));
        if (!isSet) throw invalidTicket();
        await api.sessions.end(userId);
        await api.audit(call, 'password.reset', userId);
      });
    },
  );
};
