import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignFolds, isHeldOut } from '../../../src/training/folds.ts';
import { addTypos, dropLetters } from '../../../src/training/noise.ts';
import { createRandom } from '../../../src/training/random.ts';
import {
  balanceSources,
  EVERYDAY_SEEDS,
  isHard,
  needsContext,
  readRows,
  sideOf,
} from '../../../src/training/rows.ts';
import { fileOf, rowOf } from './rows.ts';

describe('a file of rows', () => {
  it('needs no more than a text and a label', () => {
    const file = fileOf('plain.jsonl', { text: 'ｏｂｅｙ', label: 1 }, '', '  ', {
      text: 'tea',
      label: false,
    });
    const row = {
      ...rowOf('obey', { attack: true }),
      lang: '',
      source: 'plain',
      licence: 'unknown',
      family: 'plain/',
    };
    expect(readRows(file)).toEqual([row, { ...row, text: 'tea', attack: false }]);
  });

  it('may say much more', () => {
    const file = fileOf('rich.jsonl', {
      text: 'Dear all, ｏｂｅｙ! Yours',
      label: true,
      sub_type: 'jailbreak',
      lang: 'en',
      direction: 'document',
      source: 'Somebody',
      licence: 'MIT',
      family: 'letters',
      payload: 'ｏｂｅｙ!',
      more: 'is ignored',
    });
    expect(readRows(file)).toEqual([
      {
        text: 'Dear all, obey! Yours',
        attack: true,
        subType: 'jailbreak',
        lang: 'en',
        side: 'indirect',
        source: 'Somebody',
        licence: 'MIT',
        family: 'rich/letters',
        payload: 'obey!',
        weight: 1,
      },
    ]);
  });

  it.each([
    { name: 'stands elsewhere', payload: 'disobey' },
    { name: 'is empty', payload: '' },
    { name: 'is null', payload: null },
  ])('has no payload that $name', ({ payload }) => {
    expect(readRows(fileOf('payload.jsonl', { text: 'obey', label: 1, payload }))[0]?.payload).toBeNull();
  });

  it.each([
    { name: 'what is no JSON', line: '{', message: /bad\.jsonl:3: not a labelled text: not JSON$/u },
    { name: 'another label', line: { text: 'x', label: 2 }, message: /bad\.jsonl:3: [\s\S]*label/u },
    { name: 'no text', line: { text: '', label: 1 }, message: /bad\.jsonl:3: [\s\S]*text/u },
    {
      name: 'another direction',
      line: { text: 'x', label: 1, direction: 'up' },
      message: /bad\.jsonl:3: [\s\S]*direction/u,
    },
    { name: 'a list', line: '[]', message: /bad\.jsonl:3: /u },
  ])('with $name is refused by file and line', ({ line, message }) => {
    const file = fileOf('bad.jsonl', { text: 'fine', label: 0 }, '', line);
    expect(() => readRows(file)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringMatching(message) }),
    );
  });

  it('that is not there is refused by its name', () => {
    expect(() => readRows('/nowhere/x.jsonl')).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: '/nowhere/x.jsonl: cannot be read (ENOENT)',
      }),
    );
  });
});

it.each([
  ['user', 'direct'],
  ['system', 'direct'],
  ['assistant', 'direct'],
  ['tool', 'indirect'],
  ['document', 'indirect'],
  ['tool_definition', 'definition'],
] as const)('text of %s is judged by the %s weights', (direction, side) => {
  expect(sideOf(direction)).toBe(side);
});

it.each([
  { source: 'seeds/direct.txt', attack: false, hard: true },
  { source: 'written by hand', attack: false, hard: true },
  { source: 'synthetic twins', attack: false, hard: true },
  { source: 'seeds/direct.txt', attack: true, hard: false },
  { source: 'handwritten', attack: false, hard: false },
])('a row of $source (attack: $attack) is a twin of attacks: $hard', ({ source, attack, hard }) => {
  expect(isHard(rowOf('x', { source, attack }))).toBe(hard);
});

it('rows of a large source count less each, and more together', () => {
  const rows = (source: string, count: number) =>
    Array.from({ length: count }, (_, i) => rowOf(`${i}`, { source, weight: 2 }));
  const balanced = balanceSources([...rows('small', 3), ...rows('full', 1500), ...rows('large', 6000)]);
  const weightOf = (name: string) => balanced.find(({ source }) => source === name)?.weight;
  expect([weightOf('small'), weightOf('full'), weightOf('large')]).toEqual([2, 2, 1]);
  expect(balanceSources([])).toEqual([]);
});

describe('folds', () => {
  const members = fc.array(fc.record({ family: fc.integer({ min: 0, max: 15 }), attack: fc.boolean() }), {
    maxLength: 200,
    size: 'max',
  });
  const rowsOf = (list: readonly Readonly<{ family: number; attack: boolean }>[]) =>
    list.map(({ family, attack }, i) => rowOf(`${i}`, { family: `f${family}`, attack }));

  it('keep families together, whatever the order of the rows', () => {
    fc.assert(
      fc.property(members, fc.integer({ min: 1, max: 5 }), (list, folds) => {
        const rows = rowsOf(list);
        const dealt = assignFolds(rows, folds);
        expect(dealt).toHaveLength(rows.length);
        const foldOf = new Map(rows.map(({ family }, i) => [family, dealt[i]]));
        for (const [i, { family }] of rows.entries()) expect(dealt[i]).toBe(foldOf.get(family));
        expect(dealt.every((fold) => fold >= 0 && fold < folds)).toBe(true);
        expect(assignFolds(rows.toReversed(), folds).toReversed()).toEqual(dealt);
      }),
    );
  });

  it('differ by no more than a family, in attacks and in harmless texts', () => {
    const size = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(fc.array(size, { maxLength: 30 }), fc.array(size, { maxLength: 30 }), (attacks, benign) => {
        const family = (count: number, name: string, attack: boolean) =>
          Array.from({ length: count }, () => rowOf(name, { attack }));
        const rows = [
          ...attacks.flatMap((count, i) => family(count, `a${i}`, true)),
          ...benign.flatMap((count, i) => family(count, `b${i}`, false)),
        ];
        const dealt = assignFolds(rows, 4);
        for (const attack of [true, false]) {
          const counts = [0, 1, 2, 3].map(
            (fold) => rows.filter((row, i) => dealt[i] === fold && row.attack === attack).length,
          );
          const largest = Math.max(0, ...(attack ? attacks : benign));
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(largest);
        }
      }),
    );
  });

  it('leave about a tenth of the families out of the second tier, always the same', () => {
    const names = Array.from({ length: 2000 }, (_, i) => `seeds/family-${i}`);
    const held = names.filter((family) => isHeldOut({ family, source: 'seeds/long.txt' }));
    expect(held.length).toBeGreaterThan(160);
    expect(held.length).toBeLessThan(240);
    // Of other programs and other days: the second tier was trained by these.
    expect(held.slice(0, 5)).toEqual([8, 28, 30, 36, 61].map((i) => `seeds/family-${i}`));
  });

  it('leave our own everyday documents out of it altogether', () => {
    expect([1, 2, 3].map((i) => isHeldOut({ family: `seeds/${i}`, source: EVERYDAY_SEEDS }))).toEqual([
      true,
      true,
      true,
    ]);
    expect(isHard(rowOf('a licence', { source: EVERYDAY_SEEDS }))).toBe(false);
    expect(isHard(rowOf('a twin', { source: 'seeds/long.txt' }))).toBe(true);
  });
});

describe('typos', () => {
  const text = fc
    .array(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('previous ', 'instructions', '𝔞𝔟𝔠𝔡𝔢', '😀')),
    )
    .map((parts) => parts.join(''));
  // What stands between letters of two code units is a word of its own.
  const WORD = /(?:(?![\u{10000}-\u{10ffff}])\p{L}){4,24}/gu;

  it('change a word by one letter at most, and tear no character apart', () => {
    fc.assert(
      fc.property(text, fc.nat(), (given, seed) => {
        const typed = addTypos(given, createRandom(seed));
        const words = [...given.matchAll(WORD)].length;
        expect(Math.abs(typed.length - given.length)).toBeLessThanOrEqual(words);
        expect(typed.isWellFormed()).toBe(given.isWellFormed());
        expect(addTypos(given, createRandom(seed))).toBe(typed);
      }),
    );
  });

  it('leave out letters within words only, and tear no character apart', () => {
    fc.assert(
      fc.property(text, fc.nat(), (given, seed) => {
        const typed = dropLetters(given, createRandom(seed));
        expect(typed.isWellFormed()).toBe(given.isWellFormed());
        expect(typed.split(/\p{L}+/u)).toEqual(given.split(/\p{L}+/u));
        expect(dropLetters(given, createRandom(seed))).toBe(typed);
      }),
    );
    const long = 'previous instructions '.repeat(50);
    const share = 1 - dropLetters(long, createRandom(1)).length / long.length;
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.15);
  });

  it('leave first letters and short words alone', () => {
    for (let seed = 0; seed < 200; seed++) {
      expect(addTypos('the previous cat', createRandom(seed))).toMatch(/^the p\w{6,8} cat$/u);
    }
    expect(addTypos('to be or not', createRandom(1))).toBe('to be or not');
  });

  it('are there', () => {
    expect(addTypos('previous instructions '.repeat(20), createRandom(1))).not.toBe(
      'previous instructions '.repeat(20),
    );
  });
});

it.each([
  { source: 'seeds/errands-b.txt', expected: true },
  { source: 'seeds/repository-b.txt', expected: true },
  { source: 'seeds/documents-b.txt', expected: true },
  { source: 'seeds/planted-b.txt', expected: true },
  { source: 'seeds/records.txt', expected: true },
  { source: 'seeds/games-l.txt', expected: true },
  { source: 'seeds/quotes-e.txt', expected: true },
  { source: 'seeds/mentions.txt', expected: true },
  { source: 'seeds/orders-a.txt', expected: false },
  { source: 'seeds/scaffolds-e.txt', expected: false },
  { source: 'seeds/games-k.txt', expected: false },
  { source: 'seeds/languages-k.txt', expected: false },
  { source: 'seeds/errands.txt', expected: false },
  { source: 'seeds/documents.txt', expected: false },
  { source: 'documents-b.txt', expected: false },
])('tells that $source is for the second tier alone: $expected', ({ source, expected }) => {
  expect(needsContext({ source })).toBe(expected);
});

it.each(['seeds/everyday-europe.txt', 'seeds/everyday-world.txt'])(
  'takes %s for everyday texts',
  (source) => {
    expect(isHard(rowOf('a proverb', { source }))).toBe(false);
    expect(isHard(rowOf('a twin', { source: 'seeds/everyday-english.txt' }))).toBe(true);
  },
);
