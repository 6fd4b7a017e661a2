import { Worker } from 'node:worker_threads';
import type { CrossJudged } from './calibrate.ts';
import type { Weights } from './optimizer.ts';
import type { TrainingRow } from './rows.ts';
import type { Fitting } from './train.ts';

/** What a thread is given once, and what it is asked: a fold to judge, or weights learnt from all rows. */
export type FitterData = Readonly<{ rows: readonly TrainingRow[]; seed: number }>;
export type FitterTask = Readonly<{ id: number; fold: number | null }>;
export type FitterAnswer = Readonly<{ id: number; result: readonly CrossJudged[] | Weights }>;

/** A million windows and their features, in megabytes; V8's own bound follows the machine's memory and is too low for them. */
const HEAP_MB = 12_288;

type Waiting = Readonly<{
  task: FitterTask;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}>;

/** Fits in so many threads, each of which holds the rows and their windows: some six gigabytes for the project's own. */
export const fittingInThreads = (data: FitterData, threads: number): Fitting => {
  const queue: Waiting[] = [];
  const idle: Worker[] = [];
  const running = new Map<Worker, Waiting>();
  let id = 0;

  const next = (): void => {
    while (queue.length > 0 && idle.length > 0) {
      const waiting = queue.shift();
      const worker = idle.pop();
      if (waiting === undefined || worker === undefined) return;
      running.set(worker, waiting);
      worker.postMessage(waiting.task);
    }
  };
  const fail = (worker: Worker, error: unknown): void => {
    running.get(worker)?.reject(error);
    running.delete(worker);
    for (const { reject } of queue.splice(0)) reject(error);
  };
  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(new URL('./fitter-worker.ts', import.meta.url), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.on('message', ({ result }: FitterAnswer) => {
      running.get(worker)?.resolve(result as never);
      running.delete(worker);
      idle.push(worker);
      next();
    });
    worker.on('error', (error) => fail(worker, error));
    idle.push(worker);
    return worker;
  });
  const ask = <T>(fold: number | null): Promise<T> =>
    new Promise((resolve, reject) => {
      queue.push({ task: { id: id++, fold }, resolve, reject });
      next();
    });
  return {
    judgeFold: (fold) => ask(fold),
    fitAll: () => ask(null),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
};
