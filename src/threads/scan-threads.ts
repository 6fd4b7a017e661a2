import { Worker } from 'node:worker_threads';
import type { Finding } from '../detection/detector.ts';
import type { SecondTierHeader } from '../detection/model/second-tier.ts';
import type { Cancellation, ScanElsewhere, TextElsewhere } from '../detection/scan-segments.ts';
import { GatewayError } from '../errors.ts';
import type { ScanPolicy } from '../pipeline-kit.ts';
import { setThreadHeap } from '../thread-heap.ts';
import { monotonicMs, type Order, ReportSchema } from './messages.ts';

/** Threads that scan large requests, so that the first one goes on with all others. */
export type ScanThreads = Readonly<{
  /** Has the threads compile the rules of a policy; those of the newest few are kept. */
  forPolicy: (policy: ScanPolicy) => ScanElsewhere;
  /** Threads that are there and ready. */
  ready: () => number;
  close: () => Promise<void>;
}>;

export type ScanThreadsOptions = Readonly<{
  /** At least 1. */
  count: number;
  /** Requests with fewer characters that the cache does not know are scanned by the first thread. */
  fromChars: number;
  modelFile: string | undefined;
  secondTier: SecondTierHeader | null;
  /** Told why a thread ended, which is then started anew. */
  onFault: (error: unknown) => void;
  /** Told once for each request, whether all its texts were scanned. */
  onScan: (result: 'scanned' | 'failed') => void;
  /** What a thread runs; for tests. */
  script?: URL;
}>;

const SCAN_THREAD = new URL('./scan-thread.ts', import.meta.url);
/** Texts of one request go to several threads in portions of about so many characters. */
const PORTION_CHARS = 16_384;
/** Portions that a thread has at a time: one that it scans, and the next, so that it never waits for us. */
const DEPTH = 2;
/** Between two looks at who waits still. */
const TICK_MS = 20;
/** A thread that has not answered so long after the deadline will not. */
const HANG_MS = 5000;
const RESTART_MS = 1000;
/** As the first thread's (`heap.mjs`): it does the same work. */
const SEMI_SPACE_MB = 16;
/** Requests go by the policy that they began with: a few that were replaced are still asked for. */
const MAX_POLICIES = 4;

/** One request's texts, in several portions. */
type Errand = Readonly<{ isOver: () => boolean; deadlineMs: number; policyId: number }>;

type Portion = Readonly<{
  errand: Errand;
  texts: readonly TextElsewhere[];
  resolve: (found: readonly (readonly Finding[])[]) => void;
  reject: (error: unknown) => void;
}>;

const gone = (): GatewayError => new GatewayError('SCAN_UNAVAILABLE', 'The caller went away.');
const late = (): GatewayError => new GatewayError('SCAN_TIMEOUT', 'The scan ran out of time.');
const ended = (cause: unknown): GatewayError =>
  new GatewayError('SCAN_UNAVAILABLE', 'The thread that scanned the request ended.', { cause });

const portionsOf = (texts: readonly TextElsewhere[]): readonly (readonly TextElsewhere[])[] => {
  const portions: TextElsewhere[][] = [];
  let chars = PORTION_CHARS;
  for (const each of texts) {
    if (chars + each.text.length > PORTION_CHARS) {
      portions.push([]);
      chars = 0;
    }
    portions.at(-1)?.push(each);
    chars += each.text.length;
  }
  return portions;
};

type ThreadHooks = Readonly<{
  /** Asked for the next portion; null where there is none. */
  next: () => Portion | null;
  /** A thread that was ready once has ended. */
  onEnded: (error: unknown) => void;
}>;

/** One thread and what it has on its hands. */
const createThread = (script: URL, workerData: object, { next, onEnded }: ThreadHooks) => {
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

  const end = (error: unknown): void => {
    if (state === 'ended') return;
    const wasReady = state === 'ready';
    state = 'ended';
    for (const held of slots.splice(0)) held?.portion.reject(ended(error));
    if (wasReady) onEnded(error);
  };

  const take = (message: unknown): void => {
    const { id, found } = ReportSchema.parse(message);
    const slot = slots.findIndex((held) => held?.id === id);
    const portion = slots[slot]?.portion;
    if (portion === undefined) return;
    slots[slot] = null;
    if (found === null) portion.reject(portion.errand.isOver() ? gone() : late());
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
      state = 'ended';
      for (const held of slots.splice(0)) held?.portion.reject(gone());
      await worker.terminate();
    },
  };
};

type Thread = ReturnType<typeof createThread>;

/**
 * Starts the threads. One that dies leaves what it had on its hands unscanned, which fails closed or open as other failures
 * of a scan do, and is started anew; while none is there this thread scans.
 *
 * @throws Error Where one cannot be started.
 */
export const startScanThreads = async ({
  count,
  fromChars,
  modelFile,
  secondTier,
  onFault,
  onScan,
  script = SCAN_THREAD,
}: ScanThreadsOptions): Promise<ScanThreads> => {
  const threads = new Set<Thread>();
  const policies = new Map<number, ScanPolicy>();
  const waiting: Portion[] = [];
  const restarts = new Set<NodeJS.Timeout>();
  let lastPolicy = 0;
  let isClosed = false;

  const next = (): Portion | null => {
    for (;;) {
      const portion = waiting.shift();
      if (portion === undefined) return null;
      if (!portion.errand.isOver()) return portion;
      portion.reject(gone());
    }
  };

  const start = async (): Promise<void> => {
    const thread = createThread(
      script,
      { modelFile, secondTier },
      {
        next,
        onEnded: (error) => {
          threads.delete(thread);
          onFault(error);
          restartLater();
        },
      },
    );
    for (const [id, policy] of policies) thread.tell({ type: 'policy', id, policy });
    threads.add(thread);
    await thread.ready.catch((error: unknown) => {
      threads.delete(thread);
      throw error;
    });
  };

  const restartLater = (): void => {
    if (isClosed) return;
    const timer = setTimeout(() => {
      restarts.delete(timer);
      start().catch((error: unknown) => {
        onFault(error);
        restartLater();
      });
    }, RESTART_MS);
    timer.unref();
    restarts.add(timer);
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    for (const timer of restarts) clearTimeout(timer);
    for (const { reject } of waiting.splice(0)) reject(gone());
    await Promise.all([...threads].map((thread) => thread.close()));
    threads.clear();
  };

  const isReady = (): boolean => [...threads].some((thread) => thread.isReady());

  const tellAll = (order: Order): void => {
    for (const thread of threads) thread.tell(order);
  };

  const scan = async (
    policyId: number,
    texts: readonly TextElsewhere[],
    timeoutMs: number,
    cancellation: Cancellation,
  ): Promise<readonly (readonly Finding[])[]> => {
    const deadlineMs = monotonicMs() + timeoutMs;
    let isSettled = false;
    const errand: Errand = { policyId, deadlineMs, isOver: () => isSettled || cancellation.aborted };
    let stopWaiting = (): void => undefined;
    const whenOver = new Promise<never>((_, reject) => {
      const timer = setInterval(() => {
        for (const thread of threads) thread.tick();
        if (cancellation.aborted) reject(gone());
        else if (monotonicMs() > deadlineMs) reject(late());
      }, TICK_MS);
      stopWaiting = () => clearInterval(timer);
    });
    const portions = portionsOf(texts).map(
      (some) =>
        new Promise<readonly (readonly Finding[])[]>((resolve, reject) => {
          waiting.push({ errand, texts: some, resolve, reject });
        }),
    );
    // All have something to do before any has two.
    for (let most = 1; most <= DEPTH; most += 1) for (const thread of threads) thread.fill(most);
    try {
      const found = await Promise.race([Promise.all(portions), whenOver]);
      onScan('scanned');
      return found.flat();
    } catch (error) {
      onScan('failed');
      throw error;
    } finally {
      isSettled = true;
      stopWaiting();
      for (const thread of threads) thread.tick();
    }
  };

  try {
    await Promise.all(Array.from({ length: count }, start));
  } catch (error) {
    await close();
    throw error;
  }

  return {
    ready: () => [...threads].filter((thread) => thread.isReady()).length,
    close,
    forPolicy: ({ rules, thresholds = {} }) => {
      lastPolicy += 1;
      const id = lastPolicy;
      const own = { rules, thresholds };
      policies.set(id, own);
      tellAll({ type: 'policy', id, policy: own });
      const [oldest] = policies.keys();
      if (oldest !== undefined && policies.size > MAX_POLICIES) {
        policies.delete(oldest);
        tellAll({ type: 'forget', id: oldest });
      }
      return {
        takes: (chars) => chars >= fromChars && policies.has(id) && isReady(),
        scan: (texts, timeoutMs, cancellation) => scan(id, texts, timeoutMs, cancellation),
      };
    },
  };
};
