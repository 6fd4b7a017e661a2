import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startLastingNetwork } from '../../../src/models/lasting-network.ts';
import { type RunningNetwork, startSecondTier, whyNoSecondTier } from '../../../src/models/second-tier.ts';

const TOY = new URL('../../fixtures/second-tier/', import.meta.url);
const MINUTE_MS = 60_000;
const RESTART_MS = 20;

const asked = (text: string) => [{ text, side: 'direct' as const }];

const open: RunningNetwork[] = [];
afterEach(async () => {
  for (const network of open.splice(0)) await network.close();
});

/** Networks that answer with their number; `null` cannot be started. */
const startFakes = async (script: readonly ('runs' | null)[]) => {
  const faults: unknown[] = [];
  const closed: number[] = [];
  const startedMs: number[] = [];
  let end = (_: unknown): void => undefined;
  const network = await startLastingNetwork({
    start: async (onFault) => {
      const number = startedMs.push(performance.now());
      if (script[number - 1] === null) {
        const error = new Error('cannot be started');
        onFault(error);
        throw error;
      }
      end = onFault;
      return {
        judge: async (passages) => passages.map(() => number),
        close: async () => {
          closed.push(number);
        },
      };
    },
    onFault: (error) => faults.push(error),
    firstRestartMs: RESTART_MS,
  });
  open.push(network);
  return { network, faults, closed, startedMs, end: (error: unknown) => end(error) };
};

describe('a network whose thread ends', () => {
  it('is started anew, and leaves unjudged what comes meanwhile', async () => {
    const { network, faults, end } = await startFakes(['runs', 'runs']);
    expect(await network.judge(asked('a'), MINUTE_MS)).toEqual([1]);
    end(new Error('out of memory'));
    expect(await network.judge(asked('a'), MINUTE_MS)).toEqual([null]);
    await expect.poll(() => network.judge(asked('a'), MINUTE_MS)).toEqual([2]);
    expect(faults).toEqual([new Error('out of memory')]);
  });

  it('is tried again, each time later, where it cannot be started anew', async () => {
    const { network, faults, end, startedMs } = await startFakes(['runs', null, null, 'runs']);
    end(new Error('ended'));
    await expect.poll(() => network.judge(asked('a'), MINUTE_MS)).toEqual([4]);
    expect(faults.map(String)).toEqual([
      'Error: ended',
      'Error: cannot be started',
      'Error: cannot be started',
    ]);
    const [, second = 0, third = 0, fourth = 0] = startedMs;
    // Timers may be a millisecond early.
    expect(third - second).toBeGreaterThan(2 * RESTART_MS - 2);
    expect(fourth - third).toBeGreaterThan(4 * RESTART_MS - 2);
  });

  it('is not started anew once it is closed', async () => {
    const { network, end, closed, startedMs } = await startFakes(['runs', 'runs']);
    end(new Error('ended'));
    await network.close();
    await sleep(3 * RESTART_MS);
    expect([startedMs.length, closed]).toEqual([1, []]);
    expect(await network.judge(asked('a'), MINUTE_MS)).toEqual([null]);
  });

  it('waits at its end for a network that is about to begin', async () => {
    const order: string[] = [];
    const begin = Promise.withResolvers<void>();
    let end = (_: unknown): void => undefined;
    const network = await startLastingNetwork({
      start: async (onFault) => {
        if (order.push('start') > 1) await begin.promise;
        end = onFault;
        return {
          judge: async (passages) => passages.map(() => 1),
          close: async () => {
            order.push('close');
          },
        };
      },
      onFault: () => undefined,
      firstRestartMs: 1,
    });
    end(new Error('ended'));
    await expect.poll(() => order).toEqual(['start', 'start']);
    const closed = network.close().then(() => order.push('closed'));
    begin.resolve();
    await closed;
    expect(order).toEqual(['start', 'start', 'close', 'closed']);
  });

  it('says at first why it cannot be started', async () => {
    await expect(startFakes([null])).rejects.toThrow('cannot be started');
  });
});

describe.skipIf(whyNoSecondTier(TOY) !== null)('the second tier', () => {
  it('judges again after a passage that ended its thread', async () => {
    const faults: unknown[] = [];
    const network = await startLastingNetwork({
      start: (onFault) => startSecondTier(TOY, onFault),
      onFault: (error) => faults.push(error),
      firstRestartMs: RESTART_MS,
    });
    open.push(network);
    expect(await network.judge(asked('bad'), MINUTE_MS)).toEqual([3]);
    expect(await network.judge(asked('boom'), MINUTE_MS)).toEqual([null]);
    await expect.poll(() => network.judge(asked('bad'), MINUTE_MS), { timeout: 20_000 }).toEqual([3]);
    expect(faults).toHaveLength(1);
  });

  it('judges again after its thread ended without a word', async () => {
    const threads: Worker[] = [];
    const unref = vi.spyOn(Worker.prototype, 'unref').mockImplementation(function (this: Worker) {
      threads.push(this);
    });
    const faults: unknown[] = [];
    const network = await startLastingNetwork({
      start: (onFault) => startSecondTier(TOY, onFault),
      onFault: (error) => faults.push(error),
      firstRestartMs: RESTART_MS,
    });
    open.push(network);
    await threads[0]?.terminate();
    await expect.poll(() => network.judge(asked('bad'), MINUTE_MS), { timeout: 20_000 }).toEqual([3]);
    unref.mockRestore();
    expect(faults.map(String)).toEqual(['Error: the second tier ended']);
  });
});
