import type { Span } from '../chat/segment.ts';
import type { Replacement } from '../policy/settings.ts';
import { stricter } from './places.ts';

/** How the placeholder of a value is made anew where the value turns out to be part of a longer one. */
export type Remake = Readonly<{
  replacement: Replacement;
  of: (span: Span, replacement: Replacement) => string;
}>;

/** What a span of a growing text is replaced by; the new text goes where the first of it leaves. */
type Change = {
  readonly span: Span;
  /** Of a mask that others melted into: the span of the one that names it. */
  readonly named?: Span;
  readonly text: string | (() => string);
  readonly isMask: boolean;
  readonly remake?: Remake | undefined;
  /** What is put back. */
  readonly entity?: string;
  isPlaced: boolean;
};

/** What is changed of one growing text: values are masked, and placeholders give way to values. */
export type Masks = Readonly<{
  /** Masks a span. It wins over a restoration that it touches, unless that one has left. */
  add: (span: Span, placeholder: string, remake?: Remake) => void;
  /** Puts a value in the place of a placeholder, unless something there is masked. */
  restore: (span: Span, text: string, entity: string) => void;
  /** A piece of the text with what is changed of it; null where nothing is. Pieces are to be asked for in order. */
  apply: (text: string, span: Span) => string | null;
  /** An offset, or the beginning of the restoration that it cuts in two: what is put back is judged as a whole first. */
  wholeUntil: (offset: number) => number;
  /** Forgets what ends before an offset. What ends right at it may yet grow, and has its placeholder already. */
  forget: (until: number) => void;
}>;

const strictest = (all: readonly Change[], own: Replacement): Replacement =>
  all.reduce(
    (least, { remake }) => (remake === undefined ? least : stricter(least, remake.replacement)),
    own,
  );

const namedEnd = ({ named, span }: Change): number => (named ?? span).end;

/**
 * Overlapping masks melt into one placeholder, named after the one that begins first and as strict as any, as in a whole answer.
 * Of two of the same span the one that came first names it.
 */
const melt = (own: Change, others: readonly Change[]): Change => {
  if (others.length === 0) return own;
  const all = [...others, own].sort((a, b) => a.span.start - b.span.start || namedEnd(b) - namedEnd(a));
  const [first = own] = all;
  const { start } = first.span;
  const span = { start, end: all.reduce((last, each) => Math.max(last, each.span.end), start) };
  const replacement = first.remake && strictest(all, first.remake.replacement);
  const remake = first.remake && replacement && { ...first.remake, replacement };
  return {
    ...{ span, remake, isMask: true, named: first.named ?? first.span },
    // Made once it leaves: more may melt into it.
    text: remake === undefined ? first.text : () => remake.of(span, remake.replacement),
    isPlaced: others.some(({ isPlaced }) => isPlaced),
  };
};

/** Values that were put back, by entity. */
export type RestoredCounts = ReadonlyMap<string, number>;

/** @param restored Counts what is put back as it leaves. */
export const createMasks = (restored = new Map<string, number>()): Masks => {
  /** In order, and without overlap. */
  const changes: Change[] = [];

  /** The first change that ends behind an offset. */
  const firstBehind = (offset: number): number => {
    let low = 0;
    let high = changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((changes[middle]?.span.end ?? 0) > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  const touching = (span: Span): Readonly<{ at: number; touched: readonly Change[] }> => {
    const at = firstBehind(span.start);
    let end = at;
    for (let next = changes[end]; next !== undefined && next.span.start < span.end; next = changes[end])
      end += 1;
    return { at, touched: changes.slice(at, end) };
  };

  const place = (change: Change): string => {
    const { text, entity } = change;
    change.isPlaced = true;
    if (entity !== undefined) restored.set(entity, (restored.get(entity) ?? 0) + 1);
    return typeof text === 'string' ? text : text();
  };

  return {
    add: (span, placeholder, remake) => {
      const { at, touched } = touching(span);
      const gone = touched.filter(({ isMask, isPlaced }) => !isMask && isPlaced);
      const start = gone.reduce((last, each) => Math.max(last, each.span.end), span.start);
      const before = touched.filter(({ isMask, span: { end } }) => isMask && end <= start);
      const melting = touched.filter(({ isMask, span: { end } }) => isMask && end > start);
      const own: Change = {
        span: { start, end: span.end },
        text: placeholder,
        remake,
        isMask: true,
        isPlaced: false,
      };
      const last = start < span.end ? [melt(own, melting)] : melting;
      const kept = [...before, ...gone].sort((a, b) => a.span.start - b.span.start);
      changes.splice(at, touched.length, ...kept, ...last);
    },
    restore: (span, text, entity) => {
      const { at, touched } = touching(span);
      if (touched.length === 0) changes.splice(at, 0, { span, text, entity, isMask: false, isPlaced: false });
    },
    apply: (text, span) => {
      const { touched } = touching(span);
      if (touched.length === 0) return null;
      let changed = '';
      let from = span.start;
      for (const change of touched) {
        changed += text.slice(from - span.start, Math.max(0, change.span.start - span.start));
        if (!change.isPlaced) changed += place(change);
        from = Math.min(change.span.end, span.end);
      }
      return changed + text.slice(from - span.start);
    },
    wholeUntil: (offset) => {
      const change = changes[firstBehind(offset)];
      const isCut = change !== undefined && !change.isMask && !change.isPlaced && change.span.start < offset;
      return isCut ? change.span.start : offset;
    },
    forget: (until) => {
      changes.splice(0, firstBehind(until - 1));
    },
  };
};
