import type { SseEvent, SseReader } from '../../../src/chat/sse.ts';

/** Feeds a reader. @returns The events that ended in the bytes. */
export const eventsIn = (reader: SseReader, bytes: Uint8Array): readonly SseEvent[] => {
  reader.feed(bytes);
  const events: SseEvent[] = [];
  for (let event = reader.next(); event !== null; event = reader.next()) events.push(event);
  return events;
};
