import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/detection/findings.ts';
import { MODEL_RULE_ID } from '../../../src/detection/model/judge.ts';
import type { Passage } from '../../../src/detection/model/passage.ts';
import {
  combine,
  isUncertain,
  type Question,
  refine,
  type SecondTier,
  type SecondTierHeader,
  withoutAnswer,
} from '../../../src/detection/model/second-tier.ts';
import { RATES } from './toy.ts';

const weights = { bias: 0, first: 1, second: 1 };
const other = { bias: 1, first: 0.5, second: 1 };
const side = { weights, unasked: 0, from: 0.2, to: 0.9, thresholds: RATES };
const HEADER: SecondTierHeader = {
  format: 4,
  version: 'toy',
  trainedAt: '',
  base: '',
  sides: { direct: side, indirect: { ...side, weights: other }, definition: side },
};

const doubt = (
  text: string,
  score: number,
  rest: Partial<Passage> = {},
  found: Partial<Finding> = {},
): Finding => ({
  ruleId: MODEL_RULE_ID,
  category: 'prompt_injection',
  subType: 'jailbreak',
  score,
  span: { start: 0, end: 4 },
  view: 'raw',
  passage: { texts: [text], side: 'direct', discount: 0, cannotAcquit: false, ...rest },
  ...found,
});
const rule = (score: number, rest: Partial<Finding> = {}): Finding => ({
  ruleId: 'PI-1001',
  category: 'prompt_injection',
  subType: 'instruction_override',
  score,
  span: { start: 0, end: 4 },
  view: 'raw',
  ...rest,
});

/** Another place of the text. */
const placed = (start: number): Partial<Finding> => ({ span: { start, end: start + 4 } });

/** Answers by the passages' texts. */
const tierOf = (answers: Readonly<Record<string, number | null>>) => {
  const asked: { texts: string[]; timeoutMs: number }[] = [];
  const tier: SecondTier = {
    header: HEADER,
    judge: async (passages, timeoutMs) => {
      asked.push({ texts: passages.map(({ text }) => text), timeoutMs });
      return passages.map(({ text }) => answers[text] ?? null);
    },
  };
  return { tier, asked };
};

const refineBy = (findings: readonly Finding[], { header, judge }: SecondTier) =>
  refine(findings, header, (questions) => judge(questions, 100));

const logit = (score: number): number => Math.log(score / (1 - score));
const moved = (score: number, by: number): number => 1 / (1 + Math.exp(-(logit(score) + by)));
const scoresOf = (findings: readonly Finding[]) => findings.map(({ score }) => score);

describe('the second opinion', () => {
  it.each([
    { name: 'up', answer: 2 },
    { name: 'down', answer: -3 },
    { name: 'not at all', answer: 0 },
  ])('moves a score $name', async ({ answer }) => {
    const { tier, asked } = tierOf({ a: answer });
    const refined = await refineBy([doubt('a', 0.6)], tier);
    expect(refined).toEqual({
      findings: [{ ...doubt('a', 0.6), score: expect.closeTo(moved(0.6, answer)) }],
      judged: 1,
      unjudged: 0,
    });
    expect(asked).toEqual([{ texts: ['a'], timeoutMs: 100 }]);
  });

  it.each([
    {
      name: 'acquits a text of which it has read the worst',
      cannotAcquit: false,
      answer: -6,
      after: moved(0.6, -6),
    },
    { name: 'does not acquit what it cannot read', cannotAcquit: true, answer: -6, after: 0.6 },
    {
      name: 'may find worse beside what it cannot read',
      cannotAcquit: true,
      answer: 2,
      after: moved(0.6, 2),
    },
  ])('$name', async ({ cannotAcquit, answer, after }) => {
    const { tier } = tierOf({ a: answer });
    const found = [rule(0.5), doubt('a', 0.6, { cannotAcquit })];
    const { findings } = await refineBy(found, tier);
    expect(findings[1]?.score).toBeCloseTo(after);
    expect(findings[0]?.score).toBeCloseTo(moved(0.5, logit(after) - logit(0.6)));
  });

  it.each([
    { name: 'all places', answers: { a: -6, b: -5 }, after: moved(0.6, -5) },
    { name: 'one of two', answers: { a: -6, b: null }, after: 0.6 },
    { name: 'one of two, which is bad', answers: { a: 3, b: null }, after: moved(0.6, 3) },
    { name: 'none', answers: { a: null, b: null }, after: 0.6 },
  ])('acquits where it has read all that it was asked: $name', async ({ answers, after }) => {
    const { tier } = tierOf(answers);
    const { findings } = await refineBy([doubt('a', 0.6, { texts: ['a', 'b'] })], tier);
    expect(findings[0]?.score).toBeCloseTo(after);
  });

  it('weighs each side in its own way', async () => {
    const { tier } = tierOf({ a: 2 });
    const { findings } = await refineBy([doubt('a', 0.6, { side: 'indirect' })], tier);
    expect(findings[0]?.score).toBeCloseTo(1 / (1 + Math.exp(-(1 + 0.5 * logit(0.6) + 2))));
  });

  it('asks about the same words in a result and in a definition of a tool apart', async () => {
    const asked: Question[] = [];
    const tier: SecondTier = {
      header: HEADER,
      judge: async (passages) => {
        asked.push(...passages);
        return passages.map((passage) => (passage.side === 'definition' ? -4 : 4));
      },
    };
    const { findings } = await refineBy(
      [doubt('a', 0.6, { side: 'indirect' }), doubt('a', 0.6, { side: 'definition' }, placed(9))],
      tier,
    );
    expect(asked).toEqual([
      { text: 'a', side: 'indirect' },
      { text: 'a', side: 'definition' },
    ]);
    const [result, definition] = scoresOf(findings);
    expect(result).toBeGreaterThan(0.9);
    expect(definition).toBeLessThan(0.1);
  });

  describe('about a text that is judged by another side, too', () => {
    const asked = [
      doubt('a', 0.4, { side: 'definition' }),
      doubt('b', 0.8, { side: 'direct', floor: 0.9 }),
    ] as const;
    const sidesOf = (findings: readonly Finding[]) => findings.map(({ passage }) => passage?.side);

    it('takes what reaches its floor for a finding', async () => {
      const { findings } = await refineBy(asked, tierOf({ a: -3, b: 3 }).tier);
      expect(sidesOf(findings)).toEqual(['direct']);
      expect(scoresOf(findings)[0]).toBeCloseTo(moved(0.8, 3));
    });

    it('forgets what does not, and keeps what the text’s own side says, which is less', async () => {
      const { findings } = await refineBy(asked, tierOf({ a: 0.5, b: 0.2 }).tier);
      expect(sidesOf(findings)).toEqual(['definition']);
      expect(scoresOf(findings)[0]).toBeCloseTo(moved(0.4, 0.5));
      expect((await refineBy(asked, tierOf({}).tier)).findings.map(({ passage }) => passage?.side)).toEqual([
        'definition',
      ]);
    });

    it('is asked about its own side’s passages however many others look worse', async () => {
      const decoys = Array.from({ length: 9 }, (_, i) =>
        doubt(`decoy ${i}`, 0.85, { side: 'direct', floor: 0.9 }, placed(10 * (i + 1))),
      );
      const { tier, asked: questions } = tierOf({ a: 3 });
      const { findings } = await refineBy([...decoys, asked[0]], tier);
      expect(questions.flatMap(({ texts }) => texts)).toContain('a');
      expect(sidesOf(findings)).toEqual(['definition']);
    });

    it('moves what rules found by the text’s own side alone', async () => {
      const named = rule(0.4);
      const { findings } = await refineBy([...asked, named], tierOf({ a: 1, b: -3 }).tier);
      const found = findings.find(({ ruleId }) => ruleId === named.ruleId);
      expect(found?.score).toBeCloseTo(moved(0.4, 1));
    });
  });

  it('moves what rules found along, and nothing else', async () => {
    const { tier } = tierOf({ a: -3 });
    const email = rule(0.5, { category: 'pii', subType: 'EMAIL_ADDRESS' });
    const { findings } = await refineBy([rule(0.5), email, doubt('a', 0.6)], tier);
    expect(scoresOf(findings)).toEqual([expect.closeTo(moved(0.5, -3)), 0.5, expect.closeTo(moved(0.6, -3))]);
  });

  it('does not talk the first tier out of what it was sure of elsewhere in the text', async () => {
    const { tier } = tierOf({ a: -6 });
    const certain: Finding = rule(0.97, { ruleId: MODEL_RULE_ID });
    const { findings } = await refineBy([certain, rule(0.96), doubt('a', 0.6)], tier);
    expect(scoresOf(findings).slice(0, 2)).toEqual([0.97, 0.96]);
  });

  it('does not lower what a rule names below what it is at least', async () => {
    const { tier } = tierOf({ a: -6 });
    const named = rule(0.9, { least: 0.85 });
    const { findings } = await refineBy([doubt('a', 0.9), named, rule(0.9, placed(10))], tier);
    expect(scoresOf(findings)).toEqual([
      expect.closeTo(moved(0.9, -6)),
      expect.closeTo(0.85 + 0.04 * moved(0.9, -6)),
      expect.closeTo(moved(0.9, -6)),
    ]);
  });

  it.each([
    { name: 'less', answer: -3 },
    { name: 'more', answer: 3 },
  ])(
    'tells $name of what a rule names and the first tier doubts by what the network makes of it',
    async ({ answer }) => {
      const { tier } = tierOf({ a: answer });
      // As the first tier gives 0.3: above what it makes of the passage, and all that above its least is its doubt.
      const named = rule(0.862, { least: 0.85 });
      const { findings } = await refineBy([doubt('a', 0.3), named], tier);
      expect(findings[1]?.score).toBeCloseTo(Math.max(moved(0.3, answer), 0.85 + 0.04 * moved(0.3, answer)));
    },
  );

  it('leaves what a rule names alone where the first tier was surer of it than of all that was asked about', async () => {
    const { tier } = tierOf({ a: -6 });
    const { findings } = await refineBy([doubt('a', 0.6), rule(0.96, { least: 0.85 })], tier);
    expect(scoresOf(findings)[1]).toBe(0.96);
  });

  it('keeps the first score of what was not judged in time', async () => {
    const { tier } = tierOf({ a: null, b: 2 });
    const { findings, judged, unjudged } = await refineBy(
      [doubt('a', 0.7), doubt('b', 0.5, {}, placed(10)), rule(0.4)],
      tier,
    );
    expect({ judged, unjudged }).toEqual({ judged: 1, unjudged: 1 });
    // The strongest passage did not move, and so neither did the rule.
    expect(scoresOf(findings)).toEqual([0.7, expect.closeTo(moved(0.5, 2)), expect.closeTo(0.4)]);
    const given = [doubt('a', 0.7)];
    expect(await refineBy(given, tier)).toEqual({ findings: given, judged: 0, unjudged: 1 });
  });

  it('asks about four passages of a text at most, the most suspicious, and takes the others as unanswered', async () => {
    const answers = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((text) => [text, 1]));
    const { tier: open, asked } = tierOf(answers);
    const sides = { ...HEADER.sides, direct: { ...side, unasked: -1 } };
    const tier = { ...open, header: { ...HEADER, sides } };
    const scores = [0.3, 0.8, 0.4, 0.7, 0.5, 0.6];
    const { findings, judged } = await refineBy(
      scores.map((score, i) => doubt('abcdef'.charAt(i), score, {}, placed(10 * i))),
      tier,
    );
    expect(judged).toBe(4);
    expect(asked.flatMap(({ texts }) => texts)).toEqual(['b', 'd', 'f', 'e']);
    expect(scoresOf(findings)[0]).toBeCloseTo(moved(0.3, -1));
    expect(scoresOf(findings)[2]).toBeCloseTo(moved(0.4, -1));
  });

  it.each([2, -3, null])(
    'leaves in force what a long text had taken off its score (answer %s)',
    async (answer) => {
      const discount = 1.5;
      const sides = { ...HEADER.sides, direct: { ...side, unasked: -1 } };
      const { tier } = tierOf({ a: answer });
      const asked = { ...tier, header: { ...HEADER, sides } };
      const whole = await refineBy([doubt('a', 0.6)], asked);
      const long = await refineBy([doubt('a', moved(0.6, -discount), { discount })], asked);
      expect(long.findings[0]?.score).toBeCloseTo(moved(whole.findings[0]?.score ?? 0, -discount));
    },
  );

  it('judges a long text by the worst of its places', async () => {
    const { tier, asked } = tierOf({ a: -4, b: 2, c: null });
    const { findings, judged, unjudged } = await refineBy([doubt('', 0.6, { texts: ['a', 'b', 'c'] })], tier);
    expect(asked.map(({ texts }) => texts)).toEqual([['a'], ['b', 'c']]);
    expect({ judged, unjudged }).toEqual({ judged: 2, unjudged: 1 });
    expect(scoresOf(findings)).toEqual([expect.closeTo(moved(0.6, 2))]);
  });

  describe('of what the first tier would let pass at every sensitivity', () => {
    /** In log-odds; the toy's weights add up those of both tiers. */
    const STRICTEST = logit(RATES.paranoid);
    const first = 1 / (1 + Math.exp(-(STRICTEST - 0.1)));

    it.each([
      { name: 'asks no more where its worst place is harmless', answer: -1, asked: [['a']] },
      { name: 'asks about all where that is in doubt', answer: -0.8, asked: [['a'], ['b']] },
      { name: 'asks about all where that had no answer', answer: null, asked: [['a'], ['b']] },
      { name: 'asks about all where it was hidden', answer: -6, cannotAcquit: true, asked: [['a'], ['b']] },
      { name: 'asks about all of a long text', answer: -6, discount: 0.01, asked: [['a'], ['b']] },
      { name: 'asks about all where it is above', answer: -6, score: 0.6, asked: [['a'], ['b']] },
    ])('$name', async ({ answer, score = first, cannotAcquit = false, discount = 0, asked: expected }) => {
      const { tier, asked } = tierOf({ a: answer, b: 4 });
      const { findings, unjudged } = await refineBy(
        [doubt('', score, { texts: ['a', 'b'], cannotAcquit, discount })],
        tier,
      );
      expect(asked.map(({ texts }) => texts)).toEqual(expected);
      expect(unjudged).toBe(answer === null ? 1 : 0);
      const isSettled = expected.length === 1;
      expect(scoresOf(findings)).toEqual([expect.closeTo(moved(score, isSettled ? -1 : 4))]);
    });
  });

  it('moves what it had no time for to where the thresholds of the first tier lie', async () => {
    const sides = { ...HEADER.sides, direct: { ...side, unasked: -1 }, indirect: { ...side, unasked: -2 } };
    const tier: SecondTier = {
      header: { ...HEADER, sides },
      judge: async (passages) => passages.map(() => null),
    };
    const { findings } = await refineBy(
      [doubt('a', 0.6), doubt('b', 0.6, { side: 'indirect' }, placed(9))],
      tier,
    );
    expect(scoresOf(findings)).toEqual([expect.closeTo(moved(0.6, -1)), expect.closeTo(moved(0.6, -2))]);
    // Certain without it, and so at every sensitivity.
    expect(withoutAnswer(tier.header, 'direct', 0.9)).toBeCloseTo(moved(0.9, -1));
    expect(withoutAnswer(tier.header, 'direct', 0.901)).toBe(0.901);
  });

  it('reads eight places at most, each once', async () => {
    const texts = Array.from({ length: 5 }, (_, i) => `p${i}`);
    const { tier, asked } = tierOf({});
    const readings = ['raw', 'base64'].map((view) => doubt('', 0.6, { texts }, { view }));
    await refineBy([...readings, doubt('', 0.5, { texts: ['q0', 'q1', 'q2', 'q3'] })], tier);
    expect(asked.map(({ texts }) => texts)).toEqual([
      ['p0', 'q0'],
      ['p1', 'p2', 'p3', 'p4', 'q1', 'q2'],
    ]);
  });

  it('keeps of several readings of a place the one that is the strongest in the end', async () => {
    const { tier } = tierOf({ '0a0b': -5, decoded: 3 });
    const { findings } = await refineBy(
      [doubt('0a0b', 0.8), doubt('decoded', 0.6, {}, { view: 'hex' }), doubt('0a0b', 0.5, {}, placed(10))],
      tier,
    );
    expect(findings.map(({ view, span }) => [view, span.start])).toEqual([
      ['hex', 0],
      ['raw', 10],
    ]);
    expect(findings[0]?.score).toBeCloseTo(moved(0.6, 3));
  });

  it('moves what a rule found along with its own reading, not with what another one is taken for', async () => {
    const { tier } = tierOf({ '0a0b': -5, decoded: 1 });
    const { findings } = await refineBy(
      [doubt('0a0b', 0.8), doubt('decoded', 0.7, {}, { view: 'hex' }), rule(0.65, { view: 'hex' })],
      tier,
    );
    expect(findings.find(({ ruleId }) => ruleId === 'PI-1001')?.score).toBeCloseTo(moved(0.65, 1));
  });

  it('asks nobody where nothing is in doubt', async () => {
    const { tier, asked } = tierOf({});
    const given = [rule(0.5)];
    expect(await refineBy(given, tier)).toEqual({ findings: given, judged: 0, unjudged: 0 });
    expect(asked).toEqual([]);
  });

  it('is never worse news for more log-odds, and always a probability', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    const odds = fc.double({ min: -50, max: 50, noNaN: true });
    fc.assert(
      fc.property(score, odds, fc.double({ min: 0, max: 20, noNaN: true }), (first, second, more) => {
        const before = combine(HEADER, 'direct', first, second);
        const after = combine(HEADER, 'direct', first, second + more);
        expect(before).toBeGreaterThanOrEqual(0);
        expect(after).toBeLessThanOrEqual(1);
        expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  it.each([
    [0.19, false],
    [0.2, true],
    [0.9, true],
    [0.91, false],
  ])('is asked for at %d: %s', (score, expected) => {
    expect(isUncertain(HEADER, 'direct', score)).toBe(expected);
  });
});
