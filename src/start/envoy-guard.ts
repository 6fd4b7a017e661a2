import { spawn } from 'node:child_process';

/**
 * A shell that ends Envoy once this process is gone, however it went: whoever is killed ends nobody, and the gateway, which would do it,
 * may be between two lives. In a process group of its own, since it must outlive us.
 *
 * @returns Lets it go, where Envoy has ended.
 */
export const guardEnvoy = (pid: number): (() => void) => {
  const guard = spawn('/bin/sh', ['-c', 'read -r _ || kill "$1"', 'sh', String(pid)], {
    cwd: '/',
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell the gateway is left to do it.
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return () => guard.stdin.end('\n');
};
