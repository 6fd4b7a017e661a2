import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { AccountStore, StoredSession, StoredUser } from '../../records/ports/accounts.ts';
import { UNATTENDED } from '../api/unattended.ts';
import { hashToken, newId, newToken } from './tokens.ts';

const HOUR_MS = 3_600_000;
const LONGEST_MS = 7 * 24 * HOUR_MS;
/** A session is not written anew for each of its requests. */
const TOUCH_EVERY_MS = 60_000;
const MAX_AGENT_CHARS = 200;
const MAX_SESSIONS = 50;
const TOKEN = /^[\w-]{43}$/;

export type SignedIn = Readonly<{ session: StoredSession; user: StoredUser }>;

export type Sessions = Readonly<{
  /** Makes a session and puts its cookie into the answer. Whatever session the browser had before ends. */
  begin: (c: Context, user: StoredUser, address: string) => Promise<StoredSession>;
  /** Whose request this is; null for nobody's. The session gets no longer by it. */
  find: (c: Context) => Promise<SignedIn | null>;
  /** The same for what somebody does: the session lives on, unless the page says that it asked by itself. */
  use: (c: Context) => Promise<SignedIn | null>;
  forget: (c: Context) => void;
  /** Ends one of somebody's sessions, or all of them. @returns How many there were. */
  end: (userId: string, onlyId?: string) => Promise<number>;
  /** Told whenever sessions of this account were ended in this process. @returns How to listen no more. */
  watch: (userId: string, onEnd: () => void) => () => void;
}>;

type SessionOptions = Readonly<{
  accounts: AccountStore;
  sessionHours: number;
  insecureCookies: boolean;
  now: () => number;
}>;

/** `__Host-` binds a cookie to this very host, and browsers keep it only over TLS or on localhost. */
export const cookieName = (name: string, insecureCookies: boolean): string =>
  insecureCookies ? `portcullis-${name}` : `__Host-portcullis-${name}`;

export const cookieOptions = (insecureCookies: boolean) =>
  ({ path: '/', httpOnly: true, secure: !insecureCookies, sameSite: 'Lax' }) as const;

export const createSessions = ({
  accounts,
  sessionHours,
  insecureCookies,
  now,
}: SessionOptions): Sessions => {
  const name = cookieName('session', insecureCookies);
  const idleMs = sessionHours * HOUR_MS;
  const endOf = (createdAtMs: number): number => Math.min(now() + idleMs, createdAtMs + LONGEST_MS);

  const watchers = new Map<string, Set<() => void>>();

  const watch: Sessions['watch'] = (userId, onEnd) => {
    const all = watchers.get(userId) ?? new Set();
    watchers.set(userId, all.add(onEnd));
    return () => {
      all.delete(onEnd);
      if (all.size === 0 && watchers.get(userId) === all) watchers.delete(userId);
    };
  };

  const end: Sessions['end'] = async (userId, onlyId) => {
    const count = await accounts.deleteSessions(userId, onlyId === undefined ? {} : { onlyId });
    for (const onEnd of watchers.get(userId) ?? []) onEnd();
    return count;
  };

  const read = async (c: Context): Promise<SignedIn | null> => {
    const token = getCookie(c, name);
    return token === undefined || !TOKEN.test(token) ? null : accounts.findSession(hashToken(token));
  };

  /** Of a browser that is never closed, and of scripts that sign in each time, the oldest sessions go. */
  const dropOldest = async (userId: string): Promise<void> => {
    const all = [...(await accounts.listSessions(userId))].sort((a, b) => b.lastSeenAtMs - a.lastSeenAtMs);
    for (const { id } of all.slice(MAX_SESSIONS - 1)) await end(userId, id);
  };

  const find: Sessions['find'] = async (c) => {
    const found = await read(c);
    if (found === null || found.user.disabledAtMs !== null) return null;
    const { session } = found;
    return session.expiresAtMs <= now() || session.createdAtMs + LONGEST_MS <= now() ? null : found;
  };

  return {
    begin: async (c, user, address) => {
      const before = await read(c);
      if (before !== null) await end(before.user.id, before.session.id);
      await dropOldest(user.id);
      const token = newToken();
      const session: StoredSession = {
        id: newId('ses'),
        tokenSha256: hashToken(token),
        userId: user.id,
        createdAtMs: now(),
        lastSeenAtMs: now(),
        expiresAtMs: endOf(now()),
        userAgent: (c.req.header('user-agent') ?? '').slice(0, MAX_AGENT_CHARS),
        address,
      };
      await accounts.insertSession(session);
      setCookie(c, name, token, { ...cookieOptions(insecureCookies), maxAge: LONGEST_MS / 1000 });
      return session;
    },
    find,
    use: async (c) => {
      const found = await find(c);
      if (found === null || c.req.header(UNATTENDED) !== undefined) return found;
      const { session } = found;
      if (now() - session.lastSeenAtMs > TOUCH_EVERY_MS) {
        await accounts.touchSession(session.id, now(), endOf(session.createdAtMs));
      }
      return found;
    },
    forget: (c) => {
      deleteCookie(c, name, cookieOptions(insecureCookies));
    },
    end,
    watch,
  };
};
