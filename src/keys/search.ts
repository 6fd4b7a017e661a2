import type { StoredKey } from '../records/store.ts';

export const KEY_STATUSES = ['active', 'expired', 'revoked', 'ending'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** A key that ends so soon is one that was rotated, or is about to be. */
const ENDING_MS = 7 * 86_400_000;

export const statusOf = ({ revokedAtMs, expiresAtMs }: StoredKey, nowMs: number): KeyStatus => {
  if (revokedAtMs !== null && revokedAtMs <= nowMs) return 'revoked';
  if (expiresAtMs === null) return 'active';
  if (expiresAtMs <= nowMs) return 'expired';
  return expiresAtMs - nowMs < ENDING_MS ? 'ending' : 'active';
};

export type WantedKeys = Readonly<{
  search?: string | undefined;
  status?: readonly KeyStatus[] | undefined;
  id?: readonly string[] | undefined;
}>;

/** Of a key that somebody pastes: no more of it is stored in the open. */
const BEGINNING = /\bpcl_\w{4}/i;

/** As people write it: `É` is found by `é`, and a letter with its accent behind it by the letter that has one. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

const has = ({ name, id, displayPrefix }: StoredKey, text: string): boolean => {
  const wanted = folded(BEGINNING.exec(text)?.[0] ?? text.trim());
  return [name, id, displayPrefix].some((each) => folded(each).includes(wanted));
};

/** Whether a key is one of those that are looked for. */
export const agrees = (key: StoredKey, { search, status, id }: WantedKeys, nowMs: number): boolean =>
  (id === undefined || id.includes(key.id)) &&
  (status === undefined || status.length === 0 || status.includes(statusOf(key, nowMs))) &&
  (search === undefined || has(key, search));
