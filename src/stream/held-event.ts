import { withoutLogprobs } from '../chat/logprobs.ts';
import type { Span } from '../chat/segment.ts';
import { replaceStrings } from '../chat/splice.ts';
import { type SseEvent, withData } from '../chat/sse.ts';
import type { Masks } from '../redaction/masks.ts';
import type { Channel } from './channel.ts';

/** A text of an event, and where it stands in the text that it is a piece of. */
export type HeldPiece = Readonly<{
  channel: Channel;
  span: Span;
  text: string;
  /** The string's token in the event's JSON; null where the whole data is the text. */
  source: Span | null;
}>;

/** An event that waits until each of its texts is decided. */
export type HeldEvent = Readonly<{
  event: SseEvent;
  pieces: readonly HeldPiece[];
  heldSinceMs: number;
}>;

export type MasksOf = (channel: Channel) => Masks | null;

/** What of a string lies beyond the longest text that is scanned; it is kept as it is. */
const beyond = (data: string, { text, source }: HeldPiece): string => {
  if (source === null) return '';
  const whole: unknown = JSON.parse(data.slice(source.start, source.end));
  return typeof whole === 'string' ? whole.slice(text.length) : '';
};

/** The event's bytes, byte for byte the provider's unless something in it is changed. */
export const toBytes = ({ event, pieces }: HeldEvent, masksOf: MasksOf): Buffer => {
  const { data } = event;
  if (data === null) return event.raw;
  const changes = pieces.flatMap((piece) => {
    const value = masksOf(piece.channel)?.apply(piece.text, piece.span) ?? null;
    return value === null ? [] : [{ piece, value: value + beyond(data, piece) }];
  });
  const [first] = changes;
  if (first === undefined) return event.raw;
  if (first.piece.source === null) return withData(event, first.value);
  const edits = changes
    .flatMap(({ piece: { source }, value }) => (source === null ? [] : [{ source, value }]))
    .sort((a, b) => a.source.start - b.source.start);
  return withData(event, withoutLogprobs(replaceStrings(data, edits)));
};
