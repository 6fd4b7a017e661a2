import { asWritten, type Segment } from '../chat/segment.ts';
import type { RedactedFinding } from '../policy/decide.ts';
import { endsStep, type Steps } from '../steps/steps.ts';
import { escapeInto } from './json-escapes.ts';
import { createJsonNesting, holdsJson, type JsonNesting } from './json-nesting.ts';
import { createMasks, type RestoredCounts } from './masks.ts';
import { type HashValue, placeholderFor } from './placeholder.ts';
import { placesIn } from './places.ts';
import type { Redaction } from './request.ts';
import { createRestorations, type Restored, type Restorer } from './restorer.ts';

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

function* changeText(
  { segment, findings }: AnswerText,
  restorer: Restorer | null,
  hashValue: HashValue,
  counts: Map<string, number>,
): Steps<string | null> {
  const { text, pointer } = segment;
  const masks = createMasks(counts);
  for (const [index, place] of placesIn(segment, findings).entries()) {
    masks.add(place.span, place.quote + placeholderFor(place, hashValue) + place.quote);
    if (endsStep(index)) yield;
  }
  if (restorer !== null) {
    const restorations = createRestorations(restorer);
    const restored = [...restorations.append(text), ...restorations.close()];
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
  for (const segment of segments) {
    const own = bySegment.get(segment) ?? [];
    if (restorer === null && own.length === 0) continue;
    const text = yield* changeText({ segment, findings: own }, restorer, hashValue, restored);
    if (text !== null) redactions.push({ segment, text });
    yield;
  }
  return { redactions, restored };
}
