import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHealth } from '../../../src/envoy/health.ts';
import { createMutualTls, type ReloadedCredentials } from '../../../src/envoy/server-credentials.ts';
import { createGrpcJsTransport } from '../../../src/envoy/transport/grpc-js.ts';
import { createHttp2Transport } from '../../../src/envoy/transport/http2.ts';
import { createNetTransport } from '../../../src/envoy/transport/net/server.ts';
import type { Transport } from '../../../src/envoy/transport/transport.ts';

const TLS = new URL('../../fixtures/tls/processor/', import.meta.url).pathname;

let folder = '';
let files = { certFile: '', keyFile: '', clientCaFile: '' };
let server: Transport | null = null;
let tls: ReloadedCredentials | null = null;
let errors: string[] = [];

const put = async (from: string, to: string): Promise<void> => {
  await copyFile(`${TLS}${from}`, join(folder, 'draft'));
  await rename(join(folder, 'draft'), join(folder, to));
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-credentials-'));
  files = {
    certFile: join(folder, 'tls.crt'),
    keyFile: join(folder, 'tls.key'),
    clientCaFile: join(folder, 'ca.crt'),
  };
  errors = [];
  await put('server.pem', 'tls.crt');
  await put('server.key', 'tls.key');
  await put('ca.pem', 'ca.crt');
});

afterEach(async () => {
  tls?.close();
  await server?.stop(0);
  server = null;
  tls = null;
  await rm(folder, { recursive: true, force: true });
});

let crowded: string[] = [];

const start = (create = createHttp2Transport, maxConnections = 100): Promise<number> => {
  crowded = [];
  tls = createMutualTls(files, { onError: (error) => errors.push(String(error)), rereadMs: 20 });
  server = create(
    { address: '127.0.0.1:0', maxMessageBytes: 1024, maxConnections, tls },
    {
      open: () => {
        throw new Error('nobody calls');
      },
      health: createHealth(() => true),
      onCrowded: (ended) => crowded.push(ended),
      onError: (error) => {
        throw error;
      },
    },
  );
  return server.start();
};

/** The processor's certificate, once it has taken ours; null where the connection was refused. */
const shake = (port: number, client: string | null, options: object = {}): Promise<PeerCertificate | null> =>
  new Promise((resolve) => {
    const socket: TLSSocket = connect({
      host: '127.0.0.1',
      port,
      servername: 'portcullis.test',
      ca: readFileSync(`${TLS}ca.pem`),
      ...(client === null
        ? {}
        : { cert: readFileSync(`${TLS}${client}.pem`), key: readFileSync(`${TLS}${client}.key`) }),
      ALPNProtocols: ['h2'],
      ...options,
    });
    const end = (result: PeerCertificate | null): void => {
      socket.destroy();
      resolve(result);
    };
    socket.once('error', () => end(null));
    socket.once('close', () => end(null));
    // With TLS 1.3 a refusal comes after the handshake; HTTP/2's first frame comes only to those who are let in.
    socket.once('data', () => end(socket.getPeerCertificate()));
  });

const serialOf = (name: string): string => {
  const pem = readFileSync(`${TLS}${name}.pem`, 'utf8');
  return pem.replace(/-----[^-]+-----|\s/g, '');
};

const shownTo = async (port: number, client: string | null, options: object = {}): Promise<string | null> => {
  const certificate = await shake(port, client, options);
  return certificate === null ? null : certificate.raw.toString('base64');
};

const soon = (look: () => unknown): Promise<unknown> => vi.waitFor(look, { timeout: 20_000, interval: 20 });

describe.each([
  ['net', createNetTransport],
  ['http2', createHttp2Transport],
  ['grpc-js', createGrpcJsTransport],
] as const)('a processor with certificates over %s', (_name, create) => {
  it('answers those who have a certificate of its CA, and nobody else', async () => {
    const port = await start(create);
    expect(await shownTo(port, 'client')).toBe(serialOf('server'));
    expect(await shownTo(port, null)).toBeNull();
    expect(await shownTo(port, 'stranger')).toBeNull();
    expect(await shownTo(port, 'client', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).toBeNull();
  });

  it('takes up rotated files once they fit together', async () => {
    const port = await start(create);
    await put('server-2.pem', 'tls.crt');
    // The key is still the old one's.
    await soon(() => expect(errors).toHaveLength(1));
    await sleep(100);
    expect(await shownTo(port, 'client')).toBe(serialOf('server'));
    await put('server-2.key', 'tls.key');
    await soon(async () => expect(await shownTo(port, 'client')).toBe(serialOf('server-2')));
    expect(errors).toHaveLength(1);
  });

  it('asks for certificates of the new CA where that is rotated', async () => {
    const port = await start(create);
    await put('other-ca.pem', 'ca.crt');
    await soon(async () => expect(await shownTo(port, 'client')).toBeNull());
    expect(await shownTo(port, 'stranger')).toBe(serialOf('server'));
  });
});

describe('a processor with certificates', () => {
  it('lets nobody keep others out who shows none', async () => {
    const port = await start(createNetTransport, 2);
    const silent = await Promise.all(
      [1, 2].map(async () => {
        const socket = connectTcp(port, '127.0.0.1');
        await once(socket, 'connect');
        return socket;
      }),
    );
    await sleep(50);
    expect(await shownTo(port, 'client')).toBe(serialOf('server'));
    expect(crowded).toEqual(['idle']);
    for (const socket of silent) socket.destroy();
  });

  it.each([
    ['a file that is not there', async () => rm(join(folder, 'tls.key')), /ENOENT/],
    ['the key of another certificate', async () => put('client.key', 'tls.key'), /mismatch/i],
    ['a CA file without certificates', async () => writeFile(join(folder, 'ca.crt'), ''), /no certificate/],
    ['a certificate that is none', async () => writeFile(join(folder, 'tls.crt'), 'x'), /extProc\.tls/],
  ] as const)('does not begin with %s', async (_name, spoil, message) => {
    await spoil();
    expect(() => createMutualTls(files, { onError: () => undefined })).toThrow(message);
  });
});
