import type { TextFacts } from '../facts/facts.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { rot47 } from './letters/letter-order.ts';
import { aroundSignals, knownShare } from './words/stretches.ts';

const MIN_SHARE = 0.6;
const MARGIN = 240;

/** @returns The places that become words and nothing else. */
export const decodeRot47 = (facts: TextFacts): MappedText | undefined => {
  const { text } = facts;
  const builder = createMapBuilder(text);
  let found = false;
  for (const { start, end } of aroundSignals(facts, (signal) => signal === 'rot47', MARGIN)) {
    const out = rot47(text.slice(start, end));
    if (knownShare(out) < MIN_SHARE) continue;
    found = true;
    builder.put(out, start, end);
    builder.put('\n', end, end);
  }
  return found ? builder.build() : undefined;
};
