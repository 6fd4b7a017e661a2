import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import type { Api, Call } from '../api-router.ts';
import { OidcAttempt, type OidcClient } from '../auth/oidc.ts';
import { accountOf } from '../auth/oidc-account.ts';
import { cookieName, cookieOptions } from '../auth/sessions.ts';
import type { DashboardDeps } from '../context.ts';
import { ApiFailure } from '../failure.ts';
import { createBegin, tooMany } from './sign-in.ts';

const MINUTES = 10;

const readAttempt = (cookie: string | undefined): OidcAttempt => {
  try {
    return OidcAttempt.parse(JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString('utf8')));
  } catch {
    throw new ApiFailure('authentication_error', 'oidc_expired', 'This sign-in took too long; try again.');
  }
};

export const oidcRoutes = (api: Api, deps: DashboardDeps): void => {
  const { store, now, settings, throttle, metrics } = deps;
  const countSignIn = (result: 'succeeded' | 'failed' | 'throttled'): void =>
    metrics.signIns.inc({ by: 'oidc', result });
  const begin = createBegin(api, deps);
  const name = cookieName('oidc', settings.insecureCookies);
  const options = cookieOptions(settings.insecureCookies);

  const client = (): OidcClient => {
    if (deps.oidc !== null) return deps.oidc;
    throw new ApiFailure('invalid_request_error', 'not_found', 'No sign-in provider is configured.', {
      status: 404,
    });
  };

  /** A person is waiting in a browser: the page says it in words. */
  const sayNo = (c: Context, error: unknown): Response => {
    if (!(error instanceof ApiFailure)) throw error;
    return c.redirect(`/sign-in?error=${encodeURIComponent(error.code)}`, 302);
  };

  /** Anybody may come here with anything: beyond the first few of an address failures are counted, and fill no audit log. */
  const auditFailure = async (call: Call<unknown, unknown>, code: string): Promise<void> => {
    if (!(await throttle.isAmongFirst(call.address, 'oidc-failure'))) return;
    await api.audit(call, 'session.failed', null, { by: 'oidc', code });
  };

  const refuseThrottled = (waitMs: number): void => {
    if (waitMs === 0) return;
    countSignIn('throttled');
    throw tooMany(waitMs);
  };

  /** A provider that is down is nobody's failure. */
  const startOnce = async (address: string) => {
    try {
      return await client().start();
    } finally {
      await throttle.start.succeed(address);
    }
  };

  const startUrl = async (c: Context, address: string): Promise<string> => {
    refuseThrottled(await throttle.start.attempt(address));
    const { url, attempt } = await startOnce(address);
    const cookie = Buffer.from(JSON.stringify(attempt)).toString('base64url');
    setCookie(c, name, cookie, { ...options, maxAge: MINUTES * 60 });
    return url;
  };

  api.raw(
    'GET /oidc/start',
    { summary: 'Go to the sign-in provider', tag: 'Sign-in', produces: [] },
    async ({ c, address }) => {
      client();
      try {
        return c.redirect(await startUrl(c, address), 302);
      } catch (error) {
        return sayNo(c, error);
      }
    },
  );

  api.raw(
    'GET /oidc/callback',
    {
      summary: 'Where the sign-in provider sends people back to',
      tag: 'Sign-in',
      produces: [],
      query: z.object({
        code: z.string().max(4000).optional(),
        state: z.string().max(4000).optional(),
        iss: z.string().max(2000).optional(),
        session_state: z.string().max(4000).optional(),
        error: z.string().max(200).optional(),
        error_description: z.string().max(2000).optional(),
        error_uri: z.string().max(2000).optional(),
        scope: z.string().max(2000).optional(),
      }),
    },
    async (call) => {
      const { c } = call;
      client();
      try {
        const attempt = readAttempt(getCookie(c, name));
        setCookie(c, name, '', { ...options, maxAge: 0 });
        // Whoever sends the cookie may have made it himself: nobody has the provider asked as often as he likes.
        refuseThrottled(await throttle.provider.attempt(call.address));
        const identity = await client().finish(new URL(c.req.url), attempt);
        const user = await accountOf(
          {
            accounts: store,
            settings: settings.oidc,
            nowMs: now(),
            endSessions: api.sessions.end,
            onLink: ({ id, email }) => api.audit(call, 'user.link', id, { email, by: 'oidc' }),
            onRoleChange: ({ id, email, role: before }, role) =>
              api.audit(call, 'user.change', id, { email, before, role, by: 'oidc' }),
          },
          identity,
        );
        if (user.disabledAtMs !== null) {
          throw new ApiFailure('permission_error', 'account_disabled', 'This account is switched off.');
        }
        await throttle.provider.succeed(call.address);
        await store.updateUser(user.id, { lastSignInAtMs: now() });
        await begin(call, user, 'session.begin', { by: 'oidc' });
        countSignIn('succeeded');
        return c.redirect('/', 302);
      } catch (error) {
        if (error instanceof ApiFailure && error.type !== 'rate_limit_error') {
          countSignIn('failed');
          await auditFailure(call, error.code);
        }
        return sayNo(c, error);
      }
    },
  );
};
