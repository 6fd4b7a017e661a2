import { codePointAt } from '../code-units.ts';
import { createMapBuilder, type MapBuilder, type MappedText, TOO_LONG } from '../mapped-text.ts';
import { hasLetterChain, type LetterChain, letterChainsIn } from './letter-chains.ts';
import { segmentLetters } from './segment-letters.ts';

/** More letters tell that a text is spelled somewhere; elsewhere fewer are put together, too. */
const MIN_LETTERS = 3;

const SPACE = /\s/u;

/** Whether the letter at `i` is joined to the one before by a single sign. */
const isJoined = (text: string, { starts, ends }: LetterChain, i: number): boolean => {
  const from = ends[i - 1] ?? 0;
  const width = (starts[i] ?? 0) - from;
  const isOneCharacter = width === 1 || (width === 2 && codePointAt(text, from) > 0xffff);
  return isOneCharacter && !SPACE.test(text.slice(from, from + width));
};

/** Where letters are joined by a sign and words are not: `i-g-n-o-r-e a-l-l`. By the number of the word's first letter. */
const wordGaps = (text: string, chain: LetterChain): ReadonlySet<number> => {
  const gaps = new Set<number>();
  for (let i = 1; i < chain.starts.length; i++) if (!isJoined(text, chain, i)) gaps.add(i);
  return chain.starts.length - 1 - gaps.size > gaps.size ? gaps : new Set();
};

/** Offsets in UTF-16 code units of the joined letters. */
const cutsOf = (text: string, chain: LetterChain): ReadonlySet<number> => {
  const known = wordGaps(text, chain);
  if (known.size === 0) return new Set(segmentLetters(lettersOf(text, chain)).cuts);
  const cuts = new Set<number>();
  let offset = 0;
  for (const [i, start] of chain.starts.entries()) {
    if (known.has(i)) cuts.add(offset);
    offset += (chain.ends[i] ?? 0) - start;
  }
  return cuts;
};

const lettersOf = (text: string, { starts, ends }: LetterChain): string =>
  starts.map((start, i) => text.slice(start, ends[i])).join('');

const writeChain = (builder: MapBuilder, text: string, chain: LetterChain): void => {
  const cuts = cutsOf(text, chain);
  let offset = 0;
  for (const [i, start] of chain.starts.entries()) {
    const end = chain.ends[i] ?? 0;
    if (cuts.has(offset)) builder.put(' ', start, start);
    builder.copy(start, end);
    offset += end - start;
  }
};

/** Whether there are letters with a stroke between each two: `i|g|n|o`. */
export const hasStrokes = (text: string): boolean => {
  for (let at = text.indexOf('|'); at !== -1; at = text.indexOf('|', at + 1))
    if (text[at + 2] === '|' && text[at + 4] === '|') return true;
  return false;
};

/**
 * Letters that are written apart, put together to words.
 *
 * @param room Where there are more letters than that, nothing is written: `TOO_LONG`.
 */
export const decodeSpelled = (text: string, room: number): MappedText | undefined => {
  if (!hasLetterChain(text)) return undefined;
  const chains = letterChainsIn(text, MIN_LETTERS);
  if (chains.reduce((sum, { starts }) => sum + starts.length, 0) > room) return TOO_LONG;
  const builder = createMapBuilder(text);
  let from = 0;
  for (const chain of chains) {
    builder.copy(from, chain.starts[0] ?? from);
    writeChain(builder, text, chain);
    from = chain.ends.at(-1) ?? from;
  }
  builder.copy(from, text.length);
  return builder.build();
};
