import type { StoredUser } from '../../records/ports/accounts.ts';
import type { Api, Call } from '../api-router.ts';
import type { DashboardDeps } from '../context.ts';
import { ApiFailure } from '../failure.ts';

/** What all ways to sign in by a password or a link share. */

export const TAG = 'Sign-in';

export const tooMany = (retryAfterMs: number): ApiFailure =>
  new ApiFailure('rate_limit_error', 'too_many_attempts', 'Too many attempts; wait before the next one.', {
    retryAfterMs,
  });

/** Begins the session of somebody who has shown who he is. */
type BeginSession = (
  call: Call<unknown, unknown>,
  user: StoredUser,
  action: string,
  details?: Readonly<Record<string, unknown>>,
) => Promise<void>;

export const createBegin =
  (api: Api, { store }: DashboardDeps): BeginSession =>
  async (call, user, action, details = {}) => {
    const session = await api.sessions.begin(call.c, user, call.address);
    const still = await store.getUser(user.id);
    // All sessions end with a new password and with the account: not before one that is just being opened.
    if (still === null || still.passwordHash !== user.passwordHash || still.disabledAtMs !== null) {
      await api.sessions.end(user.id, session.id);
      api.sessions.forget(call.c);
      throw new ApiFailure('authentication_error', 'wrong_credentials', 'E-mail or password is wrong.');
    }
    await api.audit({ caller: { user, session }, address: call.address }, action, user.id, details);
  };

type Throttled = <T>(address: string, subject: string, work: () => Promise<T>) => Promise<T>;

/** For guesses that name no account: tokens of links. */
export const createThrottled =
  ({ throttle }: DashboardDeps): Throttled =>
  async (address, subject, work) => {
    const waitMs = await throttle.attempt(address, subject, true);
    if (waitMs > 0) throw tooMany(waitMs);
    const result = await work();
    await throttle.succeed(address, subject);
    return result;
  };
