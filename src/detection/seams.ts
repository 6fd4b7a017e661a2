import { EVERY_READING, READINGS } from '../chat/readings.ts';
import type { Segment, Span } from '../chat/segment.ts';
import { type Finding, namesValue } from './detector.ts';

/**
 * How far an attack that is split over two texts is followed into each of them, in UTF-16 code units. Of 256 attacks that
 * were split at chance among other text 212 were found with 120, 216 with 150, 221 with 200 and 223 with 300.
 */
const REACH_CHARS = 200;
/** A seam longer than this is ended, so that the seams of a growing conversation stay the same, and cached. */
const BLOCK_CHARS = 2400;

/** Text from both sides of one or more borders between segments of the same trust. */
export type Seam = Readonly<{
  text: string;
  /** One of the segments, for role and trust. */
  first: Segment;
  /** The pieces that `text` is put together from, in order; pieces touch or are one separator apart. */
  pieces: readonly Readonly<{ segment: Segment; at: number; from: number; length: number }>[];
}>;

/** The first two names of a pointer: `/messages/3`. */
const messageOf = (pointer: string): string => {
  const end = pointer.indexOf('/', pointer.indexOf('/', 1) + 1);
  return end === -1 ? pointer : pointer.slice(0, end);
};

/** Parts of one message are read by the model as one text; two messages are not. */
const separatorBetween = (a: Segment, b: Segment): string =>
  messageOf(a.pointer) === messageOf(b.pointer) ? '' : '\n';

/** The last pieces that together are within reach; a new seam begins with them. */
const tailOf = (pieces: Seam['pieces']): Seam['pieces'] => {
  let chars = 0;
  const tail = pieces.toReversed().filter(({ length }) => {
    const isNear = chars < REACH_CHARS;
    chars += length;
    return isNear;
  });
  return tail.reverse();
};

const createJoiner = () => {
  const seams: Seam[] = [];
  let text = '';
  let pieces: Seam['pieces'][number][] = [];
  /** Pieces that the seam before this one ended with; they alone make no new one. */
  let carried = 0;
  const append = (segment: Segment, from: number, length: number): void => {
    const before = pieces.at(-1)?.segment;
    if (before !== undefined) text += separatorBetween(before, segment);
    pieces.push({ segment, at: text.length, from, length });
    // Halves of one character on both sides of a border are that character to a server that joins the parts.
    text += (segment.raw ?? segment.text).slice(from, from + length);
  };
  const cut = (kept: Seam['pieces']): void => {
    const first = pieces[0]?.segment;
    if (first !== undefined && pieces.length > Math.max(1, carried)) {
      seams.push({ text: text.toWellFormed(), pieces, first });
    }
    text = '';
    pieces = [];
    carried = kept.length;
    for (const { segment, from, length } of kept) append(segment, from, length);
  };
  return { seams, append, cut, isFull: () => text.length > BLOCK_CHARS, tail: () => tailOf(pieces) };
};

const joinGroup = (group: readonly Segment[]): readonly Seam[] => {
  const joiner = createJoiner();
  for (const segment of group) {
    const { length } = segment.text;
    if (length > 2 * REACH_CHARS) {
      // The middle is out of reach of both borders: one seam ends here and the next one begins.
      joiner.append(segment, 0, REACH_CHARS);
      joiner.cut([]);
      joiner.append(segment, length - REACH_CHARS, REACH_CHARS);
    } else {
      joiner.append(segment, 0, length);
      if (joiner.isFull()) joiner.cut(joiner.tail());
    }
  }
  joiner.cut([]);
  return joiner.seams;
};

const seamsIn = (segments: readonly Segment[]): readonly Seam[] => {
  const groups = Map.groupBy(segments, ({ trust }) => trust);
  return [...groups.values()].filter((group) => group.length > 1).flatMap(joinGroup);
};

/**
 * Puts the borders of neighbouring segments together, so that an attack split over parts or turns stands in one
 * text. Segments of one trust class are neighbours whatever stands between them: the model reads them all. Where keys
 * repeat, what stands between two texts in one reading of the body is not there in another; each is put together.
 */
export const findSeams = (segments: readonly Segment[]): readonly Seam[] => {
  const all = seamsIn(segments);
  if (segments.every(({ readings }) => readings === undefined)) return all;
  const each = READINGS.flatMap((reading) =>
    seamsIn(segments.filter(({ readings = EVERY_READING }) => (readings & reading) !== 0)),
  );
  return [...new Map([...all, ...each].map((seam) => [placesOf(seam), seam])).values()];
};

/** Two seams of the same pieces are one. */
const placesOf = ({ pieces }: Seam): string =>
  pieces.map(({ segment, from, length }) => `${segment.source.start}+${from}+${length}`).join();

const overlap = (piece: Seam['pieces'][number], span: Span): Span | null => {
  const start = Math.max(span.start, piece.at);
  const end = Math.min(span.end, piece.at + piece.length);
  return start < end ? { start: start - piece.at + piece.from, end: end - piece.at + piece.from } : null;
};

/**
 * Gives a finding in a seam back to the segment in which it ends, since that one completes the attack. A value is
 * given back to every segment that holds a part of it, since each part has to be redacted.
 *
 * @returns Nothing where the finding lies within one segment: the scan of that segment has judged it already, with
 *   more of its context.
 */
export const attributeToSegments = (
  seam: Seam,
  finding: Finding,
): readonly (Finding & Readonly<{ segment: Segment }>)[] => {
  const touched = seam.pieces.flatMap((piece) => {
    const span = overlap(piece, finding.span);
    return span === null ? [] : [{ segment: piece.segment, span }];
  });
  if (touched.length < 2) return [];
  return (namesValue(finding.category) ? touched : touched.slice(-1)).map((place) => ({
    ...finding,
    ...place,
  }));
};
