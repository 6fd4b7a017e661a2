import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { spawnWhileWeLive } from '../../../src/envoy/guarded-spawn.ts';

const MODULE = new URL('../../../src/envoy/guarded-spawn.ts', import.meta.url);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Runs a module that spawns `sleep` as `child`, then does the rest; that the number of the child. */
const spawner = async (rest: string): Promise<number> => {
  const script = `
    import { writeSync } from 'node:fs';
    import { spawnWhileWeLive } from '${MODULE.href}';
    const child = spawnWhileWeLive('sleep', ['60']);
    writeSync(1, String(child.pid));
    ${rest}`;
  const by = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [said] = await Promise.all([text(by.stdout), once(by, 'exit')]);
  return Number(said);
};

const SHELLS = ['/bin/sh', '/none/sh', '/dev/null/sh', '/dev/null'];

describe.runIf(process.platform !== 'win32')('what is spawned while we live', () => {
  it.each([
    // Nothing else of the spawner has run by then: whoever guards it has to be there before it.
    ['is killed at once', "process.kill(process.pid, 'SIGKILL');"],
    ['is killed later', "setTimeout(() => process.kill(process.pid, 'SIGKILL'), 200);"],
    ['has an error that nobody catches', "throw new Error('on purpose');"],
  ])('ends where its spawner %s', async (_how, rest) => {
    const pid = await spawner(rest);
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
  });

  it.each(SHELLS)('has its arguments, an empty input, and its lines and code heard: %s', async (shell) => {
    const args = [
      '-e',
      'process.stdin.pipe(process.stdout); console.log(process.argv[1]); console.error(2); process.exitCode = 3',
      '$(a) "b" c\n',
    ];
    const child = spawnWhileWeLive(process.execPath, args, shell);
    const [out, errors, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    expect({ out, errors, code, signal }).toEqual({
      out: '$(a) "b" c\n\n',
      errors: '2\n',
      code: 3,
      signal: null,
    });
  });

  it.each(SHELLS)('is itself what a signal is sent to: %s', async (shell) => {
    const child = spawnWhileWeLive(
      process.execPath,
      ['-e', 'console.log(1); setTimeout(() => 1, 60_000)'],
      shell,
    );
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  });

  it.runIf(process.platform === 'linux')('has nobody beside it once it has ended', async () => {
    const child = spawnWhileWeLive('sleep', ['60']);
    const guards = (): readonly number[] =>
      readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
        .split(' ')
        .flatMap((pid) => Number(pid) || []);
    await expect.poll(guards).toHaveLength(1);
    const [guard] = guards();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => isAlive(guard ?? 0)).toBe(false);
  });

  it.each(SHELLS)('is told of as missing where it is: %s', async (shell) => {
    const child = spawnWhileWeLive('/none/envoy', [], shell);
    const lines = text(child.stderr);
    const end = await new Promise((resolve) => {
      child.once('error', ({ message }) => resolve(message));
      child.once('exit', (code) => resolve(code));
    });
    expect([end, await lines]).toEqual(
      end === 127
        ? [127, expect.stringContaining('/none/envoy')]
        : [expect.stringContaining('spawn /none/envoy ENOENT'), ''],
    );
  });
});
