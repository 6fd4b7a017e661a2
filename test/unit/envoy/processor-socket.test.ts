import {
  existsSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHealth } from '../../../src/envoy/health.ts';
import { listenAtSocket } from '../../../src/envoy/processor-socket.ts';
import { createGrpcJsTransport } from '../../../src/envoy/transport/grpc-js.ts';
import { createHttp2Transport } from '../../../src/envoy/transport/http2.ts';
import { createNetTransport } from '../../../src/envoy/transport/net/server.ts';

/** Long enough for whoever answers; who says nothing is waited for as long. */
const ANSWER_MS = 10_000;
const SILENCE_MS = 500;

let folder = '';
let path = '';
let undo: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-socket-'));
  path = join(folder, 'ext-proc.sock');
  undo = [];
});
afterEach(async () => {
  for (const each of undo) await each();
  rmSync(folder, { recursive: true, force: true });
});

const listenNet = async (at: string, server = createServer()): Promise<NetServer> => {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, resolve));
  undo.push(() => new Promise((resolve) => server.close(resolve)));
  return server;
};

/** A socket of the name that nobody serves: a server removes its file when it closes, but not under another name. */
const leaveBehind = async (): Promise<void> => {
  const dead = createServer();
  await new Promise<void>((resolve) => dead.listen(`${path}.dead`, resolve));
  linkSync(`${path}.dead`, path);
  await new Promise((resolve) => dead.close(resolve));
  expect(existsSync(path)).toBe(true);
};

const take = (answerMs = ANSWER_MS): Promise<void> =>
  listenAtSocket(path, (draft) => listenNet(draft), answerMs);

const whatIsThere = (): string => readdirSync(folder).join(' ');

it('listens where nothing is, for user and group alone', async () => {
  await take();
  expect(lstatSync(path).mode & 0o777).toBe(0o660);
  expect(whatIsThere()).toBe('ext-proc.sock');
});

it('takes the place of a socket that a killed process left behind', async () => {
  await leaveBehind();
  const { ino } = lstatSync(path);
  await take();
  expect(lstatSync(path).ino).not.toBe(ino);
  expect(whatIsThere()).toBe('ext-proc.sock');
});

describe.each([
  ['net', createNetTransport],
  ['http2', createHttp2Transport],
  ['grpc-js', createGrpcJsTransport],
] as const)('a processor on %s', (_name, create) => {
  it.each([
    { name: 'serves', isReady: true },
    { name: 'drains', isReady: false },
  ])('gives its place to another one while it $name', async ({ isReady }) => {
    const other = create(
      { address: `unix:${path}`, maxMessageBytes: 1024, maxConnections: 100, tls: null },
      {
        open: () => {
          throw new Error('nobody calls');
        },
        health: createHealth(() => isReady),
        onCrowded: () => undefined,
        onError: (error) => {
          throw error;
        },
      },
    );
    undo.push(() => other.stop(0));
    await other.start();
    const { ino } = lstatSync(path);
    await take();
    expect(lstatSync(path).ino).not.toBe(ino);
  });
});

it.each([
  { name: 'who says nothing, as a process that hangs', greet: null },
  { name: 'who speaks another language', greet: 'HTTP/1.1 400 Bad Request\r\n\r\n' },
])('leaves alone somebody $name', async ({ greet }) => {
  const other = createServer((socket) => {
    socket.on('error', () => undefined);
    if (greet !== null) socket.end(greet);
    undo.unshift(() => socket.destroy());
  });
  await listenNet(path, other);
  const { ino } = lstatSync(path);
  await expect(take(SILENCE_MS)).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    param: 'extProc.address',
    message: expect.stringContaining(`unix:${path}: something else listens there`),
  });
  expect(lstatSync(path).ino).toBe(ino);
  expect(whatIsThere()).toBe('ext-proc.sock');
});

it('leaves alone a file that is no socket', async () => {
  writeFileSync(path, 'precious');
  await expect(take()).rejects.toThrow('it is no socket');
  expect(readFileSync(path, 'utf8')).toBe('precious');
});
