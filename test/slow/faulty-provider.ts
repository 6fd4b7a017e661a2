import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Writes to a caller who waits for its answer, until the socket ends. Must bear that it ends at any time. */
type Misbehave = (socket: Socket) => void;

const CRLF = '\r\n';
const head = (status: string, ...headers: readonly string[]): string =>
  [`HTTP/1.1 ${status}`, ...headers, '', ''].join(CRLF);
const JSON_TYPE = 'content-type: application/json';
const STREAM_TYPE = 'content-type: text/event-stream';
const CHUNKED = 'transfer-encoding: chunked';

const completion = (content: string): string =>
  JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] });
const delta = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}${CRLF}${text}${CRLF}`;

/** Everything at once, then the end of the connection. */
const say =
  (...parts: readonly (string | Buffer)[]): Misbehave =>
  (socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };

/** Everything at once, then a reset. */
const sayAndReset =
  (text: string): Misbehave =>
  (socket) => {
    socket.write(text, () => socket.resetAndDestroy());
  };

/** Everything at once, then silence. */
const sayAndStall =
  (text: string): Misbehave =>
  (socket) => {
    socket.write(text);
  };

/** This, then that over and over until nobody reads any more. */
const sayForEver =
  (text: string, piece: string, afterMs = 0): Misbehave =>
  (socket) => {
    socket.write(text);
    const pour = (): void => {
      while (!socket.destroyed && socket.write(piece)) {
        // Until the wire is full.
      }
    };
    socket.on('drain', pour);
    setTimeout(pour, afterMs);
  };

/** What comes before the gateway has said that it wants a stream has to fit Envoy's buffer. */
const STREAM_BEGINS_MS = 500;

const withLength = (length: number, body: string | Buffer): Misbehave =>
  say(head('200 OK', JSON_TYPE, `content-length: ${length}`), body);

const coded = (coding: string, body: Buffer): Misbehave =>
  say(head('200 OK', JSON_TYPE, `content-encoding: ${coding}`, `content-length: ${body.length}`), body);

const ANSWER = completion('All is well.');
const ZIPPED = gzipSync(ANSWER);
const HUGE = 16 * 1024 * 1024;

export const FAULTS = {
  'nothing, then the end': say(''),
  'a reset before its answer': (socket) => socket.resetAndDestroy(),
  'a reset within its headers': sayAndReset('HTTP/1.1 200 OK\r\ncontent-ty'),
  'a reset within its body': sayAndReset(`${head('200 OK', JSON_TYPE, 'content-length: 100')}{"choices":`),
  'a reset within its stream': sayAndReset(
    head('200 OK', STREAM_TYPE, CHUNKED) + chunk(delta('All is ')) + chunk(delta('well ')),
  ),
  'silence before its answer': sayAndStall(''),
  'silence within its headers': sayAndStall('HTTP/1.1 200 OK\r\ncontent-ty'),
  'silence within its body': sayAndStall(`${head('200 OK', JSON_TYPE, 'content-length: 100')}{"choices":`),
  'silence within its stream': sayAndStall(
    head('200 OK', STREAM_TYPE, CHUNKED) + chunk(delta('All is well. ')),
  ),
  'what is no HTTP': say('\u0000\u0001SSH-2.0-OpenSSH_9.9\r\n'),
  'HTTP/0.9': say(ANSWER),
  'a header with a zero in it': say(head('200 OK', JSON_TYPE, 'x: a\u0000b'), ANSWER),
  'two lengths that differ': say(head('200 OK', JSON_TYPE, 'content-length: 3', 'content-length: 4'), ANSWER),
  'a length and chunks': say(
    head('200 OK', JSON_TYPE, 'content-length: 3', CHUNKED),
    chunk(ANSWER),
    `0${CRLF}${CRLF}`,
  ),
  'a length that is too small': withLength(ANSWER.length - 5, ANSWER),
  'a length that is too large': withLength(ANSWER.length + 5, ANSWER),
  'a chunk that is none': say(head('200 OK', JSON_TYPE, CHUNKED), `zz${CRLF}${ANSWER}${CRLF}`),
  'a huge header': say(head('200 OK', JSON_TYPE, `x-huge: ${'a'.repeat(1024 * 1024)}`), ANSWER),
  'ten thousand headers': say(
    head('200 OK', JSON_TYPE, ...Array.from({ length: 10_000 }, (_, index) => `x-${index}: y`)),
    ANSWER,
  ),
  'headers without end': sayForEver(`HTTP/1.1 200 OK${CRLF}`, `x: y${CRLF}`.repeat(100)),
  'interim answers without end': sayForEver('', head('103 Early Hints', 'link: </a>').repeat(100)),
  'JSON that is none': withLength(5, '{"a":'),
  'text that is no UTF-8': withLength(6, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
  'JSON that is no UTF-8': withLength(9, Buffer.from('{"a":"\xff"}', 'latin1')),
  'no gzip where it says so': coded('gzip', Buffer.from(ANSWER)),
  'gzip that breaks off': coded('gzip', ZIPPED.subarray(0, ZIPPED.length - 9)),
  'gzip with rubbish behind it': coded('gzip', Buffer.concat([ZIPPED, Buffer.from('rubbish')])),
  'gzip that swells': coded('gzip', gzipSync(Buffer.alloc(HUGE, 32))),
  'a coding that nobody knows': coded('snappy', Buffer.from(ANSWER)),
  'a body without end': sayForEver(
    head('200 OK', JSON_TYPE, CHUNKED),
    chunk(`{"choices":[${'"aaaaaaaa",'.repeat(1000)}`),
  ),
  'events that are none': say(
    head('200 OK', STREAM_TYPE, CHUNKED),
    chunk('data: {"choices":[{"delta":{"content":"All'),
    chunk('\n\ndata: \u0000\u0001\n\nnonsense: 1\n\n: \n\ndata: [DONE]\n\n'),
    `0${CRLF}${CRLF}`,
  ),
  'an event without end': sayForEver(
    head('200 OK', STREAM_TYPE, CHUNKED) + chunk('data: '),
    chunk('a'.repeat(65_536)),
    STREAM_BEGINS_MS,
  ),
  'events without end': sayForEver(
    head('200 OK', STREAM_TYPE, CHUNKED) + chunk(delta('All ')),
    chunk(delta('is well. ').repeat(100)),
    STREAM_BEGINS_MS,
  ),
  'a stream without [DONE]': say(
    head('200 OK', STREAM_TYPE, CHUNKED),
    chunk(delta('All is well.')),
    `0${CRLF}${CRLF}`,
  ),
} as const satisfies Readonly<Record<string, Misbehave>>;
export type Fault = keyof typeof FAULTS;

export const FAULT_HEADER = 'x-fault';

const isFault = (name: string): name is Fault => Object.hasOwn(FAULTS, name);

/** The request's head and its whole body, which Envoy sends with a length. */
const readRequest = (socket: Socket, onRequest: (head: string) => void): void => {
  let bytes = Buffer.alloc(0);
  let isRead = false;
  socket.on('data', (more: Buffer) => {
    if (isRead) return;
    bytes = Buffer.concat([bytes, more]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end === -1) return;
    const text = bytes.subarray(0, end).toString('latin1');
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (bytes.length < end + 4 + length) return;
    isRead = true;
    onRequest(text);
  });
};

/**
 * A provider that does what the header `x-fault` names in place of an answer, and answers well without one. It speaks raw
 * TCP, since no HTTP library lets one be as wrong as this.
 */
export const startFaultyProvider = async () => {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    readRequest(socket, (text) => {
      requests += 1;
      const name = /\r\nx-fault: ([^\r]*)/i.exec(text)?.[1] ?? '';
      if (isFault(name)) FAULTS[name](socket);
      else withLength(ANSWER.length, ANSWER)(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    requests: (): number => requests,
    /** Connections on which it still talks or waits. */
    open: (): number => sockets.size,
    close: (): void => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
