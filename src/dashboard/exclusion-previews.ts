import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ExclusionScope } from '../policy/exclusions.ts';
import type { SecretStore } from '../records/queries/secrets.ts';

/** What somebody was shown of an exclusion before it was there. */
export type Preview = Readonly<{ atMs: number; examined: number; changed: number }>;

export type ExclusionPreviews = Readonly<{
  /** A token that says: this user has been shown what this scope would have changed. */
  issue: (userId: string, scope: ExclusionScope, shown: Omit<Preview, 'atMs'>) => Promise<string>;
  /** @returns What was shown; `foreign` where the token is none, or of another scope or user. */
  read: (token: string, userId: string, scope: ExclusionScope) => Promise<Preview | 'foreign' | 'expired'>;
}>;

const SECRET_BYTES = 32;
/** Clocks of two replicas may differ by so much. */
const SKEW_MS = 60_000;
const TOKEN = /^(\d{1,16})\.(\d{1,9})\.(\d{1,9})\.([\w-]{43})$/;

/**
 * Nothing is kept of a preview: its token is signed with a secret that all replicas of the dashboard share, over who asked,
 * for what, and what the answer was.
 */
export const createExclusionPreviews = (
  store: Pick<SecretStore, 'getOrCreateSecret'>,
  { validMs, now }: Readonly<{ validMs: number; now: () => number }>,
): ExclusionPreviews => {
  let secret: Uint8Array | null = null;

  const sign = async (
    { atMs, examined, changed }: Preview,
    userId: string,
    scope: ExclusionScope,
  ): Promise<Buffer> => {
    secret ??= await store.getOrCreateSecret('exclusion-previews', SECRET_BYTES);
    const { ruleId, subType, keyId, role, direction, fingerprint } = scope;
    const said = [userId, atMs, examined, changed, ruleId, subType, keyId, role, direction, fingerprint];
    return createHmac('sha256', secret).update(JSON.stringify(said)).digest();
  };

  return {
    issue: async (userId, scope, shown) => {
      const preview = { ...shown, atMs: now() };
      const signature = await sign(preview, userId, scope);
      return [preview.atMs, shown.examined, shown.changed, signature.toString('base64url')].join('.');
    },
    read: async (token, userId, scope) => {
      const [, atMs, examined, changed, signature = ''] = TOKEN.exec(token) ?? [];
      const preview = { atMs: Number(atMs), examined: Number(examined), changed: Number(changed) };
      const expected = await sign(preview, userId, scope);
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'foreign';
      const ageMs = now() - preview.atMs;
      return ageMs > validMs || ageMs < -SKEW_MS ? 'expired' : preview;
    },
  };
};
