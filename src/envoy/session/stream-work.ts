import type { StreamGuard, StreamStep } from '../../stream/guard.ts';
import type { Event } from './session-types.ts';

/** What is asked of a guard in answer to one message, in order. */
export type Deeds = (guard: StreamGuard) => readonly (() => StreamStep)[];

export type StreamEvent = Extract<Event, { type: 'stream-guarded' | 'stream-failed' }>;

/** Has a guard do its work. What it gave out or decided before it failed has not left yet. */
export const toStreamEvent = (guard: StreamGuard, deeds: Deeds, isLast: boolean): StreamEvent => {
  const released: Buffer[] = [];
  let threat: StreamStep['threat'] = null;
  try {
    for (const deed of deeds(guard)) {
      const made = deed();
      released.push(made.release);
      threat = made.threat;
      if (threat !== null) break;
    }
  } catch (error) {
    const { decided, held } = guard.abandon();
    return {
      type: 'stream-failed',
      error,
      release: Buffer.concat([...released, decided]),
      rest: held,
      isLast,
    };
  }
  return { type: 'stream-guarded', step: { release: Buffer.concat(released), threat }, isLast };
};

/** The provider's next bytes and, after the last of them, the end. */
export const pushing =
  (bytes: Uint8Array, isLast: boolean): Deeds =>
  (guard) => [() => guard.push(bytes), ...(isLast ? [guard.end] : [])];
