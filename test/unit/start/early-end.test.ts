import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigSchema } from '../../../src/config/schema.ts';
import { SHIPPED_SECOND_TIER, whyNoSecondTier } from '../../../src/models/second-tier.ts';
import { toOrigin } from '../../../src/start/origin-message.ts';

const isPossible = process.platform === 'linux' && whyNoSecondTier(SHIPPED_SECOND_TIER) === null;

let dataDir: string;
let child: ChildProcess | null = null;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portcullis-early-'));
});
afterEach(async () => {
  if (child !== null && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await rm(dataDir, { recursive: true, force: true });
});

/** Begins one, and waits until the library of its second tier is there, which then takes a moment to load the network. */
const begin = async (name: 'gateway' | 'dashboard'): Promise<ChildProcess> => {
  const any = { address: '127.0.0.1:0' };
  const config = ConfigSchema.parse({ dataDir, extProc: any, metrics: any, dashboard: any });
  const origin = toOrigin({ sources: { env: {} }, started: config, layer: {} });
  const started = fork(new URL(`../../../src/start/${name}-child.ts`, import.meta.url), {
    execArgv: [],
    stdio: 'ignore',
  });
  child = started;
  started.send({ type: 'start', config, version: '1', origin, makesSetupLink: false });
  const isLoading = async (): Promise<boolean> =>
    (await readFile(`/proc/${started.pid}/maps`, 'utf8')).includes('libonnxruntime');
  await expect.poll(isLoading, { timeout: 60_000, interval: 2 }).toBe(true);
  return started;
};

// Ended in the middle of that, the library aborts the process.
describe.runIf(isPossible).each(['gateway', 'dashboard'] as const)('the process of the %s', (name) => {
  it.each([0, 50])(
    'ends well when it is told to %i ms after its network began to load',
    async (delayMs) => {
      const started = await begin(name);
      const exited = once(started, 'exit');
      setTimeout(() => started.kill('SIGTERM'), delayMs);
      expect(await exited).toEqual([0, null]);
    },
    90_000,
  );

  it('ends well when whoever started it is gone before it is ready', async () => {
    const started = await begin(name);
    const exited = once(started, 'exit');
    started.disconnect();
    expect(await exited).toEqual([0, null]);
  });
});
