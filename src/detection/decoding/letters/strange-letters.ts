import type { Span } from '../../../chat/segment.ts';
import { eachWord } from '../words/vocabulary.ts';

/**
 * Finds the places where letters follow each other as in no language of the vocabulary: ciphers, reversed text, keys. Only
 * few places are looked at, so that a plain text costs next to nothing.
 */

/** `a` to `z` in either case are 1 to 26, everything else 0. */
const LETTER = new Uint8Array(0x10000);
for (let i = 0; i < 26; i++) {
  LETTER[97 + i] = i + 1;
  LETTER[65 + i] = i + 1;
}

const BITS = 5;
const SIZE = 1 << (3 * BITS);
const MASK = SIZE - 1;
const LOWER_TWO = (1 << (2 * BITS)) - 1;
/** A bit for each three letters (or blanks) that are seldom neighbours: in 4 KB, which stay in the nearest cache. */
const RARE = new Int32Array(SIZE >> 5);

/** 1 for those that are. */
const isRare = (triple: number): number => ((RARE[triple >> 5] ?? 0) >>> (triple & 31)) & 1;

/** Weight of all triples of letters that together are seldom enough. */
const RARE_SHARE = 0.02;

const weigh = (): void => {
  const weights = new Float64Array(SIZE);
  let total = 0;
  eachWord((word, rank) => {
    let triple = 0;
    for (const letter of ` ${word} `) {
      triple = ((triple << BITS) | (LETTER[letter.charCodeAt(0)] ?? 0)) & MASK;
      weights[triple] = (weights[triple] ?? 0) + 1 / (rank + 10);
      total += 1 / (rank + 10);
    }
  });
  let left = total * RARE_SHARE;
  const ascending = Array.from(weights.keys()).sort((a, b) => (weights[a] ?? 0) - (weights[b] ?? 0));
  for (const triple of ascending) {
    left -= weights[triple] ?? 0;
    if (left < 0) break;
    if (isWithinWord(triple)) RARE[triple >> 5] = (RARE[triple >> 5] ?? 0) | (1 << (triple & 31));
  }
};

/** Whether two letters follow each other, with or without a third. */
const isWithinWord = (triple: number): boolean =>
  ((triple >> BITS) & 31) > 0 && ((triple & 31) > 0 || triple >> (2 * BITS) > 0);

weigh();

/** Short texts are looked at more closely: there is less of a cipher to stumble over. */
const SHORT_TEXT = 640;
const SHORT_STRIDE = 8;
const STRIDE = 24;
/** Probes that are counted together, at two triples each, and how many of those must be rare. */
const TOGETHER = 4;
const MIN_RARE = 3;
const MIN_RARE_IN_SHORT = 2;
const PROBE_UNITS = 4;
const MARGIN = 32;

/**
 * @param units The code units of a text, and something behind them that is no letter.
 * @returns Stretches in ascending order that do not overlap, with some text on either side.
 */
export const findStrange = (units: Uint16Array, length: number): readonly Span[] => {
  const isShort = length < SHORT_TEXT;
  const stride = isShort ? SHORT_STRIDE : STRIDE;
  const needed = isShort ? MIN_RARE_IN_SHORT : MIN_RARE;
  const last = length - PROBE_UNITS;
  let spans: Stretch[] | undefined;
  let third = 0;
  let second = 0;
  let first = 0;
  for (let at = 0; at <= last; at += stride) {
    const rare = probe(units, at);
    const sum = third + second + first + rare;
    third = second;
    second = first;
    first = rare;
    if (sum < needed) continue;
    spans ??= [];
    mark(spans, at, length);
  }
  return spans ?? NOWHERE;
};

const probe = (units: Uint16Array, at: number): number => {
  const a = LETTER[units[at] ?? 0] ?? 0;
  const b = LETTER[units[at + 1] ?? 0] ?? 0;
  const c = LETTER[units[at + 2] ?? 0] ?? 0;
  const d = LETTER[units[at + 3] ?? 0] ?? 0;
  const first = (((a << BITS) | b) << BITS) | c;
  return isRare(first) + isRare(((first & LOWER_TWO) << BITS) | d);
};

type Stretch = { start: number; end: number };
const NOWHERE: readonly Span[] = [];

const mark = (spans: Stretch[], at: number, length: number): void => {
  const last = spans.at(-1);
  const start = Math.max(0, at - TOGETHER * STRIDE - MARGIN);
  const end = Math.min(length, at + STRIDE + MARGIN);
  if (last !== undefined && start <= last.end) last.end = end;
  else spans.push({ start, end });
};

const BLOCK = 32;
/** Rare triples in a block of a cipher. In languages of the vocabulary there are two or three in a hundred. */
const MIN_IN_BLOCK = 6;

/** The parts of a stretch in which all letters were looked at, and many are strange. @param units Those of its text. */
export const denseSpans = (units: Uint16Array, { start, end }: Span): readonly Span[] => {
  let spans: Stretch[] | undefined;
  let triple = 0;
  for (let from = start; from < end; from += BLOCK) {
    const to = Math.min(end, from + BLOCK);
    let rare = 0;
    for (let at = from; at < to; at++) {
      triple = ((triple << BITS) | (LETTER[units[at] ?? 0] ?? 0)) & MASK;
      rare += isRare(triple);
    }
    if (rare < MIN_IN_BLOCK) continue;
    spans ??= [];
    addBlock(spans, Math.max(start, to - 1 - 2 * BLOCK), Math.min(end, to - 1 + BLOCK));
  }
  return spans ?? NOWHERE;
};

/** Of the letters of a text the share that is strange. */
export const strangeShare = (text: string, start: number, end: number): number => {
  let triple = 0;
  let rare = 0;
  for (let at = start; at < end; at++) {
    triple = ((triple << BITS) | (LETTER[text.charCodeAt(at)] ?? 0)) & MASK;
    rare += isRare(triple);
  }
  return rare / Math.max(1, end - start);
};

const addBlock = (spans: Stretch[], start: number, end: number): void => {
  const last = spans.at(-1);
  if (last !== undefined && start <= last.end) last.end = end;
  else spans.push({ start, end });
};
