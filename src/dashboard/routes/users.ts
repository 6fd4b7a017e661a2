import { z } from 'zod';
import type { StoredTicket, StoredUser } from '../../records/ports/accounts.ts';
import { Invitation, NewInvitation, User, UserChange } from '../api/access.ts';
import type { Api, Call } from '../api-router.ts';
import { issueTicket } from '../auth/tickets.ts';
import type { DashboardDeps } from '../context.ts';
import { ApiFailure, notFound } from '../failure.ts';
import { mayManage } from './permissions.ts';
import { toUser } from './wire.ts';

const TAG = 'People';

const toInvitation = ({ id, email, role, createdBy, createdAtMs, expiresAtMs }: StoredTicket) => ({
  id,
  email: email ?? '',
  role: role ?? 'viewer',
  createdBy,
  createdAtMs,
  expiresAtMs,
});

const requireRight = ({ user }: Call<unknown, unknown>, role: StoredUser['role']): void => {
  if (mayManage(user.role, role)) return;
  throw new ApiFailure('permission_error', 'not_allowed', `Only owners deal with the role ${role}.`);
};

const lastOwner = (): ApiFailure => new ApiFailure('conflict', 'last_owner', 'There would be no owner left.');

export const userRoutes = (api: Api, deps: DashboardDeps): void => {
  const { store, now, publicUrl } = deps;

  const find = async (id: string): Promise<StoredUser> => {
    const user = await store.getUser(id);
    if (user === null) throw notFound('user');
    return user;
  };

  const openInvitations = async (email: string): Promise<readonly StoredTicket[]> =>
    (await store.listTickets('invitation')).filter(
      (ticket) => ticket.email === email && ticket.expiresAtMs > now(),
    );

  api.json(
    'GET /users',
    { summary: 'All accounts', tag: TAG, response: z.object({ items: z.array(User) }) },
    async () => ({ items: (await store.listUsers()).map(toUser) }),
  );

  api.json(
    'PATCH /users/{id}',
    { summary: 'Change role or name, switch off and on', tag: TAG, body: UserChange, response: User },
    async (call) => {
      const { body, param } = call;
      const user = await find(param('id'));
      requireRight(call, user.role);
      if (body.role !== undefined) requireRight(call, body.role);
      const disabledAtMs = body.disabled === true ? (user.disabledAtMs ?? now()) : null;
      const changes = {
        ...(body.role === undefined ? {} : { role: body.role }),
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.disabled === undefined ? {} : { disabledAtMs }),
      };
      if (!(await store.updateUser(user.id, changes, user.role))) {
        // Somebody may have raised him meanwhile.
        requireRight(call, (await find(user.id)).role);
        throw lastOwner();
      }
      if (body.disabled === true) await api.sessions.end(user.id);
      await api.audit(call, 'user.change', user.id, { email: user.email, ...body });
      return toUser({ ...user, ...changes });
    },
  );

  api.empty('DELETE /users/{id}', { summary: 'Remove an account', tag: TAG }, async (call) => {
    const user = await find(call.param('id'));
    requireRight(call, user.role);
    if (!(await store.deleteUser(user.id))) throw lastOwner();
    await api.audit(call, 'user.delete', user.id, { email: user.email });
    await api.sessions.end(user.id);
  });

  api.json(
    'POST /users/{id}/reset-link',
    { summary: 'A one-time link to a new password', tag: TAG, response: z.object({ url: z.string() }) },
    async (call) => {
      const user = await find(call.param('id'));
      requireRight(call, user.role);
      const { url } = await issueTicket(
        store,
        {
          kind: 'password_reset',
          email: user.email,
          role: user.role,
          userId: user.id,
          createdBy: call.user.email,
        },
        publicUrl,
        now(),
      );
      await api.audit(call, 'user.reset_link', user.id, { email: user.email });
      return { url };
    },
  );

  api.json(
    'GET /invitations',
    { summary: 'Open invitations', tag: TAG, response: z.object({ items: z.array(Invitation) }) },
    async () => ({
      items: (await store.listTickets('invitation'))
        .filter(({ expiresAtMs }) => expiresAtMs > now())
        .map(toInvitation),
    }),
  );

  api.json(
    'POST /invitations',
    {
      summary: 'Invite somebody; the link is shown once',
      tag: TAG,
      body: NewInvitation,
      status: 201,
      response: Invitation.extend({ url: z.string() }),
    },
    async (call) => {
      const { role } = call.body;
      const email = call.body.email.toLowerCase();
      requireRight(call, role);
      // The new one takes the place of those that are open for the same person, so they must be one's own to end.
      for (const open of await openInvitations(email)) requireRight(call, open.role ?? 'viewer');
      if ((await store.findUserByEmail(email)) !== null) {
        throw new ApiFailure('conflict', 'email_taken', 'This e-mail has an account already.', {
          param: 'email',
        });
      }
      const { ticket, url } = await issueTicket(
        store,
        { kind: 'invitation', email, role, userId: null, createdBy: call.user.email },
        publicUrl,
        now(),
      );
      await api.audit(call, 'invitation.create', ticket.id, { email, role });
      return { ...toInvitation(ticket), url };
    },
  );

  api.empty('DELETE /invitations/{id}', { summary: 'Take an invitation back', tag: TAG }, async (call) => {
    const ticket = (await store.listTickets('invitation')).find(({ id }) => id === call.param('id'));
    if (ticket === undefined) throw notFound('invitation');
    requireRight(call, ticket.role ?? 'viewer');
    if (!(await store.deleteTicket(ticket.id))) throw notFound('invitation');
    await api.audit(call, 'invitation.delete', ticket.id, { email: ticket.email });
  });
};
