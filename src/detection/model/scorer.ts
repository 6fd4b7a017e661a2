import type { Span } from '../../chat/segment.ts';
import { type Evidence, PASSAGE_WORDS, WINDOW_WORDS } from './evidence.ts';
import { createFeatureBuffer, extractFeatures, type FeatureBuffer } from './features.ts';
import type { LinearModel, ModelHeader } from './model-file.ts';
import type { Side } from './side.ts';
import { createWeigher, type Prefix, type Words } from './weigher.ts';

/** Of a longer text the second tier is asked about this much only: the network, too, lets what is harmless around speak for an attack. */
export const ASKED_WORDS = 24;
/** Of a caller's text that is longer than a passage about this much. */
export const FEWEST_WORDS = 16;
/** Of a longer text the second tier is asked about so many places: what the first finds worst need not be the attack. */
const ASKED_PLACES = 3;
/**
 * And about so many where the others are as bad as this by themselves, in log-odds: or three sentences that only sound bad would speak for a
 * fourth.
 */
const MOST_PLACES = 8;
const BAD_LOG_ODDS = 4;
/** By so many words a place may begin earlier and end later, so that whole sentences are asked about. */
const MOST_WORDS_BEFORE = 16;
const MOST_WORDS_BEHIND = 24;
/** So many of the worst sentences are remembered, since some of them are neighbours. */
const LISTED_SENTENCES = 8;
/** Shorter sentences say too little by themselves. */
const MIN_SENTENCE_WORDS = 3;
/** A sentence that is shorter is also looked at together with what follows. */
const CLAUSE_WORDS = 8;
/** Longer sentences are cut into overlapping pieces. */
const MAX_SENTENCE_WORDS = 40;
const SENTENCE_STRIDE = 30;
/** Each window begins a quarter of its size after the one before. */
const STRIDES_PER_WINDOW = 4;

/** Evidence with the places that a second opinion is asked about. */
export type AskedEvidence = Evidence &
  Readonly<{
    /**
     * What a second opinion needs to see: all of a short text; of one that is longer than `ASKED_WORDS` the worst sentence with a few words
     * around it, too; of a long one the worst middle window, or the worst sentence where that is worse, and the sentences that are next
     * to it in that, each with a few words around it; whole sentences, but of a caller's long text, where the worst sentence comes first.
     */
    passages: readonly Span[];
  }>;

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

/** The worst window of a size within `[from, to)`: its log-odds and its first word. */
export const worstWindow = (
  prefix: Prefix,
  from: number,
  to: number,
  size: number,
): Readonly<{ logOdds: number; from: number }> => {
  if (to - from <= size) return { logOdds: windowLogOdds(prefix, from, to), from };
  const stride = size / STRIDES_PER_WINDOW;
  let logOdds = Number.NEGATIVE_INFINITY;
  let first = from;
  for (let end = from + size; ; end = Math.min(to, end + stride)) {
    const here = windowLogOdds(prefix, end - size, end);
    if (here > logOdds) {
      logOdds = here;
      first = end - size;
    }
    if (end === to) return { logOdds, from: first };
  }
};

const spanOf = ({ wordStarts, wordEnds }: Words, from: number, to: number): Span => ({
  start: wordStarts[from] ?? 0,
  end: wordEnds[to - 1] ?? 0,
});

type WordRange = Readonly<{ from: number; to: number }>;
type Range = WordRange & Readonly<{ logOdds: number }>;

/**
 * The worst sentences so far, the worst first; those that are as bad in the order of the text. Numbers in place of objects, since each text
 * has its own: they were a twelfth of all that a scan allocates.
 */
const WORST = {
  count: 0,
  logOdds: new Float64Array(LISTED_SENTENCES + 1),
  from: new Int32Array(LISTED_SENTENCES + 1),
  to: new Int32Array(LISTED_SENTENCES + 1),
};

const putWorst = (prefix: Prefix, from: number, to: number): void => {
  const here = windowLogOdds(prefix, from, to);
  const { logOdds, count } = WORST;
  if (count === LISTED_SENTENCES && here <= (logOdds[count - 1] ?? 0)) return;
  let at = count;
  for (; at > 0 && here > (logOdds[at - 1] ?? 0); at--) {
    logOdds[at] = logOdds[at - 1] ?? 0;
    WORST.from[at] = WORST.from[at - 1] ?? 0;
    WORST.to[at] = WORST.to[at - 1] ?? 0;
  }
  logOdds[at] = here;
  WORST.from[at] = from;
  WORST.to[at] = to;
  WORST.count = Math.min(LISTED_SENTENCES, count + 1);
};

/** Where sentences and clauses begin, and the number of all words behind that of the last one; until the next text. */
let borders = new Int32Array(256);

/** Fills `borders`. @returns How many sentences and clauses there are. */
const findBorders = (begins: Uint8Array, words: number): number => {
  if (words >= borders.length) borders = new Int32Array(2 * words);
  let count = 1;
  borders[0] = 0;
  // Without a branch: of code, nobody can guess where the next one begins.
  for (let word = 1; word < words; word++) {
    borders[count] = word;
    count += begins[word] ?? 0;
  }
  borders[count] = words;
  return count;
};

/** The worst sentence, the first of those that are as bad; `to` is 0 where none has words enough. @param count Of `borders`. */
const worstSentence = (prefix: Prefix, words: number, count: number): Range => {
  let logOdds = Number.NEGATIVE_INFINITY;
  let from = 0;
  let to = 0;
  for (let i = 0; i < count; i++) {
    const start = borders[i] ?? 0;
    const end = borders[i + 1] ?? words;
    if (end - start < MIN_SENTENCE_WORDS) continue;
    for (let piece = start; piece < end; piece += SENTENCE_STRIDE) {
      const last = Math.min(end, piece + MAX_SENTENCE_WORDS);
      const here = windowLogOdds(prefix, piece, last);
      if (here <= logOdds) continue;
      logOdds = here;
      from = piece;
      to = last;
    }
  }
  return { from, to, logOdds };
};

const putSentence = (prefix: Prefix, from: number, to: number): void => {
  if (to - from < MIN_SENTENCE_WORDS) return;
  for (let piece = from; piece < to; piece += SENTENCE_STRIDE)
    putWorst(prefix, piece, Math.min(to, piece + MAX_SENTENCE_WORDS));
};

/** The worst sentences of a text, the worst first: asked of few texts, so of most of them nobody lists any. */
const listWorst = (prefix: Prefix, begins: Uint8Array, words: number): readonly Range[] => {
  const count = findBorders(begins, words);
  WORST.count = 0;
  for (let i = 0; i < count; i++) putSentence(prefix, borders[i] ?? 0, borders[i + 1] ?? words);
  if (WORST.count === 0) putWorst(prefix, 0, words);
  return Array.from({ length: WORST.count }, (_, i) => ({
    from: WORST.from[i] ?? 0,
    to: WORST.to[i] ?? 0,
    logOdds: WORST.logOdds[i] ?? 0,
  }));
};

/** @param count Of `borders`. */
const worstClause = (prefix: Prefix, words: number, count: number): Range => {
  let logOdds = Number.NEGATIVE_INFINITY;
  let clauseFrom = 0;
  let clauseTo = words;
  for (let i = 0, last = 1; i < count; i++) {
    const from = borders[i] ?? 0;
    // The first border that is far enough away, which never stands in front of that of the clause before.
    if (last <= i) last = i + 1;
    while (last < count && (borders[last] ?? 0) - from < CLAUSE_WORDS) last++;
    const to = Math.min(borders[last] ?? words, from + MAX_SENTENCE_WORDS);
    const here = windowLogOdds(prefix, from, to);
    if (here <= logOdds) continue;
    logOdds = here;
    clauseFrom = from;
    clauseTo = to;
  }
  return { from: clauseFrom, to: clauseTo, logOdds };
};

/**
 * A sentence is what an instruction fills, wherever a window of fixed size begins.
 *
 * @returns The worst of all, of those that have words enough or are taken together with the next, and how many there are.
 */
export const worstSentences = (
  prefix: Prefix,
  begins: Uint8Array,
  words: number,
): Readonly<{ sentence: Range; clause: Range; count: number }> => {
  const count = findBorders(begins, words);
  const worst = worstSentence(prefix, words, count);
  const sentence = worst.to === 0 ? { from: 0, to: words, logOdds: windowLogOdds(prefix, 0, words) } : worst;
  return { sentence, clause: worstClause(prefix, words, count), count };
};

/** So many words at least with `core` in their middle, as far as the text has them. */
const wordsAround = (core: WordRange, least: number, words: number): WordRange => {
  const size = Math.max(least, core.to - core.from);
  const before = Math.floor((size - (core.to - core.from)) / 2);
  const from = Math.max(0, Math.min(core.from - before, words - size));
  return { from, to: Math.min(words, from + size) };
};

/**
 * The range with the sentences that it cuts into, as far as they begin and end near: a network that is shown half an instruction takes it for
 * something else.
 *
 * @param begins For each word 1 where a sentence or a clause begins with it.
 */
export const wholeSentences = (begins: Uint8Array, words: number, { from, to }: WordRange): WordRange => {
  let first = from;
  while (first > 0 && begins[first] === 0 && from - first < MOST_WORDS_BEFORE) first--;
  let end = to;
  while (end < words && begins[end] === 0 && end - to < MOST_WORDS_BEHIND) end++;
  return {
    from: first === 0 || begins[first] === 1 ? first : from,
    to: end === words || begins[end] === 1 ? end : to,
  };
};

/** The first of `places` that do not overlap, once each is as wide as it is asked about. */
const apart = (places: readonly Range[], widen: (place: Range) => WordRange): readonly WordRange[] => {
  const chosen: WordRange[] = [];
  for (const place of places) {
    if (chosen.length >= (place.logOdds < BAD_LOG_ODDS ? ASKED_PLACES : MOST_PLACES)) break;
    const wide = widen(place);
    if (chosen.every(({ from, to }) => wide.from >= to || wide.to <= from)) chosen.push(wide);
  }
  return chosen;
};

/**
 * See `AskedEvidence.passages`. What stands around an order in a caller's long text is mostly another matter, and speaks for it; in a document it
 * is the rest of the order.
 */
const toAsk = (prefix: Prefix, worst: Worst, { begins }: Words, side: Side): readonly WordRange[] => {
  const { words, core, sentence, passage } = worst;
  const around = (place: WordRange): WordRange =>
    wholeSentences(begins, words, wordsAround(place, ASKED_WORDS, words));
  if (words <= PASSAGE_WORDS) return words > ASKED_WORDS ? [passage, around(sentence)] : [passage];
  const [first = core, ...others] = listWorst(prefix, begins, words);
  return side === 'direct'
    ? apart([first, core, ...others], (place) => wordsAround(place, FEWEST_WORDS, words))
    : apart([core, first, ...others], around);
};

/** Of a text of so many words what is found worst, by its words: the evidence, and where it stands. */
type Worst = Readonly<{
  words: number;
  logOdds: Evidence['logOdds'];
  sentences: number;
  core: Range;
  sentence: Range;
  passage: WordRange;
  /** The first word of the worst small window of the passage. */
  small: number;
}>;

const findWorst = (prefix: Prefix, begins: Uint8Array, words: number, bias: number): Worst => {
  const { sentence, clause, count } = worstSentences(prefix, begins, words);
  const [small, middle] = WINDOW_WORDS;
  const worst = worstWindow(prefix, 0, words, middle);
  const core = sentence.logOdds > worst.logOdds ? sentence : { ...worst, to: worst.from + middle };
  const passage = wordsAround(core, PASSAGE_WORDS, words);
  const within = worstWindow(prefix, passage.from, passage.to, small);
  return {
    words,
    logOdds: [
      bias + within.logOdds,
      bias + worst.logOdds,
      bias + windowLogOdds(prefix, passage.from, passage.to),
      bias + sentence.logOdds,
      bias + clause.logOdds,
    ],
    sentences: count,
    core,
    sentence,
    passage,
    small: within.from,
  };
};

const evidenceOf = ({ logOdds, words, sentences, small, passage }: Worst, at: Words): Evidence => ({
  logOdds,
  words,
  sentences,
  worst: spanOf(at, small, Math.min(passage.to, small + WINDOW_WORDS[0])),
});

const passagesOf = (prefix: Prefix, worst: Worst, at: Words, side: Side): readonly Span[] =>
  toAsk(prefix, worst, at, side).map(({ from, to }) => spanOf(at, from, to));

/**
 * @param prefix Of a text of `words` words, one at least.
 * @param bias Log-odds of a window without features.
 */
export const weighWindows = (
  prefix: Prefix,
  at: Words,
  words: number,
  bias: number,
  side: Side,
): AskedEvidence => {
  const worst = findWorst(prefix, at.begins, words, bias);
  return { ...evidenceOf(worst, at), passages: passagesOf(prefix, worst, at, side) };
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
  /** See `AskedEvidence`, of the text that was scored last: few texts are asked about. */
  passages: () => readonly Span[];
  /** The likeliest sub-type of `text[span)`, taken for an attack; what a caller writes is never indirect. */
  subTypeOf: (text: string, span: Span, side: Side) => string;
}>;

/** Sub-types that name where a text stands. */
const INDIRECT: ReadonlySet<string> = new Set(['indirect_injection', 'tool_poisoning']);
/** A sub-type is asked for a small window only; words can be long. */
const FIRST_CHARS = 1024;
const NOTHING: Span = { start: 0, end: 0 };

/** What there is to say of a text without words. */
export const nothingIn = (bias: number): AskedEvidence => ({
  logOdds: [bias, bias, bias, bias, bias],
  words: 0,
  sentences: 0,
  worst: NOTHING,
  passages: [],
});

/** Not re-entrant: its buffers are used again by the next call. Keeps nothing of the model's file but what it has copied. */
export const createScorer = (model: LinearModel): Scorer => {
  const { header } = model;
  const weigh = createWeigher(model);
  const subTypeWeights = model.subTypeWeights.slice();
  let chars = FIRST_CHARS;
  let buffer = createFeatureBuffer(chars);
  const { names, bits, biases, scale: subTypeScale } = header.subTypes;
  const mask = 2 ** bits - 1;
  const extract = (text: string, from: number, to: number): number => {
    if (to - from > chars) {
      chars = 2 * (to - from);
      buffer = createFeatureBuffer(chars);
    }
    return extractFeatures(text, from, to, buffer);
  };
  const typeScore = (type: number, features: number): number => {
    let sum = 0;
    for (let i = 0; i < features; i++) {
      sum += subTypeWeights[(type << bits) + ((buffer.hashes[i] ?? 0) & mask)] ?? 0;
    }
    return (biases[type] ?? 0) + (sum * subTypeScale) / Math.sqrt(Math.max(1, features));
  };
  let last: Readonly<{ prefix: Prefix; worst: Worst; places: Words; side: Side }> | null = null;
  return {
    score: (text, side) => {
      const { words, prefix, places } = weigh(text, side);
      const { bias } = header.sides[side];
      last = null;
      if (words === 0) return nothingIn(bias);
      const worst = findWorst(prefix, places.begins, words, bias);
      last = { prefix, worst, places, side };
      return evidenceOf(worst, places);
    },
    passages: () => (last === null ? [] : passagesOf(last.prefix, last.worst, last.places, last.side)),
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

/** What a judge asks of a model: the tables are in the scorer's memory alone. */
export type ModelInUse = Readonly<{ header: ModelHeader; scorer: Scorer }>;

const IN_USE = new WeakMap<LinearModel, ModelInUse>();

/** One scorer for each model, whatever policies ask it: its tables take 3 MB. */
export const useModel = (model: LinearModel): ModelInUse => {
  const inUse = IN_USE.get(model) ?? { header: model.header, scorer: createScorer(model) };
  IN_USE.set(model, inUse);
  return inUse;
};
