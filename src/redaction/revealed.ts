import { createMapBuilder, type MappedText, unchanged } from '../detection/text/mapped-text.ts';
import type { Restorer } from './restorer.ts';

/** Reads a text of an answer with the values in place of their placeholders, and knows the way back. */
export const revealedBy =
  ({ find }: Restorer) =>
  (text: string): MappedText => {
    const found = find(text);
    if (found.length === 0) return unchanged(text);
    const builder = createMapBuilder(text);
    let from = 0;
    for (const { span, value } of found) {
      builder.copy(from, span.start);
      builder.put(value, span.start, span.end);
      from = span.end;
    }
    builder.copy(from, text.length);
    return builder.build();
  };
