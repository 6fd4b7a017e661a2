import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { envoyBootstrapYaml } from '../../src/envoy/configuration/bootstrap.ts';
import { parseUpstream } from '../../src/envoy/configuration/upstream.ts';
import { writeWhole } from '../../src/platform/whole-file.ts';
import { freePort } from '../free-port.ts';
import { runEnvoy } from './envoy-runner.ts';

const MIB = 1024 ** 2;
const LIMIT_BYTES = 128 * MIB;
const BODY = Buffer.alloc(8 * MIB - 1000, 'a');
const CALLERS = 40;

/** A provider that takes connections and never reads. */
const sockets: Socket[] = [];
const deaf = createServer({ pauseOnConnect: true }, (socket) => {
  sockets.push(socket.on('error', () => undefined));
});
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-envoy-memory-'));
  await once(deaf.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  deaf.close();
  await rm(folder, { recursive: true, force: true });
});

const statsOf = async (admin: number): Promise<Readonly<Record<string, number>>> => {
  const text = await (await fetch(`http://127.0.0.1:${admin}/stats`)).text();
  return Object.fromEntries(
    text.split('\n').map((line) => {
      const [name = '', value] = line.split(': ');
      return [name, Number(value)];
    }),
  );
};

const SIZE = `content-length: ${BODY.length + 1}`;

/** As fast as a network brings them: Envoy looks at its memory four times a second, and what comes between two looks it takes. */
const PIECES = 40;
const PIECE = BODY.subarray(0, Math.floor(BODY.length / PIECES));
const PIECE_MS = 125;

const inPieces = (write: () => void): (() => void) => {
  let sent = 0;
  const timer = setInterval(() => {
    write();
    sent += 1;
    if (sent === PIECES) clearInterval(timer);
  }, PIECE_MS);
  return () => clearInterval(timer);
};

/** Nearly a whole body each. @returns What ends the callers. */
const UPLOADS = {
  'HTTP/2': (port: number): (() => void) => {
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    session.on('error', () => undefined);
    const streams = Array.from({ length: CALLERS }, () =>
      session.request({ ':method': 'POST', ':path': '/v1/chat/completions' }).on('error', () => undefined),
    );
    const stop = inPieces(() => {
      for (const stream of streams) if (!stream.destroyed) stream.write(PIECE);
    });
    return () => {
      stop();
      session.destroy();
    };
  },
  'HTTP/1.1': (port: number): (() => void) => {
    const callers = Array.from({ length: CALLERS }, () => {
      const caller = connect(port, '127.0.0.1').on('error', () => undefined);
      caller.write(`POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\n${SIZE}\r\n\r\n`);
      return caller;
    });
    const stop = inPieces(() => {
      for (const caller of callers) if (!caller.destroyed) caller.write(PIECE);
    });
    return () => {
      stop();
      for (const caller of callers) caller.destroy();
    };
  },
} as const;

/** What an Envoy has, and says, while callers send bodies that nobody takes off it. */
const underUploads = async (protocol: keyof typeof UPLOADS, maxMemoryBytes?: number) => {
  const [listen, admin, status] = [await freePort(), await freePort(), await freePort()];
  const file = join(folder, `${listen}.yaml`);
  const address = (port: number) => ({ kind: 'tcp', host: '127.0.0.1', port }) as const;
  const yaml = envoyBootstrapYaml({
    listen: address(listen),
    admin: address(admin),
    status: address(status),
    extProc: null,
    upstream: parseUpstream(`http://127.0.0.1:${(deaf.address() as AddressInfo).port}`, false),
    caFile: '',
    maxBodyBytes: 8 * MIB,
    ...(maxMemoryBytes === undefined ? {} : { maxMemoryBytes }),
    messageTimeoutMs: 5000,
    idleTimeoutMs: 300_000,
  });
  writeWhole(file, yaml, 0o600);
  const envoy = await runEnvoy(file);
  try {
    while ((await fetch(`http://127.0.0.1:${admin}/ready`).catch(() => null))?.ok !== true) await sleep(100);
    const end = UPLOADS[protocol](listen);
    let mostBytes = 0;
    let resets = 0;
    for (let turn = 0; turn < 60; turn += 1) {
      await sleep(100);
      const stats = await statsOf(admin);
      mostBytes = Math.max(mostBytes, stats['server.memory_allocated'] ?? 0);
      resets = stats['envoy.overload_actions.reset_high_memory_stream.count'] ?? 0;
    }
    const [caller, scraper] = await Promise.all([
      fetch(`http://127.0.0.1:${listen}/other`),
      fetch(`http://127.0.0.1:${status}/stats/prometheus`),
    ]);
    await scraper.body?.cancel();
    end();
    return { mostBytes, resets, caller: caller.status, said: await caller.text(), scraper: scraper.status };
  } finally {
    await envoy.stop();
  }
};

describe('bodies that nobody takes off Envoy', () => {
  it('are given up before its memory is', async () => {
    const { mostBytes, resets } = await underUploads('HTTP/2', LIMIT_BYTES);
    expect(resets).toBeGreaterThan(0);
    expect(mostBytes).toBeLessThan(LIMIT_BYTES);
  });

  it('of HTTP/1.1, which are not given up, let nobody else in but scrapers and probes', async () => {
    const { caller, said, scraper } = await underUploads('HTTP/1.1', LIMIT_BYTES);
    expect([caller, scraper]).toEqual([503, 200]);
    expect(JSON.parse(said).error).toMatchObject({ type: 'gateway_error' });
  });

  it('would else be more than that', async () => {
    const { mostBytes, resets, caller } = await underUploads('HTTP/2');
    expect(mostBytes).toBeGreaterThan(LIMIT_BYTES);
    expect([resets, caller]).toEqual([0, 404]);
  });
});
