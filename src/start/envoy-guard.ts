import { spawn } from 'node:child_process';

const guardBy = (shell: string, pid: number): (() => void) => {
  const guard = spawn(shell, ['-c', 'read -r _ || kill "$1"', 'sh', String(pid)], {
    cwd: '/',
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return () => guard.stdin.end('\n');
};

/**
 * A shell that ends Envoy once this process is gone, however it went: whoever is killed ends nobody, and the gateway, which would do it,
 * may be between two lives. In a process group of its own, since it must outlive us.
 *
 * @returns Lets it go, where Envoy has ended: its number may be another's by then.
 */
export const guardEnvoy = (pid: number, shell = '/bin/sh'): (() => void) => {
  try {
    return guardBy(shell, pid);
  } catch {
    // Without a shell, or a process for it, the gateway is left to do it.
    return () => undefined;
  }
};
