const ASCII_END = 0x80;

/**
 * Counts the characters of a text that a pattern matches; in what is all ASCII by a table, since V8 makes a text of each match.
 *
 * @param one Matches one character wherever it stands.
 */
export const createCounter = (one: RegExp): ((text: string) => number) => {
  const all = new RegExp(one.source, 'gu');
  const ascii = Uint8Array.from({ length: ASCII_END }, (_, code) =>
    one.test(String.fromCharCode(code)) ? 1 : 0,
  );
  return (text) => {
    let count = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= ASCII_END) return text.match(all)?.length ?? 0;
      count += ascii[code] ?? 0;
    }
    return count;
  };
};

/** Whether so many different characters are in a text. */
export const hasKinds = (text: string, least: number): boolean => {
  const rows = new Int32Array(ASCII_END / 32);
  let count = 0;
  for (let at = 0; at < text.length && count < least; at++) {
    const code = text.charCodeAt(at);
    if (code >= ASCII_END) return new Set(text).size >= least;
    const row = code >> 5;
    const bit = 1 << (code & 31);
    if (((rows[row] ?? 0) & bit) !== 0) continue;
    rows[row] = (rows[row] ?? 0) | bit;
    count++;
  }
  return count >= least;
};
