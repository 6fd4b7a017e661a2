import type { Span } from '../../../chat/segment.ts';
import { onForget } from '../../text/in-hand.ts';

/** A string between two quotes of a kind, without them. */
export type Quoted = Readonly<Span & { quote: string }>;

const QUOTES = ['"', "'", '`'] as const;
const LONGEST = 3000;
/** More than a window has room for. */
const MAX_QUOTED = 8192;

/** What stands before a string in JSON, in a program and in an attribute: 1 for those, `BLANK` for what may stand between. */
const OPENS = new Uint8Array(0x10000);
const BLANK = 2;
for (const sign of ':=,([{+.&~|') OPENS[sign.charCodeAt(0)] = 1;
OPENS[0x20] = BLANK;
OPENS[0x0a] = BLANK;

/** Words of programs that a string stands behind, with a blank between. */
const WORDS = ['return', 'echo', 'print', 'select', 'yield', 'puts', 'concat'] as const;
const LONGEST_WORD = Math.max(...WORDS.map(({ length }) => length));
/** Their last letters, in either case. */
const ENDS_WORD = new Uint8Array(0x10000);
for (const word of WORDS)
  for (const form of [word, word.toUpperCase()]) ENDS_WORD[form.charCodeAt(form.length - 1)] = 1;

const isBehindWord = (text: string, at: number): boolean => {
  if (ENDS_WORD[text.charCodeAt(at - 1)] !== 1) return false;
  const before = text.slice(Math.max(0, at - LONGEST_WORD - 1), at).toLowerCase();
  return WORDS.some(
    (word) => before.endsWith(word) && !/[\w$]/.test(before.charAt(before.length - word.length - 1)),
  );
};

const isOpening = (text: string, at: number): boolean => {
  if (at === 0) return true;
  const before = OPENS[text.charCodeAt(at - 1)] ?? 0;
  if (before !== BLANK) return before === 1;
  return at === 1 || OPENS[text.charCodeAt(at - 2)] === 1 || isBehindWord(text, at - 1);
};

/** Whether a string stands a blank in front of it, as two do in C that are one. */
const isBesideLast = (text: string, at: number, found: readonly Quoted[]): boolean =>
  found.at(-1)?.end === at - 2 && text.charCodeAt(at - 1) === 0x20;

/** The next quote of the kind that has no backslash before it; -1 where the line ends before. */
const closing = (text: string, quote: string, from: number): number => {
  let at = text.indexOf(quote, from);
  while (at !== -1 && text[at - 1] === '\\' && text[at - 2] !== '\\') at = text.indexOf(quote, at + 1);
  return at - from > LONGEST ? -1 : at;
};

/** Several decoders ask about each text one after the other. */
const known: { text: string; strings: readonly Quoted[] } = { text: '', strings: [] };
onForget(() => {
  known.text = '';
  known.strings = [];
});

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
  let kinds = 0;
  for (const quote of QUOTES) {
    const before = found.length;
    for (
      let at = text.indexOf(quote);
      at !== -1 && found.length < MAX_QUOTED;
      at = text.indexOf(quote, at + 1)
    ) {
      if (!isOpening(text, at) && !isBesideLast(text, at, found)) continue;
      const end = closing(text, quote, at + 1);
      if (end === -1) break;
      found.push({ start: at + 1, end, quote });
      at = end;
    }
    if (found.length > before) kinds++;
  }
  return kinds > 1 ? found.sort((a, b) => a.start - b.start) : found;
};

/** `least` strings or more, of which each belongs to the one before. */
export const chainsOf = (
  strings: readonly Quoted[],
  least: number,
  belong: (before: Quoted, next: Quoted) => boolean,
): readonly (readonly Quoted[])[] => {
  const chains: (readonly Quoted[])[] = [];
  let first = 0;
  for (let i = 1; i <= strings.length; i++) {
    const before = strings[i - 1];
    const next = strings[i];
    if (before !== undefined && next !== undefined && belong(before, next)) continue;
    if (i - first >= least) chains.push(strings.slice(first, i));
    first = i;
  }
  return chains;
};
