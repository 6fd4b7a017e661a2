import { ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ConfigSchema } from '../../../src/config/schema.ts';
import { missingFlags, withSettings } from '../../../src/setup/heap.mjs';
import { runGatewayProcess } from '../../../src/start/gateway-process.ts';

const configFor = (dataDir: string) =>
  ConfigSchema.parse({
    dataDir,
    extProc: { address: '127.0.0.1:0' },
    metrics: { address: '127.0.0.1:0' },
    log: { level: 'error' },
    scan: { secondTier: 'off' },
  });

it.runIf(process.platform === 'linux')('runs the gateway with a small heap', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portcullis-gateway-'));
  const gateway = await runGatewayProcess(configFor(dataDir), { version: '0.0.0' }, () => undefined);
  try {
    const read = async (name: string) =>
      (await readFile(`/proc/${gateway.pid()}/${name}`, 'utf8')).split('\0');
    expect(await read('cmdline')).toEqual(expect.arrayContaining([...missingFlags([], process.env)]));
    const malloc = Object.entries(withSettings({})).map(([name]) => name);
    const names = (await read('environ')).map((entry) => entry.split('=')[0]);
    expect(malloc.filter((name) => !names.includes(name))).toEqual([]);
  } finally {
    await gateway.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** One that takes connections, and says nothing. */
const hangingDatabase = async (): Promise<string> => {
  const server = createServer(() => undefined).unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  onTestFinished(() => void server.close());
  return `postgres://nobody@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/none`;
};

const exitOf = (pid: number): Promise<void> =>
  vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 20_000, interval: 20 });

it('starts it again where its metrics are at a socket', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portcullis-gateway-'));
  const address = `unix:${join(dataDir, 'metrics.sock')}`;
  const lines: string[] = [];
  const config = { ...configFor(dataDir), metrics: { address } };
  const gateway = await runGatewayProcess(config, { version: '0.0.0' }, (line) => lines.push(line));
  expect(gateway.metricsUrl).toBe(address);
  process.kill(gateway.pid(), 'SIGKILL');
  await vi.waitFor(() => expect(lines.join('\n')).toMatch(/is back|did not start/), {
    timeout: 60_000,
    interval: 20,
  });
  await gateway.stop();
  expect(lines.filter((line) => line.includes('did not start'))).toEqual([]);
  await rm(dataDir, { recursive: true, force: true });
});

it('says why where the system makes no process for it', async () => {
  const { execPath } = process;
  process.execPath = '/nonexistent/node';
  onTestFinished(() => {
    process.execPath = execPath;
  });
  const config = configFor(join(tmpdir(), 'never-made'));
  await expect(runGatewayProcess(config, { version: '0.0.0' }, () => undefined)).rejects.toThrow('ENOENT');
  // What was written to it fails after that, and would end this process.
  await sleep(200);
});

it('ends the one that it is just starting again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portcullis-gateway-'));
  const lines: string[] = [];
  const gateway = await runGatewayProcess(configFor(dataDir), { version: '0.0.0' }, (line) =>
    lines.push(line),
  );
  const first = gateway.pid();
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(gateway.pid()).not.toBe(first), { timeout: 10_000, interval: 5 });
  const second = gateway.pid();
  await gateway.stop();
  await exitOf(second);
  expect(lines.filter((line) => line.includes('is back'))).toEqual([]);
  expect(gateway.pid()).toBe(second);
  await rm(dataDir, { recursive: true, force: true });
});

const SCRATCH = join(tmpdir(), 'portcullis-gateway-');

/** Something with a number, as Envoy has one. */
const sleeper = (): ChildProcess => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

it('leaves Envoy alone where it could not start again', async () => {
  const dataDir = await mkdtemp(SCRATCH);
  const lines: string[] = [];
  const config = configFor(dataDir);
  const gateway = await runGatewayProcess(config, { version: '0.0.0' }, (line) => lines.push(line));
  const envoy = sleeper();
  gateway.adopt(envoy.pid ?? null);
  process.kill(gateway.pid(), 'SIGKILL');
  // No secret can be made or read there.
  await rm(dataDir, { recursive: true, force: true });
  await writeFile(dataDir, '');
  await vi.waitFor(() => expect(lines.join('\n')).toContain('did not start'), { timeout: 60_000 });
  await rm(dataDir);
  await vi.waitFor(() => expect(lines.join('\n')).toContain('is back'), { timeout: 60_000 });
  expect([envoy.exitCode, envoy.signalCode]).toEqual([null, null]);
  await gateway.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 120_000);

it.each([true, false])(
  'ends Envoy where whoever runs both is gone, if it still runs: %s',
  async (runs) => {
    const dataDir = await mkdtemp(SCRATCH);
    const envoy = sleeper();
    const child = fork(new URL('../../../src/start/gateway-child.ts', import.meta.url), { execArgv: [] });
    child.send({ type: 'start', config: configFor(dataDir), version: '1', origin: null });
    await once(child, 'message');
    child.send({ type: 'envoy', pid: envoy.pid });
    if (!runs) child.send({ type: 'envoy', pid: null });
    const envoyEnded = once(envoy, 'exit');
    const exited = once(child, 'exit');
    child.disconnect();
    await exited;
    if (runs) expect(await envoyEnded).toEqual([null, 'SIGTERM']);
    else expect([envoy.exitCode, envoy.signalCode]).toEqual([null, null]);
    await rm(dataDir, { recursive: true, force: true });
  },
  60_000,
);

it('lets it write what is left, however short the grace is for what is in flight', async () => {
  const dataDir = await mkdtemp(SCRATCH);
  const config = { ...configFor(dataDir), shutdown: { drainMs: 1, graceMs: 1 } };
  const gateway = await runGatewayProcess(config, { version: '0.0.0' }, () => undefined);
  // What was held up, as by a store that is slow.
  process.kill(gateway.pid(), 'SIGSTOP');
  const goesOn = setTimeout(() => process.kill(gateway.pid(), 'SIGCONT'), 500);
  const kill = vi.spyOn(ChildProcess.prototype, 'kill');
  onTestFinished(() => {
    clearTimeout(goesOn);
    kill.mockRestore();
  });
  await gateway.stop();
  expect(kill).not.toHaveBeenCalled();
  await rm(dataDir, { recursive: true, force: true });
}, 120_000);

it('is tried again where the system makes no process for it', async () => {
  const dataDir = await mkdtemp(SCRATCH);
  const lines: string[] = [];
  const gateway = await runGatewayProcess(configFor(dataDir), { version: '0.0.0' }, (line) =>
    lines.push(line),
  );
  // One more message to what is not there.
  gateway.adopt(sleeper().pid ?? null);
  const { execPath } = process;
  process.execPath = '/nonexistent/node';
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.kill(gateway.pid(), 'SIGKILL');
  await vi.waitFor(() => expect(lines.join('\n')).toMatch(/did not start: .*ENOENT/), { timeout: 10_000 });
  process.execPath = execPath;
  await vi.waitFor(() => expect(lines.join('\n')).toContain('is back'), { timeout: 60_000 });
  await gateway.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 120_000);

it('ends the first one where it is not wanted any more before it is up', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portcullis-gateway-'));
  for (const delayMs of [0, 300, 900]) {
    const controller = new AbortController();
    const starting = runGatewayProcess(
      { ...configFor(dataDir), store: ConfigSchema.parse({ store: { url: await hangingDatabase() } }).store },
      { version: '0.0.0', signal: controller.signal },
      () => undefined,
    );
    setTimeout(() => controller.abort(), delayMs);
    await expect(starting).rejects.toThrow('aborted');
  }
  await rm(dataDir, { recursive: true, force: true });
});
