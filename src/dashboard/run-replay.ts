import type { z } from 'zod';
import type { Config } from '../config/schema.ts';
import type { ScanRecord } from '../records/store.ts';
import type { Replay, ReplayRequest } from './api/loop.ts';
import type { DashboardDeps } from './context.ts';
import { type Comparison, compareRecord, type ReplayPolicy } from './replay.ts';
import { keyNames, rowOfRecord } from './routes/wire.ts';

const PAGE = 500;
const MAX_SAMPLES = 100;
/** Below the time that a request may take; what was not looked at by then is said to be missing. */
const TIME_MS = 20_000;

type Wanted = z.output<typeof ReplayRequest>;
type Sample = Readonly<{ record: ScanRecord; comparison: Comparison }>;

/** Judges stored records anew, page by page, so that other requests get their turns; writes nothing. */
export const runReplay = async (
  { fromMs, toMs, exclusion, sensitivity, mode }: Wanted,
  effective: Config['policy'],
  { store, scanner, settings, now }: Pick<DashboardDeps, 'store' | 'scanner' | 'settings' | 'now'>,
): Promise<z.output<typeof Replay>> => {
  const startedAtMs = now();
  const keys = new Map((await store.listKeys()).map((key) => [key.id, key.entities]));
  const policy: ReplayPolicy = {
    settings: { ...effective, injectionThresholds: scanner.thresholds, revision: '' },
    entitiesOf: (keyId) => (keyId === null ? null : (keys.get(keyId) ?? null)),
  };
  const counts = { none: 0, loosened: 0, tightened: 0 };
  const samples: Sample[] = [];
  let examined = 0;
  let cursor: string | null = null;
  do {
    const limit = Math.min(PAGE, settings.replayLimit - examined);
    const page: Awaited<ReturnType<typeof store.records>> = await store.records(
      { fromMs, toMs },
      { cursor, limit },
    );
    for (const record of page.items) {
      const comparison = compareRecord(record, { exclusion, sensitivity, mode }, policy);
      counts[comparison.change] += 1;
      if (comparison.change !== 'none' && samples.length < MAX_SAMPLES) samples.push({ record, comparison });
    }
    examined += page.items.length;
    cursor = page.nextCursor;
    await new Promise<void>((turn) => setImmediate(turn));
  } while (cursor !== null && examined < settings.replayLimit && now() - startedAtMs < TIME_MS);
  const names = await keyNames(store);
  return {
    examined,
    isComplete: cursor === null,
    changed: counts.loosened + counts.tightened,
    loosened: counts.loosened,
    tightened: counts.tightened,
    samples: samples.map(({ record, comparison }) => ({
      request: rowOfRecord(record, names, null),
      before: comparison.before,
      after: comparison.after,
    })),
  };
};
