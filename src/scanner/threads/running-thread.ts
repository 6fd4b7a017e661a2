import { Worker } from 'node:worker_threads';
import { callerGone, outOfTime } from '../../detection/scan-errors.ts';
import type { TextElsewhere } from '../../detection/scan-segments.ts';
import { GatewayError } from '../../errors.ts';
import { setThreadHeap } from '../../platform/thread-heap.ts';
import { type Found, monotonicMs, type Order, ReportSchema } from './messages.ts';

/** Portions that a thread has at a time: one that it scans, and the next, so that it never waits for us. */
export const DEPTH = 2;
/** A thread that has not answered so long after the deadline will not. */
const HANG_MS = 5000;
/** As the first thread's (`heap.mjs`): it does the same work. */
const SEMI_SPACE_MB = 16;

/** One request's texts, in several portions. */
export type Errand = Readonly<{ isOver: () => boolean; deadlineMs: number; policyId: number }>;

export type Portion = Readonly<{
  errand: Errand;
  texts: readonly TextElsewhere[];
  resolve: (found: Found) => void;
  reject: (error: unknown) => void;
}>;

const ended = (cause: unknown): GatewayError =>
  new GatewayError('SCAN_UNAVAILABLE', 'The thread that scanned the request ended.', { cause });

type ThreadHooks = Readonly<{
  /** Asked for the next portion; null where there is none. */
  next: () => Portion | null;
  /** A thread that was ready once has ended. */
  onEnded: (error: unknown) => void;
}>;

/** Starts one thread, and knows what it has on its hands. */
export const createThread = (script: URL, workerData: object, { next, onEnded }: ThreadHooks) => {
  const flags = new Int32Array(new SharedArrayBuffer(DEPTH * Int32Array.BYTES_PER_ELEMENT));
  setThreadHeap(SEMI_SPACE_MB);
  const worker = new Worker(script, { workerData: { ...workerData, flags } });
  const slots: (Readonly<{ portion: Portion; id: number }> | null)[] = new Array<null>(DEPTH).fill(null);
  let state: 'starting' | 'ready' | 'ended' = 'starting';
  let lastId = 0;
  let fault: unknown = null;

  const tell = (order: Order): void => worker.postMessage(order);

  const give = (portion: Portion, slot: number): void => {
    lastId += 1;
    slots[slot] = { portion, id: lastId };
    Atomics.store(flags, slot, 0);
    const { policyId, deadlineMs } = portion.errand;
    tell({ type: 'scan', id: lastId, policyId, deadlineMs, slot, texts: [...portion.texts] });
  };

  /** Takes up to so many portions, if there are some. */
  const fill = (most: number): void => {
    if (state !== 'ready') return;
    for (const [slot, held] of slots.slice(0, most).entries()) {
      const portion = held === null ? next() : null;
      if (portion !== null) give(portion, slot);
    }
  };

  /** What it has on its hands comes to nothing. */
  const drop = (error: GatewayError): void => {
    state = 'ended';
    for (const held of slots.splice(0)) held?.portion.reject(error);
  };

  const end = (error: unknown): void => {
    if (state === 'ended') return;
    const wasReady = state === 'ready';
    drop(ended(error));
    if (wasReady) onEnded(error);
  };

  const take = (message: unknown): void => {
    const { id, found } = ReportSchema.parse(message);
    const slot = slots.findIndex((held) => held?.id === id);
    const portion = slots[slot]?.portion;
    if (portion === undefined) return;
    slots[slot] = null;
    if (found === null) portion.reject(portion.errand.isOver() ? callerGone() : outOfTime());
    else if (found.length === portion.texts.length) portion.resolve(found);
    else portion.reject(ended('it answered for other texts'));
    fill(DEPTH);
  };

  const ready = new Promise<void>((resolve, reject) => {
    worker.once('message', () => {
      state = 'ready';
      worker.on('message', take);
      worker.unref();
      resolve();
      fill(DEPTH);
    });
    worker.on('error', (error) => {
      fault = error;
    });
    worker.once('exit', (code) => {
      const error = fault ?? new Error(`a thread that scans ended with code ${code}`);
      end(error);
      reject(error);
    });
  });

  return {
    ready,
    tell,
    fill,
    isReady: () => state === 'ready',
    /** Tells the thread what nobody waits for any more, and ends one that does not listen. */
    tick: (): void => {
      for (const [slot, held] of slots.entries()) {
        if (held === null) continue;
        if (held.portion.errand.isOver()) Atomics.store(flags, slot, 1);
        if (monotonicMs() > held.portion.errand.deadlineMs + HANG_MS) void worker.terminate();
      }
    },
    close: async (): Promise<void> => {
      drop(callerGone());
      await worker.terminate();
    },
  };
};

export type Thread = ReturnType<typeof createThread>;
