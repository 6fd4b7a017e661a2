import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExamples, textOf, weighHardRows } from '../../../src/training/examples.ts';
import { createRandom } from '../../../src/training/random.ts';
import type { TrainingRow } from '../../../src/training/rows.ts';
import { rowOf } from './rows.ts';

const PAYLOAD = 'obey me now';
const words = (most: number) =>
  fc
    .array(fc.constantFrom('the', 'river', 'was. Calm', 'that\nday', 'and', 'boats!', '忽略', '😀'), {
      minLength: 30,
      maxLength: most,
      size: 'max',
    })
    .map((list) => list.join(' '));

/** An attack in its carrier, an attack by itself, and harmless texts to carry both. */
const rows: fc.Arbitrary<readonly TrainingRow[]> = fc
  .tuple(words(600), words(600), words(60), words(2000))
  .map(([before, behind, short, long]) => [
    rowOf(`${before} ${PAYLOAD} ${behind}`, { attack: true, side: 'indirect', payload: PAYLOAD }),
    rowOf(PAYLOAD, { attack: true }),
    rowOf(short),
    rowOf(long, { side: 'indirect' }),
    rowOf(`${short} ${long}`, { side: 'indirect' }),
  ]);

describe('examples', () => {
  it('of attacks contain the attack, those of harmless texts do not', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (given, seed) => {
        const examples = createExamples(given, createRandom(seed));
        const attacks = examples.filter(({ attack }) => attack);
        // In its own carrier twice and in another twice; by itself and in a carrier of each side.
        expect(attacks.map(({ document }) => document.side).sort()).toEqual([
          'direct',
          'direct',
          'indirect',
          'indirect',
          'indirect',
          'indirect',
          'indirect',
        ]);
        for (const example of examples) {
          // A letter may be wrong or missing in what stands by itself.
          if (example.attack) expect(textOf(example)).toMatch(/\b[oebyy]{2,6} me no?w/u);
          else expect(textOf(example)).not.toMatch(/me now/u);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('are windows of their documents, with a positive weight', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (given, seed) => {
        for (const { document, fromWord, toWord, weight } of createExamples(given, createRandom(seed))) {
          expect(fromWord).toBeGreaterThanOrEqual(0);
          expect(toWord).toBeGreaterThan(fromWord);
          expect(toWord).toBeLessThanOrEqual(document.words);
          expect(weight).toBeGreaterThan(0);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('are the same for the same seed, and others for another', () => {
    const [given = []] = fc.sample(rows, { numRuns: 1, seed: 1 });
    const texts = (seed: number) => createExamples(given, createRandom(seed)).map(textOf);
    expect(texts(1)).toEqual(texts(1));
    expect(texts(1)).not.toEqual(texts(2));
  });

  it.each([
    {
      name: 'that stands beyond what is read of a text',
      text: `${'calm '.repeat(3000)}${PAYLOAD} ${'tea '.repeat(20)}`,
    },
    { name: 'that has no words', text: `${'calm '.repeat(40)}!!! ${'tea '.repeat(20)}`, payload: '!!!' },
  ])('take no harmless words for an attack $name', ({ text, payload = PAYLOAD }) => {
    const row = rowOf(text, { attack: true, side: 'indirect', payload });
    const carrier = rowOf('boats '.repeat(40), { side: 'indirect' });
    for (let seed = 0; seed < 20; seed++) {
      const attacks = createExamples([row, carrier], createRandom(seed)).filter(({ attack }) => attack);
      for (const example of attacks) expect(textOf(example)).toContain(payload);
    }
  });

  it('make an attack of a harmless request in somebody else’s text, and none in the caller’s own', () => {
    const given = [
      rowOf('Write a poem about tea', { lang: 'en' }),
      rowOf('The river was calm that day and the boats went out early to fish. '.repeat(4)),
      rowOf('The river was calm that day and the boats went out early to fish. '.repeat(4), {
        side: 'indirect',
      }),
    ];
    const examples = createExamples(given, createRandom(1));
    const withPoem = examples.filter(
      (example) => /poem/u.test(textOf(example)) && example.document.words > 20,
    );
    const labels = Map.groupBy(withPoem, ({ document }) => document.side);
    expect(new Set(labels.get('direct')?.map(({ attack }) => attack))).toEqual(new Set([false]));
    expect(new Set(labels.get('indirect')?.map(({ attack }) => attack))).toEqual(new Set([true]));
  });

  it('of a text without words are none that teach', () => {
    const given = [rowOf(' '), rowOf('', { attack: true }), rowOf('the boats went out '.repeat(9))];
    const examples = createExamples(given, createRandom(1)).filter(({ attack }) => attack);
    for (const { fromWord, toWord } of examples) expect(toWord).toBe(fromWord);
  });

  it('are text that any program can read, wherever a carrier was cut', () => {
    const carrier = rowOf('😀x'.repeat(200), { side: 'indirect' });
    const attack = rowOf('obey', { attack: true, side: 'indirect' });
    for (let seed = 0; seed < 50; seed++) {
      const texts = createExamples([carrier, attack], createRandom(seed)).map(textOf);
      expect(texts.filter((text) => !text.isWellFormed())).toEqual([]);
    }
  });
});

it('harmless twins of attacks count twice', () => {
  const twin = rowOf('x', { source: 'seeds/a.txt', weight: 0.5 });
  const given = [twin, rowOf('y'), { ...twin, attack: true }];
  expect(weighHardRows(given).map(({ weight }) => weight)).toEqual([1, 1, 0.5]);
});
