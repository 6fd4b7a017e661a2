import { expect, it } from 'vitest';
import { createComing } from '../../../src/envoy/begin/coming.ts';

const FOR_MS = 50;

const create = () => {
  let nowMs = 0;
  const coming = createComing(FOR_MS, () => nowMs);
  return {
    ...coming,
    pass: (ms: number): void => {
      nowMs += ms;
    },
  };
};

it('counts those that were let in until their bodies are there, each of them once', () => {
  const { add, count } = create();
  expect(count()).toBe(0);
  const [first, second] = [add(), add()];
  expect(count()).toBe(2);
  second();
  second();
  expect(count()).toBe(1);
  first();
  expect(count()).toBe(0);
});

it('counts nobody for long: callers may upload slowly, or never', () => {
  const { add, count, pass } = create();
  const late = add();
  pass(FOR_MS - 1);
  add();
  expect(count()).toBe(2);
  pass(1);
  expect(count()).toBe(1);
  late();
  expect(count()).toBe(1);
  pass(FOR_MS);
  expect(count()).toBe(0);
});
