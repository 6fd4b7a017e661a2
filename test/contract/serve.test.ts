import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '../../src/config/address.ts';
import type { EnvoyProcess } from '../../src/envoy/process.ts';
import { openSqliteFile } from '../../src/records/sqlite/sqlite-file.ts';
import { type SampleProvider, startSampleProvider } from '../../src/sample-provider/server.ts';
import { freePort } from '../free-port.ts';
import { portcullis } from './program.ts';
import { envoyFor, readiness, serve } from './serving.ts';
import { ENVOYS_REQUEST_ID, expectError } from './shapes.ts';
import { ATTACK, BENIGN, chat, errorOf, eventually, send } from './stack.ts';
import { openSocket, parseRaw, type RawAnswer, rawHead } from './wire.ts';

const DRAIN_MS = 1500;
const START_MS = 60_000;

let folder = '';
let key = '';
let provider: SampleProvider;
let envoy: EnvoyProcess | null = null;
let children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-serve-'));
  key = (await portcullis(['keys', 'create', '--data-dir', folder])).stdout.trim();
  provider = await startSampleProvider({ host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  await envoy?.stop(0);
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  children = [];
  await provider.close();
  await rm(folder, { recursive: true, force: true });
});

const start = (...args: Parameters<typeof serve>): ChildProcess => {
  const child = serve(...args);
  children.push(child);
  return child;
};

const ask = (url: string, text = BENIGN) =>
  send(url, {
    headers: { authorization: 'Bearer x', 'x-gateway-key': key, 'content-type': 'application/json' },
    body: chat(text),
  });

it.each([
  {
    name: 'TCP',
    address: async (): Promise<Address> => ({ kind: 'tcp', host: '127.0.0.1', port: await freePort() }),
  },
  {
    name: 'a Unix socket',
    address: async (): Promise<Address> => ({ kind: 'unix', path: join(folder, 'ext-proc.sock') }),
  },
])('serves an Envoy that somebody else runs, over $name, and drains at SIGTERM', async ({ address }) => {
  const extProc = await address();
  const metricsPort = await freePort();
  const child = start({ folder, drainMs: DRAIN_MS }, extProc, metricsPort);
  await eventually(
    () => readiness(metricsPort),
    (status) => status === 200,
    START_MS,
  );
  envoy = await envoyFor(folder, extProc, provider.url);
  const { proxyUrl } = envoy;
  expect((await ask(proxyUrl)).status).toBe(200);

  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await eventually(
    () => readiness(metricsPort),
    (status) => status === 503,
  );
  expect((await ask(proxyUrl)).status, 'traffic is served while it drains').toBe(200);
  const [code] = await exited;
  expect(code).toBe(0);

  const answer = await ask(proxyUrl);
  // Envoy answers alone; clients look for the id in `x-request-id`, too.
  expectError(answer, {
    status: 503,
    type: 'gateway_error',
    code: 'scan_unavailable',
    statuses: ['error', 'skipped'],
    id: ENVOYS_REQUEST_ID,
  });
  expect((await ask(proxyUrl)).headers['x-request-id']).not.toBe(answer.headers['x-request-id']);

  // The one who takes over listens on the same address: Envoy finds it by itself.
  start({ folder, drainMs: DRAIN_MS }, extProc, metricsPort);
  await eventually(
    () => ask(proxyUrl),
    ({ status }) => status === 200,
    START_MS,
  );
});

describe('what is in flight at SIGTERM', () => {
  const LONG = { 'x-sample-delay-ms': '4000' };
  const SLOW_STREAM = { 'x-sample-chunk-chars': '4', 'x-sample-chunk-delay-ms': '400' };
  const headers = () => ({
    authorization: 'Bearer x',
    'x-gateway-key': key,
    'content-type': 'application/json',
  });

  const upload = async (url: string, heldMs: number): Promise<RawAnswer> => {
    const body = JSON.stringify(chat(BENIGN));
    const socket = openSocket(url);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const length = String(body.length);
    const fields = { host: 'x', ...headers(), 'content-length': length, connection: 'close' };
    socket.write(rawHead('POST /v1/chat/completions HTTP/1.1', fields) + body.slice(0, 20));
    await sleep(heldMs);
    socket.write(body.slice(20));
    await once(socket, 'close');
    return parseRaw(text);
  };

  const begin = async (drainMs: number) => {
    const extProc: Address = { kind: 'tcp', host: '127.0.0.1', port: await freePort() };
    const metricsPort = await freePort();
    const child = start({ folder, drainMs }, extProc, metricsPort);
    await eventually(
      () => readiness(metricsPort),
      (status) => status === 200,
      START_MS,
    );
    envoy = await envoyFor(folder, extProc, provider.url);
    return { child, metricsPort, proxyUrl: envoy.proxyUrl };
  };

  it('ends: an upload, a long wait, a stream; readiness goes first, and each is recorded', async () => {
    const { child, metricsPort, proxyUrl } = await begin(DRAIN_MS);
    const uploaded = upload(proxyUrl, DRAIN_MS + 1500);
    const waited = send(proxyUrl, { headers: { ...headers(), ...LONG }, body: chat(BENIGN) });
    const streamed = send(proxyUrl, {
      headers: { ...headers(), ...SLOW_STREAM },
      body: chat(BENIGN, { stream: true }),
    });
    await sleep(500);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await eventually(
      () => readiness(metricsPort),
      (status) => status === 503,
    );
    expect((await ask(proxyUrl)).status).toBe(200);
    const answers = await Promise.all([uploaded, waited, streamed]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[2].text.trimEnd().endsWith('data: [DONE]')).toBe(true);
    expect(await exited).toEqual([0, null]);
    const file = await openSqliteFile(join(folder, 'portcullis.db'));
    const records = await file.list({ limit: 10 });
    await file.close();
    expect(records.map(({ outcome, httpStatus, errorCode }) => [outcome, httpStatus, errorCode])).toEqual(
      Array.from({ length: 4 }, () => ['pass', 200, null]),
    );
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGQUIT'] as const)('is given up at a second signal: %s', async (signal) => {
    const { child, metricsPort, proxyUrl } = await begin(60_000);
    const waited = send(proxyUrl, { headers: { ...headers(), ...LONG }, body: chat(BENIGN) });
    await sleep(300);
    const exited = once(child, 'exit');
    child.kill(signal);
    await eventually(
      () => readiness(metricsPort),
      (status) => status === 503,
    );
    child.kill(signal);
    expect(await exited).toEqual([130, null]);
    expect(errorOf(await waited)).toMatchObject({ type: 'gateway_error' });
  });
});

it('is rolled out over a Unix socket without a failed request or a cut stream', async () => {
  const extProc: Address = { kind: 'unix', path: join(folder, 'ext-proc.sock') };
  const [oldMetrics, newMetrics] = [await freePort(), await freePort()];
  const old = start({ folder, drainMs: DRAIN_MS }, extProc, oldMetrics);
  await eventually(
    () => readiness(oldMetrics),
    (status) => status === 200,
    START_MS,
  );
  envoy = await envoyFor(folder, extProc, provider.url);
  const { proxyUrl } = envoy;
  const streams = Array.from({ length: 20 }, () =>
    send(proxyUrl, {
      headers: {
        authorization: 'Bearer x',
        'x-gateway-key': key,
        'content-type': 'application/json',
        'x-sample-chunk-chars': '4',
        'x-sample-chunk-delay-ms': '300',
      },
      body: chat(BENIGN, { stream: true }),
    }),
  );
  const statuses: number[] = [];
  let isRunning = true;
  const load = (async () => {
    while (isRunning) statuses.push((await ask(proxyUrl)).status);
  })();

  start({ folder, drainMs: DRAIN_MS }, extProc, newMetrics);
  await eventually(
    () => readiness(newMetrics),
    (status) => status === 200,
    START_MS,
  );
  const exited = once(old, 'exit');
  old.kill('SIGTERM');
  const [code] = await exited;
  const answers = await Promise.all(streams);
  isRunning = false;
  await load;

  expect(code).toBe(0);
  for (const { status, text } of answers) {
    expect(status).toBe(200);
    expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true);
    expect(text).not.toContain('content_filter');
  }
  expect(statuses.length).toBeGreaterThan(10);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

// In a container the first process has no default action for a signal: one that nobody listens for is lost.
it.each(['processor', 'all'] as const)(
  'as %s ends well when it is told to before it is ready',
  async (role) => {
    const metricsPort = await freePort();
    const started = start(
      { folder, drainMs: 1, role },
      { kind: 'tcp', host: '127.0.0.1', port: 0 },
      metricsPort,
    );
    await eventually(
      () => readiness(metricsPort),
      (status) => status === 503,
      START_MS,
    );
    const exited = once(started, 'exit');
    started.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
);

it('goes on where nobody reads any more what it prints', async () => {
  const metricsPort = await freePort();
  const extProc: Address = { kind: 'tcp', host: '127.0.0.1', port: 0 };
  const env = { PORTCULLIS_LOG_LEVEL: 'info' };
  const started = start({ folder, drainMs: 1, env, output: 'pipe' }, extProc, metricsPort);
  await eventually(
    () => readiness(metricsPort),
    (status) => status === 200,
    START_MS,
  );
  started.stdout?.destroy();
  started.stderr?.destroy();
  // It answers this on standard error.
  started.kill('SIGHUP');
  await sleep(500);
  expect(await readiness(metricsPort)).toBe(200);
  const exited = once(started, 'exit');
  started.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

const fullPipe = async (): Promise<FileHandle> => {
  const path = join(folder, 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
  const pipe = await open(path, 'r+');
  execFileSync('sh', ['-c', 'timeout 1 head -c 1000000 /dev/zero >&3 || true'], {
    stdio: ['ignore', 'ignore', 'ignore', pipe.fd],
  });
  return pipe;
};

it.runIf(process.platform === 'linux').each([
  { name: 'cannot be written, as to a full disk', openOutput: () => open('/dev/full', 'w') },
  { name: 'waits in a pipe that nobody empties', openOutput: fullPipe },
])(
  'serves and ends well where what it prints $name',
  async ({ openOutput }) => {
    const output = await openOutput();
    const extProc: Address = { kind: 'tcp', host: '127.0.0.1', port: await freePort() };
    const metricsPort = await freePort();
    const env = { PORTCULLIS_LOG_LEVEL: 'info', PORTCULLIS_SECURITY_EVENTS_FILE: '-' };
    const started = start({ folder, drainMs: 1, role: 'all', env, output: output.fd }, extProc, metricsPort);
    await eventually(
      () => readiness(metricsPort),
      (status) => status === 200,
      START_MS,
    );
    envoy = await envoyFor(folder, extProc, provider.url);
    // Time for its dashboard to be started, which has its output of it.
    await sleep(1000);
    started.kill('SIGHUP');
    for (let round = 0; round < 20; round += 1) {
      expect((await ask(envoy.proxyUrl, ATTACK)).status).toBe(403);
      expect((await ask(envoy.proxyUrl)).status).toBe(200);
    }
    const exited = once(started, 'exit');
    started.kill('SIGTERM');
    const killer = setTimeout(() => started.kill('SIGKILL'), 30_000);
    expect(await exited).toEqual([0, null]);
    clearTimeout(killer);
    await output.close();
  },
  90_000,
);

it('says so where its address is taken, and ends', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const { code, stderr } = await portcullis(['serve', '--data-dir', folder], {
    env: {
      PORTCULLIS_EXT_PROC_ADDRESS: `127.0.0.1:${port}`,
      PORTCULLIS_METRICS_ADDRESS: '127.0.0.1:0',
    },
  });
  other.close();
  expect(code).toBe(1);
  expect(stderr).toContain(`127.0.0.1:${port}`);
});

it('reads texts of its own while nobody asks, which no answer, no metric and no end waits for', async () => {
  const extProc: Address = { kind: 'tcp', host: '127.0.0.1', port: await freePort() };
  const metricsPort = await freePort();
  const env = { PORTCULLIS_SCAN_PRACTICE_PASSES: '2', PORTCULLIS_LOG_LEVEL: 'info' };
  const child = start({ folder, drainMs: 1, env, output: 'pipe' }, extProc, metricsPort);
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await eventually(
    () => readiness(metricsPort),
    (status) => status === 200,
    START_MS,
  );
  envoy = await envoyFor(folder, extProc, provider.url);
  let asked = 0;
  while (!said.includes('"warmed up"') && asked < 1000) {
    expect((await ask(envoy.proxyUrl)).status).toBe(200);
    asked += 1;
    await sleep(50);
  }
  expect(said).toContain('"warmed up"');
  expect(asked).toBeGreaterThan(0);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const counts = [...metrics.matchAll(/^portcullis_requests_total\{.*\} (\d+)$/gmu)].map(([, n]) =>
    Number(n),
  );
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(asked);
});
