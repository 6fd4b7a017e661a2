import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type Connections, createConnections } from '../../bench/proxies/connections.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const REQUEST = Buffer.from('GET / HTTP/1.1\r\n\r\n');

let server: Server;
let connections: Connections;
let opened = 0;

const serving = async (answer: (socket: Socket) => void, most: number): Promise<void> => {
  opened = 0;
  server = createServer((socket) => {
    opened += 1;
    socket.on('data', () => answer(socket));
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  connections = createConnections('127.0.0.1', port, most);
};
afterEach(() => {
  connections.close();
  server.close();
});

const ask = (): Promise<string | null> =>
  connections.ask(REQUEST, ({ body }) => (body.toString() === 'ok' ? null : 'another body'));

it('uses a connection again', async () => {
  await serving((socket) => socket.write(OK), 4);
  expect([await ask(), await ask(), await ask()]).toEqual([null, null, null]);
  expect(opened).toBe(1);
});

it('lets requests wait where there are enough connections, and gives each its own answer', async () => {
  await serving((socket) => setTimeout(() => socket.write(OK), 5), 2);
  expect(await Promise.all(Array.from({ length: 9 }, ask))).toEqual(Array.from({ length: 9 }, () => null));
  expect(opened).toBe(2);
});

it('opens another one where the server said that it closes it, and calls that no failure', async () => {
  await serving((socket) => socket.end(OK.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')), 1);
  expect(await Promise.all([ask(), ask()])).toEqual([null, null]);
  expect(opened).toBe(2);
});

it.each([
  {
    name: 'what the check finds',
    answer: 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nno!',
    said: 'another body',
  },
  { name: 'an answer that is no HTTP', answer: 'HTTP/1.1 200 OK\r\n\r\n', said: 'how long' },
  { name: 'a connection that is closed', answer: null, said: 'connection closed' },
])('tells $name, and goes on', async ({ answer, said }) => {
  let turn = 0;
  await serving((socket) => {
    turn += 1;
    if (turn > 1) socket.write(OK);
    else if (answer === null) socket.destroy();
    else socket.write(answer);
  }, 1);
  expect(await ask()).toContain(said);
  expect(await ask()).toBeNull();
});

it('tells that nobody is there', async () => {
  await serving(() => undefined, 1);
  server.close();
  await once(server, 'close');
  expect(await ask()).toContain('ECONNREFUSED');
});
