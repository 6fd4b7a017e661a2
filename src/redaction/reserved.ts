import { fold } from './token-form.ts';

const ESCAPE = /\\{1,8}u([\da-f]{4})/gi;
/** Stands for a value that is taken out: nothing goes on over it. No character, so that no text has it. */
const BORDER = '\uffff';
/** A number with more digits is never given out. */
const MAX_DIGITS = 9;

const SIGNS = '[^a-z0-9\\uffff]{0,160}';

/** A name in whatever spelling, with a number behind it. What may stand between two letters is no letter: it is linear. */
const spelledPattern = (name: string): RegExp =>
  new RegExp(`${[...name].join(SIGNS)}(?=((?:${SIGNS}\\d){1,${MAX_DIGITS}}))`, 'gi');

const resolveEscapes = (text: string): string =>
  text.replaceAll(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

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
  const all = texts.map((pieces) => pieces.join(BORDER)).join('');
  // What is escaped within JSON within a text reads as the sign that it stands for.
  const readings = all.includes('\\u') ? [all, resolveEscapes(all)] : [all];
  const reserved = new Set<string>();
  for (const name of names) {
    const pattern = spelledPattern(name);
    for (const text of readings) {
      for (const match of text.matchAll(pattern)) {
        const digits = fold(match[1] ?? '');
        // Where the number ends cannot be told once the signs between are gone.
        for (let length = 1; length <= digits.length; length += 1)
          reserved.add(name + digits.slice(0, length));
      }
    }
  }
  return reserved;
};
