import type { Direction } from '../../chat/segment.ts';
import type { LoopTurn } from './loop-turn.ts';

/** Has scans wait in a line of our own, where it is seen, while the event loop goes on reading. */
export type ScanTurns = Readonly<{
  /**
   * Begins `work` when it is its turn: answers before requests, since whoever waits for one has waited before.
   *
   * @param work Is told how long it waited.
   */
  run: <T>(direction: Direction, work: (waitedMs: number) => Promise<T>) => Promise<T>;
  /**
   * How long a request that came now would wait, by how fast those before it had their turns while others waited.
   *
   * @param coming So many more will be there before it.
   */
  expectedMs: (coming: number) => number;
}>;

/** Once a turn of the event loop is this old it begins no more scans, but reads what has come. */
export const TURN_MS = 4;
/** Scans between their beginning and their end: those that wait for the second tier, and long ones that share the time. */
export const MAX_BEGUN = 16;
/** What the newest counts in the time from one turn to the next. */
const NEWEST = 1 / 16;

/** @param clock Monotonic, in milliseconds. */
export const createScanTurns = (loop: Pick<LoopTurn, 'ageMs'>, clock: () => number): ScanTurns => {
  const lines: Readonly<Record<Direction, (() => void)[]>> = { output: [], input: [] };
  let begun = 0;
  let isScheduled = false;
  let betweenMs = 0;
  /** When the last request had its turn; null where none waited behind it. */
  let lastMs: number | null = null;

  const waiting = (): number => lines.output.length + lines.input.length;

  /** Answers are part of the time from one request to the next, as they go first. */
  const nextRequest = (): (() => void) | undefined => {
    const nowMs = clock();
    if (lastMs !== null) betweenMs += (nowMs - lastMs - betweenMs) * NEWEST;
    const begin = lines.input.shift();
    lastMs = lines.input.length === 0 ? null : nowMs;
    return begin;
  };

  const beginNext = (): void => {
    if (begun >= MAX_BEGUN) return;
    const begin = lines.output.shift() ?? nextRequest();
    if (begin === undefined) return;
    begun += 1;
    begin();
    if (waiting() > 0) schedule();
  };

  /** In the next turn of the loop one is begun in any case, however long the loop was busy reading. */
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      beginNext();
    });
  };

  const goOn = (): void => {
    if (waiting() === 0) return;
    if (loop.ageMs() < TURN_MS) beginNext();
    else schedule();
  };

  /** Of those that are read together only the first begins at once: how long it takes shows only behind us. */
  const enter = (): void => {
    if (begun === 0) goOn();
    else schedule();
  };

  return {
    run: async (direction, work) => {
      const sinceMs = clock();
      const turn = new Promise<void>((begin) => lines[direction].push(begin));
      enter();
      await turn;
      try {
        return await work(clock() - sinceMs);
      } finally {
        begun -= 1;
        goOn();
      }
    },
    expectedMs: (coming) => (lines.input.length + coming) * betweenMs,
  };
};
