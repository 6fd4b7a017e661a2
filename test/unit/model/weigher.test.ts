import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFeatureBuffer, extractFeatures } from '../../../src/detection/model/features.ts';
import type { LinearModel } from '../../../src/detection/model/model-file.ts';
import { SIDES, type Side } from '../../../src/detection/model/side.ts';
import { createWeigher } from '../../../src/detection/model/weigher.ts';
import { toyModel } from './toy.ts';

/** A weight for every slot, so that no feature can be missed or taken for another. */
const noisy = (): LinearModel => {
  const model = toyModel({});
  for (const [side, factor] of [
    ['direct', 0x9e3779b1],
    ['indirect', 0x85ebca6b],
    ['definition', 0xc2b2ae35],
  ] as const) {
    const weights = model.weights[side];
    for (let slot = 0; slot < weights.length; slot++) weights[slot] = (Math.imul(slot, factor) >>> 24) - 128;
  }
  return model;
};

const MODEL = noisy();
const weigh = createWeigher(MODEL);

/** What the features come to that are written down one by one. */
const expectedOf = (text: string, side: Side) => {
  const buffer = createFeatureBuffer(text.length);
  const words = extractFeatures(text, 0, text.length, buffer);
  const weights = MODEL.weights[side];
  const { scale } = MODEL.header.sides[side];
  const ends = [...buffer.featureEnds.subarray(0, words)];
  const sumTo = (end: number): number =>
    buffer.hashes.subarray(0, end).reduce((sum, hash) => sum + (weights[hash] ?? 0), 0) * scale;
  return {
    words,
    counts: [0, ...ends],
    sums: [0, ...ends.map(sumTo)],
    starts: [...buffer.wordStarts.subarray(0, words)],
    ends: [...buffer.wordEnds.subarray(0, words)],
    begins: [...buffer.begins.subarray(0, words)],
  };
};

const weighed = (text: string, side: Side) => {
  const { words, prefix, places } = weigh(text, side);
  return {
    words,
    counts: [...prefix.counts.subarray(0, words + 1)],
    sums: [...prefix.sums.subarray(0, words + 1)],
    starts: [...places.wordStarts.subarray(0, words)],
    ends: [...places.wordEnds.subarray(0, words)],
    begins: [...places.begins.subarray(0, words)],
  };
};

const expectSame = (text: string): void => {
  for (const side of SIDES) {
    const { words, ...rest } = expectedOf(text, side);
    // Without words the first counts and sums say nothing.
    expect(words === 0 ? { words: weigh(text, side).words } : weighed(text, side)).toEqual(
      words === 0 ? { words } : { words, ...rest },
    );
  }
};

/** Plain texts mostly, which are read in blocks of 64; now and then what only the slower loop reads, or both. */
const PLAIN = [
  'the ',
  'Bridge ',
  'was built. ',
  'by: ',
  '\n',
  'on 12.5',
  '/x_y',
  ' {a: 1} ',
  'a',
  '. ',
  'go go ',
];
const LONG = [
  'x'.repeat(15),
  'x'.repeat(16),
  'x'.repeat(17),
  'y'.repeat(90),
  '-'.repeat(70),
  '0'.repeat(300),
];
const OTHER = ['é', '中', '文 ', 'の', 'ж', '。', '\ud83d\ude00', '\ud800', '\ufffd', '\u00a0'];
const pieces = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...PLAIN) },
  { weight: 1, arbitrary: fc.constantFrom(...LONG) },
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 60 }),
  fc.array(fc.oneof({ weight: 20, arbitrary: pieces }, { weight: 1, arbitrary: fc.constantFrom(...OTHER) }), {
    maxLength: 120,
  }),
  fc.array(fc.constantFrom(...PLAIN, ...OTHER, '  ', '\t'), { maxLength: 60 }),
);

describe('the weights of a text', () => {
  it('are those of the features that are written down', () => {
    fc.assert(
      fc.property(texts, (parts) => {
        expectSame(parts.join(''));
      }),
      { numRuns: 1500 },
    );
  });

  it.each(Array.from({ length: 8 }, (_, i) => 60 + i))('are those of a text of %i characters', (length) => {
    expectSame('the bridge was built by people who did not expect trucks at all '.repeat(2).slice(0, length));
    expectSame(`${'a'.repeat(length - 1)} `);
    expectSame(`${'a'.repeat(length)}.`);
  });

  it.each([
    ['a blank', ' '],
    ['blanks in front', '\n\nnow go'],
    ['blanks behind', 'now go \n'],
    ['signs alone', '...'],
    ['signs without end', `${'-'.repeat(2000)}now`],
    ['one word without end', 'a'.repeat(5000)],
    ['a word with one other letter in its middle', `${'a'.repeat(100)}é${'a'.repeat(100)}`],
    [
      'a word in whose middle block others stand',
      `${'plain text here '.repeat(40)}${'a'.repeat(70)}é${'a'.repeat(70)}`,
    ],
    ['a sentence that goes on across blocks', `${'a'.repeat(63)}.Next`],
  ])('are those of %s', (_, text) => {
    expectSame(text);
  });
});
