import type { Span } from '../../chat/segment.ts';
import { createFeatureBuffer, extractFeatures, type FeatureBuffer } from './features.ts';
import type { LinearModel, Side } from './model-file.ts';

/**
 * Sizes of the windows that are scored, in words; the whole text is a further one. An attack of one sentence shows in the
 * small windows of a long text, one that is spread out shows in the large ones.
 */
export const WINDOW_WORDS = [16, 40, 100] as const;
/** Words of a passage: what a second tier of 128 tokens can mostly read. */
export const PASSAGE_WORDS = 90;
/** Each window begins a quarter of its size after the one before. */
const STRIDES_PER_WINDOW = 4;

/** What the first tier makes of one text. */
export type Evidence = Readonly<{
  /** For each of `WINDOW_WORDS` the largest log-odds of any window of that size, then those of the whole. */
  logOdds: readonly [number, number, number, number];
  words: number;
  /** The words of the worst small window. */
  worst: Span;
  /** The worst middle window with the text around it: what a second opinion needs to see. */
  passage: Span;
}>;

/** Sums of weights up to each word, and counts of features; windows are differences of two entries. */
type Prefix = { sums: Float64Array; counts: Int32Array };

export const createPrefix = (words: number): Prefix => ({
  sums: new Float64Array(words + 1),
  counts: new Int32Array(words + 1),
});

/**
 * Log-odds of the window `[from, to)` of words. A sum of weights over the square root of their number: long windows
 * are neither favoured nor drowned.
 */
const windowLogOdds = ({ sums, counts }: Prefix, from: number, to: number): number => {
  const features = (counts[to] ?? 0) - (counts[from] ?? 0);
  return ((sums[to] ?? 0) - (sums[from] ?? 0)) / Math.sqrt(Math.max(1, features));
};

/** The worst window of a size: its log-odds and its first word. */
export const worstWindow = (
  prefix: Prefix,
  words: number,
  size: number,
): Readonly<{ logOdds: number; from: number }> => {
  if (words <= size) return { logOdds: windowLogOdds(prefix, 0, words), from: 0 };
  const stride = size / STRIDES_PER_WINDOW;
  let logOdds = Number.NEGATIVE_INFINITY;
  let from = 0;
  for (let end = size; ; end = Math.min(words, end + stride)) {
    const here = windowLogOdds(prefix, end - size, end);
    if (here > logOdds) {
      logOdds = here;
      from = end - size;
    }
    if (end === words) return { logOdds, from };
  }
};

/** @param weights Any array of weights by hash; `scale` is what one unit of them is worth. */
export const fillPrefix = (
  features: Pick<FeatureBuffer, 'hashes' | 'featureEnds'>,
  words: number,
  weights: ArrayLike<number>,
  scale: number,
  { sums, counts }: Prefix,
): void => {
  const { hashes, featureEnds } = features;
  let sum = 0;
  let feature = 0;
  for (let word = 0; word < words; word++) {
    const end = featureEnds[word] ?? 0;
    for (; feature < end; feature++) sum += weights[hashes[feature] ?? 0] ?? 0;
    sums[word + 1] = sum * scale;
    counts[word + 1] = end;
  }
};

export type Scorer = Readonly<{
  /** @param text Normalised. Cost and memory are linear in its length. */
  score: (text: string, side: Side) => Evidence;
  /** The likeliest sub-type of `text[span)`, taken for an attack; what a caller writes is never indirect. */
  subTypeOf: (text: string, span: Span, side: Side) => string;
}>;

/** Sub-types that name where a text stands. */
const INDIRECT: ReadonlySet<string> = new Set(['indirect_injection', 'tool_poisoning']);
const FIRST_CHARS = 16_384;
const NOTHING: Span = { start: 0, end: 0 };

/** @param from First word of the worst middle window. */
export const passageAround = (
  { wordStarts, wordEnds }: Pick<FeatureBuffer, 'wordStarts' | 'wordEnds'>,
  words: number,
  from: number,
): Span => {
  const margin = (PASSAGE_WORDS - WINDOW_WORDS[1]) / 2;
  const first = Math.max(0, Math.min(from - margin, words - PASSAGE_WORDS));
  const last = Math.min(words, first + PASSAGE_WORDS) - 1;
  return { start: wordStarts[first] ?? 0, end: wordEnds[last] ?? 0 };
};

/** Not re-entrant: its buffers are used again by the next call. */
export const createScorer = (model: LinearModel): Scorer => {
  let chars = FIRST_CHARS;
  let buffer = createFeatureBuffer(chars);
  let prefix = createPrefix(chars + 1);
  const { names, bits, biases, scale: subTypeScale } = model.header.subTypes;
  const mask = 2 ** bits - 1;
  const extract = (text: string, from: number, to: number): number => {
    if (to - from > chars) {
      chars = 2 * (to - from);
      buffer = createFeatureBuffer(chars);
      prefix = createPrefix(chars + 1);
    }
    return extractFeatures(text, from, to, buffer);
  };
  const typeScore = (type: number, features: number): number => {
    let sum = 0;
    for (let i = 0; i < features; i++) {
      sum += model.subTypeWeights[(type << bits) + ((buffer.hashes[i] ?? 0) & mask)] ?? 0;
    }
    return (biases[type] ?? 0) + (sum * subTypeScale) / Math.sqrt(Math.max(1, features));
  };
  return {
    score: (text, side) => {
      const words = extract(text, 0, text.length);
      const { bias, scale } = model.header.sides[side];
      if (words === 0) return { logOdds: [bias, bias, bias, bias], words, worst: NOTHING, passage: NOTHING };
      fillPrefix(buffer, words, model.weights[side], scale, prefix);
      const [small, middle, large] = WINDOW_WORDS.map((size) => worstWindow(prefix, words, size));
      const from = small?.from ?? 0;
      const last = Math.min(words, from + WINDOW_WORDS[0]) - 1;
      return {
        logOdds: [
          bias + (small?.logOdds ?? 0),
          bias + (middle?.logOdds ?? 0),
          bias + (large?.logOdds ?? 0),
          bias + windowLogOdds(prefix, 0, words),
        ],
        words,
        worst: { start: buffer.wordStarts[from] ?? 0, end: buffer.wordEnds[last] ?? text.length },
        passage: passageAround(buffer, words, middle?.from ?? 0),
      };
    },
    subTypeOf: (text, span, side) => {
      const words = extract(text, span.start, span.end);
      const features = words === 0 ? 0 : (buffer.featureEnds[words - 1] ?? 0);
      const scores = names.map((name, type) =>
        side === 'direct' && INDIRECT.has(name) ? Number.NEGATIVE_INFINITY : typeScore(type, features),
      );
      return names[scores.indexOf(Math.max(...scores))] ?? 'instruction_override';
    },
  };
};
