import type { Segment } from '../chat/segment.ts';
import type { RedactedFinding } from '../policy/decide.ts';
import { createJsonNesting, escapeInto, holdsJson, type JsonNesting } from './json-nesting.ts';
import { createMasks } from './masks.ts';
import { type HashValue, placeholderFor } from './placeholder.ts';
import { placesIn } from './places.ts';
import type { Redaction } from './request.ts';
import { createRestorations, type Restored, type Restorer } from './restorer.ts';

/** A value as it has to be written at its place. */
export const writtenAt = ({ value, span }: Restored, nesting: JsonNesting, isArguments: boolean): string => {
  const depth = nesting.isJson() ? nesting.placeAt(span.start).depth : 0;
  return escapeInto(value, isArguments ? Math.max(1, depth) : depth);
};

const changeText = (
  segment: Segment,
  findings: readonly RedactedFinding[],
  restorer: Restorer | null,
  hashValue: HashValue,
): string | null => {
  const { text, pointer } = segment;
  const masks = createMasks();
  for (const place of placesIn(segment, findings)) {
    const placeholder = placeholderFor(place, hashValue);
    masks.add(place.span, place.quote + placeholder + place.quote);
  }
  if (restorer !== null) {
    const restorations = createRestorations(restorer);
    const restored = [...restorations.append(text), ...restorations.close()];
    const nesting = createJsonNesting(holdsJson(pointer));
    if (restored.length > 0) nesting.push(text);
    for (const each of restored) masks.restore(each.span, writtenAt(each, nesting, holdsJson(pointer)));
  }
  return masks.apply(text, { start: 0, end: text.length });
};

/**
 * Replaces values in the texts of an answer, and puts those of the request back. Where both touch, what is replaced wins.
 *
 * @returns One entry per segment that changes.
 */
export const changeAnswer = (
  segments: readonly Segment[],
  findings: readonly RedactedFinding[],
  restorer: Restorer | null,
  hashValue: HashValue,
): readonly Redaction[] => {
  const bySegment = Map.groupBy(findings, ({ segment }) => segment);
  if (restorer === null && bySegment.size === 0) return [];
  return segments.flatMap((segment) => {
    const own = bySegment.get(segment) ?? [];
    if (restorer === null && own.length === 0) return [];
    const text = changeText(segment, own, restorer, hashValue);
    return text === null ? [] : [{ segment, text }];
  });
};
