// Each rule's own expression under attack: a page of nothing but what it looks for, whole and cut short in several ways,
// is as cheap as any other. The search for dear mixtures of anything is in test/fuzz/decoders.test.ts.
import { describe, expect, it } from 'vitest';
import { RULESETS } from '../../src/detection/rulesets/all.ts';
import { cpuMs, expectBelow } from '../unit/cost.ts';
import { OUTPUT, scan, TOOL } from '../unit/detection/samples.ts';

const PAGE = 8000;
/** What any rule takes for a page is a tenth of it; what reads a page anew at each of its places takes more. */
const MAX_PAGE_MS = 150;

const piecesOf = (sample: string): readonly string[] =>
  [
    sample,
    `${sample} `,
    sample.slice(0, -1),
    sample.slice(0, Math.ceil(sample.length * 0.7)),
    `${sample.slice(0, Math.ceil(sample.length / 2))}\n`,
  ].filter((piece) => piece.trim() !== '');

const pagesOf = (samples: readonly string[]): ReadonlySet<string> =>
  new Set(
    samples.flatMap(piecesOf).map((piece) => piece.repeat(Math.ceil(PAGE / piece.length)).slice(0, PAGE)),
  );

describe.each(RULESETS.map((ruleset) => ({ name: `${ruleset.category} ${ruleset.subType}`, ...ruleset })))(
  'rules for $name',
  ({ rules }) => {
    it.each(rules)('$id is cheap on what it looks for', ({ match, starts }) => {
      const pages = pagesOf([...match, ...starts]);
      expect(pages.size).toBeGreaterThan(0);
      for (const page of pages) {
        for (const context of [TOOL, OUTPUT])
          expectBelow(MAX_PAGE_MS, () => cpuMs(() => scan(page, context)), page.slice(0, 80));
      }
    });
  },
);
