import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/**
 * Forks who waits for the end of the standard input, then becomes the command, under the number that the other one ends. In this order no
 * moment is left at which the command runs unguarded.
 */
const SCRIPT = 'exec 3<&0 </dev/null; (read -r _ <&3 || kill $$) >/dev/null 2>&1 & exec "$0" "$@" 3<&-';

const spawnGuarded = (
  shell: string,
  command: string,
  args: readonly string[],
): ChildProcessByStdio<Writable, Readable, Readable> | null => {
  try {
    const child = spawn(shell, ['-c', SCRIPT, command, ...args], {
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    if (child.pid !== undefined) return child;
    child.once('error', () => undefined);
  } catch {
    // Some kinds of a missing shell are thrown, others told of later.
  }
  return null;
};

/**
 * Spawns a command that ends (`SIGTERM`) once this process is gone, however it went: whoever is killed ends nobody, and the gateway, which
 * would do it, may be between two lives. Without a shell, or a process for it, the gateway is left to do it.
 *
 * It has a process group of its own, since Ctrl-C in a terminal must not reach Envoy before we have drained it. Its standard input is
 * empty. What cannot be spawned emits `error`, or has exit code 126 or 127 and a line of the shell's.
 */
export const spawnWhileWeLive = (
  command: string,
  args: readonly string[],
  shell = '/bin/sh',
): ChildProcessByStdio<Writable | null, Readable, Readable> => {
  const guarded = spawnGuarded(shell, command, args);
  if (guarded === null) return spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  guarded.stdin.on('error', () => undefined);
  // Lets the guard go: the number may be another's by the time we go.
  guarded.once('exit', () => guarded.stdin.end('\n'));
  return guarded;
};
