import type { Kysely, Selectable } from 'kysely';
import type { AccountStore, StoredSession, StoredTicket } from '../ports/accounts.ts';
import type { Database, SessionTable, TicketTable } from '../schema.ts';
import { toUser } from './users.ts';

export type SessionStore = Pick<
  AccountStore,
  | 'insertSession'
  | 'findSession'
  | 'touchSession'
  | 'listSessions'
  | 'countSessions'
  | 'deleteSessions'
  | 'deleteExpired'
  | 'insertTicket'
  | 'listTickets'
  | 'findTicket'
  | 'redeemTicket'
  | 'deleteTicket'
>;

const toSession = (row: Selectable<SessionTable>): StoredSession => ({
  id: row.id,
  tokenSha256: row.token_sha256,
  userId: row.user_id,
  createdAtMs: row.created_at,
  lastSeenAtMs: row.last_seen_at,
  expiresAtMs: row.expires_at,
  userAgent: row.user_agent,
  address: row.address,
});

const toTicket = (row: Selectable<TicketTable>): StoredTicket => ({
  id: row.id,
  tokenSha256: row.token_sha256,
  kind: row.kind,
  email: row.email,
  role: row.role,
  userId: row.user_id,
  createdBy: row.created_by,
  createdAtMs: row.created_at,
  expiresAtMs: row.expires_at,
});

type TicketMethods = 'insertTicket' | 'listTickets' | 'findTicket' | 'redeemTicket' | 'deleteTicket';

const createTicketStore = (db: Kysely<Database>): Pick<SessionStore, TicketMethods> => ({
  insertTicket: async (ticket) => {
    await db
      .insertInto('tickets')
      .values({
        id: ticket.id,
        token_sha256: ticket.tokenSha256,
        kind: ticket.kind,
        email: ticket.email,
        role: ticket.role,
        user_id: ticket.userId,
        created_by: ticket.createdBy,
        created_at: ticket.createdAtMs,
        expires_at: ticket.expiresAtMs,
      })
      .execute();
  },
  listTickets: async (kind) => {
    const rows = await db
      .selectFrom('tickets')
      .selectAll()
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map(toTicket);
  },
  findTicket: async (tokenSha256) => {
    const row = await db
      .selectFrom('tickets')
      .selectAll()
      .where('token_sha256', '=', tokenSha256)
      .executeTakeFirst();
    return row === undefined ? null : toTicket(row);
  },
  redeemTicket: async (tokenSha256) => {
    const row = await db
      .deleteFrom('tickets')
      .where('token_sha256', '=', tokenSha256)
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : toTicket(row);
  },
  deleteTicket: async (id) => {
    const { numDeletedRows } = await db.deleteFrom('tickets').where('id', '=', id).executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
});

const findSession = async (db: Kysely<Database>, tokenSha256: string) => {
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('token_sha256', '=', tokenSha256)
    .executeTakeFirst();
  if (session === undefined) return null;
  const user = await db.selectFrom('users').selectAll().where('id', '=', session.user_id).executeTakeFirst();
  return user === undefined ? null : { session: toSession(session), user: toUser(user) };
};

export const createSessionStore = (db: Kysely<Database>): SessionStore => ({
  ...createTicketStore(db),
  insertSession: async (session) => {
    await db
      .insertInto('sessions')
      .values({
        id: session.id,
        token_sha256: session.tokenSha256,
        user_id: session.userId,
        created_at: session.createdAtMs,
        last_seen_at: session.lastSeenAtMs,
        expires_at: session.expiresAtMs,
        user_agent: session.userAgent,
        address: session.address,
      })
      .execute();
  },
  findSession: (tokenSha256) => findSession(db, tokenSha256),
  touchSession: async (id, atMs, expiresAtMs) => {
    await db
      .updateTable('sessions')
      .set({ last_seen_at: atMs, expires_at: expiresAtMs })
      .where('id', '=', id)
      .execute();
  },
  listSessions: async (userId) => {
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map(toSession);
  },
  countSessions: async (nowMs) => {
    const { count } = await db
      .selectFrom('sessions')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('expires_at', '>', nowMs)
      .executeTakeFirstOrThrow();
    return Number(count);
  },
  deleteSessions: async (userId, { onlyId }) => {
    let query = db.deleteFrom('sessions').where('user_id', '=', userId);
    if (onlyId !== undefined) query = query.where('id', '=', onlyId);
    const { numDeletedRows } = await query.executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
  deleteExpired: async (beforeMs) => {
    for (const table of ['sessions', 'tickets'] as const) {
      await db.deleteFrom(table).where('expires_at', '<', beforeMs).execute();
    }
  },
});
