import { isDeepStrictEqual } from 'node:util';
import type { KeyStore, StoredKey } from '../../../src/records/store.ts';

/** A key store in memory that counts its calls and fails while `isDown`. */
export const createFakeKeyStore = () => {
  const keys = new Map<string, StoredKey>();
  const successors = new Map<string, string>();
  const state = { isDown: false, delayMs: 0, versionCalls: 0, listCalls: 0, revision: 0 };
  const touched: ReadonlyMap<string, number>[] = [];

  const reach = async (): Promise<void> => {
    if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    if (state.isDown) throw new Error('store is down');
  };
  const update = async (id: string, change: Partial<StoredKey>): Promise<boolean> => {
    await reach();
    const key = keys.get(id);
    if (key === undefined) return false;
    keys.set(id, { ...key, ...change });
    state.revision += 1;
    return true;
  };

  const store: KeyStore = {
    listKeys: async () => {
      state.listCalls += 1;
      await reach();
      return [...keys.values()];
    },
    keysById: async (ids) => {
      await reach();
      return ids.flatMap((id) => keys.get(id) ?? []);
    },
    insertKey: async (key) => {
      await reach();
      keys.set(key.id, key);
      state.revision += 1;
    },
    revokeKey: (id, atMs) => update(id, { revokedAtMs: atMs }),
    replaceKey: async (old, successor, endsAtMs) => {
      await reach();
      const current = keys.get(old.id);
      const next = keys.get(successors.get(old.id) ?? '');
      const isInForce = next?.revokedAtMs === null && (next.expiresAtMs ?? Infinity) > successor.createdAtMs;
      if (next !== undefined && isInForce) return { successorId: next.id };
      if (!isDeepStrictEqual(current, { ...old, lastUsedAtMs: current?.lastUsedAtMs })) return 'changed';
      if ((old.expiresAtMs ?? Infinity) <= successor.createdAtMs) return 'expired';
      keys.set(old.id, { ...old, expiresAtMs: endsAtMs });
      keys.set(successor.id, successor);
      successors.set(old.id, successor.id);
      state.revision += 1;
      return 'done';
    },
    deleteKey: async (id) => {
      await reach();
      state.revision += 1;
      return keys.delete(id);
    },
    touchKeys: async (usedAtMs) => {
      await reach();
      touched.push(usedAtMs);
      for (const [id, atMs] of usedAtMs) {
        const key = keys.get(id);
        if (key !== undefined) keys.set(id, { ...key, lastUsedAtMs: atMs });
      }
    },
    keysVersion: async () => {
      state.versionCalls += 1;
      await reach();
      return String(state.revision);
    },
  };
  return { store, state, touched };
};
