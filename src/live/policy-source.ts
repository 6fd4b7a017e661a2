import type { PolicyDocument } from '../config/policy-layer.ts';
import type { Config } from '../config/schema.ts';
import type { PolicyStore, SettingsRevision, StoredExclusion } from '../records/ports/policy.ts';
import type { CheckedPolicy } from './check-policy.ts';

/** What a running processor asks of the store. */
export type PolicyReader = Pick<
  PolicyStore,
  'policyVersion' | 'currentSettings' | 'getSettings' | 'listExclusions' | 'addExclusionHits'
>;

/** All that a runtime is built from. */
export type InForce = Readonly<{
  policy: Config['policy'];
  /** Of the dashboard's settings in it; 0 where it has none. */
  revision: number;
  exclusions: readonly StoredExclusion[];
}>;

export type PolicySourceDeps<Runtime> = Readonly<{
  store: Omit<PolicyReader, 'addExclusionHits'>;
  /** What file and environment say under `policy`. */
  layer: PolicyDocument;
  check: (own: PolicyDocument, layer: PolicyDocument) => Promise<CheckedPolicy>;
  /** Builds what requests run by. Gives others a turn where it takes long. */
  build: (inForce: InForce) => Promise<Runtime>;
  /** Has itself told of changes at once, where the store can; polling goes on besides. @returns Takes that back. */
  onPolicyChange?: (nudge: () => void) => () => void;
  /** A policy was taken up. @param isNewest False where the newest was refused and an older one stands in for it. */
  onTaken: (taken: Pick<InForce, 'policy' | 'revision'>, isNewest: boolean) => void;
  /** The newest was refused; what was in force stays. */
  onRefused: (revision: number, problems: readonly string[]) => void;
  /** The store could not be asked, for the first time since it could; what was in force stays. */
  onError: (error: unknown) => void;
}>;

/** What is in force, and follows the dashboard. */
export type PolicySource<Runtime> = Readonly<{
  /** Reads the store and begins to follow it. Rejects where it cannot be read. */
  start: () => Promise<void>;
  /** One frozen value: whoever begins with it ends with it. @throws Error before `start`. */
  current: () => Runtime;
  /** Asks the store now. Resolves when what it said is in force, or was refused. */
  refresh: () => Promise<void>;
  /** What file and environment say has changed. Resolves like `refresh`. */
  setLayer: (layer: PolicyDocument) => Promise<void>;
  close: () => void;
}>;

/** A change is to be in force within a second, also where its notice was lost: most of that is left for reading and building. */
const POLL_MS = 250;
/** How many revisions a start goes back where the newest cannot be read. */
const MAX_STEPS_BACK = 50;

const NOTHING: Pick<SettingsRevision, 'revision' | 'own'> = { revision: 0, own: {} };
type Own = typeof NOTHING;
type Good = Readonly<{ own: Own; policy: Config['policy'] }>;

/**
 * Puts the policy together: defaults < dashboard < file and environment. A document that does not pass (one that a newer
 * version wrote, say) changes nothing; at a start, where nothing is in force yet, the newest older one that passes is taken.
 */
export const createPolicySource = <Runtime extends object>(
  deps: PolicySourceDeps<Runtime>,
): PolicySource<Runtime> => {
  const { store } = deps;
  let layer = deps.layer;
  let version: string | null = null;
  let current: Runtime | null = null;
  /** What is in force. */
  let good: Good | null = null;
  /** What was tried last, to be told of a fault once. */
  let tried: Readonly<{ revision: number; layer: PolicyDocument }> | null = null;

  /** What may stand in for the newest, the best first. */
  async function* standIns(newest: Own): AsyncGenerator<Own, void, void> {
    if (good !== null) {
      // A new file with the dashboard's last good document; else all stays as it is.
      yield good.own;
      return;
    }
    const last = Math.max(1, newest.revision - MAX_STEPS_BACK);
    for (let revision = newest.revision - 1; revision >= last; revision -= 1) {
      const older = await store.getSettings(revision);
      if (older !== null) yield older;
    }
    yield NOTHING;
  }

  const findStandIn = async (newest: Own, inLayer: PolicyDocument): Promise<Good | null> => {
    for await (const own of standIns(newest)) {
      const checked = await deps.check(own.own, inLayer);
      if (checked.ok) return { own, policy: checked.policy };
    }
    return null;
  };

  /** The policy to be in force, where it is another one than before. */
  const choose = async (newest: Own, inLayer: PolicyDocument): Promise<Good | null> => {
    const checked = await deps.check(newest.own, inLayer);
    if (checked.ok) return { own: newest, policy: checked.policy };
    deps.onRefused(newest.revision, checked.problems);
    return findStandIn(newest, inLayer);
  };

  const take = async (newest: Own, exclusions: readonly StoredExclusion[]): Promise<void> => {
    const inLayer = layer;
    const isTried = tried?.revision === newest.revision && tried.layer === inLayer;
    const chosen = (isTried ? null : await choose(newest, inLayer)) ?? good;
    if (chosen === null) throw new Error('neither the dashboard’s settings nor the file’s can be read');
    const { own, policy } = chosen;
    tried = { revision: newest.revision, layer: inLayer };
    try {
      current = Object.freeze(await deps.build({ policy, revision: own.revision, exclusions }));
    } catch (error) {
      deps.onRefused(newest.revision, ['it cannot be built']);
      throw error;
    }
    good = chosen;
    deps.onTaken({ policy, revision: own.revision }, own.revision === newest.revision);
  };

  const follow = async (): Promise<void> => {
    // Asked first: a change between the questions is then read twice, never missed.
    const now = await store.policyVersion();
    if (now === version && layer === tried?.layer) return;
    const [newest, exclusions] = await Promise.all([store.currentSettings(), store.listExclusions(false)]);
    await take(newest ?? NOTHING, exclusions);
    version = now;
  };

  let running: Promise<void> | null = null;
  let queued: Promise<void> | null = null;
  let isAway = false;
  const run = (): Promise<void> => {
    running = follow()
      .then(
        () => {
          isAway = false;
        },
        (error: unknown) => {
          if (!isAway) deps.onError(error);
          isAway = true;
        },
      )
      .finally(() => {
        running = null;
      });
    return running;
  };
  /** One that begins after this call, so that it sees all that was stored before. */
  const refresh = (): Promise<void> => {
    if (running === null) return run();
    queued ??= running.then(() => {
      queued = null;
      return run();
    });
    return queued;
  };

  let timer: NodeJS.Timeout | null = null;
  let unsubscribe = (): void => undefined;
  return {
    start: async () => {
      await follow();
      unsubscribe = deps.onPolicyChange?.(() => void refresh()) ?? unsubscribe;
      timer = setInterval(() => {
        if (running === null) void run();
      }, POLL_MS).unref();
    },
    current: () => {
      if (current === null) throw new Error('the policy has not been read yet');
      return current;
    },
    refresh,
    setLayer: (next) => {
      layer = next;
      return refresh();
    },
    close: () => {
      if (timer !== null) clearInterval(timer);
      unsubscribe();
    },
  };
};
