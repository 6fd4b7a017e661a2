import type { TextFacts } from '../facts/facts.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { aroundSignals } from './words/stretches.ts';
import { costAt, DEAD_END, ROOT, stepInto } from './words/vocabulary.ts';

const PIG = /\b[a-z]{1,24}ay\b/gi;
const WORD = /\b[a-z]{2,24}\b/gi;
const MARGIN = 300;
const MIN_SHARE = 0.6;
const MOST_MOVED = 4;

/** What a word costs in nats, by how common it is; more than any where it is unknown. */
const costOf = (word: string): number => {
  let node = ROOT;
  for (let at = 0; at < word.length && node !== DEAD_END; at++) node = stepInto(node, word.charCodeAt(at));
  return costAt(node) || Number.POSITIVE_INFINITY;
};

/** All that may have become this, the likeliest of unknown words first: a vowel in front, letters that went to the end, or none but those. */
const originsOf = (stem: string): readonly string[] => {
  const origins: string[] = [];
  if (/^[aeiou].*w$/u.test(stem)) origins.push(stem.slice(0, -1));
  for (let moved = 1; moved <= Math.min(MOST_MOVED, stem.length - 1); moved++)
    origins.push(stem.slice(-moved) + stem.slice(0, -moved));
  if (/^[aeiou].*y$/u.test(stem)) origins.push(stem.slice(0, -1));
  if (!/[aeiou]/u.test(stem)) origins.push(stem);
  return origins;
};

/** `ignoreway`, `eviouspray`: the commonest word that it may stand for. */
const readWord = (pig: string): string => {
  const stem = pig.slice(0, -2).toLowerCase();
  const [first = stem, ...others] = originsOf(stem);
  return others.reduce((best, word) => (costOf(word) < costOf(best) ? word : best), first);
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
