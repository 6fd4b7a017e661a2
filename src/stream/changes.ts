import type { Span } from '../chat/segment.ts';
import type { Channel } from './channel.ts';
import { createMasks, type Masks } from './masks.ts';
import { createRestorations, type Restorations, type Restored, type Restorer } from './restorer.ts';

/** What is changed of all texts of a stream on their way out. */
export type Changes = Readonly<{
  mask: (channel: Channel, span: Span, placeholder: string) => void;
  /** To be called with each piece of a text, before it is judged. */
  append: (channel: Channel, text: string) => void;
  /** No more text of it is waited for. */
  close: (channel: Channel) => void;
  /** How much of the text before an offset may leave: no placeholder is cut in two. */
  wholeUntil: (channel: Channel, offset: number) => number;
  masksOf: (channel: Channel) => Masks | null;
  /** Forgets changes of text that has left. @param until Where it ended. */
  forget: (channel: Channel, until: number) => void;
}>;

/** Here the text is JSON by itself, so that what is put into it is the inside of a JSON string. */
const IS_JSON = /\/(?:function|function_call)\/arguments$/i;

const toText = ({ segment }: Channel, { value }: Restored): string =>
  IS_JSON.test(segment.pointer) ? JSON.stringify(value).slice(1, -1) : value;

/** @param restorer Null where the request had nothing replaced. */
export const createChanges = (restorer: Restorer | null): Changes => {
  const masks = new WeakMap<Channel, Masks>();
  const restorations = new WeakMap<Channel, Restorations>();

  const masksFor = (channel: Channel): Masks => {
    const own = masks.get(channel) ?? createMasks();
    masks.set(channel, own);
    return own;
  };

  const restore = (channel: Channel, restored: readonly Restored[]): void => {
    for (const each of restored) masksFor(channel).restore(each.span, toText(channel, each));
  };

  return {
    mask: (channel, span, placeholder) => masksFor(channel).add(span, placeholder),
    append: (channel, text) => {
      if (restorer === null) return;
      const own = restorations.get(channel) ?? createRestorations(restorer);
      restorations.set(channel, own);
      restore(channel, own.append(text));
    },
    close: (channel) => restore(channel, restorations.get(channel)?.close() ?? []),
    wholeUntil: (channel, offset) => {
      if (restorer === null) return offset;
      const limit = Math.min(offset, restorations.get(channel)?.openAt() ?? offset);
      return masks.get(channel)?.wholeUntil(limit) ?? limit;
    },
    masksOf: (channel) => masks.get(channel) ?? null,
    forget: (channel, until) => masks.get(channel)?.forget(until),
  };
};
