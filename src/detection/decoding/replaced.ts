import { createMapBuilder, type MappedText } from '../mapped-text.ts';

/** The text with what matches `pattern` replaced by what `read` makes of it; undefined where that is nothing. */
export const replaceMatches = (
  text: string,
  pattern: RegExp,
  read: (matched: string) => string | undefined,
): MappedText | undefined => {
  const builder = createMapBuilder(text);
  let from = 0;
  let found = false;
  for (const match of text.matchAll(pattern)) {
    const out = read(match[0]);
    if (out === undefined) continue;
    found = true;
    const end = match.index + match[0].length;
    builder.copy(from, match.index);
    builder.put(out, match.index, end);
    from = end;
  }
  if (!found) return undefined;
  builder.copy(from, text.length);
  return builder.build();
};
