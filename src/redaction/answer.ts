import { asWritten, type Segment } from '../chat/segment.ts';
import type { RedactedFinding } from '../policy/decide.ts';
import { endsStep, type Steps } from '../steps/steps.ts';
import { escapeInto } from './json-escapes.ts';
import { createJsonNesting, holdsJson, type JsonNesting } from './json-nesting.ts';
import { createMasks, type RestoredCounts } from './masks.ts';
import { createAddressTracker } from './open-address.ts';
import { type HashValue, placeholderFor } from './placeholder.ts';
import { placesIn } from './places.ts';
import type { Redaction } from './request.ts';
import { createRestorations, type Restorations, type Restored, type Restorer } from './restorer.ts';

/** A value as it has to be written at its place. */
export const writtenAt = ({ value, span }: Restored, nesting: JsonNesting, isArguments: boolean): string => {
  const { depth } = nesting.placeAt(span.start);
  return escapeInto(value, isArguments ? Math.max(1, depth) : depth);
};

/** What an answer becomes. */
export type ChangedAnswer = Readonly<{
  /** One entry per segment that changes. */
  redactions: readonly Redaction[];
  restored: RestoredCounts;
}>;

type AnswerText = Readonly<{ segment: Segment; findings: readonly RedactedFinding[] }>;

/** The parts of a content are put one behind the other, as one text: what the place of each is called but for its number. */
export const contentOf = (pointer: string): string | null => PART.exec(pointer)?.[1] ?? null;
const PART = /^(.*\/content)(?:\/\d+(?:\/text)?)?$/i;

/** What puts values back into one text; the parts of a content share what is known of the text in front. */
const createPartRestorations = (restorer: Restorer) => {
  let content: string | null = null;
  let tracker = createAddressTracker();
  return (pointer: string): Restorations => {
    const own = contentOf(pointer);
    if (own === null || own !== content) tracker = createAddressTracker();
    content = own;
    return createRestorations(restorer, tracker);
  };
};

/** The text behind a part of a content. */
const nextPart = ({ pointer }: Segment, next: Segment | undefined): string => {
  const content = contentOf(pointer);
  return content !== null && next !== undefined && contentOf(next.pointer) === content ? next.text : '';
};

function* changeText(
  { segment, findings }: AnswerText,
  restorations: Restorations | null,
  next: string,
  hashValue: HashValue,
  counts: Map<string, number>,
): Steps<string | null> {
  const { text, pointer } = segment;
  const masks = createMasks(counts);
  for (const [index, place] of placesIn(segment, findings).entries()) {
    masks.add(place.span, place.quote + placeholderFor(place, hashValue) + place.quote);
    if (endsStep(index)) yield;
  }
  if (restorations !== null) {
    const restored = [...restorations.append(text), ...restorations.close(next)];
    yield;
    const nesting = createJsonNesting(holdsJson(pointer));
    if (restored.length > 0) nesting.push(text);
    for (const [index, each] of restored.entries()) {
      masks.restore(each.span, writtenAt(each, nesting, holdsJson(pointer)), each.entity);
      if (endsStep(index)) yield;
    }
  }
  return masks.apply(asWritten(segment), { start: 0, end: text.length });
}

/** Replaces values in the texts of an answer, and puts those of the request back. Where both touch, what is replaced wins. */
export function* changeAnswer(
  segments: readonly Segment[],
  findings: readonly RedactedFinding[],
  restorer: Restorer | null,
  hashValue: HashValue,
): Steps<ChangedAnswer> {
  const bySegment = Map.groupBy(findings, ({ segment }) => segment);
  const redactions: Redaction[] = [];
  const restored = new Map<string, number>();
  if (restorer === null && bySegment.size === 0) return { redactions, restored };
  const restorationsOf = restorer === null ? null : createPartRestorations(restorer);
  for (const [index, segment] of segments.entries()) {
    const own = bySegment.get(segment) ?? [];
    if (restorationsOf === null && own.length === 0) continue;
    const restorations = restorationsOf?.(segment.pointer) ?? null;
    const next = nextPart(segment, segments[index + 1]);
    const text = yield* changeText({ segment, findings: own }, restorations, next, hashValue, restored);
    if (text !== null) redactions.push({ segment, text });
    yield;
  }
  return { redactions, restored };
}
