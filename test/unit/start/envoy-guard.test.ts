import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { guardEnvoy } from '../../../src/start/envoy-guard.ts';

const GUARD = new URL('../../../src/start/envoy-guard.ts', import.meta.url);

const run = (...args: readonly string[]): ChildProcess => {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

/** Something with a number, as Envoy has one. */
const sleeper = (): ChildProcess => run('-e', 'setTimeout(() => undefined, 60_000)');

/** A process that guards it, and perhaps lets it go again. */
const guardian = async (pid: number, letsGo: boolean): Promise<ChildProcess> => {
  const child = run(
    '--input-type=module',
    '-e',
    `import { guardEnvoy } from '${GUARD.href}';
     const letGo = guardEnvoy(${pid});
     if (${letsGo}) letGo();
     setTimeout(() => undefined, 60_000);
     console.log('up');`,
  );
  if (child.stdout !== null) await once(child.stdout, 'data');
  return child;
};

describe.runIf(process.platform !== 'win32')('the guard of Envoy', () => {
  it('ends it once whoever runs it was killed', async () => {
    const envoy = sleeper();
    const ended = once(envoy, 'exit');
    (await guardian(envoy.pid ?? 0, false)).kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGTERM']);
  });

  it('ends nothing that was let go', async () => {
    const envoy = sleeper();
    const by = await guardian(envoy.pid ?? 0, true);
    by.kill('SIGKILL');
    await once(by, 'exit');
    await sleep(300);
    expect([envoy.exitCode, envoy.signalCode]).toEqual([null, null]);
  });

  it.each(['/none/sh', '/dev/null/sh', '/dev/null'])(
    'is done without where there is no shell: %s',
    async (shell) => {
      const envoy = sleeper();
      const letGo = guardEnvoy(envoy.pid ?? 0, shell);
      await sleep(50);
      letGo();
      expect(envoy.signalCode).toBeNull();
    },
  );
});
