import { codePointAt, unitsOf } from '../text/code-units.ts';
import { type MappedText, TOO_LONG } from '../text/mapped-text.ts';
import { createWriter, putUnits, replaceByUnit, resetWriter, toMapped } from '../text/unit-writer.ts';
import {
  hasLetterChain,
  LETTERS_OF_SIGN,
  type LetterChain,
  letterChainsIn,
} from './letters/letter-chains.ts';
import { segmentLetters } from './words/segment-letters.ts';

/** More letters tell that a text is spelled somewhere; elsewhere fewer are put together, too. */
const MIN_LETTERS = 3;

const SPACE = /\s/u;
const LAST_BLANK = 0x20;
const ASCII_END = 0x80;

/** Whether the letter at `i` is joined to the one before by a single sign. */
const isJoined = (text: string, { starts, ends }: LetterChain, i: number): boolean => {
  const from = ends[i - 1] ?? 0;
  const width = (starts[i] ?? 0) - from;
  const code = codePointAt(text, from);
  if (width === 1 && code < ASCII_END) return code > LAST_BLANK;
  return (width === 1 || (width === 2 && code > 0xffff)) && !SPACE.test(text.slice(from, from + width));
};

const NO_GAPS: readonly number[] = [];

/** Where letters are joined by a sign and words are not: `i-g-n-o-r-e a-l-l`. By the number of the word's first letter. */
const wordGaps = (text: string, chain: LetterChain): readonly number[] => {
  const gaps: number[] = [];
  const most = chain.starts.length - 1;
  for (let i = 1; i <= most; i++) {
    if (isJoined(text, chain, i)) continue;
    gaps.push(i);
    if (2 * gaps.length >= most) return NO_GAPS;
  }
  return gaps;
};

/** Offsets in UTF-16 code units of the joined letters, in ascending order. */
const cutsOf = (text: string, chain: LetterChain): readonly number[] => {
  const known = wordGaps(text, chain);
  if (known.length === 0) return segmentLetters(lettersOf(text, chain)).cuts;
  const cuts: number[] = [];
  let offset = 0;
  let next = 0;
  for (let i = 0; i < chain.starts.length; i++) {
    if (known[next] === i) {
      cuts.push(offset);
      next++;
    }
    offset += (chain.ends[i] ?? 0) - (chain.starts[i] ?? 0);
  }
  return cuts;
};

const lettersOf = (text: string, { starts, ends }: LetterChain): string => {
  let letters = '';
  for (let i = 0; i < starts.length; i++) letters += text.slice(starts[i], ends[i]);
  return letters;
};

const BLANK = 0x20;
const WRITER = createWriter();

const writeChain = (text: string, units: Uint16Array, chain: LetterChain): void => {
  const cuts = cutsOf(text, chain);
  let offset = 0;
  let next = 0;
  for (let i = 0; i < chain.starts.length; i++) {
    const start = chain.starts[i] ?? 0;
    const end = chain.ends[i] ?? 0;
    // Within a letter of two units nothing is cut.
    while ((cuts[next] ?? offset) < offset) next++;
    if (cuts[next] === offset) replaceByUnit(WRITER, BLANK, start, start);
    putUnits(WRITER, units, start, end);
    offset += end - start;
  }
};

/** Letters that a chain by chance is no longer than, and kinds of signs that stand in it, at least. */
const LONGEST_CHANCE = 24;
const LEAST_KINDS = 4;

/** How many kinds of signs follow the letters of a chain, or fewer where some look alike. */
const gapKinds = (text: string, { ends }: LetterChain): number => {
  let kinds = 0;
  for (let i = 0; i < ends.length - 1; i++) kinds |= 1 << (text.charCodeAt(ends[i] ?? 0) & 31);
  let count = 0;
  for (let left = kinds; left !== 0; left &= left - 1) count++;
  return count;
};

/** Whether letters stand by themselves in a jumble, with another sign behind each of them, and say nothing. */
const isByChance = (text: string, chain: LetterChain): boolean => {
  const { length } = chain.starts;
  if (length > LONGEST_CHANCE || length <= LEAST_KINDS) return false;
  const kinds = gapKinds(text, chain);
  return kinds >= LEAST_KINDS && 2 * kinds >= length && segmentLetters(lettersOf(text, chain)).known === 0;
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
  const chains = letterChainsIn(text, MIN_LETTERS).filter((chain) => !isByChance(text, chain));
  if (!chains.some(({ starts }) => starts.length >= LETTERS_OF_SIGN)) return undefined;
  if (chains.reduce((sum, { starts }) => sum + starts.length, 0) > room) return TOO_LONG;
  const units = unitsOf(text);
  // At most one blank in front of each letter.
  resetWriter(WRITER, 2 * text.length);
  let from = 0;
  for (const chain of chains) {
    putUnits(WRITER, units, from, chain.starts[0] ?? from);
    writeChain(text, units, chain);
    from = chain.ends.at(-1) ?? from;
  }
  putUnits(WRITER, units, from, text.length);
  return toMapped(WRITER);
};
