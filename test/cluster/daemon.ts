import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Daemon = Readonly<{ name: string; log: () => Promise<string>; stop: () => Promise<void> }>;

const STOP_MS = 15_000;
const POLL_MS = 200;

/** A process that goes on until it is stopped, with its output in a file. */
export const startDaemon = (
  folder: string,
  name: string,
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): Daemon => {
  const path = join(folder, `${name}.log`);
  const file = openSync(path, 'a');
  const child: ChildProcess = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  const exited = once(child, 'exit').catch(() => undefined);
  const isOver = (): boolean =>
    child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  return {
    name,
    log: async () => (await readFile(path, 'utf8')).slice(-4000),
    stop: async () => {
      if (isOver()) return;
      child.kill('SIGTERM');
      await Promise.race([exited, sleep(STOP_MS, undefined, { ref: false })]);
      if (isOver()) return;
      child.kill('SIGKILL');
      await exited;
    },
  };
};

/** Asks until the answer is yes. An error of the last question says why it never was. */
export const until = async (what: string, ask: () => Promise<boolean>, timeoutMs: number): Promise<void> => {
  const deadlineMs = Date.now() + timeoutMs;
  let last: unknown;
  do {
    try {
      if (await ask()) return;
      last = undefined;
    } catch (error) {
      last = error;
    }
    await sleep(POLL_MS);
  } while (Date.now() < deadlineMs);
  throw new Error(`${what}: not within ${timeoutMs / 1000} s`, { cause: last });
};
