import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAfterwards } from '../../../src/envoy/report/afterwards.ts';

const setUp = () => {
  const done: string[] = [];
  const afterwards = createAfterwards<string>(
    (item) => {
      if (item === 'bad') throw new Error('broken');
      done.push(item);
    },
    (error, item) => done.push(`${item}: ${String(error)}`),
  );
  return { ...afterwards, done };
};

describe('what is done afterwards', () => {
  it('waits for the end of the turn, and keeps its order', async () => {
    const { add, done } = setUp();
    add('a');
    await Promise.resolve().then(() => add('b'));
    process.nextTick(() => add('c'));
    expect(done).toEqual([]);
    await nextTurn();
    expect(done).toEqual(['a', 'b', 'c']);
    add('d');
    await nextTurn();
    expect(done).toEqual(['a', 'b', 'c', 'd']);
  });

  it('goes on behind one that fails', async () => {
    const { add, done } = setUp();
    for (const item of ['a', 'bad', 'b']) add(item);
    await nextTurn();
    expect(done).toEqual(['a', 'bad: Error: broken', 'b']);
  });

  it('is done at once where that is asked, and only once', async () => {
    const { add, flush, done } = setUp();
    add('a');
    flush();
    expect(done).toEqual(['a']);
    add('b');
    await nextTurn();
    expect(done).toEqual(['a', 'b']);
  });
});
