import { createMapBuilder, type MappedText } from '../mapped-text.ts';
import type { TextFacts } from '../text-facts.ts';
import { isKnownWord } from './known-words.ts';
import { aroundSignals } from './stretches.ts';

const PIG = /\b[a-z]{1,24}ay\b/giu;
const WORD = /\b[a-z]{2,24}\b/giu;
const MARGIN = 300;
const MIN_SHARE = 0.6;
const MOST_MOVED = 4;

/** `ignoreway`, `eviouspray`: the letters that were moved to the end go back, where that makes a word. */
const readWord = (pig: string): string => {
  const stem = pig.slice(0, -2);
  for (const moved of ['w', 'y']) {
    const word = stem.slice(0, -1);
    if (stem.toLowerCase().endsWith(moved) && /^[aeiou]/iu.test(word) && isKnownWord(word, 0, word.length))
      return word;
  }
  for (let moved = 1; moved <= Math.min(MOST_MOVED, stem.length - 1); moved++) {
    const word = stem.slice(-moved).toLowerCase() + stem.slice(0, -moved);
    if (isKnownWord(word, 0, word.length)) return word;
  }
  return stem.slice(-1) + stem.slice(0, -1);
};

/** @returns What stands around words of pig latin, if nearly all are such, and nothing else. */
export const decodePigLatin = (facts: TextFacts): MappedText | undefined => {
  const builder = createMapBuilder(facts.text);
  let found = false;
  for (const { start, end } of aroundSignals(facts, (signal) => signal === 'pig-latin', MARGIN)) {
    const region = facts.text.slice(start, end);
    const pigs = [...region.matchAll(PIG)];
    const first = pigs[0]?.index ?? 0;
    const last = (pigs.at(-1)?.index ?? 0) + (pigs.at(-1)?.[0].length ?? 0);
    const words = region.slice(first, last).match(WORD)?.length ?? 0;
    if (pigs.length < words * MIN_SHARE) continue;
    found = true;
    let from = start + first;
    for (const { 0: pig, index } of pigs) {
      builder.copy(from, start + index);
      from = start + index + pig.length;
      builder.put(readWord(pig), start + index, from);
    }
    builder.put('\n', start + last, start + last);
  }
  return found ? builder.build() : undefined;
};
