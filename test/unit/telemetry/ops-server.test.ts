import { existsSync, linkSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import {
  type OpsAddress,
  type OpsDeps,
  type OpsServer,
  startOpsServer,
} from '../../../src/telemetry/ops-server.ts';

let server: OpsServer | undefined;
const folder = mkdtempSync(join(tmpdir(), 'portcullis-ops-'));
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const state = { live: true, reasons: ['starting'], overloaded: false, fails: false };
const start = async (address: OpsAddress = { host: '127.0.0.1', port: 0 }): Promise<string> => {
  Object.assign(state, { live: true, reasons: ['starting'], overloaded: false, fails: false });
  server = await startOpsServer(
    { address },
    {
      metrics: {
        render: async () => {
          if (state.fails) throw new Error('secret detail');
          return { contentType: 'text/plain; version=0.0.4; charset=utf-8', text: 'portcullis_up 1\n' };
        },
      },
      isLive: () => state.live,
      isReady: () => ({
        ready: state.reasons.length === 0,
        reasons: state.reasons,
        overloaded: state.overloaded,
      }),
    },
  );
  return server.url;
};

it('goes on where the system has nothing left for one more connection', async () => {
  const listen = vi.spyOn(Server.prototype, 'listen');
  onTestFinished(() => listen.mockRestore());
  const url = await start();
  // As Node tells of an `accept` that failed.
  const [served] = listen.mock.contexts.filter((each) => each instanceof Server);
  expect(served).toBeDefined();
  for (let times = 0; times < 2; times += 1)
    served?.emit('error', Object.assign(new Error('accept ENFILE'), { code: 'ENFILE' }));
  expect((await fetch(`${url}/livez`)).status).toBe(200);
});

it('serves the metrics in Prometheus’ type', async () => {
  const response = await fetch(`${await start()}/metrics?x=1`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(await response.text()).toBe('portcullis_up 1\n');
});

it('is not ready for a reason, then ready', async () => {
  const url = await start();
  const before = await fetch(`${url}/readyz`);
  expect([before.status, await before.json()]).toEqual([
    503,
    { ready: false, reasons: ['starting'], overloaded: false },
  ]);
  state.reasons = [];
  const after = await fetch(`${url}/readyz`);
  expect([after.status, await after.json()]).toEqual([200, { ready: true, reasons: [], overloaded: false }]);
  state.overloaded = true;
  const busy = await fetch(`${url}/readyz`);
  expect([busy.status, await busy.json()], 'the others would get its load').toEqual([
    200,
    { ready: true, reasons: [], overloaded: true },
  ]);
});

it('is live until it is not', async () => {
  const url = await start();
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  state.live = false;
  expect((await fetch(`${url}/livez`)).status).toBe(503);
});

it.each([
  { method: 'GET', path: '/nothing', status: 404, code: 'unknown_path' },
  { method: 'POST', path: '/metrics', status: 405, code: 'method_not_allowed' },
])('refuses $method $path', async ({ method, path, status, code }) => {
  const response = await fetch(`${await start()}${path}`, { method });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: { code } });
});

it('answers HEAD without a body', async () => {
  const response = await fetch(`${await start()}/livez`, { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
});

it('keeps the reason of a failure to itself', async () => {
  const url = await start();
  state.fails = true;
  const response = await fetch(`${url}/metrics`);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('secret detail');
});

const statusOver = (socketPath: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ socketPath, path: '/livez' }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });

it('listens on a socket file, in place of one that a killed process left, and removes it', async () => {
  const path = join(folder, 'ops.sock');
  // A server that is closed removes its file; under another name it stays, as after a kill.
  const dead = createServer().listen(path);
  await new Promise((resolve) => dead.once('listening', resolve));
  linkSync(path, `${path}.2`);
  await new Promise((resolve) => dead.close(resolve));
  expect(existsSync(`${path}.2`)).toBe(true);
  expect(await start({ path: `${path}.2` })).toBe(`unix:${path}.2`);
  expect(await statusOver(`${path}.2`)).toBe(200);
});

const idle: OpsDeps = {
  metrics: { render: () => Promise.resolve({ contentType: '', text: '' }) },
  isLive: () => true,
  isReady: () => ({ ready: true, reasons: [], overloaded: false }),
};

it('leaves alone a socket file that somebody serves, and a file that is no socket', async () => {
  const path = join(folder, 'served.sock');
  await start({ path });
  await expect(startOpsServer({ address: { path } }, idle)).rejects.toThrow('EADDRINUSE');
  expect(await statusOver(path)).toBe(200);

  const plain = join(folder, 'plain');
  writeFileSync(plain, 'precious');
  await expect(startOpsServer({ address: { path: plain } }, idle)).rejects.toThrow('EADDRINUSE');
  expect(readFileSync(plain, 'utf8')).toBe('precious');
});

const HOST = 'Host: a\r\n';

it.each([
  ['no HTTP', 'hello\r\n\r\n', 400, 'malformed_request'],
  [
    'two lengths',
    `GET / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    400,
    'malformed_request',
  ],
  ['no host', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
  [
    'two hosts',
    `GET /livez HTTP/1.1\r\n${HOST}Host: b\r\nConnection: close\r\n\r\n`,
    400,
    'malformed_request',
  ],
  ['too long', `GET / HTTP/1.1\r\n${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['an expectation', `GET / HTTP/1.1\r\n${HOST}Expect: more\r\n\r\n`, 417, 'expectation_failed'],
])('answers in JSON what is no request: %s', async (_name, bytes, status, code) => {
  const { hostname, port } = new URL(await start());
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head.toLowerCase()).toContain('content-type: application/json');
  expect(JSON.parse(body)).toMatchObject({ error: { type: 'invalid_request_error', code } });
});
