import type { Span } from '../../chat/segment.ts';

/** A rewritten text that knows where each of its parts stood in the text it was made from. */
export type MappedText = Readonly<{
  text: string;
  /** Never throws for a span within `text`; what was replaced as a whole is covered as a whole. */
  toSource: (span: Span) => Span;
  /**
   * Where what was taken over as it was begins and ends in `text`, by turns, in ascending order; where that is known. Only what has
   * `least` UTF-16 code units in a piece: letters that were put together are pieces of one.
   */
  copied?: (least: number) => readonly number[];
}>;

export const unchanged = (text: string): MappedText => ({ text, toSource: (span) => span });

/** What a decoder gives in place of a text that nobody has room for. */
export const TOO_LONG: MappedText = unchanged('');

/** The same text seen from one step further back. */
export const compose = (outer: MappedText, inner: MappedText): MappedText => ({
  text: inner.text,
  toSource: (span) => outer.toSource(inner.toSource(span)),
});

export type MapBuilder = Readonly<{
  /** Takes over `[from, to)` of the source as it is. */
  copy: (from: number, to: number) => void;
  /** Writes `out` in place of `[from, to)`. With equal lengths the characters map one to one. */
  put: (out: string, from: number, to: number) => void;
  build: () => MappedText;
}>;

/** Pieces must come in ascending order of the source; what no piece names is left out. */
export const createMapBuilder = (source: string): MapBuilder => {
  const parts: string[] = [];
  const outStarts: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let length = 0;
  let copyFrom = 0;
  let copyTo = 0;

  const push = (out: string, from: number, end: number): void => {
    parts.push(out);
    outStarts.push(length);
    starts.push(from);
    ends.push(end);
    length += out.length;
  };
  const flush = (): void => {
    if (copyTo > copyFrom) push(source.slice(copyFrom, copyTo), copyFrom, ONE_TO_ONE);
    copyFrom = copyTo;
  };

  const copy = (from: number, to: number): void => {
    if (from !== copyTo) {
      flush();
      copyFrom = from;
    }
    copyTo = to;
  };
  const put = (out: string, from: number, to: number): void => {
    if (out === '') return;
    flush();
    copyFrom = to;
    copyTo = to;
    push(out, from, out.length === to - from ? REPLACED : to);
  };

  return {
    copy,
    put,
    build: () => {
      flush();
      return {
        text: parts.join(''),
        toSource: (span) => locate({ outStarts, starts, ends }, span),
        copied: (least) => runsOf({ outStarts, starts, ends }, length, least),
      };
    },
  };
};

/** In place of the end of a piece whose characters map one to one. */
export const ONE_TO_ONE = -1;
/** The same for a piece that was written in place of another. */
export const REPLACED = -2;

/** Where pieces begin in the rewritten text and in its source, and where they end in the source. */
export type Pieces = Readonly<{
  outStarts: ArrayLike<number>;
  starts: ArrayLike<number>;
  ends: ArrayLike<number>;
}>;

/** Where pieces of so many code units that were taken over begin and end in a text of this length, by turns. */
export const runsOf = ({ outStarts, ends }: Pieces, length: number, least: number): readonly number[] => {
  const runs: number[] = [];
  for (let i = 0; i < ends.length; i++) {
    const start = outStarts[i] ?? 0;
    const end = outStarts[i + 1] ?? length;
    if (end - start >= least && ends[i] === ONE_TO_ONE) runs.push(start, end);
  }
  return runs;
};

const pieceAt = (outStarts: ArrayLike<number>, index: number): number => {
  let low = 0;
  let high = outStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((outStarts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
};

export const locate = ({ outStarts, starts, ends }: Pieces, span: Span): Span => {
  const first = pieceAt(outStarts, span.start);
  const last = pieceAt(outStarts, Math.max(span.start, span.end - 1));
  const offset = (piece: number, at: number): number =>
    (starts[piece] ?? 0) + Math.max(0, at - (outStarts[piece] ?? 0));
  const end = ends[last] ?? 0;
  return {
    start: (ends[first] ?? 0) < 0 ? offset(first, span.start) : (starts[first] ?? 0),
    end: end < 0 ? offset(last, span.end) : end,
  };
};
