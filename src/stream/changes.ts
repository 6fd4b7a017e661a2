import type { Span } from '../chat/segment.ts';
import { contentOf, writtenAt } from '../redaction/answer.ts';
import { createJsonNesting, holdsJson, type JsonNesting } from '../redaction/json-nesting.ts';
import { createMasks, type Masks, type Remake, type RestoredCounts } from '../redaction/masks.ts';
import { type AddressTracker, createAddressTracker } from '../redaction/open-address.ts';
import { placesInJson } from '../redaction/places.ts';
import {
  createRestorations,
  type Restorations,
  type Restored,
  type Restorer,
} from '../redaction/restorer.ts';
import type { Channel } from './channel.ts';

/** What is changed of all texts of a stream on their way out. */
export type Changes = Readonly<{
  mask: (channel: Channel, span: Span, placeholder: string, remake?: Remake) => void;
  /** To be called with each piece of a text, before it is judged. */
  append: (channel: Channel, text: string) => void;
  /** The same of a text that has no other pieces. */
  appendAlone: (channel: Channel, text: string) => void;
  /** Another text has begun behind it: a placeholder at its end waits no more for what follows. */
  pause: (channel: Channel) => void;
  /** No more text of it is waited for. */
  close: (channel: Channel) => void;
  /** How much of the text before an offset may leave: no placeholder is cut in two. */
  wholeUntil: (channel: Channel, offset: number) => number;
  masksOf: (channel: Channel) => Masks | null;
  hasMasked: () => boolean;
  /** What was put back into text that has left. */
  restored: RestoredCounts;
  /** Forgets changes of text that has left. @param until Where it ended. */
  forget: (channel: Channel, until: number) => void;
}>;

const quoted = ({ replacement, of }: Remake, quote: string): Remake => ({
  replacement,
  of: (span, strictest) => quote + of(span, strictest) + quote,
});

/** @param restorer Null where the request had nothing replaced. */
export const createChanges = (restorer: Restorer | null): Changes => {
  const masks = new WeakMap<Channel, Masks>();
  const restored = new Map<string, number>();
  const restorations = new WeakMap<Channel, Restorations>();

  const trackers = new Map<string, AddressTracker>();

  const nestings = new WeakMap<Channel, JsonNesting>();
  let hasMasked = false;

  const nestingOf = (channel: Channel): JsonNesting => {
    const known = nestings.get(channel);
    if (known !== undefined) return known;
    const own = createJsonNesting(holdsJson(channel.segment.pointer));
    nestings.set(channel, own);
    return own;
  };

  /** Parts of one content share it. Of texts that grow there are few. */
  const trackerFor = ({ segment: { pointer } }: Channel): AddressTracker => {
    const content = contentOf(pointer);
    const own = (content === null ? null : trackers.get(content)) ?? createAddressTracker();
    if (content !== null) trackers.set(content, own);
    return own;
  };

  const masksFor = (channel: Channel): Masks => {
    const own = masks.get(channel) ?? createMasks(restored);
    masks.set(channel, own);
    return own;
  };

  const restore = (channel: Channel, settled: readonly Restored[]): void => {
    const isArguments = holdsJson(channel.segment.pointer);
    for (const each of settled) {
      const written = writtenAt(each, nestingOf(channel), isArguments);
      masksFor(channel).restore(each.span, written, each.entity);
    }
  };

  const append = (channel: Channel, text: string, track: (channel: Channel) => AddressTracker): void => {
    nestingOf(channel).push(text);
    if (restorer === null) return;
    const own = restorations.get(channel) ?? createRestorations(restorer, track(channel));
    restorations.set(channel, own);
    restore(channel, own.append(text));
  };

  const mask = (channel: Channel, span: Span, placeholder: string, remake?: Remake): void => {
    hasMasked = true;
    const nesting = nestingOf(channel);
    if (!nesting.isJson()) {
      masksFor(channel).add(span, placeholder, remake);
      return;
    }
    const { text, start } = channel.kept();
    for (const { span: part, quote } of placesInJson(text, start, span, nesting)) {
      masksFor(channel).add(part, quote + placeholder + quote, remake && quoted(remake, quote));
    }
  };

  return {
    mask,
    append: (channel, text) => append(channel, text, trackerFor),
    appendAlone: (channel, text) => append(channel, text, createAddressTracker),
    pause: (channel) => restore(channel, restorations.get(channel)?.pause() ?? []),
    close: (channel) => restore(channel, restorations.get(channel)?.close() ?? []),
    wholeUntil: (channel, offset) => {
      if (restorer === null) return offset;
      const limit = Math.min(offset, restorations.get(channel)?.openAt() ?? offset);
      return masks.get(channel)?.wholeUntil(limit) ?? limit;
    },
    masksOf: (channel) => masks.get(channel) ?? null,
    hasMasked: () => hasMasked,
    restored,
    forget: (channel, until) => {
      masks.get(channel)?.forget(until);
      // What a finding begins with may have left before its end came.
      nestings.get(channel)?.forget(Math.min(until, channel.kept().start));
    },
  };
};
