import type { Span } from '../chat/segment.ts';

/** What a span of a growing text is replaced by; the placeholder goes where the first of it leaves. */
type Mask = { readonly span: Span; readonly placeholder: string; isPlaced: boolean };

/** The redactions of one growing text. */
export type Masks = Readonly<{
  add: (span: Span, subType: string) => void;
  /** A piece of the text with what is masked of it; null where nothing is. Pieces are to be asked for in order. */
  apply: (text: string, span: Span) => string | null;
  /** Forgets what ends before an offset. What ends right at it may yet grow, and has its placeholder already. */
  forget: (until: number) => void;
}>;

export const createMasks = (): Masks => {
  /** In order, and without overlap. */
  const masks: Mask[] = [];

  /** The first mask that ends behind an offset. */
  const firstBehind = (offset: number): number => {
    let low = 0;
    let high = masks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((masks[middle]?.span.end ?? 0) > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  const touching = (span: Span): Readonly<{ at: number; masks: readonly Mask[] }> => {
    const at = firstBehind(span.start);
    let end = at;
    for (let next = masks[end]; next !== undefined && next.span.start < span.end; next = masks[end]) end += 1;
    return { at, masks: masks.slice(at, end) };
  };

  return {
    // Overlapping spans melt into one placeholder, named after the one that begins first, as in a whole answer.
    add: (span, subType) => {
      const { at, masks: touched } = touching(span);
      const own: Mask = { span, placeholder: `<${subType}>`, isPlaced: false };
      const [first = own] = [own, ...touched].sort(
        (a, b) => a.span.start - b.span.start || b.span.end - a.span.end,
      );
      masks.splice(at, touched.length, {
        span: {
          start: first.span.start,
          end: touched.reduce((end, each) => Math.max(end, each.span.end), span.end),
        },
        placeholder: first.placeholder,
        isPlaced: touched.some(({ isPlaced }) => isPlaced),
      });
    },
    apply: (text, span) => {
      const { masks: touched } = touching(span);
      if (touched.length === 0) return null;
      let masked = '';
      let from = span.start;
      for (const mask of touched) {
        masked += text.slice(from - span.start, Math.max(0, mask.span.start - span.start));
        if (!mask.isPlaced) masked += mask.placeholder;
        mask.isPlaced = true;
        from = Math.min(mask.span.end, span.end);
      }
      return masked + text.slice(from - span.start);
    },
    forget: (until) => {
      masks.splice(0, firstBehind(until - 1));
    },
  };
};
