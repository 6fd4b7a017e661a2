import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createScanTurns, MAX_BEGUN, TURN_MS } from '../../../src/envoy/begin/scan-turns.ts';

/** A loop that comes round with each real turn, and a clock that only work moves. */
const create = () => {
  let nowMs = 1000;
  let turnSinceMs = nowMs;
  const comeRound = (): void => {
    turnSinceMs = nowMs;
    setImmediate(comeRound).unref();
  };
  comeRound();
  const turns = createScanTurns({ ageMs: () => nowMs - turnSinceMs }, () => nowMs);
  return {
    turns,
    pass: (ms: number): void => {
      nowMs += ms;
    },
    /** Work of so many milliseconds without a pause. */
    work: (ms: number) => async (): Promise<void> => {
      await Promise.resolve();
      nowMs += ms;
    },
  };
};

/** Work that goes on until it is ended. */
const held = () => {
  let end: () => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { work: () => done, end, fail };
};

const begun = async (count: () => number, expected: number): Promise<void> => {
  for (let turn = 0; turn < 3 * MAX_BEGUN; turn += 1) await nextTurn();
  expect(count()).toBe(expected);
};

describe('a scan', () => {
  it('begins at once where nobody waits, and is told so', async () => {
    const { turns } = create();
    await expect(turns.run('input', (waitedMs) => Promise.resolve(waitedMs))).resolves.toBe(0);
  });

  it('is told how long it waited', async () => {
    const { turns, work } = create();
    const first = turns.run('input', work(TURN_MS));
    const second = turns.run('input', (waitedMs) => Promise.resolve(waitedMs));
    await first;
    await expect(second).resolves.toBe(TURN_MS);
  });

  it('gives its result, or its error, to whoever asked for it', async () => {
    const { turns } = create();
    await expect(turns.run('output', () => Promise.resolve('found'))).resolves.toBe('found');
    await expect(turns.run('output', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});

it('takes answers first, and each kind in the order in which it came', async () => {
  const { turns, work } = create();
  const order: string[] = [];
  const run = (name: string, direction: 'input' | 'output'): Promise<void> =>
    turns.run(direction, () => {
      order.push(name);
      return work(TURN_MS)();
    });
  await Promise.all([
    ...['begun already', 'request 1', 'request 2'].map((name) => run(name, 'input')),
    ...['answer 1', 'answer 2'].map((name) => run(name, 'output')),
  ]);
  expect(order).toEqual(['begun already', 'answer 1', 'answer 2', 'request 1', 'request 2']);
});

it.each([
  { costMs: TURN_MS, most: 1 },
  { costMs: TURN_MS / 4, most: 4 },
])('begins no more in one turn of the loop than fit: $most of $costMs ms', async ({ costMs, most }) => {
  const { turns, work } = create();
  let turn = 0;
  const begunIn: number[] = [];
  const count = (): void => {
    turn += 1;
    setImmediate(count).unref();
  };
  count();
  await nextTurn();
  // The first turn begins before anything is known.
  const first = turns.run('input', work(TURN_MS));
  const rest = Array.from({ length: 40 }, () =>
    turns.run('input', () => {
      begunIn[turn] = (begunIn[turn] ?? 0) + 1;
      return work(costMs)();
    }),
  );
  await Promise.all([first, ...rest]);
  const inOneTurn = begunIn.filter((each) => each !== undefined).slice(1);
  expect(Math.max(...inOneTurn)).toBeLessThanOrEqual(most + 1);
  expect(inOneTurn.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(20);
});

it('begins one in each turn of the loop, however long the loop was busy otherwise', async () => {
  let count = 0;
  const turns = createScanTurns({ ageMs: () => 10 * TURN_MS }, () => 0);
  const runs = Array.from({ length: 5 }, () =>
    turns.run('input', () => {
      count += 1;
      return Promise.resolve();
    }),
  );
  expect(count).toBe(0);
  await Promise.all(runs);
  expect(count).toBe(5);
});

it.each(['end', 'fail'] as const)('has at most some begun at a time, and goes on as they %s', async (how) => {
  const { turns } = create();
  let count = 0;
  const all = Array.from({ length: MAX_BEGUN + 2 }, held);
  const runs = all.map(({ work }) =>
    turns
      .run('input', () => {
        count += 1;
        return work();
      })
      .catch(() => undefined),
  );
  await begun(() => count, MAX_BEGUN);
  all[0]?.[how](new Error('broken'));
  await begun(() => count, MAX_BEGUN + 1);
  for (const { end } of all) end();
  await Promise.all(runs);
  expect(count).toBe(MAX_BEGUN + 2);
});

describe('the wait that a newcomer has to expect', () => {
  it('is none where nobody waits, or nobody has waited yet', async () => {
    const { turns, work } = create();
    expect(turns.expectedMs(0)).toBe(0);
    const runs = Array.from({ length: 3 }, () => turns.run('input', work(TURN_MS)));
    expect(turns.expectedMs(0)).toBe(0);
    await Promise.all(runs);
    expect(turns.expectedMs(0)).toBe(0);
  });

  it('comes near what it turns out to be', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 10, max: 50 }),
        fc.integer({ min: TURN_MS, max: 50 }),
        fc.integer({ min: 0, max: 10 }),
        async (length, costMs, answerMs) => {
          const { turns, work } = create();
          const exchange = async (): Promise<void> => {
            await turns.run('input', work(costMs));
            await turns.run('output', work(answerMs));
          };
          // As many as make the time of a turn known.
          await Promise.all(Array.from({ length: 100 }, exchange));
          const before = Array.from({ length }, exchange);
          const expectedMs = turns.expectedMs(0);
          const oneMoreMs = turns.expectedMs(1) - expectedMs;
          expect(oneMoreMs).toBeGreaterThan((costMs + answerMs) * 0.8);
          expect(turns.expectedMs(7)).toBeCloseTo(expectedMs + 7 * oneMoreMs);
          const waitedMs = await turns.run('input', (ms) => Promise.resolve(ms));
          await Promise.all(before);
          expect(expectedMs).toBeGreaterThan(waitedMs * 0.8);
          expect(expectedMs).toBeLessThan(waitedMs * 1.2);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('counts no time in which nobody waited', async () => {
    const { turns, work, pass } = create();
    const some = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 100 }, () => turns.run('input', work(TURN_MS))));
    await some();
    pass(3_600_000);
    const runs = some();
    expect(turns.expectedMs(0)).toBeLessThan(100 * TURN_MS * 2);
    await runs;
  });
});

it('runs everything once, whatever fails and however long it takes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          direction: fc.constantFrom('input' as const, 'output' as const),
          costMs: fc.integer({ min: 0, max: 20 }),
          turnsOfLoop: fc.integer({ min: 0, max: 3 }),
          fails: fc.boolean(),
        }),
        { maxLength: 60 },
      ),
      async (jobs) => {
        const { turns, work } = create();
        const counts = jobs.map(() => 0);
        const results = await Promise.allSettled(
          jobs.map(({ direction, costMs, turnsOfLoop, fails }, index) =>
            turns.run(direction, async () => {
              counts[index] = (counts[index] ?? 0) + 1;
              await work(costMs)();
              for (let turn = 0; turn < turnsOfLoop; turn += 1) await nextTurn();
              if (fails) throw new Error('broken');
            }),
          ),
        );
        expect(counts).toEqual(jobs.map(() => 1));
        expect(results.map(({ status }) => status)).toEqual(
          jobs.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
        );
        expect(turns.expectedMs(0)).toBe(0);
      },
    ),
    { numRuns: 50 },
  );
});
