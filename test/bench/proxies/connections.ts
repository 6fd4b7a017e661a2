import { connect, type Socket } from 'node:net';
import { createReader, type Message } from './http-reader.ts';

/** @returns What is wrong with an answer, or null. */
export type Check = (answer: Message) => string | null;

export type Connections = Readonly<{
  /** Sends a whole request over a free connection, or waits for one. Never rejects; what went wrong is the result. */
  ask: (request: Buffer, check: Check) => Promise<string | null>;
  close: () => void;
}>;

/** LiteLLM's heuristics take a minute for half a KB on a busy machine. */
const TIMEOUT_MS = 180_000;

type Waiting = Readonly<{ check: Check; done: (failure: string | null) => void }>;

type Connection = Readonly<{
  send: (request: Buffer, waiting: Waiting) => void;
  close: () => void;
}>;

type Ends = Readonly<{ onFree: (connection: Connection) => void; onGone: (connection: Connection) => void }>;

const open = (host: string, port: number, { onFree, onGone }: Ends): Connection => {
  const socket: Socket = connect({ host, port, noDelay: true });
  let waiting: Waiting | null = null;
  let isGone = false;
  /** Before anything else is sent here, or the next request would get this one's result. */
  const takeWaiting = (): Waiting | null => {
    const taken = waiting;
    waiting = null;
    return taken;
  };
  const leave = (failure: string): void => {
    if (isGone) return;
    isGone = true;
    const taken = takeWaiting();
    socket.destroy();
    onGone(connection);
    taken?.done(failure);
  };
  const reader = createReader((message) => {
    if (/^HTTP\/1\.1 1\d\d /.test(message.head)) return;
    const taken = takeWaiting();
    if (taken === null) return leave('an answer that nobody asked for');
    const failure = taken.check(message);
    if (/\r\nconnection: *close/i.test(message.head)) leave('over in good order');
    else onFree(connection);
    taken.done(failure);
  });
  const connection: Connection = {
    send: (request, asked) => {
      waiting = asked;
      socket.setTimeout(TIMEOUT_MS);
      socket.write(request);
    },
    close: () => socket.destroy(),
  };
  socket.on('data', (bytes) => {
    try {
      reader.push(bytes);
    } catch (error) {
      leave(error instanceof Error ? error.message : String(error));
    }
  });
  socket.on('timeout', () => leave(`no answer within ${TIMEOUT_MS} ms`));
  socket.on('error', (error) => leave(`connection: ${error.message}`));
  socket.on('close', () => leave('connection closed'));
  return connection;
};

/** Keep-alive connections to one address: at most `most`, opened when first needed; the one used last is used first. */
export const createConnections = (host: string, port: number, most: number): Connections => {
  const free: Connection[] = [];
  const all = new Set<Connection>();
  const queue: (readonly [request: Buffer, waiting: Waiting])[] = [];
  const create = (): Connection => {
    const connection = open(host, port, { onFree: serve, onGone: forget });
    all.add(connection);
    return connection;
  };
  const serve = (connection: Connection): void => {
    const next = queue.shift();
    if (next === undefined) free.push(connection);
    else connection.send(...next);
  };
  const forget = (connection: Connection): void => {
    all.delete(connection);
    const at = free.indexOf(connection);
    if (at >= 0) free.splice(at, 1);
    if (queue.length > 0) serve(create());
  };
  return {
    ask: (request, check) =>
      new Promise((done) => {
        const connection = free.pop() ?? (all.size < most ? create() : null);
        if (connection === null) queue.push([request, { check, done }]);
        else connection.send(request, { check, done });
      }),
    close: () => {
      for (const connection of all) connection.close();
    },
  };
};
