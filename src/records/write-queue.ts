import type { StoreFault } from './sqlite/sqlite-file.ts';
import type { RecordWriter, ScanRecord } from './store.ts';

/** `queue_full` more came than could be written · `write_failed` the store refused · `closed` it came too late. */
type DropReason = 'queue_full' | 'write_failed' | 'closed';

/** Must not throw. Every record ends in exactly one of the two counts. */
export type WriteHooks = Readonly<{
  /** So many records are stored for good. */
  onWritten: (count: number) => void;
  onDropped: (count: number, reason: DropReason) => void;
  /** So many records lost their texts, though not themselves: too much text was waiting. */
  onTextsDropped?: (count: number) => void;
  onError: (error: unknown) => void;
}>;

export type WriteResult = Readonly<{ ok: true }> | Readonly<{ ok: false; fault: StoreFault }>;

export type WriteQueueOptions = WriteHooks &
  Readonly<{
    /** Most records held, those being written included; of requests that nobody read, only while half of it is free. */
    queueLength: number;
    /** Most records handed to `writeBatch` at once. */
    batchSize: number;
    /** Pauses before the second, third … attempt after a transient fault. */
    retryDelaysMs?: readonly number[];
    /** After the last pause the batch is tried again all the same, as on a full disk, until the fault is over or the queue is closed. */
    neverGivesUp?: boolean;
    /** Most text of conversations that waits; records beyond it are kept without their texts. */
    queuedChars?: number;
    /** Longest that `close` waits for what is queued. */
    closeTimeoutMs?: number;
  }>;

/**
 * Fewer records than a batch wait so long for company. Each batch adds to the counts of its minute, whose rows are as many
 * for ten records as for a hundred, and touches the same pages: a record by itself takes seven times what one of two hundred does.
 */
const LINGER_MS = 500;
/** What somebody may be waiting to see, or hoping that nobody ever does, waits no longer than this. */
const NEWS_LINGER_MS = 50;
const RETRY_DELAYS_MS = [50, 200, 500, 1000, 2000];
const WAITING = {
  room: 'Records wait until there is room for them',
  restart: 'Records wait until the store is back',
  lock: 'Records wait until another process has written to the store what it writes',
} as const;
const CLOSE_TIMEOUT_MS = 5000;
const QUEUED_CHARS = 64 * 1024 * 1024;

const charsOf = ({ texts }: ScanRecord): number =>
  texts === null ? 0 : texts.reduce((sum, { text }) => sum + text.length, 0);

/**
 * Whoever floods the gateway is refused, or not scanned, at little cost to himself, and must not drive out of the queue
 * what was found in others' texts, or in his own.
 */
const UNREAD_SHARE = 0.5;

const wasUnread = ({ outcome, findings }: ScanRecord): boolean =>
  (outcome === 'refused' || outcome === 'error') && findings.length === 0;

/** Whether it says more than that all was well. */
const isNews = ({ outcome, findings }: ScanRecord): boolean => outcome !== 'pass' || findings.length > 0;

const sleep = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

/**
 * Gathers records into batches, one of which is under way at a time, and never waits for the store.
 *
 * @param writeBatch Stores all of a batch or nothing of it; must bear getting the same batch again. Never rejects.
 */
export const createWriteQueue = (
  writeBatch: (records: readonly ScanRecord[]) => Promise<WriteResult>,
  options: WriteQueueOptions,
): RecordWriter => {
  const { queueLength, batchSize, onWritten, onDropped, onError } = options;
  const retryDelaysMs = options.retryDelaysMs ?? RETRY_DELAYS_MS;
  let waiting: ScanRecord[] = [];
  let inFlight = 0;
  let accepted = 0;
  let settled = 0;
  let state: 'open' | 'closing' | 'abandoned' = 'open';
  let isPumping = false;
  let linger: Readonly<{ timer: NodeJS.Timeout; isForNews: boolean }> | null = null;
  let waitingChars = 0;
  let flushes: { until: number; done: () => void }[] = [];

  const settle = (count: number): void => {
    settled += count;
    inFlight -= count;
    const done = flushes.filter(({ until }) => until <= settled);
    flushes = flushes.filter(({ until }) => until > settled);
    for (const flush of done) flush.done();
  };

  const isAbandoned = (): boolean => state === 'abandoned';

  /** Undefined where a batch is given up. */
  const pauseAfter = (attempts: number, { waitsFor, message }: StoreFault): number | undefined => {
    const delayMs = retryDelaysMs[attempts];
    if (delayMs !== undefined) return delayMs;
    if (waitsFor === undefined) return options.neverGivesUp === true ? retryDelaysMs.at(-1) : undefined;
    if (attempts === retryDelaysMs.length) onError(new Error(`${WAITING[waitsFor]}: ${message}`));
    return retryDelaysMs.at(-1);
  };

  const attempt = async (batch: readonly ScanRecord[]): Promise<WriteResult> => {
    for (let attempts = 0; ; attempts += 1) {
      const result = await writeBatch(batch);
      if (result.ok || !result.fault.transient || state === 'abandoned') return result;
      const delayMs = pauseAfter(attempts, result.fault);
      if (delayMs === undefined) return result;
      await sleep(delayMs);
      // `close` did not wait for it.
      if (isAbandoned()) return result;
    }
  };

  const deliver = async (batch: readonly ScanRecord[]): Promise<void> => {
    const result = await attempt(batch);
    // `close` has counted them already.
    if (state === 'abandoned') return;
    if (result.ok) {
      onWritten(batch.length);
      settle(batch.length);
    } else if (batch.length > 1 && !result.fault.transient) {
      // One record that can't be stored must not take its neighbours with it.
      for (const record of batch) await deliver([record]);
    } else {
      onError(new Error(`${batch.length} records were not stored: ${result.fault.message}`));
      onDropped(batch.length, 'write_failed');
      settle(batch.length);
    }
  };

  const pump = async (): Promise<void> => {
    if (linger !== null) clearTimeout(linger.timer);
    linger = null;
    if (isPumping || waiting.length === 0) return;
    isPumping = true;
    do {
      const batch = waiting.splice(0, batchSize);
      inFlight = batch.length;
      await deliver(batch);
      waitingChars -= batch.reduce((sum, record) => sum + charsOf(record), 0);
    } while (waiting.length >= batchSize || (waiting.length > 0 && flushes.length > 0));
    isPumping = false;
    if (waiting.length > 0) schedule(waiting.some(isNews));
  };

  const schedule = (isForNews: boolean): void => {
    if (linger !== null && (linger.isForNews || !isForNews)) return;
    if (linger !== null) clearTimeout(linger.timer);
    const timer = setTimeout(() => void pump(), isForNews ? NEWS_LINGER_MS : LINGER_MS);
    linger = { timer, isForNews };
  };

  const withinChars = (record: ScanRecord): ScanRecord => {
    const chars = charsOf(record);
    if (waitingChars + chars > (options.queuedChars ?? QUEUED_CHARS)) {
      options.onTextsDropped?.(1);
      return { ...record, texts: null };
    }
    waitingChars += chars;
    return record;
  };

  const flush = (): Promise<void> => {
    if (settled === accepted) return Promise.resolve();
    void pump();
    return new Promise((done) => flushes.push({ until: accepted, done }));
  };

  const abandon = (): void => {
    state = 'abandoned';
    const lost = waiting.length + inFlight;
    waiting = [];
    if (lost === 0) return;
    inFlight = lost;
    onDropped(lost, 'closed');
    settle(lost);
  };

  const close = async (): Promise<void> => {
    if (state !== 'open') return;
    state = 'closing';
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, options.closeTimeoutMs ?? CLOSE_TIMEOUT_MS);
    });
    await Promise.race([flush(), timeout]);
    clearTimeout(timer);
    abandon();
  };

  const isFullFor = (record: ScanRecord): boolean =>
    waiting.length + inFlight >= queueLength * (wasUnread(record) ? UNREAD_SHARE : 1);

  return {
    write: (record) => {
      if (state !== 'open') onDropped(1, 'closed');
      else if (isFullFor(record)) onDropped(1, 'queue_full');
      else {
        accepted += 1;
        waiting.push(withinChars(record));
        if (isPumping) return;
        if (waiting.length >= batchSize) void pump();
        else schedule(isNews(record));
      }
    },
    flush,
    queueLength: () => waiting.length + inFlight,
    close,
  };
};
