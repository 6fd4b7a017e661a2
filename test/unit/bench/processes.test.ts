import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cpuOf, memoryOf } from '../../bench/proxies/processes.ts';

/** A process that does nothing itself, with a child that takes CPU and memory, and says so when it has. */
const FAMILY = `
  const { spawn } = require('node:child_process');
  const busy = 'const held = Buffer.alloc(64 << 20, 1); const end = process.cpuUsage().user + 300000;' +
    'while (process.cpuUsage().user < end); console.log(held.length); setInterval(() => undefined, 1000);';
  spawn(process.execPath, ['-e', busy], { stdio: ['ignore', 'inherit', 'ignore'] });
`;

let child: ReturnType<typeof start>;
const start = () =>
  spawn(process.execPath, ['-e', FAMILY], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
beforeEach(async () => {
  child = start();
  await once(child.stdout, 'data');
});
afterEach(() => {
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
});

it('counts CPU and memory of what a process has started', () => {
  const pid = child.pid ?? 0;
  expect(cpuOf([pid])[0]).toBeGreaterThanOrEqual(300);
  expect(memoryOf(pid).pssMb).toBeGreaterThan(64);
  expect(memoryOf(pid).rssMb).toBeGreaterThan(64);
});

it('is 0 for what has ended', () => {
  // No process has such a number.
  expect(cpuOf([2 ** 30])).toEqual([0]);
  expect(memoryOf(2 ** 30)).toEqual({ pssMb: 0, rssMb: 0 });
});
