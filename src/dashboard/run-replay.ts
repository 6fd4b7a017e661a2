import type { z } from 'zod';
import type { Config } from '../config/schema.ts';
import { type EntitySettings, SENSITIVITIES, type Sensitivity } from '../policy/settings.ts';
import type { ScanRecord } from '../records/store.ts';
import type { Replay, ReplayRequest } from './api/loop.ts';
import type { DashboardDeps } from './context.ts';
import { type Comparison, compareRecord, type Judgement, type ReplayPolicy } from './replay.ts';
import { keyNames, rowOfRecord } from './routes/wire.ts';

const PAGE = 500;
const MAX_SAMPLES = 100;
const MAX_KEYS = 50;
/** Below the time that a request may take; what was not looked at by then is said to be missing. */
const TIME_MS = 20_000;

type Wanted = z.output<typeof ReplayRequest> & Readonly<{ fromMs: number; toMs: number }>;
type Sample = Readonly<{ record: ScanRecord; comparison: Comparison }>;
type BySensitivity = Record<Sensitivity, { before: number; after: number }>;

const noCounts = (): BySensitivity => ({
  low: { before: 0, after: 0 },
  medium: { before: 0, after: 0 },
  high: { before: 0, after: 0 },
  paranoid: { before: 0, after: 0 },
});

/** All else goes on, told of, changed or as it is. */
const isStopped = ({ verdict }: Judgement): boolean => verdict === 'blocked';

/** What is blocked at a sensitivity is at every stricter one. */
const count = (counts: BySensitivity, { before, after }: Comparison): void => {
  for (const side of ['before', 'after'] as const) {
    const { loosest } = side === 'before' ? before : after;
    if (loosest === null) continue;
    for (const each of SENSITIVITIES.slice(SENSITIVITIES.indexOf(loosest))) counts[each][side] += 1;
  }
};

/** What a change makes of some requests. */
type Difference = Record<'examined' | 'loosened' | 'tightened' | 'noLongerStopped' | 'newlyStopped', number>;

const noDifference = (): Difference => ({
  examined: 0,
  loosened: 0,
  tightened: 0,
  noLongerStopped: 0,
  newlyStopped: 0,
});

const add = (to: Difference, { change, before, after }: Comparison): void => {
  to.examined += 1;
  if (change !== 'none') to[change] += 1;
  to.noLongerStopped += Number(isStopped(before) && !isStopped(after));
  to.newlyStopped += Number(isStopped(after) && !isStopped(before));
};

const changedIn = ({ loosened, tightened }: Difference): number => loosened + tightened;

/**
 * Judges stored records anew, page by page, so that other requests get their turns; writes nothing.
 *
 * @param signal Ends it early where nobody waits for it any more; what was counted by then is answered.
 */
export const runReplay = async (
  { fromMs, toMs, limit = Number.POSITIVE_INFINITY, ...change }: Wanted,
  effective: Config['policy'],
  { store, scanner, settings, now }: Pick<DashboardDeps, 'store' | 'scanner' | 'settings' | 'now'>,
  signal: AbortSignal,
): Promise<Omit<z.output<typeof Replay>, 'previewToken'>> => {
  const startedAtMs = now();
  const most = Math.min(limit, settings.replayLimit);
  const keys = new Map<string, EntitySettings | null>();
  /** Those of its records alone are read, each once: there may be a hundred thousand. */
  const learnKeys = async (records: readonly ScanRecord[]): Promise<void> => {
    const named = records.map(({ keyId }) => keyId).filter((id) => id !== null);
    const ids = new Set(named.filter((id) => !keys.has(id)));
    for (const id of ids) keys.set(id, null);
    for (const { id, entities } of await store.keysById([...ids])) keys.set(id, entities);
  };
  const policy: ReplayPolicy = {
    settings: { ...effective, injectionThresholds: scanner.thresholds, revision: '' },
    entitiesOf: (keyId) => (keyId === null ? null : (keys.get(keyId) ?? null)),
  };
  const all = noDifference();
  const byKey = new Map<string | null, Difference>();
  const bySensitivity = noCounts();
  const samples: Sample[] = [];
  let cursor: string | null = null;
  const mayGoOn = (): boolean => all.examined < most && now() - startedAtMs < TIME_MS && !signal.aborted;
  do {
    const page: Awaited<ReturnType<typeof store.records>> = await store.records(
      { fromMs, toMs },
      { cursor, limit: Math.min(PAGE, most - all.examined) },
    );
    await learnKeys(page.items);
    for (const record of page.items) {
      const comparison = compareRecord(record, change, policy);
      const ofKey = byKey.get(record.keyId) ?? noDifference();
      byKey.set(record.keyId, ofKey);
      add(all, comparison);
      add(ofKey, comparison);
      count(bySensitivity, comparison);
      if (comparison.change !== 'none' && samples.length < MAX_SAMPLES) samples.push({ record, comparison });
    }
    cursor = page.nextCursor;
    await new Promise<void>((turn) => setImmediate(turn));
  } while (cursor !== null && mayGoOn());
  const ofKeys = [...byKey]
    .filter(([, difference]) => changedIn(difference) > 0)
    .toSorted(([, a], [, b]) => changedIn(b) - changedIn(a))
    .slice(0, MAX_KEYS);
  const shown = [...ofKeys.map(([keyId]) => keyId), ...samples.map(({ record }) => record.keyId)];
  const names = await keyNames(store, shown);
  return {
    ...all,
    isComplete: cursor === null,
    changed: changedIn(all),
    bySensitivity,
    byKey: ofKeys.map(([keyId, difference]) => ({
      keyId,
      keyName: keyId === null ? null : (names.get(keyId) ?? null),
      ...difference,
    })),
    samples: samples.map(({ record, comparison }) => ({
      request: rowOfRecord(record, names, null),
      before: comparison.before.verdict,
      after: comparison.after.verdict,
    })),
  };
};
