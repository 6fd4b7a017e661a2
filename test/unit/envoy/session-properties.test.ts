import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brokenPromises, play, script } from './arbitraries.ts';
import { normal, overTheWire } from './wire.ts';

it('keeps its promises whatever Envoy does', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(script, (each) => {
      const trace = play(each);
      for (const { before } of trace) reached.add(before.phase);
      expect(brokenPromises(trace)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
  expect(reached.size).toBe(9);
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
