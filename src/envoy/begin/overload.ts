import { GatewayError } from '../../errors.ts';

/** One for all refusals: an error of its own for each would have its stack written out, just when there is no time. */
export const OVERLOADED = new GatewayError('OVERLOADED', 'More requests come than can be scanned.');

export type QueueLimits = Readonly<{
  /** Requests that wait longer than this for their scan, one and all, stand in a queue that does not drain. */
  queueTargetMs: number;
  /** No request whose wait is as long as this is begun, were it the only one. */
  maxQueueMs: number;
}>;

/** Decides which requests are not begun because more come than can be scanned in time. */
export type Overload = Readonly<{
  /**
   * To be asked once for each request, as soon as its headers are read.
   *
   * @param waitMs How long it waited to be read, and would wait for its turn to be scanned.
   */
  refuses: (waitMs: number) => boolean;
  /** Somebody was refused for another reason. */
  noteRefusal: () => void;
  /** Whether a request was refused a moment ago. */
  isOn: () => boolean;
}>;

/** How long a queue has to stand before requests are refused for it: a burst that drains sooner is let in. */
export const STANDING_MS = 100;
/** For so long after the last refusal others are told of it. */
export const TOLD_MS = 1000;

/**
 * Controlled delay, as CoDel does for packets and others for requests: not the longest wait says that there is too much
 * to do, a burst makes that long, but the shortest. Where for `STANDING_MS` nobody waited less than the target, those
 * who waited longer are refused until for as long again nobody did; so the wait stays near the target whatever comes.
 *
 * @param clock Monotonic, in milliseconds.
 */
export const createOverload = ({ queueTargetMs, maxQueueMs }: QueueLimits, clock: () => number): Overload => {
  let longSinceMs: number | null = null;
  let lastLongMs = Number.NEGATIVE_INFINITY;
  let lastRefusalMs = Number.NEGATIVE_INFINITY;
  let isStanding = false;

  const noteLong = (nowMs: number): void => {
    // Two that waited long, and nobody in between, are no queue.
    if (longSinceMs === null || nowMs - lastLongMs > STANDING_MS) longSinceMs = nowMs;
    lastLongMs = nowMs;
    isStanding ||= nowMs - longSinceMs >= STANDING_MS;
  };

  const noteRefusal = (): void => {
    lastRefusalMs = clock();
  };

  return {
    refuses: (waitMs) => {
      const nowMs = clock();
      if (nowMs - lastLongMs > STANDING_MS) isStanding = false;
      if (waitMs < queueTargetMs) {
        longSinceMs = null;
        return false;
      }
      noteLong(nowMs);
      if (!isStanding && waitMs < maxQueueMs) return false;
      noteRefusal();
      return true;
    },
    noteRefusal,
    isOn: () => clock() - lastRefusalMs < TOLD_MS,
  };
};
