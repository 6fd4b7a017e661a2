import { isLabel } from '../chat/message.ts';
import type { SseEvent } from '../chat/sse.ts';
import type { StreamChunk } from '../chat/stream-chunk.ts';
import { isDone } from './documents.ts';

/** What a stream says of itself, as far as it may be repeated; its last chunk does so where we end it. */
export type StreamIdentity = Readonly<{
  id: string | null;
  model: string | null;
  created: number | null;
  /** Indexes of the choices that have begun, and whose end has not left yet. */
  openChoices: readonly number[];
}>;

/** In seconds; a larger number is no time, but may be somebody's. */
const LATEST_CREATED = 2 ** 32;
/** So is a larger one no choice. */
const MAX_CHOICES = 1000;

/**
 * Gathers what the chunks of a stream say of it. A provider's labels are let pass unread in his own chunks; what we write
 * is ours to answer for.
 *
 * @param isSafe Whether nothing in a label is masked or blocked.
 */
export const createIdentity = (isSafe: (label: string) => boolean) => {
  let [id, model, created]: [string | null, string | null, number | null] = [null, null, null];
  const open = new Set<number>();
  let hasEnded = false;
  const ends = new WeakMap<SseEvent, readonly number[]>();

  const toRepeat = (label: string | null): string | null =>
    label !== null && isLabel(label) && isSafe(label) ? label : null;

  return {
    note: (event: SseEvent, chunk: StreamChunk): void => {
      id = chunk.id ?? id;
      model = chunk.model ?? model;
      created = chunk.created ?? created;
      for (const choice of chunk.choices) if (choice < MAX_CHOICES) open.add(choice);
      if (chunk.finished.length > 0) ends.set(event, [...(ends.get(event) ?? []), ...chunk.finished]);
    },
    /** To be called as an event leaves: only a choice whose end the caller has seen is over. */
    noteLeft: (event: SseEvent): void => {
      for (const choice of ends.get(event) ?? []) open.delete(choice);
      if (event.data !== null) hasEnded = isDone(event);
    },
    /** Whether what left last was `[DONE]`: the caller has all that there is. */
    hasEnded: (): boolean => hasEnded,
    /** As the provider says; only for what nobody is shown. */
    model: (): string | null => model,
    read: (): StreamIdentity => ({
      id: toRepeat(id),
      model: toRepeat(model),
      created: created !== null && created >= 0 && created < LATEST_CREATED ? created : null,
      openChoices: [...open],
    }),
  };
};
