import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Ask, closedLoop, openLoop } from '../../bench/proxies/loops.ts';

const STALL_MS = 400;

/** Answers at once, but for one stall, during which it answers nobody. */
const stallingServer = (): Ask => {
  const stallMs = performance.now() + 300;
  return async () => {
    const leftMs = stallMs + STALL_MS - performance.now();
    if (performance.now() > stallMs && leftMs > 0) await sleep(leftMs);
    return null;
  };
};

/** One after the other, as over a single connection. */
const oneAtATime = (ask: Ask): Ask => {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const own = last.then(ask);
    last = own;
    return own;
  };
};

describe('an open loop', () => {
  it('shows a stall in its p90, although nearly all requests are sent after it or before', async () => {
    const { p50, p90, p99, requests } = await openLoop(stallingServer(), 100, 2);
    expect(requests).toBe(200);
    // 40 of 200 requests fall due during the stall; they wait for 200 ms on average.
    expect(p50).toBeLessThan(100);
    expect(p90).toBeGreaterThan(STALL_MS * 0.35);
    expect(p99).toBeGreaterThan(STALL_MS * 0.8);
  });

  it('counts the waiting of requests that could not be sent, since their predecessors had no answer', async () => {
    const { p99 } = await openLoop(oneAtATime(stallingServer()), 100, 2);
    expect(p99).toBeGreaterThan(STALL_MS * 0.8);
  });

  it('shows of a server that is too slow how late its answers are, not how long each takes', async () => {
    const slow = oneAtATime(async () => {
      await sleep(20);
      return null;
    });
    // 100 are due within a second, and take two: the last of them waits for a second.
    const { p99, requests } = await openLoop(slow, 100, 1);
    expect(requests).toBe(100);
    expect(p99).toBeGreaterThan(800);
  });

  it('keeps to its rate while nobody answers', async () => {
    let asked = 0;
    const running = openLoop(
      () => {
        asked += 1;
        return sleep(1500).then(() => null);
      },
      50,
      1,
    );
    await sleep(1400);
    expect(asked).toBe(50);
    await running;
  });
});

describe('a closed loop', () => {
  const loop = { kind: 'closed', callers: 4, seconds: 0.2, atLeast: 0, mostSeconds: 5 } as const;

  it('hides that stall, which is why latencies are measured with an open one', async () => {
    const quick = stallingServer();
    const { p99 } = await closedLoop(() => sleep(1).then(quick), { ...loop, callers: 1, seconds: 2 });
    expect(p99).toBeLessThan(STALL_MS * 0.8);
  });

  it('counts every failure by what it was', async () => {
    let turn = 0;
    const { requests, failures } = await closedLoop(async () => {
      await sleep(1);
      turn += 1;
      return turn % 3 === 0 ? 'status 500' : null;
    }, loop);
    expect(failures).toEqual({ 'status 500': Math.floor(requests / 3) });
  });

  it('goes on until there were enough requests', async () => {
    const ask: Ask = () => sleep(10).then(() => null);
    const { requests } = await closedLoop(ask, { ...loop, seconds: 0.01, atLeast: 100 });
    expect(requests).toBeGreaterThanOrEqual(100);
    expect(requests).toBeLessThanOrEqual(104);
  });

  it('but no longer than it may', async () => {
    const ask: Ask = () => sleep(50).then(() => null);
    const { seconds } = await closedLoop(ask, {
      ...loop,
      seconds: 0.01,
      atLeast: 1_000_000,
      mostSeconds: 0.3,
    });
    expect(seconds).toBeLessThan(2);
  });
});
