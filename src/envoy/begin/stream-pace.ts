import type { Event } from '../session/session-types.ts';

/** Some milliseconds of work where a piece holds nothing but tiny events. */
export const SLICE_BYTES = 4096;

type Received = Extract<Event, { type: 'response-body' }>;

/** A large piece of a streamed answer as several; how it is cut makes no difference to what is found. */
export const inSlices = (event: Received): readonly [Received, ...Received[]] => {
  const { bytes, endOfStream } = event;
  if (bytes.length <= SLICE_BYTES) return [event];
  const first = { ...event, bytes: bytes.subarray(0, SLICE_BYTES), endOfStream: false };
  const rest: Received[] = [];
  for (let start = SLICE_BYTES; start < bytes.length; start += SLICE_BYTES) {
    const end = start + SLICE_BYTES;
    rest.push({
      ...event,
      bytes: bytes.subarray(start, end),
      endOfStream: endOfStream && end >= bytes.length,
    });
  }
  return [first, ...rest];
};

export type PaceDeps = Readonly<{
  handle: (event: Event) => void;
  /** Whether this event belongs to a streamed answer. */
  isOfStream: (event: Event) => event is Received;
  /** Has the other side wait, or go on. */
  pause: () => void;
  resume: () => void;
}>;

/**
 * A provider may send faster than its text is judged, a whole answer at once. Of each stream one slice is handled in a
 * turn of the event loop, and the provider waits, or nobody else would have a turn.
 */
export const createStreamPace = ({ handle, isOfStream, pause, resume }: PaceDeps) => {
  let backlog: Event[] = [];
  let isWaiting = false;

  const next = (): void => {
    const event = backlog.shift();
    if (event === undefined) {
      isWaiting = false;
      resume();
      return;
    }
    handle(event);
    setImmediate(next);
  };

  return {
    /** What comes while others wait comes behind them. */
    take: (event: Event): void => {
      const slices = isOfStream(event) ? inSlices(event) : ([event] as const);
      if (isWaiting) {
        backlog.push(...slices);
        return;
      }
      const [first, ...rest] = slices;
      handle(first);
      if (!isOfStream(event)) return;
      backlog = rest;
      isWaiting = true;
      pause();
      setImmediate(next);
    },
    /** The exchange is over. */
    drop: (): void => {
      backlog = [];
    },
  };
};
