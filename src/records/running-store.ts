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
const FIRST_RETRY_MS = 1000;

export type Sweeping = Readonly<{ stop: () => void }>;

/**
 * Deletes what is too old, now and every hour; sooner where that failed, or where another was at it, who may keep more.
 *
 * @param sweep Resolves with false where another process was at it.
 */
export const startSweeps = (
  { retentionDays, auditDays, onError }: Pick<StoreOptions, 'retentionDays' | 'auditDays' | 'onError'>,
  sweep: (ages: Ages) => Promise<boolean>,
): Sweeping => {
  const ageOf = (nowMs: number, days: number): number | null => (days === 0 ? null : nowMs - days * DAY_MS);
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async (retryMs: number): Promise<void> => {
    const nowMs = Date.now();
    const isDone = await sweep({
      nowMs,
      recordsBeforeMs: ageOf(nowMs, retentionDays),
      auditBeforeMs: ageOf(nowMs, auditDays),
    }).catch((error: unknown) => {
      // Broken off by the end.
      if (!isStopped) onError(error);
      return false;
    });
    if (isStopped) return;
    const next = isDone
      ? { inMs: SWEEP_EVERY_MS, retryMs: FIRST_RETRY_MS }
      : { inMs: retryMs, retryMs: Math.min(2 * retryMs, SWEEP_EVERY_MS) };
    timer = setTimeout(() => void run(next.retryMs), next.inMs).unref();
  };
  void run(FIRST_RETRY_MS);
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
