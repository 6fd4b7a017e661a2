import type { Direction } from '../chat/segment.ts';
import { GatewayError } from '../errors.ts';
import { createLoopTurn } from './loop-turn.ts';
import { createOverload, type QueueLimits } from './overload.ts';

/** `queue` it waited too long before it was read · `in_flight` too many scans run */
export type ShedReason = 'queue' | 'in_flight';

export type GateLimits = QueueLimits & Readonly<{ maxInFlight: number }>;

export type GateDeps = Readonly<{
  /** Told how many scans run, whenever that changes. */
  onScans: (inFlight: number) => void;
  /** How long a request waited before its headers were read. */
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
  /**
   * Requests only are turned away: whoever waits for an answer has waited, and paid, for it already.
   *
   * @throws GatewayError `OVERLOADED` where too many scans run.
   */
  scan: <T>(direction: Direction, work: () => Promise<T>) => Promise<T>;
  /** Whether requests are turned away, or were a moment ago. */
  isOverloaded: () => boolean;
  close: () => void;
}>;

export const createGate = (limits: GateLimits, { onScans, onQueued, onShed, clock }: GateDeps): Gate => {
  const turn = createLoopTurn(clock);
  const overload = createOverload(limits, clock);
  let inFlight = 0;
  const isFull = (): boolean => inFlight >= limits.maxInFlight;

  const whyShed = (waitedMs: number): ShedReason | null => {
    if (overload.refuses(waitedMs)) return 'queue';
    if (!isFull()) return null;
    overload.noteRefusal();
    return 'in_flight';
  };

  return {
    arrive: () => {
      const sinceMs = clock() - turn.ageMs();
      return () => {
        const waitedMs = clock() - sinceMs;
        onQueued(waitedMs);
        const reason = whyShed(waitedMs);
        if (reason !== null) onShed(reason);
        return reason !== null;
      };
    },
    scan: async (direction, work) => {
      // Between a request's headers and its body others may have come.
      if (direction === 'input' && isFull()) {
        overload.noteRefusal();
        onShed('in_flight');
        throw new GatewayError('OVERLOADED', 'Too many requests are being scanned.');
      }
      inFlight += 1;
      onScans(inFlight);
      try {
        return await work();
      } finally {
        inFlight -= 1;
        onScans(inFlight);
      }
    },
    isOverloaded: overload.isOn,
    close: turn.stop,
  };
};
