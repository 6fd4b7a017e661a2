import { fold } from './token-form.ts';

const ESCAPE = /\\{1,8}u([\da-f]{4})/gi;
/** Stands for a value that is taken out: nothing goes on over it. */
const BORDER = '|';
/** A number with more digits is never given out. */
const MAX_DIGITS = 9;

const digitsAt = (text: string, at: number): string => {
  let end = at;
  while (end - at < MAX_DIGITS && text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end += 1;
  return text.slice(at, end);
};

const foldAround = (pieces: readonly string[]): string => pieces.map(fold).join(BORDER);

/**
 * The folded forms of placeholders that texts seem to hold already, in whatever spelling. They are never given out, so that
 * nobody can write down a placeholder beforehand, and what somebody wrote stays as it is.
 *
 * @param names Folded names of the kinds that placeholders are made for.
 * @param texts Each in pieces: between two of them a value was taken out. One text may go on in the next.
 */
export const reservedForms = (
  names: Iterable<string>,
  texts: readonly (readonly string[])[],
): ReadonlySet<string> => {
  const reserved = new Set<string>();
  const folded = [
    texts.map(foldAround).join(''),
    // What is escaped within JSON within a text reads as the sign that it stands for.
    ...texts
      .filter((pieces) => pieces.some((piece) => piece.includes('\\u')))
      .map((pieces) =>
        foldAround(
          pieces.map((piece) =>
            piece.replaceAll(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
          ),
        ),
      ),
  ];
  for (const name of names) {
    for (const text of folded) {
      for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
        const digits = digitsAt(text, at + name.length);
        // Where the number ends cannot be told once the signs between are gone.
        for (let length = 1; length <= digits.length; length += 1)
          reserved.add(name + digits.slice(0, length));
      }
    }
  }
  return reserved;
};
