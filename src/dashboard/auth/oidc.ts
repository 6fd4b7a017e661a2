import * as client from 'openid-client';
import { z } from 'zod';
import type { Config } from '../../config/schema.ts';
import { ApiFailure } from '../failure.ts';

/** What has to be remembered in the browser between leaving and coming back. */
export const OidcAttempt = z.object({
  state: z.string().min(20).max(200),
  nonce: z.string().min(20).max(200),
  verifier: z.string().min(20).max(200),
});
export type OidcAttempt = z.output<typeof OidcAttempt>;

/** Whom the provider says it is. */
export type OidcIdentity = Readonly<{
  /** `issuer subject`. */
  subject: string;
  /** In lower case; null where the provider gave none that it has verified. */
  verifiedEmail: string | null;
  name: string | null;
  /** What the role claim says, as it stands there. */
  roles: readonly string[];
}>;

export type OidcClient = Readonly<{
  name: string;
  start: () => Promise<Readonly<{ url: string; attempt: OidcAttempt }>>;
  /** @throws ApiFailure where the answer does not fit the attempt, or the provider says no. */
  finish: (callbackUrl: URL, attempt: OidcAttempt) => Promise<OidcIdentity>;
}>;

const RETRY_DISCOVERY_MS = 5000;
const MAX_NAME_CHARS = 100;

const Claims = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  name: z.string().optional().catch(undefined),
});

/** What is neither true nor left out says no. */
const Email = z.object({
  email: z.email().max(254).toLowerCase().optional().catch(undefined),
  email_verified: z
    .union([z.boolean(), z.literal('true').transform(() => true)])
    .optional()
    .catch(false),
});

type Said = Readonly<Record<string, unknown>>;

/**
 * Who says that an e-mail is verified says it of the one that he names: the ID token, or where that names none the further
 * claims. Where the ID token leaves open whether it is, they count if they name the same.
 */
const verifiedEmailIn = (idToken: Said, further: Said): string | null => {
  const [own, other] = [Email.parse(idToken), Email.parse(further)];
  const isOpen = own.email === undefined || (own.email_verified === undefined && own.email === other.email);
  const { email, email_verified: isVerified } = isOpen ? other : own;
  return isVerified === true ? (email ?? null) : null;
};

const rolesIn = (value: unknown): readonly string[] => {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item) => typeof item === 'string');
};

/** As the store can keep it: without NUL and halves of characters, and cut between two of them. */
const nameIn = (given: string): string =>
  [...given.toWellFormed().replaceAll('\0', '').trim()].slice(0, MAX_NAME_CHARS).join('');

const toIdentity = (idToken: Said, further: Said, roleClaim: string | undefined): OidcIdentity => {
  const known = Claims.parse({ ...further, ...idToken });
  const name = nameIn(known.name ?? '');
  return {
    subject: `${known.iss} ${known.sub}`,
    verifiedEmail: verifiedEmailIn(idToken, further),
    name: name === '' ? null : name,
    roles: roleClaim === undefined ? [] : rolesIn(known[roleClaim]),
  };
};

/**
 * Sign-in with authorisation code, PKCE, state and nonce. The provider is asked for its addresses at the first sign-in,
 * so that it may be down when the dashboard starts.
 *
 * @param now Milliseconds.
 */
export const createOidcClient = (
  settings: Config['dashboard']['oidc'],
  publicUrl: string,
  now: () => number,
): OidcClient | null => {
  const { issuer, clientId, clientSecret, roleClaim } = settings;
  if (issuer === undefined || clientId === undefined) return null;
  const redirectUri = `${publicUrl}/api/v1/oidc/callback`;
  let discovered: Promise<client.Configuration> | null = null;
  let failedAtMs = Number.NEGATIVE_INFINITY;

  const unavailable = (): ApiFailure =>
    new ApiFailure('server_error', 'oidc_unavailable', 'The sign-in provider does not answer.', {
      status: 503,
    });

  const discover = async (): Promise<client.Configuration> => {
    const isPlain = new URL(issuer).protocol === 'http:';
    try {
      return await client.discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret),
        isPlain ? { execute: [client.allowInsecureRequests], timeout: 10 } : { timeout: 10 },
      );
    } catch {
      discovered = null;
      failedAtMs = now();
      throw unavailable();
    }
  };

  const configuration = (): Promise<client.Configuration> => {
    if (Math.abs(now() - failedAtMs) < RETRY_DISCOVERY_MS) throw unavailable();
    discovered ??= discover();
    return discovered;
  };

  return {
    name: settings.name,
    start: async () => {
      const attempt: OidcAttempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
      });
      return { url: url.href, attempt };
    },
    finish: async (callbackUrl, attempt) => {
      const config = await configuration();
      // What the browser asked behind a proxy may have another host: the provider knows the public one.
      const seen = new URL(redirectUri);
      seen.search = callbackUrl.search;
      try {
        const tokens = await client.authorizationCodeGrant(config, seen, {
          pkceCodeVerifier: attempt.verifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('no ID token');
        // Some providers name e-mail and roles only here.
        const isComplete =
          typeof claims['email'] === 'string' && (roleClaim === undefined || roleClaim in claims);
        const more = isComplete ? {} : await userInfo(config, tokens.access_token, claims.sub);
        return toIdentity(claims, more, roleClaim);
      } catch (error) {
        throw new ApiFailure(
          'authentication_error',
          'oidc_failed',
          'The sign-in provider did not let you in.',
          {
            ...(error instanceof Error ? { param: error.name } : {}),
          },
        );
      }
    },
  };
};

const userInfo = async (
  config: client.Configuration,
  accessToken: string,
  subject: string,
): Promise<Readonly<Record<string, unknown>>> =>
  config.serverMetadata().userinfo_endpoint === undefined
    ? {}
    : client.fetchUserInfo(config, accessToken, subject);
