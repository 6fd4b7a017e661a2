import type { Segment, Span } from '../chat/segment.ts';
import type { RedactedFinding } from '../policy/decide.ts';
import { REPLACEMENTS, type Replacement } from '../policy/settings.ts';
import { escapeInto, unescapeFrom } from './json-escapes.ts';
import { createJsonNesting, holdsJson, type JsonNesting } from './json-nesting.ts';
import type { JsonPlace } from './json-places.ts';

/** A part of a text that is replaced. */
export type Place = Readonly<{
  segment: Segment;
  span: Span;
  /** As a reader of the text has it: where the text is JSON, without its escapes. */
  value: string;
  finding: RedactedFinding;
  replacement: Replacement;
  /** What has to stand on both sides of what is put there: quotes, where the place is in JSON and outside of a string. */
  quote: string;
}>;

type Melted = Readonly<{ span: Span; finding: RedactedFinding; replacement: Replacement }>;

export const stricter = (a: Replacement, b: Replacement): Replacement =>
  REPLACEMENTS.indexOf(a) <= REPLACEMENTS.indexOf(b) ? a : b;

/** Overlapping findings melt into one, named after the one that begins first and replaced in the strictest way of them. */
const melt = (findings: readonly RedactedFinding[]): readonly Melted[] => {
  const sorted = [...findings].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const melted: Melted[] = [];
  for (const finding of sorted) {
    const { span, replacement } = finding;
    const last = melted.at(-1);
    if (last === undefined || span.start >= last.span.end) {
      melted.push({ span, finding, replacement });
      continue;
    }
    melted[melted.length - 1] = {
      finding: last.finding,
      span: { start: last.span.start, end: Math.max(last.span.end, span.end) },
      replacement: stricter(last.replacement, replacement),
    };
  }
  return melted;
};

const LITERAL = /[-+.\w]/;
/** What stands between two numbers in JSON is more than a blank. */
const LITERALS = /[-+.\w]+(?: [-+.\w]+)*/g;
const UNICODE_ESCAPE = /^u[\da-f]{4}/i;
const LONGEST_ESCAPE = 6;

/** How many characters behind a place are the rest of an escape that begins in front of it. */
const restOfEscape = (text: string, at: number, depth: number): number => {
  const before = text.slice(Math.max(0, at - LONGEST_ESCAPE), at);
  const cut = /\\u[\da-f]{0,3}$/i.exec(before);
  if (cut !== null) return LONGEST_ESCAPE - cut[0].length;
  let run = 0;
  while (text[at - run - 1] === '\\') run += 1;
  // One level of strings down half as many are left; an odd one of them escapes what follows.
  const inner = run / 2 ** (depth - 1);
  if (run === 0 || (Number.isInteger(inner) && inner % 2 === 0)) return 0;
  return UNICODE_ESCAPE.test(text.slice(at, at + LONGEST_ESCAPE)) ? LONGEST_ESCAPE - 1 : 1;
};

/** A span within a string, without the halves of escapes at its edges. */
const snap = (text: string, { start, end }: Span, depth: number): Span => {
  const from = start + restOfEscape(text, start, depth);
  const tail = /\\+(?:u[\da-f]{0,3})?$/i.exec(text.slice(from, end));
  return { start: from, end: tail === null ? end : from + tail.index };
};

const literalAround = (text: string, { start, end }: Span): Span => {
  let from = start;
  let to = end;
  while (from > 0 && LITERAL.test(text.charAt(from - 1))) from -= 1;
  while (to < text.length && LITERAL.test(text.charAt(to))) to += 1;
  return { start: from, end: to };
};

type Part = Readonly<{ span: Span; place: JsonPlace }>;

const runsOf = ({ start, end }: Span, placeAt: JsonNesting['placeAt']): readonly Part[] => {
  const runs: Part[] = [];
  for (let at = start; at < end; ) {
    const place = placeAt(at);
    let to = at + 1;
    while (to < end && placeAt(to) === place) to += 1;
    runs.push({ span: { start: at, end: to }, place });
    at = to;
  }
  return runs;
};

/** The parts of a span that stand in strings, or are numbers; what holds JSON together is left out. */
const partsOf = (text: string, span: Span, placeAt: JsonNesting['placeAt']): readonly Part[] => {
  const runs = runsOf(span, placeAt);
  const inside = runs.filter(({ place }) => !place.isOutside);
  if (inside.length > 0) {
    // Prose behind JSON has no escapes.
    return inside.map((run) =>
      run.place.depth === 0 ? run : { ...run, span: snap(text, run.span, run.place.depth) },
    );
  }
  return runs.flatMap(({ span: { start, end }, place }) =>
    Array.from(text.slice(start, end).matchAll(LITERALS), (match) => ({
      place,
      span: literalAround(text, { start: start + match.index, end: start + match.index + match[0].length }),
    })),
  );
};

const isKey = (text: string, { end }: Span): boolean => /^\\{0,7}"\s{0,8}:/.test(text.slice(end, end + 20));

/** A part of a span in JSON, and what has to be done about what is put in its place. */
export type JsonPart = Readonly<{ span: Span; depth: number; quote: string }>;

/**
 * What of a span may be replaced so that JSON stays JSON: of a span over several strings each of them, but no key that stands
 * in front of a value.
 *
 * @param text JSON, or the part of it that begins at `base`.
 */
export const placesInJson = (
  text: string,
  base: number,
  span: Span,
  nesting: JsonNesting,
): readonly JsonPart[] => {
  const local = { start: span.start - base, end: span.end - base };
  const parts = partsOf(text, local, (at) => nesting.placeAt(at + base)).filter(
    (part) => part.span.start < part.span.end,
  );
  const values = parts.length > 1 ? parts.filter((part) => !isKey(text, part.span)) : parts;
  return (values.length > 0 ? values : parts).map(
    ({ place: { depth, isOutside }, span: { start, end } }) => ({
      depth,
      quote: isOutside ? escapeInto('"', depth) : '',
      span: { start: start + base, end: end + base },
    }),
  );
};

/** JSON with prose behind it is prose. */
const isWhole = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** What stands in front of a string of JSON. */
const OPENS_STRING = /[{[,:]\s{0,40}\\{0,31}"$/;
const OPENING_REACH = 80;

/**
 * What a reader makes of a value in a text that is not JSON as a whole: some that prose follows, that is broken off or that stands between
 * fences of code. Answers escape again what is put into a string of such JSON.
 */
const valueInProse = (text: string, span: Span, nesting: JsonNesting): string => {
  const written = text.slice(span.start, span.end);
  const [first, ...others] = runsOf(span, nesting.placeAt);
  if (first === undefined || others.length > 0 || first.place.depth === 0) return written;
  const opening = nesting.placeFrom(span.start);
  if (!OPENS_STRING.test(text.slice(Math.max(0, opening - OPENING_REACH), opening))) return written;
  return unescapeFrom(written, first.place.depth) ?? written;
};

/**
 * What is replaced in one text, in order and without overlap.
 *
 * @param findings Those of the segment, in any order.
 */
export const placesIn = (segment: Segment, findings: readonly RedactedFinding[]): readonly Place[] => {
  const { text } = segment;
  // Arguments are read as in streams, where nobody knows yet whether they will be whole.
  const isArguments = holdsJson(segment.pointer);
  const nesting = createJsonNesting(isArguments);
  nesting.push(text);
  if (!nesting.isJson() || !(isArguments || isWhole(text))) {
    return melt(findings).map((each) => ({
      ...each,
      segment,
      value: valueInProse(text, each.span, nesting),
      quote: '',
    }));
  }
  let end = 0;
  return melt(findings).flatMap((each) =>
    placesInJson(text, 0, each.span, nesting).flatMap(({ span, depth, quote }): Place[] => {
      // A number may have been taken as a whole for the finding before this one.
      const rest = { start: Math.max(span.start, end), end: span.end };
      if (rest.start >= rest.end) return [];
      ({ end } = rest);
      const written = text.slice(rest.start, rest.end);
      return [{ ...each, segment, span: rest, value: unescapeFrom(written, depth) ?? written, quote }];
    }),
  );
};
