import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Candidate } from '../../../../src/detection/entities/entity.ts';
import { ENTITY_NAMES } from '../../../../src/detection/entities/names.ts';
import { resolveOverlaps } from '../../../../src/detection/entities/overlaps.ts';
import { settle } from '../../../../src/detection/entities/settle.ts';

const candidate = fc
  .record({
    name: fc.constantFrom(...ENTITY_NAMES),
    score: fc.constantFrom(0.4, 0.65, 0.85, 0.97),
    start: fc.nat({ max: 60 }),
    length: fc.integer({ min: 1, max: 20 }),
    isChecked: fc.boolean(),
  })
  .map(
    ({ name, score, start, length, isChecked }): Candidate => ({
      ...{ name, score, isChecked },
      span: { start, end: start + length },
    }),
  );
const candidates = fc.array(candidate, { maxLength: 30 });

const lengthOf = ({ span }: Candidate): number => span.end - span.start;
const touch = (a: Candidate, b: Candidate): boolean => a.span.start < b.span.end && b.span.start < a.span.end;

it('leaves one finding at each place, in order', () => {
  fc.assert(
    fc.property(candidates, (all) => {
      const kept = resolveOverlaps(all);
      for (let i = 1; i < kept.length; i++)
        expect(kept[i]?.span.start).toBeGreaterThanOrEqual(kept[i - 1]?.span.end ?? 0);
      expect(kept.every((each) => all.includes(each))).toBe(true);
    }),
  );
});

it('leaves nothing out that overlaps nothing better', () => {
  fc.assert(
    fc.property(candidates, (all) => {
      const kept = resolveOverlaps(all);
      for (const each of all.filter((one) => !kept.includes(one))) {
        const betters = kept.filter((one) => touch(one, each));
        expect(betters.length).toBeGreaterThan(0);
        const isSure = ({ isChecked, score }: Candidate): boolean => isChecked && score >= 0.8;
        // Something checked gives way to something checked only.
        if (isSure(each)) expect(betters.some(isSure)).toBe(true);
      }
    }),
  );
});

it('does not depend on the order in which values were found', () => {
  const shuffled = candidates.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  const keyOf = (kept: readonly Candidate[]): string[] =>
    kept.map(({ name, score, span, isChecked }) => `${name} ${score} ${span.start} ${span.end} ${isChecked}`);
  fc.assert(
    fc.property(shuffled, ([all, other]) => {
      expect(keyOf(resolveOverlaps(other))).toEqual(keyOf(resolveOverlaps(all)));
    }),
  );
});

it('asks for nothing more once it is resolved', () => {
  fc.assert(
    fc.property(candidates, (all) => {
      const kept = resolveOverlaps(all);
      expect(resolveOverlaps(kept)).toEqual(kept);
    }),
  );
});

const at = (
  name: Candidate['name'],
  start: number,
  end: number,
  score: number,
  isChecked: boolean,
): Candidate => ({
  ...{ name, score, isChecked },
  span: { start, end },
});

it.each([
  {
    name: 'a checked one wins over a longer one that is not',
    all: [at('PHONE_NUMBER', 0, 20, 0.85, false), at('CREDIT_CARD', 2, 18, 0.97, true)],
    kept: ['CREDIT_CARD'],
  },
  {
    name: 'a checksum below the threshold of medium is chance',
    all: [at('PHONE_NUMBER', 0, 12, 0.85, false), at('IN_AADHAAR', 0, 14, 0.4, true)],
    kept: ['PHONE_NUMBER'],
  },
  {
    name: 'the longer of two checked ones wins',
    all: [at('CREDIT_CARD', 5, 20, 0.97, true), at('IBAN_CODE', 0, 22, 0.95, true)],
    kept: ['IBAN_CODE'],
  },
  {
    name: 'neighbours stay',
    all: [at('CREDIT_CARD', 0, 5, 0.97, true), at('US_SSN', 5, 9, 0.4, false)],
    kept: ['CREDIT_CARD', 'US_SSN'],
  },
  {
    name: 'what overlapped only a loser stays',
    all: [
      at('CREDIT_CARD', 0, 10, 0.97, true),
      at('PHONE_NUMBER', 8, 16, 0.85, false),
      at('US_SSN', 12, 20, 0.4, true),
    ],
    kept: ['CREDIT_CARD', 'US_SSN'],
  },
])('$name', ({ all, kept }) => {
  expect(resolveOverlaps(all).map(({ name }) => name)).toEqual(kept);
});

it('lets longer values win among those that are as sure', () => {
  fc.assert(
    fc.property(candidate, candidate, (a, b) => {
      const other = { ...b, score: a.score, isChecked: a.isChecked };
      if (!touch(a, other) || lengthOf(a) === lengthOf(other)) return;
      const [kept] = resolveOverlaps([a, other]);
      expect(kept).toBe(lengthOf(a) > lengthOf(other) ? a : other);
    }),
  );
});

/** Which letters of a text stand in one of these. */
const coveredBy = (all: readonly Candidate[]): ReadonlySet<number> =>
  new Set(all.flatMap(({ span }) => Array.from({ length: span.end - span.start }, (_, i) => span.start + i)));

it('leaves nothing in sight of what gave way, however little is left of it and however sure it was', () => {
  const text = 'a'.repeat(100);
  fc.assert(
    fc.property(candidates, (all) => {
      const settled = settle(text, [], all, []);
      expect([...coveredBy(settled)].toSorted((a, b) => a - b)).toEqual(
        [...coveredBy(all)].toSorted((a, b) => a - b),
      );
      // What an address of mail holds stands within it.
      const isMail = ({ name }: Candidate): boolean => name === 'EMAIL_ADDRESS';
      for (const apart of [settled.filter(isMail), settled.filter((each) => !isMail(each))])
        for (let i = 1; i < apart.length; i++)
          expect(apart[i]?.span.start).toBeGreaterThanOrEqual(apart[i - 1]?.span.end ?? 0);
    }),
  );
});
