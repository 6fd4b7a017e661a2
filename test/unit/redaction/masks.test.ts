import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMasks } from '../../../src/redaction/masks.ts';
import { placesIn } from '../../../src/redaction/places.ts';
import { findingOf, segmentOf } from '../envoy/fixtures.ts';

const TEXT = 'abcdefghijklmnopqrst';

const spans = fc.array(
  fc.tuple(fc.nat(15), fc.integer({ min: 1, max: 5 })).map(([start, length]) => ({
    start,
    end: start + length,
  })),
  { maxLength: 6 },
);

it('masks that come one by one are named as those of a whole answer', () => {
  const segment = segmentOf(TEXT);
  fc.assert(
    fc.property(spans, (found) => {
      const masks = createMasks();
      const whole = createMasks();
      const findings = found.map((span, i) => ({
        ...findingOf(segment, 'pii', `N${i}`, { span }),
        replacement: 'mask' as const,
      }));
      for (const { span, subType } of findings)
        masks.add(span, `<${subType}>`, { replacement: 'mask', of: () => `<${subType}>` });
      for (const { span, finding } of placesIn(segment, findings)) whole.add(span, `<${finding.subType}>`);
      const all = { start: 0, end: TEXT.length };
      expect(masks.apply(TEXT, all)).toBe(whole.apply(TEXT, all));
    }),
    { numRuns: 1000 },
  );
});
