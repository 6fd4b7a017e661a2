import type { Span } from '../../../chat/segment.ts';
import { onForget } from '../../text/in-hand.ts';

/** So many runs of digits right behind letters, so near to each other in UTF-16 code units, as in what base64 or hex makes of a text. */
const TOGETHER = 4;
const REACH = 48;
/** In a text as short as this there may be fewer. */
const TINY_TEXT = 160;

const isLetter = (code: number): boolean => (code | 0x20) >= 97 && (code | 0x20) <= 122;

type Crowd = { start: number; end: number };
const NOWHERE: readonly Span[] = [];

const findCrowded = (text: string, marks: readonly number[]): readonly Span[] => {
  if (marks.length < TOGETHER) return NOWHERE;
  let spans: Crowd[] | undefined;
  // The last ones behind letters, the oldest first.
  let start = -1;
  let second = -1;
  let third = -1;
  for (let i = 0; i < marks.length; i++) {
    const mark = marks[i] ?? 0;
    if (mark === 0 || !isLetter(text.charCodeAt(mark - 1))) continue;
    const first = start;
    start = second;
    second = third;
    third = mark;
    if (first === -1 || mark - first > REACH) continue;
    spans = addCrowd(spans ?? [], first, mark);
  }
  return spans ?? NOWHERE;
};

const addCrowd = (spans: Crowd[], start: number, end: number): Crowd[] => {
  const last = spans.at(-1);
  if (last !== undefined && start <= last.end) last.end = end;
  else spans.push({ start, end });
  return spans;
};

const NO_MARKS: readonly number[] = [];
/** Who gathers the facts of a text asks first, and decoders soon after. */
const known: { marks: readonly number[]; spans: readonly Span[] } = { marks: NO_MARKS, spans: NOWHERE };
onForget(() => {
  known.marks = NO_MARKS;
  known.spans = NOWHERE;
});

/**
 * Where digits stand among letters as in a code, in ascending order.
 *
 * @param marks Where runs of digits begin, among other places, in ascending order.
 */
export const crowdedDigits = (text: string, marks: readonly number[]): readonly Span[] => {
  if (known.marks !== marks) {
    known.spans = findCrowded(text, marks);
    known.marks = marks;
  }
  return known.spans;
};

/** Whether there is any such place. */
export const hasCrowdedDigits = (text: string, marks: readonly number[]): boolean =>
  (text.length <= TINY_TEXT && marks.length > 0) || crowdedDigits(text, marks).length > 0;
