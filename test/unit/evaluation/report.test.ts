import { describe, expect, it } from 'vitest';
import { fallsSince } from '../../../src/evaluation/compare.ts';
import { type Figures, type Report, reportOn, toMarkdown } from '../../../src/evaluation/report.ts';
import { judgedOf } from './judged.ts';

const ROWS = [
  judgedOf(true, 0.95, { source: 'b', lang: 'de' }),
  judgedOf(true, 0.6, { source: 'a', direction: 'tool', text: 'x'.repeat(100) }),
  judgedOf(false, 0.75, { source: 'a', text: 'x'.repeat(101), lang: '' }),
  judgedOf(false, 0.1, { source: 'b', text: 'x'.repeat(7000) }),
];

describe('a report', () => {
  const report = reportOn(ROWS);

  it('has the figures of all texts', () => {
    expect(report.all).toEqual({
      attacks: 2,
      benign: 2,
      accuracy: 0.5,
      recall: { low: 0.5, medium: 0.5, high: 1, paranoid: 1 },
      falsePositives: { low: 0, medium: 0.5, high: 0.5, paranoid: 0.5 },
      recallAt1: 0.5,
      recallAt01: 0.5,
      areaUnderCurve: 0.75,
      calibrationError: expect.any(Number),
      usPerKb: 5.6,
    });
  });

  it('groups by source, language, direction and length', () => {
    expect(
      Object.fromEntries(Object.entries(report.groups).map(([name, group]) => [name, Object.keys(group)])),
    ).toEqual({
      source: ['a', 'b'],
      language: ['de', 'en', 'unknown'],
      direction: ['tool', 'user'],
      length: ['over 6400', 'up to 100', 'up to 400'],
    });
    expect(report.groups['source']?.['a']).toMatchObject({ attacks: 1, benign: 1, accuracy: 0 });
    expect(report.groups['length']?.['up to 100']).toMatchObject({ attacks: 2, benign: 0 });
  });

  it('judges groups at thresholds that all harmless texts gave', () => {
    // Alone, without a harmless text above it, it would be found.
    expect(report.groups['direction']?.['tool']?.recallAt1).toBe(0);
  });

  it('has no figure where there is nothing to measure', () => {
    expect(report.groups['language']?.['de']).toMatchObject({
      falsePositives: { low: null, medium: null, high: null, paranoid: null },
    });
    expect(report.groups['language']?.['unknown']).toMatchObject({ recallAt1: null, recallAt01: null });
    expect(reportOn([judgedOf(false, 0.1)]).all.areaUnderCurve).toBeNull();
    expect(reportOn([]).all).toMatchObject({ attacks: 0, accuracy: null, areaUnderCurve: null, usPerKb: 0 });
  });

  it('can be written to JSON and read again', () => {
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('can be read as tables', () => {
    const markdown = toMarkdown(report);
    const [summary, ...tables] = markdown.split('\n\n');
    expect(summary).toMatch(/^AUC 75\.0 %, calibration error \d+\.\d %, 5\.6 µs of CPU per KB\.$/u);
    expect(tables.map((table) => table.split('\n').length)).toEqual([3, 4, 5, 4, 5]);
    const columns = (line: string) => line.split('|').length;
    for (const table of tables) expect(new Set(table.split('\n').map(columns)).size).toBe(1);
    expect(markdown).toContain(
      '| all texts | 2 | 2 | 50.0 | 50.0 | 50.0 | 100.0 | 100.0 | 0.0 | 50.0 | 50.0 | 50.0 | 50.0 | 50.0 |',
    );
    expect(markdown).toContain(
      '| de | 1 | 0 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 | – | – | – | – | 100.0 | 100.0 |',
    );
  });
});

describe('a report since another', () => {
  const rates = { low: 0.5, medium: 0.5, high: 0.5, paranoid: 0.5 };
  const figures: Figures = {
    attacks: 1,
    benign: 1,
    accuracy: 0.9,
    recall: rates,
    falsePositives: rates,
    recallAt1: 0.5,
    recallAt01: 0.5,
  };
  const reportWith = (all: Partial<Report['all']>): Report => ({
    all: { ...figures, areaUnderCurve: 0.9, calibrationError: 0.1, usPerKb: 1, ...all },
    groups: {},
  });
  const before = reportWith({});

  it.each([
    { name: 'the same', now: {}, falls: [] },
    { name: 'better in all', now: { accuracy: 1, areaUnderCurve: 1, recallAt1: 1 }, falls: [] },
    { name: 'worse by as much as is tolerated', now: { accuracy: 0.895 }, falls: [] },
    {
      name: 'worse by a bit more',
      now: { accuracy: 0.8949 },
      falls: ['accuracy: 90.00 % before, 89.49 % now'],
    },
    { name: 'worse in AUC', now: { areaUnderCurve: 0.89 }, falls: ['AUC: 90.00 % before, 89.00 % now'] },
    {
      name: 'worse at 1 %',
      now: { recallAt1: 0.4 },
      falls: ['recall at 1 % FPR: 50.00 % before, 40.00 % now'],
    },
    {
      name: 'worse in recall, which is told at medium only',
      now: { recall: { ...rates, low: 0, medium: 0.4 } },
      falls: ['recall at medium: 50.00 % before, 40.00 % now'],
    },
    {
      name: 'worse in false positives, where more is worse',
      now: { falsePositives: { ...rates, low: 0.505, medium: 0.506 } },
      falls: ['false positives at medium: 50.00 % before, 50.60 % now'],
    },
    {
      name: 'better in false positives',
      now: { falsePositives: { ...rates, low: 0, medium: 0 } },
      falls: [],
    },
    { name: 'without a figure', now: { recallAt1: null, areaUnderCurve: null }, falls: [] },
  ] satisfies readonly { name: string; now: Partial<Report['all']>; falls: readonly string[] }[])(
    'that is $name',
    ({ now, falls }) => {
      expect(fallsSince(before, reportWith(now))).toEqual(falls);
    },
  );
});
