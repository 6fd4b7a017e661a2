import type { Span } from '../../../chat/segment.ts';
import type { TextFacts } from '../../facts/facts.ts';
import { SHORT_TEXT, SIGNS } from '../../facts/signs.ts';
import { LETTERS_OF_SIGN, letterChainSpans } from '../letters/letter-chains.ts';
import { mergeSpans } from '../words/stretches.ts';
import { crowdedDigits } from './crowded-digits.ts';

/** Where a text may be in a code: near to letters, digits and single letters that follow each other as in no language. */

const SPACE = 0x20;
const LINE_FEED = 0x0a;

const isBlank = (code: number | undefined): boolean => code === SPACE || code === LINE_FEED;

/** Around a place that may be one of a code, in UTF-16 code units: what looks like words in between may be of the same code. */
const MARGIN = 96;

/** Spans in order that do not touch each other, with what is near to them, as far as the next blanks; linear in the text. */
const widen = (units: Uint16Array, length: number, spans: readonly Span[]): readonly Span[] => {
  const wide: { start: number; end: number }[] = [];
  for (const { start, end } of spans) {
    const last = wide.at(-1);
    const floor = last?.end ?? 0;
    let to = Math.max(floor, Math.min(length, end + MARGIN));
    if (last !== undefined && to === floor) continue;
    while (to < length && !isBlank(units[to])) to++;
    let from = Math.max(floor, start - MARGIN);
    while (from > floor && !isBlank(units[from - 1])) from--;
    if (last !== undefined && from === floor) last.end = to;
    else wide.push({ start: from, end: to });
  }
  return wide;
};

/** Of those that are in order, each of the two by itself. */
const merged = (spans: readonly Span[], others: readonly Span[]): readonly Span[] => {
  if (spans.length === 0) return others;
  if (others.length === 0) return spans;
  const all: Span[] = [];
  let next = 0;
  for (const span of spans) {
    for (let other = others[next]; other !== undefined && other.start < span.start; other = others[++next])
      all.push(other);
    all.push(span);
  }
  for (const other of others.slice(next)) all.push(other);
  return mergeSpans(all);
};

/**
 * Where words are looked for: anywhere in a short text, and near to what may be of a code in a longer one.
 *
 * @param units Those of the text.
 */
export const codedSpans = (
  { text, strange, signs, marks }: TextFacts,
  units: Uint16Array,
): readonly Span[] => {
  const { length } = text;
  if (length <= SHORT_TEXT) return [{ start: 0, end: length }];
  const places = merged(strange, crowdedDigits(text, marks));
  const wide = widen(units, length, places);
  const isAll = wide[0]?.start === 0 && wide[0].end === length;
  if ((signs & SIGNS.spelled) === 0 || isAll) return wide;
  return widen(units, length, merged(places, letterChainSpans(text, LETTERS_OF_SIGN)));
};
