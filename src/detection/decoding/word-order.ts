import type { TextFacts } from '../facts/facts.ts';
import { SIGNAL_OF } from '../matching/rule-literals.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { densestSignals } from './words/stretches.ts';

const MARGIN = 300;
const MAX_REGIONS = 2;
/** In UTF-16 code units. */
const MAX_REGION = 1200;
const TOKEN = /\S{1,200}/gu;

/** A longer text has one such pair by chance ("… and B. A has 74 rows"), and two different ones hardly. */
const MOST_CHARS_FOR_ONE = 250;

const hasEnoughPairs = ({ text, hits }: TextFacts): boolean => {
  if (text.length <= MOST_CHARS_FOR_ONE) return true;
  let first = -1;
  for (let i = 0; i < hits.length; i += 2) {
    const literal = hits[i] ?? 0;
    if (SIGNAL_OF[literal] !== 'order' || literal === first) continue;
    if (first >= 0) return true;
    first = literal;
  }
  return false;
};

/**
 * Words that were put in reverse order, put back: `prompt system your reveal`.
 *
 * @returns What stands around pairs of words that no sentence has in this order, and nothing else.
 */
export const reverseOrder = (facts: TextFacts): MappedText | undefined => {
  const { text } = facts;
  if (!hasEnoughPairs(facts)) return undefined;
  const builder = createMapBuilder(text);
  let found = false;
  const regions = densestSignals(facts, 'order', MARGIN, { longest: MAX_REGION, most: MAX_REGIONS });
  for (const { start, end } of regions.toSorted((a, b) => a.start - b.start)) {
    found = true;
    const tokens = text.slice(start, end).match(TOKEN) ?? [];
    builder.put(`${tokens.reverse().join(' ')}\n`, start, end);
  }
  return found ? builder.build() : undefined;
};
