import { expect, it } from 'vitest';
import type { Pipeline } from '../../../src/detection/detector.ts';
import type { Finding } from '../../../src/detection/findings.ts';
import type { Restorer } from '../../../src/redaction/restorer.ts';
import type { StreamGuard } from '../../../src/stream/guard.ts';
import { heldBytes } from '../held-memory.ts';
import { guardOf, policyOf } from './streams.ts';
import { event, say } from './transcripts.ts';

const FINDS_NOTHING: Pipeline = {
  revision: 'r',
  *scan(): Generator<readonly Finding[], void, void> {
    yield [];
  },
};
const PUTS_NOTHING_BACK: Restorer = {
  find: () => [],
  openFrom: ({ length }) => length,
  longest: 24,
  mayFill: () => false,
};
const MEGABYTE = 2 ** 20;
const EVENTS = 10_000;

/** How much more is held behind so many events than behind a few. */
const growthOf = (guard: StreamGuard, eventAt: (at: number) => string): number => {
  const push = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) guard.push(Buffer.from(eventAt(at)));
  };
  push(0, 100);
  const before = heldBytes();
  push(100, EVENTS);
  const after = heldBytes();
  guard.end();
  return after - before;
};

it('a stream that is only watched holds nothing of where JSON in it changes its place', () => {
  const guard = guardOf({ policy: policyOf({ mode: 'shadow' }), pipeline: FINDS_NOTHING });
  const [more = ''] = say('"a",'.repeat(8), { size: 99 });
  expect(growthOf(guard, (at) => (at === 0 ? say('["', { size: 9 }).join('') : more))).toBeLessThan(
    4 * MEGABYTE,
  );
});

it('a stream that values are put back into holds nothing of texts that stood alone', () => {
  const guard = guardOf({ restorer: PUTS_NOTHING_BACK, pipeline: FINDS_NOTHING, protectedTexts: [] });
  const numberUnder = (at: number): string => event(`{"k${at}":{"content":${22_345_678_901 + at}}}`);
  expect(growthOf(guard, numberUnder)).toBeLessThan(4 * MEGABYTE);
});
