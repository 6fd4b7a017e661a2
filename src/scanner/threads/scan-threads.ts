import type { SecondTierHeader } from '../../detection/model/second-tier.ts';
import { callerGone, outOfTime } from '../../detection/scan-errors.ts';
import type { Cancellation, ScanElsewhere, TextElsewhere } from '../../detection/scan-segments.ts';
import type { ScanPolicy } from '../pipeline-kit.ts';
import { type Found, monotonicMs, type Order } from './messages.ts';
import { createThread, DEPTH, type Errand, type Portion, type Thread } from './running-thread.ts';

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
  /** As `scan.practicePasses`. */
  practicePasses: number;
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
/** Between two looks at who waits still. */
const TICK_MS = 20;
const RESTART_MS = 1000;
/** Requests go by the policy that they began with: a few that were replaced are still asked for. */
const MAX_POLICIES = 4;

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
  practicePasses,
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
      portion.reject(callerGone());
    }
  };

  const start = async (): Promise<void> => {
    const thread = createThread(
      script,
      { modelFile, secondTier, practicePasses },
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
    for (const { reject } of waiting.splice(0)) reject(callerGone());
    await Promise.all([...threads].map((thread) => thread.close()));
    threads.clear();
  };

  const ready = (): number => [...threads].filter((thread) => thread.isReady()).length;

  const tellAll = (order: Order): void => {
    for (const thread of threads) thread.tell(order);
  };

  const scan = async (
    policyId: number,
    texts: readonly TextElsewhere[],
    timeoutMs: number,
    cancellation: Cancellation,
  ): Promise<Found> => {
    const deadlineMs = monotonicMs() + timeoutMs;
    let isSettled = false;
    const errand: Errand = { policyId, deadlineMs, isOver: () => isSettled || cancellation.aborted };
    let stopWaiting = (): void => undefined;
    const whenOver = new Promise<never>((_, reject) => {
      const timer = setInterval(() => {
        for (const thread of threads) thread.tick();
        if (cancellation.aborted) reject(callerGone());
        else if (monotonicMs() > deadlineMs) reject(outOfTime());
      }, TICK_MS);
      stopWaiting = () => clearInterval(timer);
    });
    const portions = portionsOf(texts).map(
      (some) =>
        new Promise<Found>((resolve, reject) => {
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
    ready,
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
        takes: (chars) => chars >= fromChars && policies.has(id) && ready() > 0,
        scan: (texts, timeoutMs, cancellation) => scan(id, texts, timeoutMs, cancellation),
      };
    },
  };
};
