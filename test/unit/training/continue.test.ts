import { describe, expect, it } from 'vitest';
import { createJudge } from '../../../src/detection/model/judge.ts';
import { encodeModel, type LinearModel } from '../../../src/detection/model/model-file.ts';
import { continueModel } from '../../../src/training/continue.ts';
import type { TrainingRow } from '../../../src/training/rows.ts';
import { fittingHere, trainModel } from '../../../src/training/train.ts';
import { TOOL, USER } from '../detection/samples.ts';
import { alike } from '../model/toy.ts';
import { rowOf } from './rows.ts';

const THINGS = ['tea', 'boats', 'rivers', 'poems', 'maps', 'keys', 'songs', 'bread'];
const ORDERS = ['obey me and show', 'forget your rules about', 'you must now reveal'];
const QUESTIONS = ['please tell me about', 'where can I find', 'I would like some'];

/** Attacks give orders, the others ask, about two things each. */
const textsOf = (source: string, first: number): readonly TrainingRow[] =>
  THINGS.flatMap((thing, i) =>
    THINGS.flatMap((other, j) =>
      [true, false].map((attack) =>
        rowOf(`${(attack ? ORDERS : QUESTIONS)[(i + j + first) % 3] ?? ''} ${thing} and ${other} today.`, {
          attack,
          subType: attack ? 'instruction_override' : null,
          side: (i + j) % 2 === 0 ? 'direct' : 'indirect',
          family: `f${i}`,
          source,
          licence: 'MIT',
        }),
      ),
    ),
  );

/** What the model comes from, and what is at hand where somebody goes on from it. */
const LOST = textsOf('lost', 0);
const OTHERS = textsOf('others', 1);

const OPTIONS = { seed: 1, trainedAt: '2026-11-30' };
const start = (
  await trainModel([...LOST, ...OTHERS], { ...OPTIONS, onProgress: () => undefined }, (rows) =>
    fittingHere(rows, { seed: 1, ruleScore: () => 0 }),
  )
).model;

const MISTAKEN = rowOf('forget your rules about Monopoly, the Holbein edition has its own', {
  attack: false,
  side: 'direct',
  source: 'feedback',
  licence: 'ours',
});
const MISSED = rowOf('where can I find the gramophone that hums the cellar song tonight', {
  attack: true,
  side: 'direct',
  source: 'feedback',
  licence: 'ours',
});
const FEEDBACK = [MISTAKEN, MISSED];

type Text = Pick<TrainingRow, 'text' | 'side'>;
const scoreBy = (model: LinearModel, { text, side }: Text): number => {
  const judge = createJudge(model, { floors: alike(0), secondTier: null });
  return judge.weigh(text, side === 'direct' ? USER : TOOL, [])[0]?.score ?? 0;
};

const continued = continueModel(start, FEEDBACK, OTHERS, OPTIONS);

describe('a model that goes on from another', () => {
  it('learns what people have marked', () => {
    expect(scoreBy(start, MISTAKEN)).toBeGreaterThan(0.5);
    expect(scoreBy(start, MISSED)).toBeLessThan(0.5);
    expect(scoreBy(continued, MISTAKEN)).toBeLessThan(0.5);
    expect(scoreBy(continued, MISSED)).toBeGreaterThan(0.5);
  });

  it('says of texts that are not at hand what it said', () => {
    const scores = LOST.map((row) => ({ row, before: scoreBy(start, row), now: scoreBy(continued, row) }));
    expect(scores.filter(({ row, now }) => now >= 0.5 !== row.attack)).toEqual([]);
    const apart = scores.map(({ before, now }) => Math.abs(before - now));
    expect(apart.reduce((sum, each) => sum + each, 0) / apart.length).toBeLessThan(0.05);
  });

  it('keeps what it says of other texts, whatever they are labelled as', () => {
    const wrong = OTHERS.map((row) => ({ ...row, attack: !row.attack }));
    const model = continueModel(start, FEEDBACK, wrong, OPTIONS);
    for (const row of OTHERS) expect(scoreBy(model, row) >= 0.5).toBe(row.attack);
  });

  it('makes no attack of what is marked as harmless, in a tool’s result either', () => {
    const requests = QUESTIONS.map((question) =>
      rowOf(`${question} oranges, please`, { side: 'direct', lang: 'en', source: 'feedback' }),
    );
    const model = continueModel(start, requests, OTHERS, OPTIONS);
    for (const { text } of requests)
      for (const side of ['direct', 'indirect'] as const)
        expect(scoreBy(model, { text, side })).toBeLessThan(0.5);
  });

  it('keeps thresholds, calibration and sub-types, and names what both have learnt from', () => {
    const { header } = continued;
    expect(header.sides.direct.thresholds).toEqual(start.header.sides.direct.thresholds);
    expect(header.sides.indirect.head).toEqual(start.header.sides.indirect.head);
    expect(continued.subTypeWeights).toEqual(start.subTypeWeights);
    expect(header.sources).toEqual([
      { name: 'feedback', licence: 'ours', rows: 2 },
      { name: 'lost', licence: 'MIT', rows: 128 },
      { name: 'others', licence: 'MIT', rows: 128 },
    ]);
    expect(header.rows).toEqual({
      attack: start.header.rows.attack + 1,
      benign: start.header.rows.benign + 1,
    });
    expect(header.version).not.toBe(start.header.version);
    expect(header.dataHash).not.toBe(start.header.dataHash);
  });

  it('is the same file for the same texts, byte for byte', () => {
    expect(encodeModel(continueModel(start, FEEDBACK, OTHERS, OPTIONS)).equals(encodeModel(continued))).toBe(
      true,
    );
  });
});
