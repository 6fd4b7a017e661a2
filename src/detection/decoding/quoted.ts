import type { Span } from '../../chat/segment.ts';

/** A string between two quotes of a kind, without them. */
export type Quoted = Readonly<Span & { quote: string }>;

const QUOTES = ['"', "'", '`'] as const;
const LONGEST = 3000;
/** More than a window has room for. */
const MAX_QUOTED = 8192;

/** What stands before a string in JSON, in a program and in an attribute. */
const OPENS = new Set([':', '=', ',', '(', '[', '{', '+', '.', '&', '~', '|']);

const isOpening = (text: string, at: number): boolean => {
  if (at === 0) return true;
  const before = text.charAt(at - 1);
  return (
    OPENS.has(before) || ((before === ' ' || before === '\n') && (at === 1 || OPENS.has(text.charAt(at - 2))))
  );
};

/** The next quote of the kind that has no backslash before it; -1 where the line ends before. */
const closing = (text: string, quote: string, from: number): number => {
  let at = text.indexOf(quote, from);
  while (at !== -1 && text[at - 1] === '\\' && text[at - 2] !== '\\') at = text.indexOf(quote, at + 1);
  return at - from > LONGEST ? -1 : at;
};

/** Several decoders ask about each text one after the other. */
const known: { text: string; strings: readonly Quoted[] } = { text: '', strings: [] };

/** Strings of programs and of JSON, in ascending order. */
export const stringsIn = (text: string): readonly Quoted[] => {
  if (known.text !== text) {
    known.strings = findStrings(text);
    known.text = text;
  }
  return known.strings;
};

const findStrings = (text: string): readonly Quoted[] => {
  const found: Quoted[] = [];
  for (const quote of QUOTES) {
    for (
      let at = text.indexOf(quote);
      at !== -1 && found.length < MAX_QUOTED;
      at = text.indexOf(quote, at + 1)
    ) {
      if (!isOpening(text, at)) continue;
      const end = closing(text, quote, at + 1);
      if (end === -1) break;
      found.push({ start: at + 1, end, quote });
      at = end;
    }
  }
  return found.sort((a, b) => a.start - b.start);
};
