import { setTimeout as sleep, setImmediate as yieldOnce } from 'node:timers/promises';
import { createHistogram, type Histogram } from './histogram.ts';

/** Sends one request. @returns What went wrong, or null. Never rejects. */
export type Ask = () => Promise<string | null>;

export type Loop =
  /**
   * So many callers, each of which asks again once it has its answer, for so many seconds; longer where there have not been
   * `atLeast` requests by then, but no longer than `mostSeconds`.
   */
  | Readonly<{ kind: 'closed'; callers: number; seconds: number; atLeast: number; mostSeconds: number }>
  /** So many requests a second, whether or not there have been answers. */
  | Readonly<{ kind: 'open'; rate: number; seconds: number }>;

export type Measured = Readonly<{
  requests: number;
  seconds: number;
  /** What went wrong, and how often. */
  failures: Readonly<Record<string, number>>;
  p50: number;
  p90: number;
  p99: number;
  maxMs: number;
}>;

const createTally = () => {
  const times: Histogram = createHistogram();
  const failures: Record<string, number> = {};
  let requests = 0;
  const startMs = performance.now();
  return {
    /** @param sinceMs When the request was sent, or should have been. */
    count: (failure: string | null, sinceMs: number): void => {
      requests += 1;
      times.record(performance.now() - sinceMs);
      if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1;
    },
    measured: (): Measured => ({
      requests,
      seconds: (performance.now() - startMs) / 1000,
      failures,
      p50: times.percentile(0.5),
      p90: times.percentile(0.9),
      p99: times.percentile(0.99),
      maxMs: times.maxMs(),
    }),
  };
};

export const closedLoop = async (
  ask: Ask,
  { callers, seconds, atLeast, mostSeconds }: Extract<Loop, { kind: 'closed' }>,
): Promise<Measured> => {
  const tally = createTally();
  const startMs = performance.now();
  let asked = 0;
  const goesOn = (): boolean => {
    const passed = (performance.now() - startMs) / 1000;
    return passed < seconds || (asked < atLeast && passed < mostSeconds);
  };
  const call = async (): Promise<void> => {
    while (goesOn()) {
      asked += 1;
      const sentMs = performance.now();
      tally.count(await ask(), sentMs);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return tally.measured();
};

/** Timers are exact to a millisecond. Up to this rate the last one is waited for without a timer, which takes CPU. */
const MAX_EXACT_RATE = 100;

const waitUntil = async (dueMs: number, isExact: boolean): Promise<void> => {
  const leftMs = dueMs - performance.now();
  if (leftMs > 1) await sleep(isExact ? leftMs - 1 : leftMs);
  while (isExact && performance.now() < dueMs) await yieldOnce();
};

/**
 * Each request has its time, and its latency counts from then: one that could not be sent, since those in front of it got no
 * answer, has waited as its caller would have. (Measured from when they are sent, requests that a stalled server held up
 * would not show: "coordinated omission".)
 */
export const openLoop = async (ask: Ask, rate: number, seconds: number): Promise<Measured> => {
  const tally = createTally();
  const startMs = performance.now();
  const count = Math.max(1, Math.round(rate * seconds));
  const underway: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const dueMs = startMs + (index * 1000) / rate;
    if (performance.now() < dueMs) await waitUntil(dueMs, rate <= MAX_EXACT_RATE);
    underway.push(ask().then((failure) => tally.count(failure, dueMs)));
  }
  await Promise.all(underway);
  return tally.measured();
};

export const runLoop = (ask: Ask, loop: Loop): Promise<Measured> =>
  loop.kind === 'closed' ? closedLoop(ask, loop) : openLoop(ask, loop.rate, loop.seconds);
