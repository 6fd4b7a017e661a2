import { afterEach, describe, expect, it } from 'vitest';
import { createGate, type Gate, type ShedReason } from '../../../src/envoy/gate.ts';
import { STANDING_MS } from '../../../src/envoy/overload.ts';

let gate: Gate | null = null;
afterEach(() => gate?.close());

const create = (limits: Partial<Parameters<typeof createGate>[0]> = {}) => {
  // The loop's own turn is real, and some ms old at most; the fake clock moves by more.
  let nowMs = performance.now();
  const told = { scans: 0, shed: [] as ShedReason[], queued: [] as number[] };
  gate = createGate(
    { maxInFlight: 2, queueTargetMs: 1000, maxQueueMs: 10_000, ...limits },
    {
      onScans: (count) => {
        told.scans = count;
      },
      onShed: (reason) => told.shed.push(reason),
      onQueued: (ms) => told.queued.push(ms),
      clock: () => nowMs,
    },
  );
  return {
    gate,
    told,
    pass: (ms: number): void => {
      nowMs += ms;
    },
  };
};

/** A scan that goes on until it is ended. */
const scanIn = (direction: 'input' | 'output') => {
  let end: () => void = () => undefined;
  const work = new Promise<void>((resolve) => {
    end = resolve;
  });
  const result = gate?.scan(direction, () => work) ?? Promise.reject(new Error('no gate'));
  return { result, end };
};

describe('a request that waited before it was read', () => {
  it.each([
    { waitedMs: 9_000, isShed: false },
    { waitedMs: 10_001, isShed: true },
  ])('$waitedMs ms: not scanned $isShed', ({ waitedMs, isShed }) => {
    const { gate: own, told, pass } = create();
    const ask = own.arrive();
    pass(waitedMs);
    expect(ask()).toBe(isShed);
    expect(told.shed).toEqual(isShed ? ['queue'] : []);
    expect(told.queued[0]).toBeGreaterThanOrEqual(waitedMs);
    expect(own.isOverloaded()).toBe(isShed);
  });

  it('is turned away sooner where all wait', () => {
    const { gate: own, told, pass } = create();
    const asks = Array.from({ length: 20 }, () => own.arrive());
    pass(2000);
    for (const ask of asks) {
      ask();
      pass(STANDING_MS / 10);
    }
    expect(told.shed).toEqual(Array.from({ length: 10 }, () => 'queue'));
  });
});

describe('too many scans', () => {
  it('turn requests away, by their headers and by their bodies, and no answers', async () => {
    const { gate: own, told } = create();
    const early = own.arrive();
    expect(early()).toBe(false);
    const scans = [scanIn('input'), scanIn('input')];
    expect(told.scans).toBe(2);
    expect(own.arrive()()).toBe(true);
    await expect(scanIn('input').result).rejects.toMatchObject({ code: 'OVERLOADED' });
    const answer = scanIn('output');
    expect(told.scans).toBe(3);
    expect(told.shed).toEqual(['in_flight', 'in_flight']);
    expect(own.isOverloaded()).toBe(true);
    for (const { result, end } of [...scans, answer]) {
      end();
      await result;
    }
    expect(told.scans).toBe(0);
    expect(own.arrive()()).toBe(false);
    const again = scanIn('input');
    again.end();
    await expect(again.result).resolves.toBeUndefined();
  });

  it('are counted where they fail, too', async () => {
    const { gate: own, told } = create();
    await expect(own.scan('input', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(told.scans).toBe(0);
  });
});
