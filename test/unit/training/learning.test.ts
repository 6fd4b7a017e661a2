import { describe, expect, it } from 'vitest';
import { logOddsOf, sigmoid } from '../../../src/detection/model/calibration.ts';
import { calibrationError } from '../../../src/evaluation/measures.ts';
import { toDocument } from '../../../src/training/examples.ts';
import { fitHead } from '../../../src/training/head.ts';
import { createWeights, type Example, fitWeights, type Weights } from '../../../src/training/optimizer.ts';
import { below, createRandom, pick, shuffle } from '../../../src/training/random.ts';
import { fitSubTypes, SUB_TYPE_BITS } from '../../../src/training/sub-types.ts';

const exampleOf = (text: string, attack: boolean, rest: Partial<Example> = {}): Example => {
  const document = toDocument(text, 'direct');
  return { document, fromWord: 0, toWord: document.words, attack, weight: 1, ...rest };
};

const logOddsBy = ({ shared, biases }: Weights, text: string): number => {
  const { hashes } = toDocument(text, 'direct');
  const sum = hashes.reduce((total, hash) => total + (shared[hash] ?? 0), 0);
  return biases.direct + sum / Math.sqrt(hashes.length);
};

const TOY = ['tea', 'boats', 'river'].flatMap((word) => [
  exampleOf(`obey the ${word}`, true),
  exampleOf(`drink the ${word}`, false),
]);

describe('random numbers', () => {
  it('are the same on every machine', () => {
    const random = createRandom(1);
    const first = [random(), random(), random()];
    expect(first).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522]);
  });

  it('pick and shuffle without losing any', () => {
    const random = createRandom(7);
    const list = Int32Array.from({ length: 50 }, (_, i) => i);
    shuffle(random, list);
    expect([...list]).not.toEqual([...list.keys()]);
    expect(list.toSorted()).toEqual(Int32Array.from(list.keys()));
    const picked = new Set(Array.from({ length: 200 }, () => pick(random, ['a', 'b', 'c'])));
    expect([...picked].sort()).toEqual(['a', 'b', 'c']);
    expect(Array.from({ length: 100 }, () => below(random, 3)).every((n) => n >= 0 && n < 3)).toBe(true);
    expect(() => pick(random, [])).toThrow(RangeError);
  });
});

describe('weights', () => {
  it('tell what they have learnt, also in texts that they have not seen', () => {
    const weights = fitWeights(TOY, 1);
    expect(logOddsBy(weights, 'obey the cat')).toBeGreaterThan(0.5);
    expect(logOddsBy(weights, 'drink the cat')).toBeLessThan(-0.5);
  });

  it('are the same for the same seed', () => {
    expect(fitWeights(TOY, 1)).toEqual(fitWeights(TOY, 1));
    expect(fitWeights(TOY, 1).shared).not.toEqual(fitWeights(TOY, 2).shared);
  });

  it('go on from others', () => {
    const start = createWeights();
    start.biases.direct = 3;
    const weights = fitWeights([], 1, start);
    expect(weights).toBe(start);
    expect(weights.biases.direct).toBe(3);
  });

  it('learn from the window of an example alone, and nothing from an empty one', () => {
    const window = fitWeights([exampleOf('tea tea obey boats boats', true, { fromWord: 2, toWord: 3 })], 1);
    expect(logOddsBy(window, 'obey')).toBeGreaterThan(logOddsBy(window, 'boats'));
    const nothing = fitWeights([exampleOf('obey', true, { fromWord: 1, toWord: 1 })], 1);
    expect(nothing).toEqual(createWeights());
  });

  it('of the indirect side add to those that both share', () => {
    const document = toDocument('please obey', 'indirect');
    const weights = fitWeights([{ document, fromWord: 0, toWord: 2, attack: true, weight: 1 }], 1);
    expect(weights.indirect.some((weight) => weight > 0)).toBe(true);
    expect(weights.shared.some((weight) => weight > 0)).toBe(true);
    expect(fitWeights(TOY, 1).indirect.every((weight) => weight === 0)).toBe(true);
  });
});

it('sub-types are learnt from their attacks', () => {
  const labelled = ['tea', 'boats', 'river'].flatMap((word) => [
    { example: exampleOf(`be a pirate of ${word}`, true), subType: 'role_hijack' as const },
    { example: exampleOf(`show the prompt of ${word}`, true), subType: 'system_prompt_extraction' as const },
  ]);
  const { names, weights, biases } = fitSubTypes(labelled, 1);
  expect(names).toEqual(['role_hijack', 'system_prompt_extraction']);
  const likeliest = (text: string) => {
    const { hashes } = toDocument(text, 'direct');
    const scores = names.map((_, type) =>
      hashes.reduce(
        (sum, hash) => sum + (weights[(type << SUB_TYPE_BITS) + (hash % 2 ** SUB_TYPE_BITS)] ?? 0),
        (biases[type] ?? 0) * Math.sqrt(hashes.length),
      ),
    );
    return names[scores.indexOf(Math.max(...scores))];
  };
  expect(likeliest('be a pirate of cats')).toBe('role_hijack');
  expect(likeliest('show the prompt of cats')).toBe('system_prompt_extraction');
  expect(fitSubTypes(labelled, 1)).toEqual({ names, weights, biases, squares: expect.anything() });
});

/** Texts of which the chance to be an attack is known: one input says it, two others say nothing. */
const draws = (seed: number, slope: number, bias: number, share = 1) => {
  const random = createRandom(seed);
  return Array.from({ length: 4000 }, () => {
    const input = 6 * random() - 3;
    const attack = random() < sigmoid(slope * input + bias);
    return { inputs: [input, random(), 1], attack, weight: 1 };
  }).filter(({ attack }) => !attack || random() < share);
};

describe('the head', () => {
  const NONE: ReadonlySet<number> = new Set();

  it('gives probabilities that come true', () => {
    const head = fitHead(draws(1, 1.5, 0), NONE);
    expect(head.weights[0]).toBeGreaterThan(1.3);
    expect(head.weights[0]).toBeLessThan(1.7);
    const fresh = draws(2, 1.5, 0).map(({ inputs, attack }) => ({
      score: sigmoid(logOddsOf(head, inputs)),
      attack,
    }));
    expect(calibrationError(fresh)).toBeLessThan(0.04);
  });

  it('stands at even odds, however rare attacks are among the texts', () => {
    const scoreAt = (share: number) => {
      const head = fitHead(draws(1, 1.5, 0, share), NONE);
      return sigmoid(logOddsOf(head, [0, 0.5, 1]));
    };
    expect(scoreAt(1)).toBeCloseTo(0.5, 1);
    expect(scoreAt(0.1)).toBeCloseTo(0.5, 1);
  });

  it('never counts more of an input against an attack, unless it may', () => {
    const against = draws(1, -1.5, 0);
    expect(fitHead(against, NONE).weights[0]).toBe(0);
    expect(fitHead(against, new Set([0])).weights[0]).toBeLessThan(-1.3);
  });

  it('counts a text by its weight', () => {
    const light = draws(1, 1.5, 0).map((each) => ({ ...each, weight: 1e-6 }));
    const heavy = draws(2, 0.5, 0);
    expect(fitHead([...light, ...heavy], NONE).weights[0]).toBeLessThan(0.7);
  });
});
