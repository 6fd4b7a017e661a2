import { EVERY_READING, READINGS } from '../chat/readings.ts';
import { type RoleSet, roleSetOf, type Segment, type Span, type Trust } from '../chat/segment.ts';
import { type Category, type Finding, namesValue } from './findings.ts';

/**
 * How far an attack that is split over two texts is followed into each of them, in UTF-16 code units. Of 256 attacks that
 * were split at chance among other text 212 were found with 120, 216 with 150, 221 with 200 and 223 with 300.
 */
const REACH_CHARS = 200;
/** A seam longer than this is ended, so that the seams of a growing conversation stay the same, and cached. */
const BLOCK_CHARS = 1200;

type Piece = Readonly<{ segment: Segment; index: number; at: number; from: number; length: number }>;

/** Text from both sides of one or more borders between segments of the same trust. */
export type Seam = Readonly<{
  text: string;
  /** One of the segments, for role and trust. */
  first: Segment;
  /** The pieces that `text` is put together from, in order; pieces touch or are one separator apart. */
  pieces: readonly Piece[];
}>;

/** Whether an attack that lies across the border has so much of itself on either side that the scans of these have to find it where it is disguised. */
export const isCutOut = ({ pieces }: Seam): boolean => pieces.every(({ length }) => length >= REACH_CHARS);

/** The roles of its texts, where they are of several; nothing else is told by them than whose texts an operator's rule looks at. */
export const rolesIn = ({ pieces, first }: Seam): Readonly<{ roles?: RoleSet }> => {
  if (pieces.every(({ segment }) => segment.role === first.role)) return {};
  return { roles: pieces.reduce((roles, { segment }) => roles | roleSetOf(segment.role), 0) };
};

/** Where the search for seams stands: the seam of each trust class that is still open. Holds no text. */
export type SeamState = readonly Readonly<{
  trust: Trust;
  carried: number;
  pieces: readonly Readonly<{ index: number; from: number; length: number }>[];
}>[];

const SLASH = 0x2f;

/** Where the first two names of a pointer end, `/messages/3`; 0 where it has but one. */
const messageEnd = (pointer: string): number => {
  let names = 0;
  for (let at = 1; at < pointer.length; at += 1) {
    if (pointer.charCodeAt(at) !== SLASH) continue;
    names += 1;
    if (names === 2) return at;
  }
  return names === 0 ? 0 : pointer.length;
};

const areOneMessage = ({ pointer: a }: Segment, { pointer: b }: Segment): boolean => {
  const end = messageEnd(a);
  if (end === 0) return messageEnd(b) === 0;
  // From behind: what differs is mostly the number of the message.
  for (let at = end - 1; at > 0; at -= 1) if (a.charCodeAt(at) !== b.charCodeAt(at)) return false;
  return b.length === end || (b.length > end && b.charCodeAt(end) === SLASH);
};

/** Parts of one message are read by the model as one text; two messages are not. */
const separatorBetween = (a: Segment, b: Segment): string => (areOneMessage(a, b) ? '' : '\n');

/**
 * All that the seams of some neighbouring texts hang on besides the texts and who wrote them: which of them goes on with the message
 * of the text before it, which are numbers, of which no seam is made, and which are names of tools, into which no value goes on.
 *
 * @returns Null where the texts do not tell it all, since a half of a character stands at a border.
 */
export const bordersOf = (segments: readonly Segment[], from: number, to: number): string | null => {
  let borders = '';
  for (let index = from; index < to; index += 1) {
    const [before, segment] = [segments[index - 1], segments[index]];
    if (segment === undefined || segment.raw !== undefined) return null;
    borders += before !== undefined && areOneMessage(before, segment) ? '+' : '|';
    if (segment.isNumber === true) borders += '#';
    // No value is told to go on into such a name.
    if (isToolName(segment.pointer)) borders += 'n';
  }
  return borders;
};

/** The last pieces that together are within reach; a new seam begins with them. */
const tailOf = (pieces: readonly Piece[]): readonly Piece[] => {
  let chars = 0;
  const tail = pieces.toReversed().filter(({ length }) => {
    const isNear = chars < REACH_CHARS;
    chars += length;
    return isNear;
  });
  return tail.reverse();
};

/** Joins the segments of one trust class. @param onEnd Told each seam that has ended. */
const createJoiner = (onEnd: (seam: Seam) => void) => {
  /** What is joined at the end: a text that is made longer step by step is put together anew by whoever reads it first, and read by way of its parts. */
  let texts: string[] = [];
  let chars = 0;
  let pieces: Piece[] = [];
  /** Pieces that the seam before this one ended with; they alone make no new one. */
  let carried = 0;
  const put = (text: string): void => {
    texts.push(text);
    chars += text.length;
  };
  const append = (segment: Segment, index: number, from: number, length: number): void => {
    const before = pieces.at(-1)?.segment;
    if (before !== undefined) put(separatorBetween(before, segment));
    pieces.push({ segment, index, at: chars, from, length });
    // Halves of one character on both sides of a border are that character to a server that joins the parts.
    put((segment.raw ?? segment.text).slice(from, from + length));
  };
  const cut = (kept: readonly Piece[]): void => {
    const first = pieces[0]?.segment;
    if (first !== undefined && pieces.length > Math.max(1, carried)) {
      onEnd({ text: texts.join('').toWellFormed(), pieces, first });
    }
    texts = [];
    chars = 0;
    pieces = [];
    carried = kept.length;
    for (const { segment, index, from, length } of kept) append(segment, index, from, length);
  };
  return {
    add: (segment: Segment, index: number): void => {
      const { length } = segment.text;
      if (length > 2 * REACH_CHARS) {
        // The middle is out of reach of both borders: one seam ends here and the next one begins.
        append(segment, index, 0, REACH_CHARS);
        cut([]);
        append(segment, index, length - REACH_CHARS, REACH_CHARS);
      } else {
        append(segment, index, 0, length);
        if (chars > BLOCK_CHARS) cut(tailOf(pieces));
      }
    },
    end: () => cut([]),
    size: () => pieces.length,
    state: () => ({ carried, pieces: pieces.map(({ index, from, length }) => ({ index, from, length })) }),
    resume: (state: SeamState[number], segments: readonly Segment[]): void => {
      for (const { index, from, length } of state.pieces) {
        const segment = segments[index];
        if (segment !== undefined) append(segment, index, from, length);
      }
      carried = state.carried;
    },
  };
};

/** Finds the seams of texts that are handed over one by one, in the order in which they stand in the body. */
export type SeamFinder = Readonly<{
  add: (index: number) => void;
  /** After the last text. */
  end: () => void;
  /** @returns The seams that have ended since it was asked last. */
  take: () => readonly Seam[];
  /** @returns Null where more pieces than this are open: many tiny texts, of which a copy after each few would cost more than all else. */
  state: (mostPieces: number) => SeamState | null;
  /** Goes on, before the first text, where another finder stood after the same texts. */
  resume: (state: SeamState) => void;
}>;

/** @param segments Those whose indices are handed over. */
export const createSeamFinder = (segments: readonly Segment[]): SeamFinder => {
  const ended: Seam[] = [];
  const joiners = new Map<Trust, ReturnType<typeof createJoiner>>();
  const joinerOf = (trust: Trust) => {
    const joiner = joiners.get(trust) ?? createJoiner((seam) => ended.push(seam));
    joiners.set(trust, joiner);
    return joiner;
  };
  return {
    add: (index) => {
      const segment = segments[index];
      if (segment !== undefined && segment.isNumber !== true) joinerOf(segment.trust).add(segment, index);
    },
    end: () => {
      for (const joiner of joiners.values()) joiner.end();
    },
    take: () => ended.splice(0),
    state: (mostPieces) => {
      let pieces = 0;
      for (const joiner of joiners.values()) pieces += joiner.size();
      if (pieces > mostPieces) return null;
      return [...joiners].map(([trust, joiner]) => ({ trust, ...joiner.state() }));
    },
    resume: (state) => {
      for (const each of state) joinerOf(each.trust).resume(each, segments);
    },
  };
};

const seamsIn = (
  segments: readonly Segment[],
  isRead: (segment: Segment) => boolean = () => true,
): readonly Seam[] => {
  const finder = createSeamFinder(segments);
  for (const [index, segment] of segments.entries()) if (isRead(segment)) finder.add(index);
  finder.end();
  return finder.take();
};

/** Whether some texts have a neighbour of their trust class. Most answers, and many requests, have no such pair. */
export const mayHaveSeams = (segments: readonly Segment[]): boolean => {
  for (let index = 1; index < segments.length; index += 1)
    for (let before = 0; before < index; before += 1)
      if (segments[before]?.trust === segments[index]?.trust) return true;
  return false;
};

/** Whether every server reads the same texts of a body, since no key in it repeats. */
export const isReadAlike = (segments: readonly Segment[]): boolean =>
  segments.every(({ readings }) => readings === undefined);

/**
 * Puts the borders of neighbouring segments together, so that an attack split over parts or turns stands in one
 * text. Segments of one trust class are neighbours whatever stands between them: the model reads them all. Where keys
 * repeat, what stands between two texts in one reading of the body is not there in another; each is put together.
 */
export const findSeams = (segments: readonly Segment[]): readonly Seam[] => {
  const all = seamsIn(segments);
  if (isReadAlike(segments)) return all;
  const each = READINGS.flatMap((reading) =>
    seamsIn(segments, ({ readings = EVERY_READING }) => (readings & reading) !== 0),
  );
  return [...new Map([...all, ...each].map((seam) => [placesOf(seam), seam])).values()];
};

/** Two seams of the same pieces are one. */
const placesOf = ({ pieces }: Seam): string =>
  pieces.map(({ segment, from, length }) => `${segment.source.start}+${from}+${length}`).join();

/** A finding and the segment in which it stands, by its index. */
export type PlacedFinding = Readonly<{
  index: number;
  finding: Finding;
  /** Of a value that stands in several segments: where it begins. */
  begin?: Readonly<{ index: number; start: number }>;
}>;

const overlap = (piece: Piece, span: Span): Span | null => {
  const start = Math.max(span.start, piece.at);
  const end = Math.min(span.end, piece.at + piece.length);
  return start < end ? { start: start - piece.at + piece.from, end: end - piece.at + piece.from } : null;
};

const TOOL_NAME =
  /^\/(?:tools\/\d+|functions\/\d+|messages\/\d+)\/name$|\/(?:function|custom|function_call)\/name$/i;

export const isToolName = (pointer: string): boolean => TOOL_NAME.test(pointer);

/** What a tool is called is read by itself: no value goes on into its name, which has to stay what it is. */
const isOfTool = ({ segment: { pointer } }: Piece): boolean => isToolName(pointer);

/**
 * Gives a finding in a seam back to the segment in which it ends, since that one completes the attack. A value is
 * given back to every segment that holds a part of it, since each part has to be redacted.
 *
 * @returns Nothing where the finding lies within one segment: the scan of that segment has judged it already, with
 *   more of its context. Nor where an operator's rule looks at none of those that hold a part of it.
 */
export const attributeToSegments = (
  seam: Seam,
  { ofRoles, ...finding }: Finding,
): readonly PlacedFinding[] => {
  const touched = seam.pieces.flatMap((piece) => {
    const span = overlap(piece, finding.span);
    return span === null ? [] : [{ piece, index: piece.index, finding: { ...finding, span } }];
  });
  const [first] = touched;
  if (first === undefined || touched.length < 2) return [];
  if (ofRoles !== undefined && !touched.some(({ piece }) => ofRoles.includes(piece.segment.role))) return [];
  if (!namesValue(finding.category))
    return touched.slice(-1).map(({ index, finding: part }) => ({ index, finding: part }));
  if (touched.some(({ piece }) => isOfTool(piece))) return [];
  const begin = { index: first.index, start: first.finding.span.start };
  return touched.map(({ index, finding: part }) => ({ index, finding: part, begin }));
};

/** At least so much of a secret has letters and digits. */
const REST_OF_SECRET = /^(?=[^\d]*\d)(?=[^a-z]*[a-z]).{8}/is;
/** As many digits as a longer number of the same kind may have; `78 rows` has fewer. */
const REST_OF_NUMBER = /^\d{3}/;

/** Whether what stands behind a border looks like more of a value in front of it. */
export const mayGoOn = (category: Category, rest: string): boolean =>
  (category === 'secret' ? REST_OF_SECRET : REST_OF_NUMBER).test(rest);

const NO_DIGITS = /\D/g;
const NUMBER = /^[\d\s.,()+-]+$/;

/** Whether both sides of a border are the same number, as where an answer begins with what its reasoning ended with. */
export const isSaidTwice = (begin: string, rest: string): boolean =>
  NUMBER.test(begin) && NUMBER.test(rest) && begin.replace(NO_DIGITS, '') === rest.replace(NO_DIGITS, '');

/** What of each value stands behind the text that it begins in, by its beginning. */
const restsOf = (
  segments: readonly Segment[],
  placed: readonly PlacedFinding[],
): ReadonlyMap<PlacedFinding['begin'], string> => {
  const rests = new Map<PlacedFinding['begin'], string>();
  for (const { index, finding, begin } of placed) {
    if (begin === undefined || index === begin.index) continue;
    const { start, end } = finding.span;
    rests.set(begin, `${rests.get(begin) ?? ''}${segments[index]?.text.slice(start, end) ?? ''}`);
  }
  return rests;
};

/**
 * Takes from the neighbours what is no part of a value that one of the texts holds alone: patterns run on over a border into
 * the first word behind it. What looks like more of the value is part of it, for many have no length of their own.
 *
 * @param each What was found within each of the segments.
 */
export const withoutNeighbours = (
  segments: readonly Segment[],
  each: readonly (readonly Finding[])[],
  placed: readonly PlacedFinding[],
): readonly PlacedFinding[] => {
  const rests = restsOf(segments, placed);
  const begins = new Map(
    placed.flatMap(({ index, finding, begin }) =>
      index === begin?.index
        ? [[begin, segments[index]?.text.slice(finding.span.start, finding.span.end) ?? ''] as const]
        : [],
    ),
  );
  return placed.filter(({ finding, begin }) => {
    if (begin === undefined) return true;
    if (isSaidTwice(begins.get(begin) ?? '', rests.get(begin) ?? '')) return false;
    const isWhole = each[begin.index]?.some(
      ({ category, subType, span, score }) =>
        span.start === begin.start &&
        category === finding.category &&
        subType === finding.subType &&
        score >= finding.score,
    );
    return isWhole !== true || mayGoOn(finding.category, rests.get(begin) ?? '');
  });
};
