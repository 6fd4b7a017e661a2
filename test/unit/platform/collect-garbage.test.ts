import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collectGarbage } from '../../../src/platform/collect-garbage.ts';

/** In a frame of its own, of which nothing is left on the stack. */
const makeDead = (): WeakRef<object> => new WeakRef({});

it('lets go of what is dead, and of nothing else', async () => {
  const dead = makeDead();
  const alive = {};
  const held = new WeakRef(alive);
  // A weak reference holds its object until the turn of the event loop ends.
  await turn();
  collectGarbage();
  expect(dead.deref()).toBe(undefined);
  expect(held.deref()).toBe(alive);
});

it('leaves no function behind that collects', () => {
  collectGarbage();
  expect('gc' in globalThis).toBe(false);
});
