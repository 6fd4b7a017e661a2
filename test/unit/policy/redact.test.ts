import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SegmentFinding } from '../../../src/detection/scan-segments.ts';
import { excerptAround, overlapping, withoutOverlaps } from '../../../src/policy/redact.ts';
import { redactRequest } from '../../../src/redaction/request.ts';
import { atOnce } from '../../../src/steps/steps.ts';
import { findingOf, HASH, segmentOf } from '../envoy/fixtures.ts';

/** The texts with every finding masked, in the order of the segments. */
const redact = (findings: readonly SegmentFinding[]) =>
  atOnce(
    redactRequest(
      [...new Set(findings.map(({ segment }) => segment))],
      findings.map((finding) => ({ ...finding, replacement: 'mask' })),
      HASH,
    ),
  ).redactions;

const email = (segment: ReturnType<typeof segmentOf>, start: number, end: number, subType = 'EMAIL') =>
  findingOf(segment, 'pii', subType, { span: { start, end } });

it('names an operator’s rule in capitals, and shows nothing of it in an excerpt', () => {
  const segment = segmentOf('the blue bird flies');
  const found = findingOf(segment, 'policy', 'no-codenames', { span: { start: 4, end: 13 } });
  expect(redact([found])[0]?.text).toBe('the <NO-CODENAMES> flies');
  expect(excerptAround(found, [found], 100)).toEqual({
    text: 'the <NO-CODENAMES> flies',
    span: { start: 4, end: 18 },
  });
});

describe('redaction', () => {
  const text = '0123456789';
  it.each<{ name: string; spans: [number, number, string?][]; expected: string }>([
    { name: 'one', spans: [[2, 4]], expected: '01<EMAIL>456789' },
    { name: 'the whole', spans: [[0, 10]], expected: '<EMAIL>' },
    {
      name: 'two that touch',
      spans: [
        [2, 4],
        [4, 6],
      ],
      expected: '01<EMAIL><EMAIL>6789',
    },
    {
      name: 'two that overlap',
      spans: [
        [4, 8, 'B'],
        [2, 6, 'A'],
      ],
      expected: '01<A>89',
    },
    {
      name: 'one inside another',
      spans: [
        [3, 5, 'IN'],
        [2, 8, 'OUT'],
      ],
      expected: '01<OUT>89',
    },
    {
      name: 'the same twice',
      spans: [
        [2, 4],
        [2, 4],
      ],
      expected: '01<EMAIL>456789',
    },
    {
      name: 'a chain',
      spans: [
        [0, 3, 'A'],
        [2, 5, 'B'],
        [4, 7, 'C'],
      ],
      expected: '<A>789',
    },
    {
      name: 'unsorted',
      spans: [
        [8, 9],
        [0, 1],
      ],
      expected: '<EMAIL>1234567<EMAIL>9',
    },
  ])('of $name', ({ spans, expected }) => {
    const segment = segmentOf(text);
    expect(redact(spans.map(([start, end, name]) => email(segment, start, end, name)))).toEqual([
      { segment, text: expected },
    ]);
  });

  it('keeps segments apart, also where they say the same', () => {
    const [a, b] = [segmentOf(text), segmentOf(text)];
    expect(redact([email(b, 0, 1), email(a, 9, 10), email(b, 5, 6)])).toEqual([
      { segment: b, text: '<EMAIL>1234<EMAIL>6789' },
      { segment: a, text: '012345678<EMAIL>' },
    ]);
    expect(redact([])).toEqual([]);
  });

  it('leaves nothing of a span and all of the rest', () => {
    const spans = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 20 })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(spans, (pairs) => {
        const marked = Array.from({ length: 80 }, (_, i) => String.fromCharCode(0x4e00 + i));
        const segment = segmentOf(marked.join(''));
        const [made] = redact(pairs.map(([start, length]) => email(segment, start, start + length)));
        const kept = marked.filter(
          (_, i) => !pairs.some(([start, length]) => i >= start && i < start + length),
        );
        expect(made?.text.replaceAll('<EMAIL>', '')).toBe(kept.join(''));
      }),
    );
  });
});

describe('an excerpt', () => {
  const VALUES = ['ann@example.com', 'AKIAIOSFODNN7EXAMPLE', '4111 1111 1111 1111'];
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('words and ', 'ä😀 ', 'x'.repeat(40)) },
    { weight: 2, arbitrary: fc.constantFrom(...VALUES) },
  );

  it('shows nothing of an entity, is short and well-formed', () => {
    const run = fc.tuple(
      fc.array(piece, { minLength: 1, maxLength: 20 }),
      fc.nat(),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 150 }),
    );
    fc.assert(
      fc.property(run, ([pieces, place, length, chars]) => {
        const segment = segmentOf(pieces.join('#'));
        const { text } = segment;
        const entities = VALUES.flatMap((value) =>
          Array.from(text.matchAll(new RegExp(value, 'g')), ({ index }) =>
            findingOf(segment, 'secret', 'V', { span: { start: index, end: index + value.length } }),
          ),
        );
        const start = place % text.length;
        const span = { start, end: Math.min(text.length, start + length) };
        const attack = findingOf(segment, 'prompt_injection', 'jailbreak', { span });
        const made = excerptAround(attack, [attack, ...entities], chars);
        const excerpt = made?.text ?? '';
        const { start: from = 0, end: to = 0 } = made?.span ?? {};
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThanOrEqual(from);
        expect(to).toBeLessThanOrEqual(excerpt.length);
        // Of the finding only what is cut off or masked is missing from what stands there.
        for (const shown of excerpt.slice(from, to).split(/<V>|\ufffd/)) {
          expect(text.slice(span.start, span.end)).toContain(shown);
        }
        expect(excerpt.isWellFormed()).toBe(true);
        expect(excerpt.replaceAll('<V>', '').length).toBeLessThanOrEqual(chars);
        // All that is left stands outside of every entity.
        const outside = entities.reduce(
          (rest, entity) =>
            rest.slice(0, entity.span.start) +
            '\0'.repeat(entity.span.end - entity.span.start) +
            rest.slice(entity.span.end),
          text,
        );
        for (const shown of excerpt.split(/<V>|\ufffd/)) expect(outside).toContain(shown);
      }),
      { numRuns: 500 },
    );
  });

  it('is the same of values that were looked up by their place', () => {
    const spans = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 20 })), { maxLength: 12 });
    fc.assert(
      fc.property(
        spans,
        fc.nat(60),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 30 }),
        (places, at, length, chars) => {
          const segment = segmentOf('abcdefghijklmnopqrstuvwxyz0123456789'.repeat(3));
          const values = places.map(([start, size]) => email(segment, start, start + size));
          const { span } = email(segment, at, at + length);
          const attack = findingOf(segment, 'prompt_injection', 'jailbreak', { span });
          const near = overlapping(withoutOverlaps(values), span.start - chars, span.start + 2 * chars);
          expect(excerptAround(attack, near, chars)?.text).toBe(excerptAround(attack, values, chars)?.text);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('stands around the finding', () => {
    const segment = segmentOf(`${'a'.repeat(500)}ATTACK${'b'.repeat(500)}`);
    const attack = findingOf(segment, 'prompt_injection', 'jailbreak', { span: { start: 500, end: 506 } });
    expect(excerptAround(attack, [attack], 20)).toEqual({
      text: 'aaaaaaaATTACKbbbbbbb',
      span: { start: 7, end: 13 },
    });
    expect(excerptAround(attack, [attack], 0)).toBeNull();
  });

  it.each([
    { name: 'at the front', start: 0, end: 4, expected: 'abcdef' },
    { name: 'at the end', start: 8, end: 10, expected: 'efghij' },
    { name: 'longer than the excerpt', start: 0, end: 10, expected: 'abcdef' },
  ])('of a finding $name', ({ start, end, expected }) => {
    const segment = segmentOf('abcdefghij');
    const attack = findingOf(segment, 'prompt_injection', 'jailbreak', { span: { start, end } });
    expect(excerptAround(attack, [], 6)?.text).toBe(expected);
  });
});
