import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Address } from '../../src/config/address.ts';
import type { EnvoyProcess } from '../../src/envoy/process.ts';
import { PREFACE } from '../../src/envoy/transport/net/protocol.ts';
import { type SampleProvider, startSampleProvider } from '../../src/sample-provider/server.ts';
import { portcullis } from '../contract/program.ts';
import { envoyFor, readiness, serve } from '../contract/serving.ts';
import {
  type Answer,
  ATTACK,
  answering,
  BENIGN,
  type Call,
  chat,
  errorOf,
  eventually,
  send,
} from '../contract/stack.ts';
import { freePort } from '../free-port.ts';
import { settings } from '../unit/envoy/raw-http2.ts';

/** What happens to an Envoy that somebody else runs when its processor dies, hangs, is late or is replaced. */

const START_MS = 120_000;
/** Several processes are started one after the other. */
const TEST_MS = 300_000;
/** What `envoyFor` gives Envoy, and something for a busy machine. */
const MESSAGE_TIMEOUT_MS = 2000;
const CARD = ['4111', '1111', '1111', '1111'].join(' ');

let folder = '';
let key = '';
let provider: SampleProvider;
let envoy: EnvoyProcess | null = null;
let children: ChildProcess[] = [];
let metricsPort = 0;
let socketPath = '';
let extProc: Address;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-faults-'));
  key = (await portcullis(['keys', 'create', '--data-dir', folder])).stdout.trim();
  provider = await startSampleProvider({ host: '127.0.0.1', port: 0 });
  metricsPort = await freePort();
  socketPath = join(folder, 'ext-proc.sock');
  extProc = { kind: 'unix', path: socketPath };
});

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
};

afterEach(async () => {
  await envoy?.stop(0);
  envoy = null;
  await Promise.all(children.map(kill));
  children = [];
  await provider.close();
  await rm(folder, { recursive: true, force: true });
});

const startProcessor = async (
  at: Address = extProc,
  port = metricsPort,
  env: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> => {
  const child = serve({ folder, drainMs: 1000, env }, at, port);
  children.push(child);
  await eventually(
    () => readiness(port),
    (status) => status === 200,
    START_MS,
  );
  return child;
};

const startEnvoy = async (at: Address = extProc): Promise<string> => {
  envoy = await envoyFor(folder, at, provider.url);
  return envoy.proxyUrl;
};

const call = (url: string, { headers = {}, ...rest }: Call): Promise<Answer> =>
  send(url, {
    headers: {
      ...{ authorization: 'Bearer x', 'x-gateway-key': key, 'content-type': 'application/json' },
      ...headers,
    },
    ...rest,
  });

const ask = (url: string, text = BENIGN): Promise<Answer> => call(url, { body: chat(text) });

const heals = (url: string): Promise<Answer> =>
  eventually(
    () => ask(url),
    ({ status }) => status === 200,
    START_MS,
  );

/** A stream of some seconds, with a card number at its end. */
const stream = (url: string): Promise<Answer> =>
  call(url, {
    headers: {
      ...answering(`${'All is well here, and it goes on. '.repeat(4)}The card: ${CARD}.`),
      ...{ 'x-sample-chunk-chars': '4', 'x-sample-chunk-delay-ms': '200' },
    },
    body: chat(BENIGN, { stream: true }),
  });

const expectClosed = (answer: Answer): void => {
  expect(answer.status).toBe(503);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(errorOf(answer)).toMatchObject({ type: 'gateway_error', code: 'scan_unavailable' });
};

/** Text that came through, put together again. */
const textOf = ({ text }: Answer): string =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)).choices?.[0]?.delta?.content ?? '')
    .join('');

const expectWholeAndGuarded = (answer: Answer): void => {
  expect(answer.status).toBe(200);
  expect(answer.text.trimEnd().endsWith('data: [DONE]')).toBe(true);
  expect(textOf(answer)).toContain('The card: ');
  expect(textOf(answer)).not.toContain(CARD);
};

/** Benign texts and attacks in turn; each answer's status, by what was sent. */
const startTraffic = (url: string) => {
  const statuses = { benign: [] as number[], attack: [] as number[] };
  let isRunning = true;
  const work = async (): Promise<void> => {
    while (isRunning) {
      statuses.benign.push((await ask(url)).status);
      statuses.attack.push((await ask(url, ATTACK)).status);
    }
  };
  const all = Promise.all([work(), work()]);
  return async (): Promise<typeof statuses> => {
    isRunning = false;
    await all;
    return statuses;
  };
};

const others = (statuses: readonly number[], ...expected: readonly number[]): number[] =>
  statuses.filter((status) => !expected.includes(status));

vi.setConfig({ testTimeout: TEST_MS });

describe('a processor that is killed', () => {
  it('leaves a socket whose place its successor takes: 503 until then, and nothing passes unscanned', async () => {
    const first = await startProcessor();
    const url = await startEnvoy();
    const stopTraffic = startTraffic(url);
    const cut = stream(url).then(
      (answer) => answer.text,
      (error: unknown) => String(error),
    );
    await sleep(1500);
    await kill(first);
    const { ino } = lstatSync(socketPath);
    // The stream that it guarded breaks off, and what nobody has judged stays behind.
    expect(await cut).not.toContain('[DONE]');
    // Asked here, since each of the callers above may spend all of the outage on one harmless text.
    for (const answer of await Promise.all([ask(url), ask(url, ATTACK)])) expectClosed(answer);

    await startProcessor();
    expect(lstatSync(socketPath).ino).not.toBe(ino);
    await heals(url);
    const { benign, attack } = await stopTraffic();
    expect(others(benign, 200, 503)).toEqual([]);
    expect(others(attack, 403, 503)).toEqual([]);
    expect(attack).toContain(403);
    expectWholeAndGuarded(await stream(url));
  });
});

/** What an HTTP probe of this limit sees. */
const probe = async (path: string, timeoutMs: number): Promise<number> => {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`http://127.0.0.1:${metricsPort}${path}`, { signal }).catch(() => null);
  return response?.status ?? 0;
};

describe('a processor that hangs', () => {
  it('costs a caller the message timeout and no more, fails its probe, and is replaced once it is killed', async () => {
    const first = await startProcessor();
    const url = await startEnvoy();
    await heals(url);
    const before = provider.requests().chat;
    first.kill('SIGSTOP');
    const askedAtMs = Date.now();
    expectClosed(await ask(url));
    expect(Date.now() - askedAtMs).toBeLessThan(MESSAGE_TIMEOUT_MS + 3000);
    expectClosed(await ask(url, ATTACK));
    expect(provider.requests().chat).toBe(before);
    expect(await probe('/livez', 1000), 'the liveness probe fails').toBe(0);

    // It might wake up again: nobody takes its place before it has ended.
    const { code, stderr } = await portcullis(['serve', '--data-dir', folder, '--role', 'processor'], {
      env: {
        PORTCULLIS_EXT_PROC_ADDRESS: `unix:${socketPath}`,
        PORTCULLIS_METRICS_ADDRESS: '127.0.0.1:0',
      },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('a processor that hangs');

    await kill(first);
    await startProcessor();
    await heals(url);
    expect((await ask(url, ATTACK)).status).toBe(403);
  });
});

describe('a processor to which more connect than it takes', () => {
  it('serves Envoy all the same: who holds connections open and asks nothing goes first', async () => {
    const at: Address = { kind: 'tcp', host: '127.0.0.1', port: await freePort() };
    await startProcessor(at, metricsPort, { PORTCULLIS_EXT_PROC_MAX_CONNECTIONS: '4' });
    const url = await startEnvoy(at);
    await heals(url);
    const held: Socket[] = [];
    const open = async (): Promise<number> => held.filter(({ closed }) => !closed).length;
    // Silent ones, and such as say that they speak HTTP/2; one after the other, since those on their way out take room for a moment, too.
    for (let count = 0; count < 40; count += 1) {
      const socket = connect(at.port, at.host);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      if (count % 2 === 0) socket.write(Buffer.concat([PREFACE, settings()]));
      held.push(socket.resume());
      await eventually(open, (left) => left <= 4);
    }
    await heals(url);
    expect((await ask(url, ATTACK)).status).toBe(403);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const ended = /^portcullis_connections_over_limit_total\{ended="idle"\} (\d+)$/mu.exec(metrics)?.[1];
    expect(Number(ended)).toBeGreaterThan(30);
    for (const socket of held) socket.destroy();
  });
});

describe('a processor that starts late', () => {
  it('is waited for: Envoy answers 503, probes say "live" before "ready", and then all is well by itself', async () => {
    const url = await startEnvoy();
    expectClosed(await ask(url));
    expectClosed(await ask(url, ATTACK));
    const stopTraffic = startTraffic(url);

    const child = serve({ folder, drainMs: 1000 }, extProc, metricsPort);
    children.push(child);
    const seen: string[] = [];
    await eventually(
      async () => {
        const now = `live ${await probe('/livez', 1000)}, ready ${await probe('/readyz', 1000)}`;
        if (seen.at(-1) !== now) seen.push(now);
        return now;
      },
      (now) => now === 'live 200, ready 200',
      START_MS,
    );
    // While it starts it is live, so that a liveness probe lets it; between two probes it may have got further.
    expect(seen).toContain('live 200, ready 503');
    expect(seen.filter((now) => !/^live (?:0|200), ready (?:0|503)$/.test(now))).toEqual([
      'live 200, ready 200',
    ]);

    await heals(url);
    const { benign, attack } = await stopTraffic();
    expect(others(benign, 200, 503)).toEqual([]);
    expect(others(attack, 403, 503)).toEqual([]);
    expect(provider.requests().chat, 'only what was scanned went on').toBe(
      benign.filter((status) => status === 200).length + 1,
    );
  });
});

/** One address in front of processors that come and go, as a Service is: what is connected stays connected. */
const startService = async (target: number) => {
  let port = target;
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1');
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      socket.on('error', () => undefined);
    }
    from.pipe(to).pipe(from);
    from.once('close', () => to.destroy());
    to.once('close', () => from.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    address: {
      kind: 'tcp',
      host: '127.0.0.1',
      port: typeof address === 'object' && address !== null ? address.port : 0,
    } as const,
    pointTo: (next: number): void => {
      port = next;
    },
    close: (): void => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

describe('a roll-out under streams', () => {
  it('fails no request, cuts no stream and leaves none unguarded, behind a Service', async () => {
    const [oldPort, newPort, newMetrics] = [await freePort(), await freePort(), await freePort()];
    const at = (port: number): Address => ({ kind: 'tcp', host: '127.0.0.1', port });
    const old = await startProcessor(at(oldPort));
    const service = await startService(oldPort);
    try {
      const url = await startEnvoy(service.address);
      await heals(url);
      const early = Array.from({ length: 10 }, () => stream(url));
      const stopTraffic = startTraffic(url);
      await startProcessor(at(newPort), newMetrics);
      const late = Array.from({ length: 10 }, () => stream(url));
      await sleep(500);
      const exited = once(old, 'exit');
      // As Kubernetes does: the Service leads elsewhere as the old one is told to end.
      service.pointTo(newPort);
      old.kill('SIGTERM');
      const after = Array.from({ length: 5 }, () => stream(url));
      const [code] = await exited;
      expect(code).toBe(0);
      for (const answer of await Promise.all([...early, ...late, ...after])) expectWholeAndGuarded(answer);
      expect((await ask(url)).status).toBe(200);
      const { benign, attack } = await stopTraffic();
      expect(others(benign, 200)).toEqual([]);
      expect(others(attack, 403)).toEqual([]);
      expect(benign.length).toBeGreaterThan(5);
    } finally {
      service.close();
    }
  });
});
