import { logOddsOf, sigmoid } from '../detection/model/calibration.ts';
import { looksEnglish } from '../detection/model/english.ts';
import type { LinearModel } from '../detection/model/model-file.ts';
import { wholeSentences } from '../detection/model/scorer.ts';
import type { Side } from '../detection/model/side.ts';
import type { CrossJudged } from './calibrate.ts';
import { ATTACK_WEIGHT, createExamples, textOf, weighHardRows } from './examples.ts';
import { isHeldOut } from './folds.ts';
import type { Example } from './optimizer.ts';
import { createRandom } from './random.ts';
import { balanceSources, type TrainingRow } from './rows.ts';

/** What the second tier learns from, a line of JSON each. */
export type Passage = Readonly<{ text: string; attack: boolean; side: Side; weight: number }>;

/** As a gateway asks: from the beginning of a sentence to the end of one. */
const aligned = (example: Example): Example => {
  const { document, fromWord, toWord } = example;
  const { from, to } = wholeSentences(document.begins, document.words, { from: fromWord, to: toWord });
  return { ...example, fromWord: from, toWord: to };
};

/** The windows that the first tier learns from, with the sentences that they would cut in two. */
export const windowPassages = (rows: readonly TrainingRow[], seed: number): readonly Passage[] =>
  createExamples(
    weighHardRows(balanceSources(rows)).filter((row) => !isHeldOut(row)),
    createRandom(seed),
  ).map((example) => ({
    text: textOf(aligned(example)),
    attack: example.attack,
    side: example.document.side,
    weight: example.weight,
  }));

/** First-tier probabilities between which the second tier may be asked, with room on both sides. */
const ASKED = { from: 0.15, to: 0.985 } as const;
/** A place that shows this much of an attack is one; one that shows less, but some, teaches nothing. */
export const MIN_SHOWN = 0.5;
const GRAM = 3;

const gramsOf = (text: string): readonly string[] => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const count = Math.max(1, words.length - GRAM + 1);
  return Array.from({ length: count }, (_, i) => words.slice(i, i + GRAM).join(' '));
};

/** How much of an attack a place shows, or how much of the place is attack where that is shorter. */
export const shownOf = (place: string, attack: string): number => {
  const known = new Set(gramsOf(attack));
  const grams = gramsOf(place);
  return grams.filter((gram) => known.has(gram)).length / Math.min(known.size, grams.length);
};

/**
 * The places that a gateway would ask about in these texts, by a first tier that has not seen them: the very distribution that the
 * second tier meets, where windows around an attack are only like it.
 */
export const askedPassages = (
  judged: readonly CrossJudged[],
  { header }: LinearModel,
): readonly Passage[] => {
  const isAsked = ({ row, inputs }: CrossJudged): boolean => {
    const score = sigmoid(logOddsOf(header.sides[row.side].head, inputs));
    return score >= ASKED.from && score <= ASKED.to;
  };
  return judged
    .filter((each) => !(each.isHeldOut || isHeldOut(each.row)) && isAsked(each))
    .flatMap(({ row, passages, weight }) => {
      const { side, attack } = row;
      const places = [...new Set(passages)].filter(looksEnglish);
      const payload = row.payload ?? row.text;
      const told = attack ? places.filter((text) => shownOf(text, payload) >= MIN_SHOWN) : places;
      const each = ((attack ? ATTACK_WEIGHT : 1) * weight) / Math.max(1, told.length);
      return told.map((text) => ({ text, attack, side, weight: each }));
    });
};
