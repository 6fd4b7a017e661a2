import { describe, expect, it } from 'vitest';
import { remembered } from '../../../src/envoy/answer/remembered.ts';

describe('what was made of a text', () => {
  it('is remembered for few and short ones, and right for all', () => {
    const made: string[] = [];
    const lengthOf = remembered((text) => {
      made.push(text);
      return text.length;
    });
    const long = 'x'.repeat(129);
    expect([lengthOf('ab'), lengthOf('ab'), lengthOf(long), lengthOf(long)]).toEqual([2, 2, 129, 129]);
    expect(made).toEqual(['ab', long, long]);

    for (let i = 0; i < 200; i += 1) lengthOf(`text ${i}`);
    made.length = 0;
    expect([lengthOf('text 5'), lengthOf('text 150')]).toEqual([6, 8]);
    expect(made).toEqual(['text 150']);
  });
});
