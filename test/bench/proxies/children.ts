import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Job, Report } from './load-process.ts';
import type { Measured } from './loops.ts';

const KILL_AFTER_MS = 5000;

/** Asks a process to end, and makes it. */
export const endChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await exited;
  clearTimeout(killer);
};

/** Starts a program whose output goes to a file. */
export const startProgram = (
  program: string,
  args: readonly string[],
  options: Readonly<{ logFile: string; env?: Readonly<Record<string, string>>; cwd?: string }>,
): ChildProcess => {
  const log = createWriteStream(options.logFile);
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  // Without a listener it would end this process; whoever waits for the program sees that it is not there.
  child.once('error', (error) => log.write(String(error)));
  return child;
};

export const startProvider = async (): Promise<Readonly<{ child: ChildProcess; port: number }>> => {
  const child = fork(new URL('./provider-process.ts', import.meta.url));
  const [port] = await once(child, 'message');
  return { child, port: Number(port) };
};

export type LoadGenerator = Readonly<{ child: ChildProcess; run: (job: Job) => Promise<Measured> }>;

export const startLoadGenerator = (): LoadGenerator => {
  const child = fork(new URL('./load-process.ts', import.meta.url));
  let settle: (report: Report) => void = () => undefined;
  child.on('message', (text) => settle(JSON.parse(String(text))));
  child.once('exit', () => settle({ error: 'the load generator has ended' }));
  return {
    child,
    run: async (job) => {
      const report = await new Promise<Report>((resolve) => {
        settle = resolve;
        child.send(JSON.stringify(job));
      });
      if ('error' in report) throw new Error(report.error);
      return report.measured;
    },
  };
};
