import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { setThreadHeap } from '../../platform/thread-heap.ts';
import {
  type Arguments,
  type Method,
  OPENED,
  type Outcome,
  type Reply,
  type Results,
  type WorkerOptions,
} from '../worker-protocol.ts';
import type { StoreFault } from './sqlite-file.ts';

export type WorkerClient = Readonly<{
  /** Starts the thread; resolves when the database is open, or could not be opened. */
  open: () => Promise<Outcome<null>>;
  /** Never rejects; a worker that is gone or starting again is a transient fault. */
  call: <M extends Method>(method: M, ...args: Arguments[M]) => Promise<Outcome<Results[M]>>;
  terminate: () => Promise<void>;
}>;

const FIRST_RESTART_MS = 100;
const LAST_RESTART_MS = 10_000;
/** Longest that a thread may take to end by itself. */
const END_MS = 5000;

/** For its young objects: it has a batch at a time in hand. */
const SEMI_SPACE_MB = 2;

const gone: StoreFault = { message: 'the store is not running', transient: true, waitsFor: 'restart' };

/** A thread that has closed its port ends by itself; to cut it off in the middle of that has made V8 abort the process. */
const endOf = async (worker: Worker | null): Promise<void> => {
  if (worker === null) return;
  const ended = once(worker, 'exit');
  await Promise.race([ended, sleep(END_MS, undefined, { ref: false })]);
  await worker.terminate();
};

/**
 * Talks to `sqlite-worker.ts`, and starts it again when it has died, with a growing pause.
 *
 * @param options.onError Told why the worker died or could not be started again.
 */
export const createWorkerClient = (
  url: URL,
  workerData: WorkerOptions,
  { onError }: { onError: (error: unknown) => void },
): WorkerClient => {
  const replies = new EventEmitter().setMaxListeners(0);
  let worker: Worker | null = null;
  let isOpen = false;
  let isClosed = false;
  let lastId = OPENED;
  let restartMs = FIRST_RESTART_MS;
  let timer: NodeJS.Timeout | null = null;

  const answerAll = (fault: StoreFault): void => {
    for (const id of replies.eventNames()) replies.emit(id, { ok: false, fault });
  };

  const answer = ({ id, outcome }: Reply): void => {
    if (id === OPENED) isOpen = outcome.ok;
    else if (outcome.ok) restartMs = FIRST_RESTART_MS;
    replies.emit(String(id), outcome);
  };

  const reopen = async (): Promise<void> => {
    const outcome = await open();
    if (!outcome.ok) onError(new Error(outcome.fault.message));
  };

  const onExit = (): void => {
    const wasServing = !isClosed;
    worker = null;
    isOpen = false;
    answerAll(gone);
    if (!wasServing) return;
    timer = setTimeout(() => void reopen(), restartMs);
    restartMs = Math.min(LAST_RESTART_MS, restartMs * 2);
  };

  const startThread = (): void => {
    setThreadHeap(SEMI_SPACE_MB);
    try {
      worker = new Worker(url, { workerData, name: 'portcullis-store' })
        .on('message', answer)
        .on('error', onError)
        .on('exit', onExit);
    } catch (error) {
      // The system has no thread left to give, which passes.
      const message = `The store's thread could not be started: ${error instanceof Error ? error.message : error}`;
      answerAll({ ...gone, message });
      onExit();
    }
  };

  const open = (): Promise<Outcome<null>> =>
    new Promise((resolve) => {
      replies.once(String(OPENED), (outcome: Outcome<null>) => resolve(outcome));
      startThread();
    });

  return {
    open,
    call: <M extends Method>(method: M, ...args: Arguments[M]) =>
      new Promise<Outcome<Results[M]>>((resolve) => {
        if (worker === null || !isOpen) {
          resolve({ ok: false, fault: gone });
          return;
        }
        lastId += 1;
        const id = lastId;
        try {
          worker.postMessage({ id, method, args });
        } catch (error) {
          // A value that can't cross threads.
          resolve({ ok: false, fault: { message: String(error), transient: false } });
          return;
        }
        replies.once(String(id), (outcome: Outcome<Results[M]>) => resolve(outcome));
      }),
    terminate: async () => {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await endOf(worker);
    },
  };
};
