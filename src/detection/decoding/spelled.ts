import { createMapBuilder, type MapBuilder, type MappedText } from '../mapped-text.ts';
import { segmentLetters } from './segment-letters.ts';

/** A single letter, and single letters behind it with up to three signs between each two. */
const SIGN = /(?<![\p{L}\p{N}])\p{L}(?:[^\p{L}\p{N}]{1,3}\p{L}(?![\p{L}\p{N}])){4}/u;
const SPELLED = /(?<![\p{L}\p{N}])\p{L}(?:[^\p{L}\p{N}]{1,3}\p{L}(?![\p{L}\p{N}])){2,400}/gu;

type Letter = Readonly<{ text: string; at: number; gap: string }>;

const lettersOf = (run: string, from: number): readonly Letter[] => {
  let end = 0;
  return Array.from(run.matchAll(/\p{L}/gu), ({ 0: text, index }) => {
    const gap = run.slice(end, index);
    end = index + text.length;
    return { text, at: from + index, gap };
  });
};

/** Where letters are joined by a sign and words are not: `i-g-n-o-r-e a-l-l`. */
const wordGaps = (letters: readonly Letter[]): ReadonlySet<number> => {
  const joints = new Set<number>();
  let joined = 0;
  for (const [i, { gap }] of letters.entries()) {
    if (i === 0) continue;
    if (/^\S$/u.test(gap)) joined++;
    else joints.add(i);
  }
  return joined > joints.size ? joints : new Set();
};

/** Offsets in UTF-16 code units of the joined letters. */
const cutsOf = (letters: readonly Letter[]): ReadonlySet<number> => {
  const known = wordGaps(letters);
  const cuts = new Set<number>();
  if (known.size === 0) return new Set(segmentLetters(letters.map(({ text }) => text).join('')).cuts);
  let offset = 0;
  for (const [i, { text }] of letters.entries()) {
    if (known.has(i)) cuts.add(offset);
    offset += text.length;
  }
  return cuts;
};

const writeRun = (builder: MapBuilder, run: string, from: number): void => {
  const letters = lettersOf(run, from);
  const cuts = cutsOf(letters);
  let offset = 0;
  for (const { text, at } of letters) {
    if (cuts.has(offset)) builder.put(' ', at, at);
    builder.copy(at, at + text.length);
    offset += text.length;
  }
};

/** Letters that are written apart, put together to words. */
export const decodeSpelled = (text: string): MappedText | undefined => {
  if (!SIGN.test(text)) return undefined;
  const builder = createMapBuilder(text);
  let from = 0;
  for (const { 0: run, index } of text.matchAll(SPELLED)) {
    builder.copy(from, index);
    from = index + run.length;
    writeRun(builder, run, index);
  }
  builder.copy(from, text.length);
  return builder.build();
};
