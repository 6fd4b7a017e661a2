import { type SearchedKey, searchedText } from '../keys/search.ts';
import type { KeyStore, StoredKey } from '../records/store.ts';

/** What keys are looked for and put in order by; all else is read for those that are shown. */
export type IndexedKey = SearchedKey & Pick<StoredKey, 'id' | 'createdAtMs'>;

const toIndexed = (key: StoredKey): IndexedKey => ({
  id: key.id,
  createdAtMs: key.createdAtMs,
  expiresAtMs: key.expiresAtMs,
  revokedAtMs: key.revokedAtMs,
  searched: searchedText(key),
});

/** The newest first. */
export const indexed = (keys: readonly StoredKey[]): readonly IndexedKey[] =>
  keys.map(toIndexed).sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1));

/**
 * All keys as they are searched, read again only where one of them was changed: there may be a hundred thousand, and every
 * letter that somebody types asks for them. When keys were last used is not told by their version, and is no part of it.
 */
export const createKeyIndex = (
  store: Pick<KeyStore, 'listKeys' | 'keysVersion'>,
): (() => Promise<readonly IndexedKey[]>) => {
  let known: Readonly<{ version: string; keys: Promise<readonly IndexedKey[]> }> | null = null;
  return async () => {
    // Asked first: a change between the two questions is then read twice, never missed.
    const version = await store.keysVersion();
    if (known?.version === version) return known.keys;
    const keys = store.listKeys().then(indexed);
    const mine = { version, keys };
    known = mine;
    try {
      return await keys;
    } catch (error) {
      if (known === mine) known = null;
      throw error;
    }
  };
};
