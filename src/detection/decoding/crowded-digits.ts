import type { Span } from '../../chat/segment.ts';

/** So many runs of digits right behind letters, so near to each other in UTF-16 code units, as in what base64 or hex makes of a text. */
const TOGETHER = 4;
const REACH = 48;
/** In a text as short as this there may be fewer. */
const TINY_TEXT = 160;

const isLetter = (code: number): boolean => (code | 0x20) >= 97 && (code | 0x20) <= 122;

/**
 * Where digits stand among letters as in a code, in ascending order.
 *
 * @param marks Where runs of digits begin, among other places, in ascending order.
 */
export const crowdedDigits = (text: string, marks: readonly number[]): readonly Span[] => {
  const spans: { start: number; end: number }[] = [];
  const places: number[] = [];
  for (const mark of marks) {
    if (mark === 0 || !isLetter(text.charCodeAt(mark - 1))) continue;
    const start = places[places.push(mark) - TOGETHER];
    if (start === undefined || mark - start > REACH) continue;
    const last = spans.at(-1);
    if (last !== undefined && start <= last.end) last.end = mark;
    else spans.push({ start, end: mark });
  }
  return spans;
};

/** Whether there is any such place. */
export const hasCrowdedDigits = (text: string, marks: readonly number[]): boolean =>
  (text.length <= TINY_TEXT && marks.length > 0) || crowdedDigits(text, marks).length > 0;
