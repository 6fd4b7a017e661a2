/** A value as it stands `depth` strings deep. */
export const escapeInto = (value: string, depth: number): string =>
  depth <= 0 ? value : escapeInto(JSON.stringify(value).slice(1, -1), depth - 1);

/** The value that stands so, `depth` strings deep; null where it is no whole piece of such a string. */
export const unescapeFrom = (text: string, depth: number): string | null => {
  let value = text;
  for (let level = 0; level < depth; level += 1) {
    try {
      const inner: unknown = JSON.parse(`"${value}"`);
      if (typeof inner !== 'string') return null;
      value = inner;
    } catch {
      return null;
    }
  }
  return value;
};
