const MAX_ENTRIES = 100;
/** What anybody may send at any length is not kept. */
const MAX_CHARS = 128;

/** A function of a text that is nearly always one of few, such as a media type; what it said of those is remembered. */
export const remembered = <Value>(make: (text: string) => Value): ((text: string) => Value) => {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    if (known.size < MAX_ENTRIES && text.length <= MAX_CHARS) known.set(text, made);
    return made;
  };
};
