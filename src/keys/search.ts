import type { StoredKey } from '../records/store.ts';

export const KEY_STATUSES = ['active', 'expired', 'revoked', 'ending'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** A key that ends so soon is one that was rotated, or is about to be. */
const ENDING_MS = 7 * 86_400_000;

type Ends = Pick<StoredKey, 'revokedAtMs' | 'expiresAtMs'>;

export const statusOf = ({ revokedAtMs, expiresAtMs }: Ends, nowMs: number): KeyStatus => {
  if (revokedAtMs !== null && revokedAtMs <= nowMs) return 'revoked';
  if (expiresAtMs === null) return 'active';
  if (expiresAtMs <= nowMs) return 'expired';
  return expiresAtMs - nowMs < ENDING_MS ? 'ending' : 'active';
};

export type WantedKeys = Readonly<{
  search?: string | undefined;
  status?: readonly KeyStatus[] | undefined;
}>;

/** Of a key that somebody pastes: no more of it is stored in the open. */
const BEGINNING = /\bpcl_\w{4}/i;

/** As people write it: `É` is found by `é`, and a letter with its accent behind it by the letter that has one. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** All that a key is searched by, in one text; none of it holds NUL. */
export const searchedText = ({
  name,
  id,
  displayPrefix,
}: Pick<StoredKey, 'name' | 'id' | 'displayPrefix'>): string => folded(`${name}\0${id}\0${displayPrefix}`);

export type SearchedKey = Ends & Readonly<{ searched: string }>;

/** Whether a key is one of those that are looked for. */
export const createKeyFilter = (
  { search, status = [] }: WantedKeys,
  nowMs: number,
): ((key: SearchedKey) => boolean) => {
  const text = search === undefined ? '' : folded(BEGINNING.exec(search)?.[0] ?? search.trim());
  return (key) =>
    (status.length === 0 || status.includes(statusOf(key, nowMs))) && key.searched.includes(text);
};
