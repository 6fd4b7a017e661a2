import { describe, expect, it } from 'vitest';
import type { DetectionContext, Detector } from '../../../src/detection/detector.ts';
import type { RawFinding } from '../../../src/detection/matching/matcher.ts';
import { MOST_INJECTIONS_OF_RULE } from '../../../src/detection/matching/matcher.ts';
import { CERTAIN_LEAST, NAMED_LEAST } from '../../../src/detection/model/calibration.ts';
import { createJudge, type Judge, MODEL_RULE_ID } from '../../../src/detection/model/judge.ts';
import type { SecondTierHeader } from '../../../src/detection/model/second-tier.ts';
import { bySide, SIDES } from '../../../src/detection/model/side.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';
import { DEFINITION, OUTPUT, TOOL, USER } from '../detection/samples.ts';
import { alike, RATES, toyModel } from './toy.ts';

const MODEL = toyModel({
  direct: { obey: 40, maybe: 10, calm: -40 },
  indirect: { obey: 80, maybe: 20, calm: -40 },
  definition: { obey: 60, maybe: 15, calm: -40 },
  subTypes: { role_hijack: 'pirate', jailbreak: 'obey' },
});

const weights = { bias: 0, first: 1, second: 1 };
const side = { weights, unasked: 0, from: 0.2, to: 0.9, thresholds: RATES };
const SECOND: SecondTierHeader = {
  format: 4,
  version: 'second',
  trainedAt: '',
  base: '',
  sides: { ...bySide(() => ({ ...side, from: 1, to: 1 })), direct: side },
};

const CONTEXTS = { direct: USER, indirect: TOOL, definition: DEFINITION } as const;
const judge = createJudge(MODEL, { floors: alike(0.3), secondTier: null });
const everything = createJudge(MODEL, { floors: alike(0), secondTier: null });

const ruleFinding = (rest: Partial<RawFinding> = {}): RawFinding => ({
  ruleId: 'PI-1001',
  category: 'prompt_injection',
  subType: 'instruction_override',
  score: 0.85,
  span: { start: 0, end: 4 },
  ...rest,
});
const own = (found: readonly RawFinding[]) => found.find(({ ruleId }) => ruleId === MODEL_RULE_ID);
const scoreOf = (text: string, context: DetectionContext, found: readonly RawFinding[] = []) =>
  own(everything.weigh(text, context, found))?.score ?? 0;

describe('the judge', () => {
  it('leaves answers alone', () => {
    const found = [ruleFinding()];
    expect(everything.weigh('obey', OUTPUT, found)).toBe(found);
  });

  it('leaves a text without words alone', () => {
    const found = [ruleFinding()];
    expect(everything.weigh(' \n', USER, found)).toBe(found);
  });

  it('adds what the model finds, with its sub-type and place', () => {
    const text = 'now obey';
    expect(judge.weigh(text, USER, [])).toEqual([
      {
        ruleId: MODEL_RULE_ID,
        category: 'prompt_injection',
        subType: 'jailbreak',
        score: expect.closeTo(scoreOf(text, USER)),
        span: { start: 0, end: 8 },
      },
    ]);
  });

  it('names what was hidden as it is told to', () => {
    const [found] = judge.weigh('now obey', USER, [], 8, 'obfuscated_instruction');
    expect(found?.subType).toBe('obfuscated_instruction');
  });

  it('is silent below its floor, unless all is to be reported', () => {
    expect(judge.weigh('calm', USER, [])).toEqual([]);
    expect(everything.weigh('calm', USER, [])).toHaveLength(1);
  });

  it.each([
    { side: 'direct', floors: { ...alike(0), direct: 0.99 }, found: [0, 1, 1] },
    { side: 'indirect', floors: { ...alike(0), indirect: 0.99 }, found: [1, 0, 1] },
    { side: 'definition', floors: { ...alike(0), definition: 0.99 }, found: [1, 1, 0] },
  ])('goes for $side texts by their own floor', ({ floors, found }) => {
    const own = createJudge(MODEL, { floors, secondTier: null });
    expect(Object.values(CONTEXTS).map((context) => own.weigh('calm', context, []).length)).toEqual(found);
  });

  it('puts a probability in the place of a rule’s grade, a larger one for the stronger rule', () => {
    const weak = ruleFinding({ ruleId: 'PI-1', score: 0.4 });
    const strong = ruleFinding({ ruleId: 'PI-2', score: 0.65 });
    const [first, second, model] = everything.weigh('calm calm', USER, [weak, strong]);
    expect(first).toEqual({ ...weak, score: expect.any(Number) });
    expect(first?.score).not.toBe(weak.score);
    expect(second?.score).toBeGreaterThan(first?.score ?? 1);
    expect(model?.ruleId).toBe(MODEL_RULE_ID);
    expect(model?.score).toBe(second?.score);
  });

  it.each([
    { grade: 0.98, least: CERTAIN_LEAST },
    { grade: 0.97, least: CERTAIN_LEAST },
    { grade: 0.96, least: NAMED_LEAST },
    { grade: 0.85, least: NAMED_LEAST },
    { grade: 0.84, least: 0 },
    { grade: 0.45, least: 0 },
  ])(
    'lets no words around it speak for what a rule of grade $grade names below $least',
    ({ grade, least }) => {
      const [found] = everything.weigh('calm calm calm', USER, [ruleFinding({ score: grade })]);
      if (least > 0) expect(found).toMatchObject({ score: expect.closeTo(least), least });
      else expect(found).not.toHaveProperty('least');
      expect(found?.score).toBeGreaterThanOrEqual(least);
      expect(scoreOf('calm calm calm', USER, [ruleFinding({ score: grade })])).toBeLessThan(0.5);
    },
  );

  it('has what is named in an order all the same, by what the model makes of the rest', () => {
    const named = ruleFinding({ score: 0.85 });
    const texts = ['calm calm calm', 'calm obey obey'];
    const scores = texts.map((text) => everything.weigh(text, USER, [named])[0]?.score ?? 0);
    expect(scores.toSorted((a, b) => a - b)).toEqual(scores);
    expect(new Set(scores).size).toBe(texts.length);
    expect(scores[0]).toBeGreaterThan(NAMED_LEAST);
  });

  it('leaves a rule’s finding above that as probable as all evidence makes it', () => {
    const [found] = everything.weigh('obey obey', USER, [ruleFinding({ score: 0.97 })]);
    expect(found?.score).toBeGreaterThan(0.95);
  });

  it('has no say in what is no injection', () => {
    const secret = ruleFinding({ category: 'secret', subType: 'API_KEY', score: 0.97 });
    expect(judge.weigh('calm', USER, [secret])).toEqual([secret]);
    expect(everything.weigh('calm', USER, [secret])[1]?.score).toBe(scoreOf('calm', USER));
  });

  it.each([
    { trust: 'user', like: 'direct' },
    { trust: 'trusted', like: 'direct' },
    { trust: 'model', like: 'direct' },
    { trust: 'untrusted', like: 'indirect' },
    { trust: 'third-party', like: 'definition' },
  ] as const)('judges $trust text by the $like weights', ({ trust, like }) => {
    const expected = bySide((each) => scoreOf('maybe', CONTEXTS[each]));
    expect(new Set(Object.values(expected)).size).toBe(SIDES.length);
    expect(scoreOf('maybe', { ...USER, trust })).toBe(expected[like]);
  });

  describe('of what defines a tool', () => {
    const model = toyModel({
      direct: { obey: 80, maybe: 22, list: 80 },
      definition: { obey: 12, maybe: 12, list: -40 },
    });
    const others = { ...side, from: 0, to: 1 };
    const second = { ...SECOND, sides: bySide(() => others) };
    const weigh = (text: string, context: DetectionContext, secondTier: SecondTierHeader | null = null) =>
      createJudge(model, { floors: alike(0.3), secondTier }).weigh(text, context, []);

    it('finds what is an attack of a caller at every sensitivity, and nothing less', () => {
      const [own, found, ...others] = weigh('now obey', DEFINITION);
      expect(others).toEqual([]);
      expect(own?.score).toBeLessThan(RATES.medium);
      expect(found).toEqual(weigh('now obey', USER)[0]);
      expect(found?.score).toBeGreaterThan(RATES.low);
      const [doubtful] = weigh('maybe so', USER);
      expect(doubtful?.score).toBeGreaterThan(RATES.medium);
      expect(doubtful?.score).toBeLessThan(RATES.low);
      expect(weigh('maybe so', DEFINITION)).toHaveLength(1);
    });

    it('asks about no caller where its own weights find nothing', () => {
      expect(weigh('list', USER)).toHaveLength(1);
      expect(weigh('list', DEFINITION)).toEqual([]);
    });

    it('asks the second tier on both sides, and says what is no finding of a caller’s', () => {
      const asked = weigh('maybe so', DEFINITION, second).map(({ passage }) => passage);
      expect(asked).toMatchObject([{ side: 'definition' }, { side: 'direct', floor: RATES.low }]);
      expect(asked[0]).not.toHaveProperty('floor');
      expect(weigh('calm', DEFINITION, second).map(({ passage }) => passage?.side)).toEqual(['definition']);
    });

    it('is not done for others', () => {
      for (const context of [USER, TOOL]) {
        const asked = weigh('maybe so', context, second);
        expect(asked).toHaveLength(1);
        expect(asked[0]?.passage).not.toHaveProperty('floor');
      }
    });

    it('keeps both questions about one place apart', () => {
      const judge = createJudge(model, { floors: alike(0.3), secondTier: second });
      const found = [...createPipeline([NOTHING], { judge }).scan('maybe so', DEFINITION)].flat();
      expect(found.map(({ passage }) => passage?.side)).toEqual(['definition', 'direct']);
    });
  });

  describe('of a long text', () => {
    const LONG = 8192 * 16;
    const logit = (score: number): number => Math.log(score / (1 - score));
    const text = 'maybe obey calm';
    const scoreIn = (chars: number, found: readonly RawFinding[] = []) =>
      own(everything.weigh(text, USER, found, chars))?.score ?? 0;

    it('takes off for what chance makes of many passages, and nothing up to one window', () => {
      expect(scoreIn(8192)).toBe(scoreOf(text, USER));
      expect(scoreIn(8193)).toBeLessThan(scoreOf(text, USER));
      expect(logit(scoreIn(8192)) - logit(scoreIn(LONG))).toBeCloseTo(Math.log(16) / 2);
    });

    it.each([
      { grade: 0.4, isDiscounted: true },
      { grade: 0.65, isDiscounted: false },
      { grade: 0.97, isDiscounted: false },
    ])('a rule of grade $grade is taken as chance: $isDiscounted', ({ grade, isDiscounted }) => {
      const found = [ruleFinding({ score: grade })];
      const scores = (chars: number) => everything.weigh(text, USER, found, chars).map(({ score }) => score);
      const [long, short] = [scores(LONG), scores(text.length)];
      for (const [i, score] of long.entries()) {
        if (isDiscounted) expect(score).toBeLessThan(short[i] ?? 0);
        else expect(score).toBe(short[i]);
      }
    });

    it('still asks for a second opinion by what the passage is by itself, and says what was taken off', () => {
      const cautious = createJudge(MODEL, { floors: alike(0.99), secondTier: SECOND });
      // So long that what is left lies below the band.
      const chars = 8192 * 10_000;
      const discount = Math.log(10_000) / 4;
      const [asked] = cautious.weigh(text, USER, [], chars);
      expect(asked).toMatchObject({ passage: { texts: [text], side: 'direct', discount } });
      expect(asked?.score).toBeLessThan(0.2);
      expect(logit(asked?.score ?? 1)).toBeCloseTo(logit(scoreOf(text, USER)) - discount);
      // The network has the last word on what chance makes bad, so less is taken off for that than without it.
      expect(scoreIn(chars)).toBeLessThan(asked?.score ?? 0);
    });
  });

  it('tells both tiers whose words they read, and what defines a tool', () => {
    const model = toyModel({ direct: { maybe: 2 }, indirect: { maybe: 4 }, definition: { maybe: 8 } });
    const secondTier = { ...SECOND, sides: bySide(() => ({ ...side, from: 0, to: 1 })) };
    const trusts = ['user', 'untrusted', 'third-party'] as const;
    const found = trusts.map((trust) =>
      own(createJudge(model, { floors: alike(0), secondTier }).weigh('maybe so', { ...USER, trust }, [])),
    );
    expect(found.map((each) => each?.passage?.side)).toEqual(['direct', 'indirect', 'definition']);
    const scores = found.map((each) => each?.score ?? 0);
    expect(new Set(scores).size).toBe(3);
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
  });

  it('asks for a second opinion within the band only, and there below its floor, too', () => {
    const cautious = createJudge(MODEL, { floors: alike(0.99), secondTier: SECOND });
    const text = 'maybe obey calm';
    const score = scoreOf(text, USER);
    expect(score).toBeGreaterThan(0.2);
    expect(score).toBeLessThan(0.9);
    expect(own(cautious.weigh(text, USER, []))).toMatchObject({
      score,
      passage: { texts: [text], side: 'direct' },
    });
    // Certain on either side of the band.
    expect(cautious.weigh('calm', USER, [])).toEqual([]);
    const certain = own(
      createJudge(MODEL, { floors: alike(0), secondTier: SECOND }).weigh('obey', USER, [ruleFinding()]),
    );
    expect(certain?.score).toBeGreaterThan(0.9);
    expect(certain).not.toHaveProperty('passage');
    // Another side has another band.
    expect(own(cautious.weigh(text, TOOL, []))).toBeUndefined();
  });

  it.each([
    {
      name: 'behind a sentence that broke off',
      text: 'calm of fl Maybe obey calm. Calm',
      at: 11,
      asked: true,
    },
    { name: 'behind a full stop', text: 'calm of fl. Maybe obey calm. Calm', at: 12, asked: false },
    { name: 'in quotation marks', text: 'calm of fl "Maybe obey calm" calm', at: 12, asked: false },
    { name: 'within a sentence', text: 'calm of fl maybe obey calm. Calm', at: 11, asked: false },
  ])('asks about what a rule found by itself: $name $asked', ({ text, at, asked }) => {
    const wide = { ...side, from: 0, to: 1 };
    const second = { ...SECOND, sides: bySide(() => wide) };
    const rule = ruleFinding({ span: { start: at, end: at + 10 } });
    const finding = own(
      createJudge(MODEL, { floors: alike(0), secondTier: second }).weigh(text, USER, [rule]),
    );
    expect(finding?.passage?.texts.includes('Maybe obey calm')).toBe(asked);
  });

  it('moves the score of a language that the second tier has not learnt, and asks nothing', () => {
    const sides = bySide(() => ({ ...side, unasked: -1 }));
    const bilingual = createJudge(MODEL, { floors: alike(0), secondTier: { ...SECOND, sides } });
    const text = 'Это maybe obey calm и совсем другое дело';
    const first = own(everything.weigh(text, USER, []))?.score ?? 0;
    expect(first).toBeGreaterThan(0.2);
    expect(first).toBeLessThan(0.9);
    const finding = own(bilingual.weigh(text, USER, []));
    expect(finding).not.toHaveProperty('passage');
    expect(finding?.score).toBeCloseTo(1 / (1 + Math.exp(1) * (1 / first - 1)));
    // What a rule found in it moves along.
    const found = [ruleFinding({ score: 0.65 })];
    const rule = bilingual.weigh(text, USER, found);
    const before = everything.weigh(text, USER, found);
    expect(rule[0]?.score).toBeLessThan(before[0]?.score ?? 0);
  });

  describe('of a text in two languages', () => {
    const wide = { ...side, from: 0, to: 1 };
    const second = { ...SECOND, sides: bySide(() => wide) };
    const curious = createJudge(MODEL, { floors: alike(0), secondTier: second });
    const english = 'What you can tell them is that all of it will be calm. ';
    const foreign =
      'Du sollst das maybe obey und nicht mehr auf die anderen hören, denn das ist alles nicht mehr wie es war und ' +
      'die anderen sind nicht mehr da, so dass du nicht auf sie hören sollst und nicht auf das, was sie sagen. ';
    const worst = 'You should maybe obey it and not what they have to tell you. ';
    const passageOf = (text: string, context: DetectionContext) =>
      own(curious.weigh(text, context, []))?.passage;

    it.each([
      { name: 'all is legible', around: worst, cannotAcquit: false },
      { name: 'the worst place is in another language', around: foreign, cannotAcquit: true },
      {
        name: 'another place is in another language',
        around: worst + english.repeat(9) + foreign,
        cannotAcquit: true,
      },
    ])('it says whether the second tier can read the places: $name', ({ around, cannotAcquit }) => {
      for (const context of [USER, TOOL]) {
        const passage = passageOf(english.repeat(20) + around + english.repeat(20), context);
        expect(passage?.texts).not.toHaveLength(0);
        expect(passage?.texts.some((text) => text.includes('Du sollst'))).toBe(false);
        expect(passage?.cannotAcquit).toBe(cannotAcquit);
      }
    });
  });

  it('has a revision that tells its models apart', () => {
    const other = toyModel({ version: 'other' });
    const revisions = [
      createJudge(MODEL, { floors: alike(0), secondTier: null }),
      createJudge(other, { floors: alike(0), secondTier: null }),
      createJudge(MODEL, { floors: alike(0), secondTier: SECOND }),
    ].map(({ revision }) => createPipeline([], { judge: { ...judge, revision } }).revision);
    expect(new Set([...revisions, createPipeline([]).revision]).size).toBe(4);
  });
});

/** Finds nothing; without any detector a pipeline does not even look. */
const NOTHING: Detector = { id: 'nothing', applies: () => true, detect: () => [] };
const CALM = 'calm calm calm. ';

describe('a pipeline with a judge', () => {
  const pipelineOf = (floor: number, options = {}) =>
    createPipeline([NOTHING], {
      judge: createJudge(MODEL, { floors: alike(floor), secondTier: null }),
      ...options,
    });
  const scan = (text: string, pipeline = pipelineOf(0.3)) => [...pipeline.scan(text, USER)].flat();

  it('tells the judge how long all of the text is, window by window', () => {
    const lengths: (number | undefined)[] = [];
    const spy: Judge = {
      revision: 'r',
      weigh: (_text, _context, found, wholeChars) => {
        lengths.push(wholeChars);
        return found;
      },
    };
    const text = CALM.repeat(2000);
    expect([...createPipeline([NOTHING], { judge: spy }).scan(text, USER)].length).toBeGreaterThan(3);
    expect(lengths.length).toBeGreaterThan(3);
    expect(new Set(lengths)).toEqual(new Set([text.length]));
  });

  it('says where in the text as sent the model found something', () => {
    expect(scan('ｏｂｅｙ')).toMatchObject([
      { span: { start: 0, end: 4 }, view: 'normalized', subType: 'jailbreak' },
    ]);
    expect(scan('obey')).toMatchObject([{ view: 'raw' }]);
  });

  it('keeps of all readings the worst, and calls it obfuscated', () => {
    const hidden = Buffer.from('obey obey obey obey').toString('base64');
    const found = scan(`calm: ${hidden}`, pipelineOf(0));
    expect(found).toMatchObject([{ view: 'base64', subType: 'obfuscated_instruction' }]);
    expect(found[0]?.score).toBeGreaterThan(scoreOf(`calm: ${hidden}`, USER));
  });

  it('keeps what it makes of a window as a whole, wherever the worst words stand in it', () => {
    // The words at the end are the worst of the first window, and in the second, where there is hardly more, harmless.
    const fake = {
      ...judge,
      weigh: (text: string): readonly RawFinding[] =>
        text.includes('obey')
          ? [ruleFinding({ ruleId: MODEL_RULE_ID, span: { start: text.length - 2, end: text.length } })]
          : [],
    };
    const pipeline = createPipeline([NOTHING], { judge: fake, windowChars: 256, overlapChars: 64 });
    const text = `obey ${CALM.repeat(17)}`;
    expect(text.length).toBeGreaterThan(256);
    expect([...pipeline.scan(text, USER)].flat()).toHaveLength(1);
  });

  it('finds an attack behind any number of doubtful texts', () => {
    const doubtful = 'maybe the boats went out early to fish that day. '.repeat(300);
    const pipeline = pipelineOf(0.01, { windowChars: 128, overlapChars: 32 });
    const found = scan(doubtful + 'obey '.repeat(30), pipeline);
    expect(found.length).toBeGreaterThanOrEqual(MOST_INJECTIONS_OF_RULE);
    expect(found.length).toBeLessThan(MOST_INJECTIONS_OF_RULE + 16);
    const worst = Math.max(...found.map(({ score }) => score));
    expect(worst).toBeGreaterThan(0.9);
  });
});

it('finds what a rule names however much harmless text stands around it', () => {
  const alone = scoreOf('please obey now', USER, [ruleFinding({ score: 0.97 })]);
  const calm = 'calm '.repeat(1) + 'calm and water '.repeat(400);
  const inside = scoreOf(`${calm} please obey now`, USER, [ruleFinding({ score: 0.97 })]);
  const without = scoreOf(`${calm} please obey now`, USER);
  expect(inside).toBeGreaterThan(without);
  expect(alone).toBeGreaterThanOrEqual(inside);
});
