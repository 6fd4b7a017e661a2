import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Config } from '../config/schema.ts';
import { GatewayError } from '../errors.ts';
import { createLineScanner, type ScannedLines } from './line-scanner.ts';

/** Lines on their way to a thread. */
export const BatchSchema = z.object({ id: z.int(), lines: z.array(z.string()), first: z.int().optional() });
/** Answers on their way back. */
const AnsweredSchema = z.object({ id: z.int(), answers: z.array(z.string()), failed: z.int() });
/** Asks a thread to end, as soon as all that it loads is there. */
export const END = 'end';

/** Turns lines into answers, each batch in its own order. */
export type LinePool = Readonly<{
  /** @param first Number of the first line in its file; absent: errors tell no lines. */
  scan: (lines: readonly string[], first?: number) => Promise<ScannedLines>;
  close: () => Promise<void>;
}>;

const WORKER = new URL('./scan-worker.ts', import.meta.url);

const createHereAndNow = (config: Config): LinePool => {
  const scanner = createLineScanner(config);
  return {
    scan: async (lines, first) => (await scanner).scan(lines, first),
    close: async () => (await scanner).close(),
  };
};

type Waiting = Readonly<{ resolve: (scanned: ScannedLines) => void; reject: (error: unknown) => void }>;

/** What crosses from a thread is no longer of our class: without this the command line would print where it was thrown. */
const asThrown = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'CONFIG_INVALID'
    ? new GatewayError('CONFIG_INVALID', error.message, { cause: error })
    : error;

const createThread = (config: Config) => {
  const worker = new Worker(WORKER, { workerData: config });
  const waiting = new Map<number, Waiting>();
  let fault: unknown = null;
  worker.on('message', (message: unknown) => {
    const { id, ...scanned } = AnsweredSchema.parse(message);
    waiting.get(id)?.resolve(scanned);
    waiting.delete(id);
  });
  worker.on('error', (error) => {
    fault = asThrown(error);
  });
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      fault ??= new Error(`a thread that scans ended with code ${code}`);
      for (const { reject } of waiting.values()) reject(fault);
      waiting.clear();
      resolve();
    });
  });
  return {
    scan: (id: number, lines: readonly string[], first?: number): Promise<ScannedLines> =>
      new Promise((resolve, reject) => {
        if (fault !== null) {
          reject(fault);
          return;
        }
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, lines, first });
      }),
    load: () => waiting.size,
    // Never by `terminate`: while the thread’s network loads that makes its library abort the process.
    close: (): Promise<void> => {
      worker.postMessage(END);
      return ended;
    },
  };
};

/** @param jobs Threads; 1 scans in this one. */
export const createLinePool = (config: Config, jobs: number): LinePool => {
  if (jobs === 1) return createHereAndNow(config);
  const threads = Array.from({ length: jobs }, () => createThread(config));
  let batches = 0;
  return {
    scan: (lines, first) => {
      batches += 1;
      const [idlest] = threads.toSorted((a, b) => a.load() - b.load());
      return idlest === undefined
        ? Promise.resolve({ answers: [], failed: 0 })
        : idlest.scan(batches, lines, first);
    },
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
};
