import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { createLoopTurn, type LoopTurn } from '../../../src/envoy/begin/loop-turn.ts';

const clock = (): number => performance.now();
const BUSY_MS = 60;

let turn: LoopTurn | null = null;
afterEach(() => turn?.stop());

const beBusy = (ms: number): void => {
  const untilMs = clock() + ms;
  while (clock() < untilMs) {
    // Nothing else may run.
  }
};

it('tells for how long the loop has been at it, and begins anew when it comes round', async () => {
  turn = createLoopTurn(clock);
  await sleep(5);
  beBusy(BUSY_MS);
  const lateMs = turn.ageMs();
  expect(lateMs).toBeGreaterThanOrEqual(BUSY_MS);
  await sleep(5);
  // What came round by itself in between does not count, however busy the machine is.
  expect(turn.ageMs()).toBeLessThan(lateMs);
});

it('does not take idle time for work', async () => {
  turn = createLoopTurn(clock);
  const beganMs = clock();
  await sleep(BUSY_MS * 5);
  expect(turn.ageMs()).toBeLessThan((clock() - beganMs) / 2);
});

it('goes by the clock and the idle time that it is told', () => {
  let nowMs = 100;
  let idleMs = 10;
  turn = createLoopTurn(
    () => nowMs,
    () => idleMs,
  );
  nowMs += 50;
  idleMs += 20;
  expect(turn.ageMs()).toBe(30);
  // Both clocks are read one after the other.
  idleMs += 31;
  expect(turn.ageMs()).toBe(0);
});

it('does not keep the loop turning', async () => {
  const before = performance.eventLoopUtilization();
  turn = createLoopTurn(clock);
  await sleep(300);
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
});
