// Text of strangers may hold characters that nobody sees, or that turn what stands beside them around. Here they get a
// face, so that what an analyst reads is what was sent.

/** Controls but tab and line feed, soft hyphen, bidi controls, zero widths, fillers, tags, private variation selectors. */
const HIDDEN = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe01ef],
] as const;
const hex = (code: number): string => `\\u{${code.toString(16)}}`;
const RUN = new RegExp(`[${HIDDEN.map(([from, to]) => `${hex(from)}-${hex(to)}`).join('')}]+`, 'gu');

/** Most of one run that is shown one by one. */
const MAX_SHOWN = 6;

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** `U+202E`, or `U+200B ×12`, or the letters that tag characters stand for. */
const describe = (run: string): string => {
  const characters = Array.from(run);
  const letters = characters.map((each) => (each.codePointAt(0) ?? 0) - 0xe0000);
  if (characters.length > 1 && letters.every((code) => code >= 0x20 && code < 0x7f))
    return `tags “${String.fromCharCode(...letters)}”`;
  const [first = ''] = characters;
  if (characters.every((each) => each === first))
    return characters.length === 1 ? nameOf(first) : `${nameOf(first)} ×${characters.length}`;
  const shown = characters.slice(0, MAX_SHOWN).map(nameOf).join(' ');
  const rest = characters.length - MAX_SHOWN;
  return rest > 0 ? `${shown} +${rest}` : shown;
};

export type Part = Readonly<{ text: string; isHidden: boolean }>;

/** The text in parts, hidden characters described in parts of their own. */
export const visibleParts = (text: string): readonly Part[] => {
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(RUN)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index), isHidden: false });
    parts.push({ text: describe(match[0]), isHidden: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isHidden: false });
  return parts;
};

/** For places that take a string and no elements: labels, options, titles. */
export const visibleString = (text: string): string =>
  visibleParts(text)
    .map((part) => (part.isHidden ? `⟦${part.text}⟧` : part.text))
    .join('');
