import { describe, expect, it } from 'vitest';
import { createBlobs } from '../../../src/training/blobs.ts';
import { createCharts } from '../../../src/training/charts.ts';
import { createNumberLists } from '../../../src/training/number-lists.ts';
import { createPageTables } from '../../../src/training/page-tables.ts';
import { createRandom } from '../../../src/training/random.ts';
import { createValueLists } from '../../../src/training/value-lists.ts';
import { createWordLists } from '../../../src/training/word-lists.ts';

describe.each([
  { name: 'encoded bytes', create: createBlobs, shapes: [/^[0-9a-f]{32,}$/u, /\ufffd/u], unique: 0.99 },
  {
    name: 'lists of numbers',
    create: createNumberLists,
    shapes: [/^\d+(?:, \d+){30,}$/u, /^id,time,x(?:,[a-z]+)*\n/u, /[$€£¥] ?\d+[.,]\d\d\n/u],
    unique: 0.99,
  },
  {
    name: 'lists of values',
    create: createValueLists,
    shapes: [
      /^(?:\d{7,9}\n){3,}/u,
      /(?:true|false), (?:true|false), /u,
      /\w@\w+\.\w+, /u,
      /^https:\/\/\S+$/mu,
      /<tr><td>[^<]+<\/td>/u,
    ],
    unique: 0.99,
  },
  {
    name: 'lists of words',
    create: createWordLists,
    shapes: [/^a{300,}$/mu, /^(?:ha ){30,}/u, /^(?:[a-z]{2,}\n){19,}/u, /^(?:\p{L}+[ -]?\p{L}*\n){50,}/u],
    unique: 0.97,
  },
  {
    name: 'tables of pages',
    create: createPageTables,
    shapes: [
      /^<table><tr><td>[a-z]+<\/td><td>\d+<\/td><td>(?:yes|no)<\/td><\/tr>\n<tr>/u,
      /^<table><tr><th>/u,
      /<td>\d+\.\d\d?<\/td>/u,
    ],
    unique: 0.99,
  },
  {
    name: 'drawings of characters',
    create: createCharts,
    shapes: [/^#{5,}$/mu, /^[A-Za-z]+ +[|│] ?\*{3,} \d+$/mu, /^\+-{10}\+-{8}\+$/mu, /[▁▂▃▄▅▆▇█]{30}/u],
    // Of a few short bars some are alike.
    unique: 0.98,
  },
])('$name', ({ create, shapes, unique }) => {
  const rows = create(createRandom(1));

  it('are harmless, of both sides and many notations', () => {
    expect(rows.length).toBeGreaterThan(500);
    expect(rows.filter(({ attack }) => attack)).toEqual([]);
    for (const side of ['direct', 'indirect'])
      expect(rows.filter((each) => each.side === side)).not.toHaveLength(0);
    for (const shape of shapes) expect(rows.some(({ text }) => shape.test(text))).toBe(true);
  });

  it('hardly ever come twice', () => {
    expect(new Set(rows.map(({ text }) => text)).size).toBeGreaterThan(unique * rows.length);
  });

  it('are the same ones for the same seed', () => {
    expect(create(createRandom(1))).toEqual(rows);
    expect(create(createRandom(2))).not.toEqual(rows);
  });
});
