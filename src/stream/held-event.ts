import { mayRepeat, withoutRepeats } from '../chat/logprobs.ts';
import type { Span } from '../chat/segment.ts';
import { replaceStrings } from '../chat/splice.ts';
import { type SseEvent, withData } from '../chat/sse.ts';
import type { Masks } from '../redaction/masks.ts';
import type { Channel } from './channel.ts';
import { type DocumentLimits, documentsOf } from './documents.ts';
import type { JointPlace } from './joints.ts';

/** A text of an event, and where it stands in the text that it is a piece of. */
export type HeldPiece = Readonly<{
  channel: Channel;
  span: Span;
  text: string;
  /** The string's token in the JSON of its document; null where the whole document is the text. */
  source: Span | null;
  /** Where the document stands in the event's bytes; null where it is the event's data. */
  place: Span | null;
  /** Where it stands among texts that follow each other; null where no border is near. */
  joint: JointPlace | null;
  /** It repeats another text: where anything in it is to be changed, all that repeats goes. */
  isRepeat?: true;
}>;

/** An event that waits until each of its texts is decided. */
export type HeldEvent = Readonly<{
  event: SseEvent;
  pieces: readonly HeldPiece[];
  heldSinceMs: number;
}>;

export type MasksOf = (channel: Channel) => Masks | null;

/** What a text of a document becomes. */
type Change = Readonly<{ piece: HeldPiece; value: string }>;

/** What of a string lies beyond the longest text that is scanned; it is kept as it is. */
const beyond = (document: string, { text, source }: HeldPiece): string => {
  if (source === null) return '';
  const whole: unknown = JSON.parse(document.slice(source.start, source.end));
  return typeof whole === 'string' ? whole.slice(text.length) : '';
};

const changed = (document: string, changes: readonly Change[]): string => {
  const own = changes.filter(({ piece }) => piece.isRepeat !== true);
  const [first] = own;
  if (first?.piece.source === null) return first.value;
  const edits = own
    .flatMap(({ piece, value }) =>
      piece.source === null ? [] : [{ source: piece.source, value: value + beyond(document, piece) }],
    )
    .sort((a, b) => a.source.start - b.source.start);
  return withoutRepeats(replaceStrings(document, edits));
};

/** It has been read within limits before. */
const UNLIMITED: DocumentLimits = {
  maxDepth: Number.POSITIVE_INFINITY,
  maxSegments: Number.POSITIVE_INFINITY,
  maxTextChars: Number.POSITIVE_INFINITY,
};

/** Where documents of an event stand that are not its data and may hold repeats. */
const placesOfRepeats = (event: SseEvent): readonly Span[] =>
  mayRepeat(event.raw.toString('latin1'))
    ? documentsOf(event, UNLIMITED).flatMap(({ kind, place }) =>
        kind === 'chunk' && place !== null ? [place] : [],
      )
    : [];

/** Changes what stands at places of its own. @param others Places whose repeats go, whatever else is changed there. */
const withPlaces = (raw: Buffer, changes: readonly Change[], others: readonly Span[]): Buffer => {
  const byStart = new Map(others.map((place) => [place.start, { place, ofPlace: [] as readonly Change[] }]));
  for (const [place, ofPlace] of Map.groupBy(changes, ({ piece }) => piece.place))
    if (place !== null) byStart.set(place.start, { place, ofPlace });
  const places = [...byStart.values()];
  if (places.length === 0) return raw;
  const pieces: Buffer[] = [];
  let end = 0;
  for (const { place, ofPlace } of places.sort((a, b) => a.place.start - b.place.start)) {
    const document = raw.toString('utf8', place.start, place.end);
    pieces.push(raw.subarray(end, place.start), Buffer.from(changed(document, ofPlace)));
    end = place.end;
  }
  return Buffer.concat([...pieces, raw.subarray(end)]);
};

/**
 * The event's bytes, byte for byte the provider's unless something in it is changed.
 *
 * @param hidesRepeats Something of the stream was masked: tokens that come apart from their text may be of it.
 */
export const toBytes = ({ event, pieces }: HeldEvent, masksOf: MasksOf, hidesRepeats: boolean): Buffer => {
  const { raw, data } = event;
  const changes: Change[] = [];
  for (const piece of pieces) {
    const value = masksOf(piece.channel)?.apply(piece.text, piece.span) ?? null;
    if (value !== null) changes.push({ piece, value });
  }
  if (changes.length === 0 && !hidesRepeats) return raw;
  const bytes = withPlaces(raw, changes, hidesRepeats ? placesOfRepeats(event) : []);
  if (data === null) return bytes;
  const ofData = changes.filter(({ piece }) => piece.place === null);
  const rest = ofData.length > 0 ? changed(data, ofData) : hidesRepeats ? withoutRepeats(data) : data;
  return rest === data ? bytes : withData({ raw: bytes, data }, rest);
};
