import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKnownFindings } from '../../../src/detection/cache/known-findings.ts';
import type { Finding } from '../../../src/detection/findings.ts';

const spans = fc
  .tuple(fc.nat({ max: 2_000 }), fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 900 })))
  .map(([start, length]) => ({ start, end: start + length }));

const findingAt = (span: Finding['span'], score: number): Finding => ({
  ...{ ruleId: 'PII-1001', category: 'pii', subType: 'EMAIL_ADDRESS', view: 'raw' },
  ...{ span, score },
});

it('answers as a list that is searched from its beginning would', () => {
  fc.assert(
    fc.property(fc.array(spans, { maxLength: 60 }), (list) => {
      const known = createKnownFindings();
      const plain: Finding[] = [];
      list.forEach((span, score) => {
        const at = plain.findIndex(({ span: other }) => other.start < span.end && span.start < other.end);
        const before = known.overlapping(span);
        expect(before).toBe(plain[at]);
        const finding = findingAt(span, score);
        // Every third one only looks.
        if (score % 3 === 2) return;
        known.put(finding, before);
        if (at === -1) plain.push(finding);
        else plain[at] = finding;
        expect(known.size()).toBe(plain.length);
      });
      expect(known.some(({ score }) => score === 0)).toBe(plain.some(({ score }) => score === 0));
    }),
  );
});
