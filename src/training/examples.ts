import { createFeatureBuffer, extractFeatures } from '../detection/model/features.ts';
import { bySide, type Side } from '../detection/model/side.ts';
import { addTypos, dropLetters } from './noise.ts';
import type { Document, Example } from './optimizer.ts';
import { below, pick, type Random } from './random.ts';
import { isHard, type TrainingRow } from './rows.ts';

/** Text beyond this teaches no more about its row; in UTF-16 code units. */
const MAX_CHARS = 14_000;
const buffer = createFeatureBuffer(MAX_CHARS);

export const toDocument = (text: string, side: Side): Document => {
  const words = extractFeatures(text, 0, Math.min(text.length, MAX_CHARS), buffer);
  const features = words === 0 ? 0 : (buffer.featureEnds[words - 1] ?? 0);
  return {
    text,
    hashes: buffer.hashes.slice(0, features),
    featureEnds: buffer.featureEnds.slice(0, words),
    wordStarts: buffer.wordStarts.slice(0, words),
    wordEnds: buffer.wordEnds.slice(0, words),
    begins: buffer.begins.slice(0, words),
    words,
    side,
  };
};

/** Attacks count more than their number, or a model that never says "attack" would be nearly right. */
export const ATTACK_WEIGHT = 3;
const HARD_WEIGHT = 2;
const WHOLE_TEXT_WORDS = 140;
const SMALLEST_WINDOW = 12;
const WINDOWS_PER_TEXT = 6;
const WORDS_PER_WINDOW = 50;
/** Text on either side of an attack that is put into a carrier, in UTF-16 code units. */
const CONTEXT_CHARS = 900;
const MOST_CONTEXT_WORDS = 70;
const CARRIER_CHARS = { indirect: [150, Infinity], direct: [60, 3000], definition: [40, Infinity] } as const;
const SHORT_ATTACK_WORDS = 90;
/** Harmless requests that become attacks because somebody else's document makes them; and as many that stay harmless. */
const MISPLACED_REQUESTS = 1500;
const REQUEST_CHARS = [12, 200] as const;
const TYPO_SHARE = 0.12;
const DROPPED_SHARE = 0.08;

const SEPARATORS = ['\n', '\n\n', ' ', ' ', '. ', '\n\n---\n', ' - ', '\n> '] as const;

/** The words of a document that touch `[from, to)`. */
const wordsWithin = ({ wordStarts, wordEnds, words }: Document, from: number, to: number) => {
  let first = 0;
  while (first < words && (wordEnds[first] ?? 0) <= from) first++;
  let end = first;
  while (end < words && (wordStarts[end] ?? 0) < to) end++;
  return { first, end };
};

/** Between 1 and `most`, small ones as often as large ones by order of magnitude. */
const logUniform = (random: Random, most: number): number => Math.floor(Math.exp(random() * Math.log(most)));

/** A window around the payload with some of the text before and behind it. */
const windowAround = (
  document: Document,
  payload: Readonly<{ first: number; end: number }>,
  context: number,
  random: Random,
): Pick<Example, 'fromWord' | 'toWord'> => {
  const left = below(random, context + 1);
  return {
    fromWord: Math.max(0, payload.first - left),
    toWord: Math.min(document.words, payload.end + context - left),
  };
};

const cutOf = (text: string, random: Random): number => {
  const where = random();
  if (where < 0.15) return 0;
  if (where > 0.85) return text.length;
  const wanted = below(random, text.length);
  const border = text.slice(wanted, wanted + 200).search(/[\n.!?,]\s/u);
  return border < 0 ? wanted : wanted + border + 1;
};

/** Puts a text into another one, at the borders of sentences where there are some. */
const embed = (
  payload: string,
  carrier: TrainingRow,
  side: Side,
  random: Random,
): Readonly<{ document: Document; payload: Readonly<{ first: number; end: number }> }> => {
  const cut = cutOf(carrier.text, random);
  const before = carrier.text.slice(Math.max(0, cut - CONTEXT_CHARS), cut) + pick(random, SEPARATORS);
  const behind = pick(random, SEPARATORS) + carrier.text.slice(cut, cut + CONTEXT_CHARS);
  const document = toDocument(before + payload + behind, side);
  return { document, payload: wordsWithin(document, before.length, before.length + payload.length) };
};

const whole = (document: Document, attack: boolean, weight: number): Example => ({
  document,
  fromWord: 0,
  toWord: document.words,
  attack,
  weight,
});

const randomWindow = (document: Document, size: number, random: Random) => {
  const fromWord = below(random, document.words - size + 1);
  return { document, fromWord, toWord: fromWord + size };
};

const benignExamples = (row: TrainingRow, random: Random): Example[] => {
  const document = toDocument(row.text, row.side);
  const { weight } = row;
  const examples: Example[] = [];
  if (document.words <= WHOLE_TEXT_WORDS) examples.push(whole(document, false, weight));
  if (document.words > 2 * SMALLEST_WINDOW) {
    const windows = Math.min(WINDOWS_PER_TEXT, Math.ceil(document.words / WORDS_PER_WINDOW));
    for (let i = 0; i < windows; i++) {
      const size = Math.min(document.words, SMALLEST_WINDOW * logUniform(random, SMALLEST_WINDOW));
      examples.push({ ...randomWindow(document, size, random), attack: false, weight });
    }
  }
  return examples;
};

type Carriers = Readonly<Record<Side, readonly TrainingRow[]>>;

const embedded = (
  row: TrainingRow,
  text: string,
  side: Side,
  carriers: Carriers,
  windows: number,
  weight: number,
  random: Random,
): Example[] => {
  if (carriers[side].length === 0) return [];
  const { document, payload } = embed(text, pick(random, carriers[side]), side, random);
  if (payload.end === payload.first) return [];
  return Array.from({ length: windows }, (_, i) => ({
    document,
    ...windowAround(
      document,
      payload,
      i === 0 ? below(random, 10) : logUniform(random, MOST_CONTEXT_WORDS),
      random,
    ),
    attack: row.attack,
    weight: weight / windows,
  }));
};

/** An attack inside a carrier: in its own and in another one. */
const payloadExamples = (
  row: TrainingRow,
  payload: string,
  carriers: Carriers,
  random: Random,
): Example[] => {
  const document = toDocument(row.text, row.side);
  const at = row.text.indexOf(payload);
  const words = wordsWithin(document, at, at + payload.length);
  const weight = row.weight * ATTACK_WEIGHT;
  // None where it stands beyond what is read of a text, or where it has no words.
  const own = (words.end === words.first ? [] : [0, 1]).map(() => ({
    document,
    ...windowAround(document, words, logUniform(random, MOST_CONTEXT_WORDS), random),
    attack: true,
    weight: weight / 2,
  }));
  return [...own, ...embedded(row, payload, row.side, carriers, 2, weight, random)];
};

/** Where an attack of each side is one, too: not everything that is one in a result is one in a definition. */
const MEANT_FOR: Readonly<Record<Side, readonly Side[]>> = {
  direct: ['direct', 'indirect'],
  indirect: ['indirect'],
  definition: ['definition', 'indirect'],
};

const attackExamples = (row: TrainingRow, carriers: Carriers, random: Random): Example[] => {
  const document = toDocument(row.text, row.side);
  const weight = row.weight * ATTACK_WEIGHT;
  const examples: Example[] = [];
  if (document.words <= WHOLE_TEXT_WORDS) {
    examples.push(whole(document, true, weight));
  } else {
    examples.push({ document, fromWord: 0, toWord: WHOLE_TEXT_WORDS, attack: true, weight: weight / 2 });
    for (let i = 0; i < 3; i++) {
      const size = Math.min(document.words, 60 + below(random, 80));
      examples.push({ ...randomWindow(document, size, random), attack: true, weight: weight * 0.3 });
    }
  }
  if (document.words > SHORT_ATTACK_WORDS) return examples;
  const sides = MEANT_FOR[row.side];
  const each = sides.map((side) => embedded(row, row.text, side, carriers, 1, weight / 2, random));
  return [...examples, ...each.flat()];
};

const withNoise = (row: TrainingRow, random: Random): TrainingRow => {
  const chosen = random();
  if (row.payload !== null || chosen > TYPO_SHARE + DROPPED_SHARE) return row;
  const noise = chosen < TYPO_SHARE ? addTypos : dropLetters;
  return { ...row, text: noise(row.text, random) };
};

const isBetween = ({ text }: TrainingRow, [least, most]: readonly [number, number]): boolean =>
  text.length >= least && text.length <= most;

const misplacedRequests = (rows: readonly TrainingRow[], carriers: Carriers, random: Random): Example[] => {
  const requests = rows.filter(
    (row) =>
      !row.attack && row.side === 'direct' && row.lang.startsWith('en') && isBetween(row, REQUEST_CHARS),
  );
  if (requests.length === 0) return [];
  const one = (side: Side): Example[] => {
    const request = { ...pick(random, requests), attack: side === 'indirect' };
    return embedded(request, request.text, side, carriers, 1, 1, random);
  };
  return Array.from({ length: MISPLACED_REQUESTS }, () => [...one('direct'), ...one('indirect')]).flat();
};

const carriersOf = (rows: readonly TrainingRow[]): Carriers =>
  bySide((side) =>
    rows.filter((row) => !row.attack && row.side === side && isBetween(row, CARRIER_CHARS[side])),
  );

const examplesOf = (rows: readonly TrainingRow[], carriers: Carriers, random: Random): Example[] => {
  const examples: Example[] = [];
  for (const clean of rows) {
    const row = withNoise(clean, random);
    if (!row.attack) examples.push(...benignExamples(row, random));
    else if (row.payload === null || row.payload.length + 20 > row.text.length)
      examples.push(...attackExamples(row, carriers, random));
    else examples.push(...payloadExamples(row, row.payload, carriers, random));
  }
  return examples;
};

/**
 * Cuts rows into windows to learn from: harmless texts at random, attacks around what makes them attacks, and attacks put
 * into harmless carriers, so that neither the carrier nor the place gives anything away.
 */
export const createExamples = (rows: readonly TrainingRow[], random: Random): Example[] => {
  const carriers = carriersOf(rows);
  const examples = examplesOf(rows, carriers, random);
  examples.push(...misplacedRequests(rows, carriers, random));
  return examples;
};

/** The same of a few rows, of which none is given another label; their attacks are put into harmless ones of `all`. */
export const createLabelledExamples = (
  rows: readonly TrainingRow[],
  all: readonly TrainingRow[],
  random: Random,
): readonly Example[] => examplesOf(rows, carriersOf(all), random);

/** Harmless texts written as twins of attacks count more than those that nobody could mistake. */
export const weighHardRows = (rows: readonly TrainingRow[]): readonly TrainingRow[] =>
  rows.map((row) => (isHard(row) ? { ...row, weight: row.weight * HARD_WEIGHT } : row));

/** The text of an example's window, as the second tier reads it; carriers may have been cut within a character. */
export const textOf = ({ document, fromWord, toWord }: Example): string =>
  document.text.slice(document.wordStarts[fromWord] ?? 0, document.wordEnds[toWord - 1] ?? 0).toWellFormed();
