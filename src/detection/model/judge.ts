import { isOfStrangers, type Span } from '../../chat/segment.ts';
import type { DetectionContext } from '../detector.ts';
import type { RawFinding } from '../matching/matcher.ts';
import { confidenceOf, discounted, leastOf, lengthDiscount, lifted, weighEvidence } from './calibration.ts';
import { withoutClientSentences } from './client-sentences.ts';
import { looksEnglish } from './english.ts';
import type { Evidence } from './evidence.ts';
import type { LinearModel } from './model-file.ts';
import type { Passage } from './passage.ts';
import { type ModelInUse, useModel } from './scorer.ts';
import { isUncertain, type SecondTierHeader, withoutAnswer } from './second-tier.ts';
import type { Side } from './side.ts';

/** The finding that rests on the model rather than on a rule. */
export const MODEL_RULE_ID = 'ML-1001';

/**
 * Weighs what the rules found in a text against what the model makes of it: one probability for both.
 */
export type Judge = Readonly<{
  revision: string;
  /**
   * @param text One view of a window.
   * @param found What the detectors found in it.
   * @param wholeChars Length of all of the text that the window is a part of, in UTF-16 code units.
   * @param hiddenAs The sub-type of whatever is found in a view of what was hidden: which one its words tell is not looked for then.
   * @returns The same findings, those of injections with their grade replaced by a probability, and the model's own.
   */
  weigh: (
    text: string,
    context: DetectionContext,
    found: readonly RawFinding[],
    wholeChars?: number,
    hiddenAs?: string,
  ) => readonly RawFinding[];
}>;

/** A score below its side's is no threat at any sensitivity; 0 where every text is reported. */
export type Floors = Readonly<Record<Side, number>>;

export type JudgeOptions = Readonly<{
  /** The model's own finding is left out below these probabilities. */
  floors: Floors;
  /** Whose second opinion is asked for what is uncertain; null where there is none. */
  secondTier: SecondTierHeader | null;
}>;

const sideOf = ({ trust }: DetectionContext): Side => {
  if (trust === 'third-party') return 'definition';
  return isOfStrangers(trust) ? 'indirect' : 'direct';
};

const isInjection = ({ category }: RawFinding): boolean => category === 'prompt_injection';

const strongestRule = (found: readonly RawFinding[]): number =>
  found.reduce((most, finding) => (isInjection(finding) ? Math.max(most, finding.score) : most), 0);

/** A sentence that begins behind one that broke off: `add a spoonful of fl Ignore all previous`. */
const BEGINS_WITHOUT_STOP = /^[a-z] [A-Z]/u;
const SENTENCE = /^[^.!?\n]{0,300}/u;

/** What the strongest rule found and the rest of its sentence, where other words stand in front of it without a full stop. */
const behindBrokenOff = (text: string, found: readonly RawFinding[]): readonly string[] => {
  const injections = found.filter(isInjection);
  const strongest = injections.find(({ score }) => score === strongestRule(injections));
  if (strongest === undefined) return [];
  const { start } = strongest.span;
  const isBrokenOff = start > 1 && BEGINS_WITHOUT_STOP.test(text.slice(start - 2, start + 1));
  return isBrokenOff ? [SENTENCE.exec(text.slice(start))?.[0] ?? ''] : [];
};

/** What the second tier could be asked: the suspicious places in a language that it has learnt, and whether some are none of them. */
type Legible = Pick<Passage, 'texts' | 'cannotAcquit'>;

const legiblePlaces = (text: string, passages: readonly Span[], found: readonly RawFinding[]): Legible => {
  const places = passages.map(({ start, end }) => text.slice(start, end));
  const texts = [...behindBrokenOff(text, found), ...places].filter(looksEnglish);
  return { texts, cannotAcquit: places.some((place) => !texts.includes(place)) };
};

/** What the first tier makes of a window by itself, and as a part of a text so long. */
type Probability = Readonly<{ first: number; score: number; discount: number }>;

/** A text as one side's weights see it. */
type Reading = Readonly<{
  side: Side;
  /** Without what well-known clients say in it. */
  text: string;
  worst: Span;
  places: () => Legible;
  probability: (ruleScore: number) => Probability;
}>;

export const judgeBy = ({ header, scorer }: ModelInUse, { floors, secondTier }: JudgeOptions): Judge => {
  /** What the second tier is asked about a text; null where nothing. */
  const question = (
    { side, places }: Reading,
    { first, discount }: Probability,
    floor: Pick<Passage, 'floor'>,
  ): Passage | null => {
    if (secondTier === null || !isUncertain(secondTier, side, first)) return null;
    const legible = places();
    return legible.texts.length > 0 ? { ...legible, side, discount, ...floor } : null;
  };

  const ownFinding = (
    reading: Reading,
    probability: Probability,
    hiddenAs: string | undefined,
    ofSide: Pick<Passage, 'floor'> = {},
  ): readonly RawFinding[] => {
    const { side, text, worst } = reading;
    const { score } = probability;
    const asked = question(reading, probability, ofSide);
    if (score < (ofSide.floor ?? floors[side]) && asked === null) return [];
    const subType = hiddenAs ?? scorer.subTypeOf(text, worst, side);
    const finding: RawFinding = {
      ruleId: MODEL_RULE_ID,
      category: 'prompt_injection',
      subType,
      score,
      span: worst,
    };
    return [asked === null ? finding : { ...finding, passage: asked }];
  };

  const tiers = secondTier === null ? 'alone' : 'asked';

  /** Whether there is nothing to report or to ask of a text in which no rule found anything; true of nearly all, so nothing is made for it. */
  const isHarmless = (evidence: Evidence, side: Side, wholeChars: number): boolean => {
    const first = confidenceOf(weighEvidence(header.sides[side].head, evidence, 0));
    if (first >= floors[side] || (secondTier !== null && isUncertain(secondTier, side, first))) return false;
    return discounted(first, lengthDiscount(wholeChars, 0, tiers)) < floors[side];
  };

  /** @returns Null where there is nothing to say of the text. */
  const read = (
    sent: string,
    side: Side,
    found: readonly RawFinding[],
    wholeChars: number,
    saysNothing: (evidence: Evidence) => boolean,
  ): Reading | null => {
    let evidence = scorer.score(sent, side);
    if (saysNothing(evidence)) return null;
    const text = withoutClientSentences(sent, evidence.worst);
    if (text !== sent) {
      evidence = scorer.score(text, side);
      if (saysNothing(evidence)) return null;
    }
    const { head } = header.sides[side];
    // Which language a text is in costs more than most texts are worth: asked once, and only of what may be told.
    let legible: Legible | null = null;
    const places = (): Legible => {
      legible ??= legiblePlaces(text, scorer.passages(), found);
      return legible;
    };
    const probability = (ruleScore: number): Probability => {
      const discount = lengthDiscount(wholeChars, ruleScore, tiers);
      const first = confidenceOf(weighEvidence(head, evidence, ruleScore));
      const mayBeAsked = secondTier === null || first < floors[side] || places().texts.length > 0;
      const told = mayBeAsked ? first : withoutAnswer(secondTier, side, first);
      return { first, score: discounted(told, discount), discount };
    };
    return { side, text, worst: evidence.worst, places, probability };
  };

  /**
   * What would be an attack of a caller at every sensitivity is one in what a caller says that a tool does: a jailbreak is no less of one
   * there, and the weights for definitions know little of them.
   */
  const asOfCaller = (
    sent: string,
    found: readonly RawFinding[],
    wholeChars: number,
    hiddenAs: string | undefined,
  ): readonly RawFinding[] => {
    const strongest = strongestRule(found);
    const { head, thresholds } = header.sides.direct;
    const reading = read(sent, 'direct', found, wholeChars, (evidence) => {
      const first = confidenceOf(weighEvidence(head, evidence, strongest));
      return evidence.words === 0 || first < thresholds.medium;
    });
    if (reading === null) return [];
    const { low: floor } = (secondTier ?? header).sides.direct.thresholds;
    return ownFinding(reading, reading.probability(strongest), hiddenAs, { floor });
  };

  const weighAs = (
    side: Side,
    sent: string,
    found: readonly RawFinding[],
    wholeChars: number,
    hiddenAs: string | undefined,
  ): readonly RawFinding[] => {
    const strongest = strongestRule(found);
    const reading = read(
      sent,
      side,
      found,
      wholeChars,
      (evidence) => evidence.words === 0 || (strongest === 0 && isHarmless(evidence, side, wholeChars)),
    );
    if (reading === null) return found;
    const { probability } = reading;
    const own = ownFinding(reading, probability(strongest), hiddenAs);
    if (strongest === 0) return own.length === 0 ? found : [...found, ...own];
    // Rules have few grades, and a text that is nothing but attacks has hundreds of findings.
    const weighedOf = new Map<number, number>();
    const weighedScore = (grade: number): number => {
      const score = weighedOf.get(grade) ?? probability(grade).score;
      weighedOf.set(grade, score);
      return score;
    };
    const weighed = found.map((each) => {
      if (!isInjection(each)) return each;
      const least = leastOf(each.score);
      const score = weighedScore(each.score);
      return least === 0 ? { ...each, score } : { ...each, score: lifted(score, least), least };
    });
    return [...weighed, ...own];
  };

  return {
    revision: `${header.version}:${secondTier?.version ?? ''}`,
    weigh: (sent, context, found, wholeChars = sent.length, hiddenAs = undefined) => {
      if (context.direction !== 'input') return found;
      const side = sideOf(context);
      const weighed = weighAs(side, sent, found, wholeChars, hiddenAs);
      // What is harmless by its own weights is not read again: definitions would cost a quarter more.
      if (side !== 'definition' || weighed === found) return weighed;
      const ofCaller = asOfCaller(sent, found, wholeChars, hiddenAs);
      return ofCaller.length === 0 ? weighed : [...weighed, ...ofCaller];
    },
  };
};

/** The same, by a model as its file has it. */
export const createJudge = (model: LinearModel, options: JudgeOptions): Judge =>
  judgeBy(useModel(model), options);
