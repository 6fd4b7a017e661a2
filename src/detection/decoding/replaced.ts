import type { Span } from '../../chat/segment.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';

/**
 * The text with what stands in `spans` replaced by what `read` makes of it; undefined where that is nothing.
 *
 * @param spans In ascending order; none overlaps another.
 */
export const replaceSpans = (
  text: string,
  spans: Iterable<Span>,
  read: (matched: string) => string | undefined,
): MappedText | undefined => {
  let builder: MapBuilder | undefined;
  let from = 0;
  for (const { start, end } of spans) {
    const out = read(text.slice(start, end));
    if (out === undefined) continue;
    builder ??= createMapBuilder(text);
    builder.copy(from, start);
    builder.put(out, start, end);
    from = end;
  }
  builder?.copy(from, text.length);
  return builder?.build();
};

const matchesOf = function* (text: string, pattern: RegExp): Generator<Span> {
  for (const { 0: matched, index } of text.matchAll(pattern))
    yield { start: index, end: index + matched.length };
};

/** The same for what matches `pattern`. */
export const replaceMatches = (
  text: string,
  pattern: RegExp,
  read: (matched: string) => string | undefined,
): MappedText | undefined => replaceSpans(text, matchesOf(text, pattern), read);
