import type { Span } from '../../../chat/segment.ts';
import type { TextFacts } from '../../facts/facts.ts';
import { SIGNAL_BITS } from '../../facts/signs.ts';
import { SIGNAL_OF, type Signal } from '../../matching/rule-literals.ts';
import { codeAt } from '../../text/code-units.ts';
import { onForget } from '../../text/in-hand.ts';
import { denseSpans } from '../letters/strange-letters.ts';
import { findUnknown, findWords } from './known-words.ts';
import { LONGEST_WORD } from './vocabulary.ts';

/** A word of ASCII letters, as offsets in its text. */
export type Word = Readonly<{ start: number; end: number; isKnown: boolean }>;

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

const piece = (text: string, from: number, to: number): string =>
  from === 0 && to >= text.length ? text : text.slice(from, to);

/** Several decoders ask about each short text one after the other. */
const knownWords: { text: string; from: number; to: number; words: readonly Word[] } = {
  ...{ text: '', from: 0, to: 0, words: [] },
};
onForget(() => {
  Object.assign(knownWords, { text: '', from: 0, to: 0, words: [] });
});

/** The words of `text[from, to)`; one that `to` cuts in two ends there. */
export const wordsIn = (text: string, from: number, to: number): readonly Word[] => {
  if (knownWords.text !== text || knownWords.from !== from || knownWords.to !== to) {
    knownWords.words = readWords(text, from, to);
    knownWords.text = text;
    knownWords.from = from;
    knownWords.to = to;
  }
  return knownWords.words;
};

const readWords = (text: string, from: number, to: number): readonly Word[] => {
  const { wanted, places } = findWords(piece(text, from, to));
  const words: Word[] = [];
  for (let i = 1; i <= 2 * wanted; i += 2) {
    const end = places[i + 1] ?? 0;
    const isKnown = end < 0;
    words.push({ start: from + (places[i] ?? 0), end: from + (isKnown ? ~end : end), isKnown });
  }
  return words;
};

/** Of the words of a part of a text how many there are, and how many of these are unknown; valid until the next ones are looked for. */
export type UnknownWords = Readonly<{ count: number; unknown: number; from: number; places: Int32Array }>;

/** Where the unknown word with this number starts, from 0. */
export const unknownStart = ({ from, places }: UnknownWords, number: number): number =>
  from + (places[2 * number + 1] ?? 0);
export const unknownEnd = ({ from, places }: UnknownWords, number: number): number =>
  from + (places[2 * number + 2] ?? 0);

/** Several decoders ask about each short text one after the other. */
const known: { -readonly [Key in keyof UnknownWords]: UnknownWords[Key] } & {
  text: string;
  to: number;
  letters: number;
} = { text: '', from: 0, to: 0, letters: 0, count: 0, unknown: 0, places: new Int32Array(1) };
onForget(() => {
  known.text = '';
  // No part of a text ends there.
  known.to = -1;
});

/** The unknown ones of the words with so many letters. */
export const unknownWordsIn = (text: string, from: number, to: number, letters: number): UnknownWords => {
  const isSame = known.text === text && known.from === from && known.to === to;
  if (isSame && known.letters === letters) return known;
  const { count, wanted, places } = findUnknown(piece(text, from, to), letters);
  known.text = text;
  known.from = from;
  known.to = to;
  known.letters = letters;
  known.count = count;
  known.unknown = wanted;
  known.places = places;
  return known;
};

const LEAST_OF_SHARE = 3;

/** Of the letters of words with three letters or more: the share that stands in known words. */
export const knownShare = (text: string): number => {
  const { wanted, places } = findWords(text);
  let known = 0;
  let all = 0;
  for (let i = 1; i <= 2 * wanted; i += 2) {
    const end = places[i + 1] ?? 0;
    const length = (end < 0 ? ~end : end) - (places[i] ?? 0);
    if (length < LEAST_OF_SHARE) continue;
    all += length;
    if (end < 0) known += length;
  }
  return all === 0 ? 0 : known / all;
};

const SIGNAL_MARGIN = 64;

/** Takes no word in two. */
export const widen = (text: string, { start, end }: Span, by = 0): Span => {
  let from = Math.max(0, start - by);
  let to = Math.min(text.length, end + by);
  for (let i = 0; i < LONGEST_WORD && from > 0 && isLetter(codeAt(text, from - 1)); i++) from--;
  for (let i = 0; i < LONGEST_WORD && to < text.length && isLetter(codeAt(text, to)); i++) to++;
  return { start: from, end: to };
};

const areAscending = (spans: readonly Span[]): boolean => {
  for (let i = 1; i < spans.length; i++)
    if ((spans[i]?.start ?? 0) < (spans[i - 1]?.start ?? 0)) return false;
  return true;
};

/** Stretches in ascending order, those that touch made one. */
export const mergeSpans = (spans: readonly Span[]): readonly Span[] => {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of areAscending(spans) ? spans : spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
};

/** Where a signal stands, with some text around it. */
export const aroundSignals = (
  { text, hits }: TextFacts,
  wanted: (signal: Signal | undefined) => boolean,
  margin = SIGNAL_MARGIN,
): readonly Span[] => {
  const spans: Span[] = [];
  let near: { start: number; end: number } | undefined;
  for (let i = 0; i < hits.length; i += 2) {
    if (!wanted(SIGNAL_OF[hits[i] ?? 0])) continue;
    const at = hits[i + 1] ?? 0;
    // Hits stand in the order of their ends: many that are close to each other are one stretch, which is widened once.
    if (near !== undefined && at - margin <= near.end) {
      near.end = at + margin;
      continue;
    }
    if (near !== undefined) spans.push(widen(text, near));
    near = { start: at - margin, end: at + margin };
  }
  if (near !== undefined) spans.push(widen(text, near));
  return mergeSpans(spans);
};

/** The first and the last of the positions that stand closest together: most of them within `reach`, the first such group. */
const densestGroup = (positions: readonly number[], reach: number): Span => {
  let best = { start: 0, end: 0 };
  let from = 0;
  for (let to = 0; to < positions.length; to++) {
    while ((positions[to] ?? 0) - (positions[from] ?? 0) > reach) from++;
    if (to - from > best.end - best.start) best = { start: from, end: to };
  }
  return best;
};

/** What of a span none of the others holds at its end that it shares with them. */
const without = (span: Span, others: readonly Span[]): Span => {
  let { start, end } = span;
  for (const other of others) {
    if (other.end <= start || other.start >= end) continue;
    if (other.start <= start) start = Math.min(end, other.end);
    else end = other.start;
  }
  return { start, end };
};

/**
 * Where signals of a kind stand closest together, with some text around them: a few that stand alone in front of an attack take nobody's
 * eyes off it.
 *
 * @param longest In UTF-16 code units; words are not cut in two.
 * @param most So many at most.
 * @returns The densest first; none overlaps another.
 */
export const densestSignals = (
  { text, hits }: TextFacts,
  wanted: Signal,
  margin: number,
  { longest, most }: Readonly<{ longest: number; most: number }>,
): readonly Span[] => {
  let positions: number[] = [];
  for (let i = 0; i < hits.length; i += 2)
    if (SIGNAL_OF[hits[i] ?? 0] === wanted) positions.push(hits[i + 1] ?? 0);
  const spans: Span[] = [];
  while (positions.length > 0 && spans.length < most) {
    const { start: first, end: last } = densestGroup(positions, longest - 2 * margin);
    const around = { start: (positions[first] ?? 0) - margin, end: (positions[last] ?? 0) + margin };
    const span = without(widen(text, around), spans);
    if (span.end > span.start) spans.push(span);
    positions = [...positions.slice(0, first), ...positions.slice(last + 1)];
  }
  return spans;
};

const isOfCipher = (signal: Signal | undefined): boolean => signal === 'rot13' || signal === 'reversed';
const OF_CIPHERS = SIGNAL_BITS.rot13 | SIGNAL_BITS.reversed;

/**
 * Where a cipher may be: letters are strange all along, or a word of attacks stands there in one.
 *
 * @param units Those of the text.
 */
export const suspectSpans = (facts: TextFacts, units: Uint16Array): readonly Span[] => {
  const { text, signs, strange } = facts;
  const suspects: Span[] = [];
  for (const span of strange) for (const dense of denseSpans(units, span)) suspects.push(widen(text, dense));
  if (signs & OF_CIPHERS) suspects.push(...aroundSignals(facts, isOfCipher));
  return suspects.length > 1 ? mergeSpans(suspects) : suspects;
};
