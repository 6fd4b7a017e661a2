import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAfterwards } from '../../../src/envoy/report/afterwards.ts';

const setUp = () => {
  const done: string[] = [];
  const rounds: number[] = [];
  const afterwards = createAfterwards<string>(
    (item) => {
      if (item === 'bad') throw new Error('broken');
      done.push(item);
    },
    (error, item) => done.push(`${item}: ${String(error)}`),
    () => rounds.push(done.length),
  );
  return { ...afterwards, done, rounds };
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

  it('goes on behind one that fails, and says when all are done', async () => {
    const { add, done, rounds } = setUp();
    for (const item of ['a', 'bad', 'b']) add(item);
    expect(rounds).toEqual([]);
    await nextTurn();
    expect(done).toEqual(['a', 'bad: Error: broken', 'b']);
    expect(rounds).toEqual([3]);
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
