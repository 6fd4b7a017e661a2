import type { AccountStore, StoredTicket } from '../../records/ports/accounts.ts';
import { ApiFailure } from '../failure.ts';
import { hashToken, newId, newToken } from './tokens.ts';

const DAY_MS = 86_400_000;
const LIFETIME_MS = { setup: DAY_MS, invitation: 7 * DAY_MS, password_reset: DAY_MS } as const;

/** Where a one-time link leads; the token stands behind the `#`, so that it never reaches a log. */
const PATHS = { setup: '/setup', invitation: '/join', password_reset: '/reset-password' } as const;

export type NewTicket = Pick<StoredTicket, 'kind' | 'email' | 'role' | 'userId' | 'createdBy'>;

/** Makes a link that works once. Those of the same kind for the same person end. */
export const issueTicket = async (
  accounts: AccountStore,
  wanted: NewTicket,
  publicUrl: string,
  nowMs: number,
): Promise<Readonly<{ ticket: StoredTicket; url: string }>> => {
  for (const older of await accounts.listTickets(wanted.kind)) {
    if (older.email === wanted.email && older.userId === wanted.userId) await accounts.deleteTicket(older.id);
  }
  const token = newToken();
  const ticket: StoredTicket = {
    ...wanted,
    id: newId('tic'),
    tokenSha256: hashToken(token),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + LIFETIME_MS[wanted.kind],
  };
  await accounts.insertTicket(ticket);
  return { ticket, url: `${publicUrl}${PATHS[wanted.kind]}#token=${token}` };
};

/** The link for the very first account; null where there is one already. */
export const issueSetupLink = async (
  accounts: AccountStore,
  publicUrl: string,
  nowMs: number,
): Promise<string | null> => {
  if ((await accounts.countUsers()) > 0) return null;
  const wanted = { kind: 'setup', email: null, role: 'owner', userId: null, createdBy: 'system' } as const;
  return (await issueTicket(accounts, wanted, publicUrl, nowMs)).url;
};

/** Of a link that is used, too old, or for somebody who is not what he was. */
export const invalidTicket = (): ApiFailure =>
  new ApiFailure('authentication_error', 'invalid_token', 'This link is not valid any more.', {
    status: 403,
    param: 'token',
  });

const refuse = (): never => {
  throw invalidTicket();
};

const isGood = (ticket: StoredTicket | null, kind: StoredTicket['kind'], nowMs: number): boolean =>
  ticket !== null && ticket.kind === kind && ticket.expiresAtMs > nowMs;

/** @throws ApiFailure 403 for a token that is unknown, used, too old, or for something else. */
export const lookAtTicket = async (
  accounts: AccountStore,
  kind: StoredTicket['kind'],
  token: string,
  nowMs: number,
): Promise<StoredTicket> => {
  const ticket = await accounts.findTicket(hashToken(token));
  return ticket !== null && isGood(ticket, kind, nowMs) ? ticket : refuse();
};

/** Like `lookAtTicket`, and takes it away: of two who are as fast, one is refused. */
export const redeemTicket = async (
  accounts: AccountStore,
  kind: StoredTicket['kind'],
  token: string,
  nowMs: number,
): Promise<StoredTicket> => {
  await lookAtTicket(accounts, kind, token, nowMs);
  return (await accounts.redeemTicket(hashToken(token))) ?? refuse();
};
