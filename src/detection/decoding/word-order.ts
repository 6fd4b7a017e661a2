import { createMapBuilder, type MappedText } from '../mapped-text.ts';
import type { TextFacts } from '../text-facts.ts';
import { aroundSignals } from './stretches.ts';

const MARGIN = 300;
const MAX_REGIONS = 2;
const TOKEN = /\S{1,200}/gu;

/**
 * Words that were put in reverse order, put back: `prompt system your reveal`.
 *
 * @returns What stands around pairs of words that no sentence has in this order, and nothing else.
 */
export const reverseOrder = (facts: TextFacts): MappedText | undefined => {
  const { text } = facts;
  const builder = createMapBuilder(text);
  let found = false;
  for (const { start, end } of aroundSignals(facts, (signal) => signal === 'order', MARGIN).slice(
    0,
    MAX_REGIONS,
  )) {
    found = true;
    const tokens = text.slice(start, Math.min(end, start + 4 * MARGIN)).match(TOKEN) ?? [];
    builder.put(`${tokens.reverse().join(' ')}\n`, start, end);
  }
  return found ? builder.build() : undefined;
};
