import type { Ages } from './queries/retention.ts';
import type { StoreReading } from './queries.ts';
import { DAY_MS } from './roll-up.ts';
import type { RecordWriter } from './store.ts';
import type { TextOptions } from './texts.ts';
import type { WriteHooks } from './write-queue.ts';

export type StoreOptions = WriteHooks &
  TextOptions &
  Readonly<{
    queueLength: number;
    batchSize: number;
    /** Records older than this are deleted at start and every hour; 0 keeps all. */
    retentionDays: number;
    /** The same for the audit log and feedback. */
    auditDays: number;
    /** As in the write queue. */
    queuedChars?: number;
  }>;

/** A store that runs as long as the process does. Writes never throw; all other calls reject with `STORE_FAILED`. */
export type Store = RecordWriter &
  StoreReading &
  Readonly<{
    /** Deletes what was received before a time; PostgreSQL deletes whole days. @returns The number of records deleted. */
    deleteBefore: (beforeMs: number) => Promise<number>;
    /**
     * Tells of changes of settings and exclusions at once, where the database can: SQLite never calls. To be had besides
     * `policyVersion`, not in its place, since a notice may be lost.
     *
     * @returns Ends it.
     */
    onPolicyChange: (listener: () => void) => () => void;
  }>;

const SWEEP_EVERY_MS = 3_600_000;

export type Sweeping = Readonly<{ stop: () => void }>;

/** Deletes what is too old, now and every hour. */
export const startSweeps = (
  { retentionDays, auditDays, onError }: Pick<StoreOptions, 'retentionDays' | 'auditDays' | 'onError'>,
  sweep: (ages: Ages) => Promise<void>,
): Sweeping => {
  const ageOf = (nowMs: number, days: number): number | null => (days === 0 ? null : nowMs - days * DAY_MS);
  const run = (): void => {
    const nowMs = Date.now();
    sweep({
      nowMs,
      recordsBeforeMs: ageOf(nowMs, retentionDays),
      auditBeforeMs: ageOf(nowMs, auditDays),
    }).catch(onError);
  };
  run();
  const timer = setInterval(run, SWEEP_EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
};
