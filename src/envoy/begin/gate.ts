import type { Direction } from '../../chat/segment.ts';
import { callerGone } from '../../detection/scan-errors.ts';
import type { GatewayError } from '../../errors.ts';
import { createComing } from './coming.ts';
import { createLoopTurn } from './loop-turn.ts';
import { createOverload, OVERLOADED, type QueueLimits } from './overload.ts';
import { createScanTurns } from './scan-turns.ts';

/** `queue` its wait is too long · `in_flight` too many scans run */
export type ShedReason = 'queue' | 'in_flight';

export type GateLimits = QueueLimits & Readonly<{ maxInFlight: number }>;

export type GateDeps = Readonly<{
  /** Told how many scans run, whenever that changes. */
  onScans: (inFlight: number) => void;
  /** How long a request waited for its headers to be read, and would wait from then on for its scan. */
  onQueued: (ms: number) => void;
  /** A request is not scanned because there is too much to do. */
  onShed: (reason: ShedReason) => void;
  /** Monotonic clock in milliseconds. */
  clock: () => number;
}>;

/** Lets work begin, or not, in all sessions together. */
export type Gate = Readonly<{
  /**
   * To be called as soon as Envoy opens a call: its first message follows at once, unless it has to wait in line.
   *
   * @returns To be asked when the request's headers are read: true where it must not be scanned.
   */
  arrive: () => () => boolean;
  /** A request is let in, and its body will be scanned. @returns To be called when that is there, or will not come. */
  expect: () => () => void;
  /**
   * Runs a scan when it is its turn. Requests only are turned away: whoever waits for an answer has waited, and paid, for
   * it already.
   *
   * @param isGone Whether nobody waits for it any more.
   * @throws GatewayError `OVERLOADED` where too many scans run, or it waited too long for its turn; `SCAN_UNAVAILABLE`
   *   where nobody waits.
   */
  scan: <T>(direction: Direction, work: () => Promise<T>, isGone: () => boolean) => Promise<T>;
  /** Whether requests are turned away, or were a moment ago. */
  isOverloaded: () => boolean;
  close: () => void;
}>;

export const createGate = (limits: GateLimits, { onScans, onQueued, onShed, clock }: GateDeps): Gate => {
  const turn = createLoopTurn(clock);
  const overload = createOverload(limits, clock);
  const turns = createScanTurns(turn, clock);
  // Half the target: below what can be scanned nobody is turned away for those who only might come.
  const coming = createComing(limits.queueTargetMs / 2, clock);
  let inFlight = 0;
  const isFull = (): boolean => inFlight >= limits.maxInFlight;

  const whyShed = (waitMs: number): ShedReason | null => {
    if (overload.refuses(waitMs)) return 'queue';
    if (!isFull()) return null;
    overload.noteRefusal();
    return 'in_flight';
  };

  const shed = (reason: ShedReason): GatewayError => {
    overload.noteRefusal();
    onShed(reason);
    return OVERLOADED;
  };

  return {
    arrive: () => {
      const sinceMs = clock() - turn.ageMs();
      return () => {
        const waitMs = clock() - sinceMs + turns.expectedMs(coming.count());
        onQueued(waitMs);
        const reason = whyShed(waitMs);
        if (reason !== null) onShed(reason);
        return reason !== null;
      };
    },
    scan: async (direction, work, isGone) => {
      const isRequest = direction === 'input';
      // Between a request's headers and its body others may have come, here and below.
      if (isRequest && isFull()) throw shed('in_flight');
      inFlight += 1;
      onScans(inFlight);
      try {
        return await turns.run(direction, (waitedMs) => {
          if (isGone()) throw callerGone();
          if (isRequest && waitedMs >= limits.maxQueueMs) throw shed('queue');
          return work();
        });
      } finally {
        inFlight -= 1;
        onScans(inFlight);
      }
    },
    expect: coming.add,
    isOverloaded: overload.isOn,
    close: turn.stop,
  };
};
