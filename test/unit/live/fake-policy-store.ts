import type { PolicyReader } from '../../../src/live/policy-source.ts';
import type { SettingsRevision, StoredExclusion } from '../../../src/records/ports/policy.ts';

export const exclusionOf = (
  id: string,
  scope: Partial<StoredExclusion['scope']>,
  rest: Partial<StoredExclusion> = {},
): StoredExclusion => ({
  id,
  comment: '',
  owner: 'ann@example.com',
  createdAtMs: 0,
  expiresAtMs: null,
  endedAtMs: null,
  feedbackId: null,
  hitCount: 0,
  lastHitAtMs: null,
  ...rest,
  scope: {
    ...{ ruleId: null, subType: null, keyId: null, role: null, direction: null, fingerprint: null },
    ...scope,
  },
});

/** Settings and exclusions in memory, as another process would change them; counts its calls and fails while `isDown`. */
export const createFakePolicyStore = () => {
  const revisions: SettingsRevision[] = [];
  let exclusions: readonly StoredExclusion[] = [];
  const hits = new Map<string, number>();
  const state = { isDown: false, versionCalls: 0, readCalls: 0, version: 0 };

  const reach = async (): Promise<void> => {
    if (state.isDown) throw new Error('store is down');
  };
  const store: PolicyReader = {
    policyVersion: async () => {
      state.versionCalls += 1;
      await reach();
      return String(state.version);
    },
    currentSettings: async () => {
      state.readCalls += 1;
      await reach();
      return revisions.at(-1) ?? null;
    },
    getSettings: async (revision) => {
      await reach();
      return revisions.find((each) => each.revision === revision) ?? null;
    },
    listExclusions: async () => {
      await reach();
      return exclusions;
    },
    addExclusionHits: async (added) => {
      await reach();
      for (const [id, { count }] of added) hits.set(id, (hits.get(id) ?? 0) + count);
    },
  };
  return {
    store,
    state,
    hits,
    revision: (): number => revisions.length,
    set: (own: SettingsRevision['own']): void => {
      const revision = revisions.length + 1;
      revisions.push({ revision, createdAtMs: 0, author: 'ann@example.com', comment: '', own });
      state.version += 1;
    },
    exclude: (...all: readonly StoredExclusion[]): void => {
      exclusions = all;
      state.version += 1;
    },
  };
};
