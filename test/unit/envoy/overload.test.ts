import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOverload, STANDING_MS, TOLD_MS } from '../../../src/envoy/begin/overload.ts';

const TARGET = 50;
const MAX = 500;

/** A controller with a clock that stands until it is moved. */
const create = () => {
  let nowMs = 1000;
  const overload = createOverload({ queueTargetMs: TARGET, maxQueueMs: MAX }, () => nowMs);
  return {
    isOn: overload.isOn,
    pass: (ms: number): void => {
      nowMs += ms;
    },
    /** One request each `everyMs` that has waited so long, for so long; how many were refused. */
    send: (waitedMs: number, forMs: number, everyMs = 10): number => {
      let refused = 0;
      for (let ms = 0; ms < forMs; ms += everyMs) {
        if (overload.refuses(waitedMs)) refused += 1;
        nowMs += everyMs;
      }
      return refused;
    },
  };
};

describe('a request is let in', () => {
  it.each([
    { name: 'without a wait', waitedMs: 0 },
    { name: 'just below the target, however long that goes on', waitedMs: TARGET - 0.001 },
  ])('$name', ({ waitedMs }) => {
    const { send, isOn } = create();
    expect(send(waitedMs, 10_000)).toBe(0);
    expect(isOn()).toBe(false);
  });

  it('in a burst that drains before the queue counts as standing', () => {
    const { send } = create();
    expect(send(MAX - 1, STANDING_MS)).toBe(0);
    expect(send(TARGET - 1, 10)).toBe(0);
    expect(send(MAX - 1, STANDING_MS)).toBe(0);
  });

  it('where those that wait long come one by one', () => {
    const { send } = create();
    expect(send(MAX - 1, 10_000, STANDING_MS + 1)).toBe(0);
  });
});

describe('a request is refused', () => {
  it.each([
    { waitedMs: MAX, refused: 1 },
    { waitedMs: MAX - 0.001, refused: 0 },
  ])('once it has waited for the most that one may: $waitedMs ms', ({ waitedMs, refused }) => {
    expect(create().send(waitedMs, 10)).toBe(refused);
  });

  it('once nobody waited less than the target for a tenth of a second', () => {
    const { send, isOn } = create();
    expect(send(TARGET, STANDING_MS)).toBe(0);
    expect(isOn()).toBe(false);
    expect(send(TARGET, STANDING_MS)).toBe(10);
    expect(isOn()).toBe(true);
  });

  it('only where it has waited itself: who comes at the right moment is let in', () => {
    const { send } = create();
    send(TARGET, 2 * STANDING_MS);
    expect(send(TARGET - 1, 50)).toBe(0);
    // One that came through does not open the door to a hundred milliseconds of others.
    expect(send(TARGET, 10)).toBe(1);
  });
});

it('lets all in again as soon as nobody has waited long for a tenth of a second', () => {
  const { send, isOn, pass } = create();
  expect(send(TARGET, 2 * STANDING_MS)).toBeGreaterThan(0);
  expect(send(TARGET - 1, STANDING_MS + 10)).toBe(0);
  expect(send(TARGET, STANDING_MS)).toBe(0);
  // And where nobody came at all.
  expect(send(TARGET, STANDING_MS)).toBeGreaterThan(0);
  pass(STANDING_MS + 1);
  expect(send(TARGET, STANDING_MS)).toBe(0);
  pass(TOLD_MS);
  expect(isOn()).toBe(false);
});

/**
 * One worker and a queue in front of it, as the event loop and its sockets are: how long those that were let in waited
 * when their turn came, and the share of refusals.
 */
const simulate = (load: number, costMs: number, refusalMs: number) => {
  let nowMs = 0;
  const overload = createOverload({ queueTargetMs: TARGET, maxQueueMs: MAX }, () => nowMs);
  const waits: number[] = [];
  let refused = 0;
  const everyMs = costMs / load;
  for (let arrivedMs = 0; arrivedMs < 10_000; arrivedMs += everyMs) {
    nowMs = Math.max(nowMs, arrivedMs);
    if (overload.refuses(nowMs - arrivedMs)) {
      refused += 1;
      nowMs += refusalMs;
    } else {
      waits.push(nowMs - arrivedMs);
      nowMs += costMs;
    }
  }
  return { waits: waits.sort((a, b) => a - b), refusedShare: refused / (refused + waits.length) };
};

it('keeps the wait near the target at any load that leaves time for refusals', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1.2, max: 8, noNaN: true }),
      fc.double({ min: 0.2, max: 20, noNaN: true }),
      (load, costMs) => {
        const { waits, refusedShare } = simulate(load, costMs, costMs / 20);
        // The first tenth of a second of it is let in whole.
        const later = waits.slice(Math.ceil((2 * STANDING_MS) / costMs));
        expect(later[Math.floor(later.length * 0.9)] ?? 0).toBeLessThanOrEqual(TARGET + costMs);
        expect(waits.at(-1) ?? 0).toBeLessThanOrEqual(MAX);
        // Nobody is refused for whom there was time.
        const inevitable = 1 - 1 / load;
        expect(refusedShare).toBeGreaterThan(inevitable - 0.1);
        expect(refusedShare).toBeLessThan(inevitable + 0.25);
      },
    ),
    { numRuns: 200 },
  );
});

it('refuses nobody below capacity', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.05, max: 0.99, noNaN: true }), (load) => {
      expect(simulate(load, 1, 0.05).refusedShare).toBe(0);
    }),
  );
});
