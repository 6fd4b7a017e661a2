/** Whatever is open, no more than this is ever held, in UTF-16 code units. */
export const MAX_HELD_CHARS = 4096;

const isHighSurrogate = (text: string, at: number): boolean => /[\ud800-\udbff]/.test(text.charAt(at));

const PART_OF_ENTITY = /&(?:(?:amp|#0{0,6}38|#x0{0,6}26);){0,64}(?:#\d{0,7}|#x[\da-f]{0,6}|[a-z]{0,7})$/iuy;

/** Where what may become an entity of HTML, and with it any character, begins at the end of a text. */
const partOfEntityFrom = (text: string): number => {
  const at = text.lastIndexOf('&');
  PART_OF_ENTITY.lastIndex = at;
  return at !== -1 && PART_OF_ENTITY.test(text) ? at : text.length;
};

const CONSONANT = '[\\u1100-\\u1112\\u11a8-\\u11c2\\u3131-\\u314e\\uffa1-\\uffbe]';
const VOWEL = '[\\u1161-\\u1175\\u314f-\\u3163\\uffc2-\\uffdc]';
/** Korean letters by themselves that the next one makes another syllable of. */
const OPEN_SYLLABLE = new RegExp(`${CONSONANT}${VOWEL}?${CONSONANT}?$`, 'u');
const LONGEST_SYLLABLE = 3;

/** Where a syllable of single letters begins at the end of a text. */
const syllableFrom = (text: string): number =>
  text.length - (OPEN_SYLLABLE.exec(text.slice(-LONGEST_SYLLABLE))?.[0].length ?? 0);

/** Half a character may become any character, and a chain of variation selectors is read as a whole, as bytes. */
const settledEnd = (text: string, from: number): number => {
  let end = isHighSurrogate(text, text.length - 1)
    ? text.length - 1
    : Math.min(partOfEntityFrom(text), syllableFrom(text));
  for (;;) {
    const width =
      /(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef])$/.exec(text.slice(Math.max(from, end - 2), end))?.[0]
        .length ?? 0;
    if (width === 0 || end - width < from) return end;
    end -= width;
  }
};

/** The end of a text, which is all that is looked at. */
export const tailOf = (text: string): Readonly<{ from: number; tail: string }> => {
  const cut = Math.max(0, text.length - MAX_HELD_CHARS);
  const from = cut > 0 && isHighSurrogate(text, cut - 1) ? cut + 1 : cut;
  return { from, tail: text.slice(from, settledEnd(text, from)) };
};
