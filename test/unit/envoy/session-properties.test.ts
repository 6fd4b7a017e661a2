import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { State } from '../../../src/envoy/session/session-types.ts';
import { brokenPromises, play, script } from './arbitraries.ts';
import { normal, overTheWire } from './wire.ts';

const PHASES = [
  'admitting',
  'admitting-answered',
  'awaiting-request-body',
  'awaiting-request-headers',
  'awaiting-response-body',
  'awaiting-response-headers',
  'closed',
  'decided',
  'opening-stream',
  'scanning-request',
  'scanning-response',
  'streaming',
  'unguarded-stream',
] as const satisfies readonly State['phase'][];

it('keeps its promises whatever Envoy does', () => {
  const reached = new Map<string, Set<string>>();
  fc.assert(
    fc.property(script, (each) => {
      const trace = play(each);
      for (const { before, event } of trace) {
        reached.set(before.phase, (reached.get(before.phase) ?? new Set()).add(event.type));
      }
      expect(brokenPromises(trace)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
  expect([...reached.keys()].sort()).toEqual(PHASES);
  expect([...(reached.get('streaming') ?? [])]).toEqual(
    expect.arrayContaining([
      'response-body',
      'stream-guarded',
      'stream-failed',
      'response-trailers',
      'cancelled',
    ]),
  );
});

it('says nothing that Envoy would read otherwise', () => {
  fc.assert(
    fc.property(script, (each) => {
      for (const command of play(each).flatMap(({ commands }) => commands)) {
        if (command.type === 'reply') expect(overTheWire(command.message)).toEqual(normal(command.message));
      }
    }),
    { numRuns: 300 },
  );
});
