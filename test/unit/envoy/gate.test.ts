import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createGate, type Gate, type ShedReason } from '../../../src/envoy/begin/gate.ts';
import { STANDING_MS } from '../../../src/envoy/begin/overload.ts';
import { MAX_BEGUN } from '../../../src/envoy/begin/scan-turns.ts';
import { GatewayError } from '../../../src/errors.ts';

/** As many as it takes to begin all that may be. */
const nextTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 3 * MAX_BEGUN; turn += 1) await nextTurn();
};

let gate: Gate | null = null;
afterEach(() => gate?.close());

const create = (limits: Partial<Parameters<typeof createGate>[0]> = {}) => {
  // The loop's own turn is real, and some ms old at most; the fake clock moves by more. Whole
  // milliseconds, since a fraction and a sum of it differ by less than was waited.
  let nowMs = Math.ceil(performance.now());
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
const scanIn = (direction: 'input' | 'output', isGone = () => false) => {
  let end: () => void = () => undefined;
  const work = new Promise<void>((resolve) => {
    end = resolve;
  });
  const result = gate?.scan(direction, () => work, isGone) ?? Promise.reject(new Error('no gate'));
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
    const broken = own.scan(
      'input',
      () => Promise.reject(new Error('broken')),
      () => false,
    );
    await expect(broken).rejects.toThrow('broken');
    expect(told.scans).toBe(0);
  });
});

describe('a request that waits for its turn', () => {
  /** As many as may be begun at a time. */
  const fill = () => Array.from({ length: MAX_BEGUN }, () => scanIn('input'));

  const endAll = async (scans: readonly ReturnType<typeof scanIn>[]): Promise<void> => {
    for (const { result, end } of scans) {
      end();
      await result;
    }
  };

  it.each([
    { waitedMs: 9_999, isShed: false },
    { waitedMs: 10_000, isShed: true },
  ])('$waitedMs ms: turned away $isShed', async ({ waitedMs, isShed }) => {
    const { gate: own, told, pass } = create({ maxInFlight: 100 });
    const before = fill();
    const late = scanIn('input');
    late.end();
    const outcome = late.result.then(
      () => 'scanned',
      (error: unknown) => (error instanceof GatewayError ? error.code : error),
    );
    await nextTurns();
    pass(waitedMs);
    await endAll(before);
    expect(await outcome).toBe(isShed ? 'OVERLOADED' : 'scanned');
    expect(told.shed).toEqual(isShed ? ['queue'] : []);
    expect(own.isOverloaded()).toBe(isShed);
    expect(told.scans).toBe(0);
  });

  it('is scanned however long it waited where it is an answer', async () => {
    const { told, pass } = create({ maxInFlight: 100 });
    const before = fill();
    const late = scanIn('output');
    late.end();
    await nextTurns();
    pass(1_000_000);
    await endAll(before);
    await expect(late.result).resolves.toBeUndefined();
    expect(told.shed).toEqual([]);
  });

  it('costs nothing any more once its caller is gone', async () => {
    const { gate: own, told } = create({ maxInFlight: 100 });
    const before = fill();
    let isGone = false;
    let isScanned = false;
    const late = own.scan(
      'input',
      () => {
        isScanned = true;
        return Promise.resolve();
      },
      () => isGone,
    );
    await nextTurns();
    isGone = true;
    await endAll(before);
    await expect(late).rejects.toMatchObject({ code: 'SCAN_UNAVAILABLE' });
    expect(isScanned).toBe(false);
    expect(told.shed).toEqual([]);
    expect(told.scans).toBe(0);
  });

  it('is waited for while its body is on its way, and not for long', async () => {
    const { gate: own, told, pass } = create({ maxInFlight: 1000 });
    const scans = fill().concat(fill());
    for (const { end } of scans) {
      pass(100);
      end();
      await nextTurns();
    }
    const isLetIn = (): boolean => !own.arrive()();
    const hasCome: (() => void)[] = [];
    for (let index = 0; index < 1000 && isLetIn(); index += 1) hasCome.push(own.expect());
    // Each of those before took 100 ms, or it seemed so.
    expect(hasCome.length).toBeGreaterThan(10_000 / 100 / 2);
    expect(hasCome.length).toBeLessThan(2 * (10_000 / 100));
    expect(told.shed).toEqual(['queue']);
    for (const come of hasCome.splice(0, 10)) come();
    expect(isLetIn()).toBe(true);
    for (let index = 0; index < 20; index += 1) own.expect();
    expect(isLetIn()).toBe(false);
    pass(501);
    expect(isLetIn()).toBe(true);
  });

  it('has those that come behind it turned away by their headers, once all would wait too long', async () => {
    const { gate: own, told, pass } = create({ maxInFlight: 1000 });
    const scans = Array.from({ length: 30 * MAX_BEGUN }, () => scanIn('input'));
    // The line moves by one every 100 ms.
    for (const { end } of scans.slice(0, 60)) {
      pass(100);
      end();
      await nextTurns();
    }
    expect(own.arrive()()).toBe(true);
    expect(told.shed).toEqual(['queue']);
    expect(told.queued.at(-1)).toBeGreaterThan(10_000);
    await Promise.allSettled(
      scans.map(({ result, end }) => {
        end();
        return result;
      }),
    );
    expect(own.arrive()()).toBe(false);
  });
});
