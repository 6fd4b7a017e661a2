import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from './http.ts';

/** For what the other end still sends, which nobody reads. */
const LINGER_MS = 1000;

type Refusal = Readonly<{ status: number; code: string; message: string }>;

const NO_REQUEST: Refusal = { status: 400, code: 'malformed_request', message: 'This is no HTTP request.' };

export const NO_HOST: Refusal = {
  status: 400,
  code: 'malformed_request',
  message: 'The request names no host or address that can be read.',
};

const MANY_HOSTS: Refusal = {
  status: 400,
  code: 'malformed_request',
  message: 'The request names more than one host.',
};

const refusalFor = (code: unknown): Refusal => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        code: 'headers_too_large',
        message: 'Address and headers together are longer than is read here; ask for less at once.',
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, code: 'request_timeout', message: 'The request took too long to come.' };
    default:
      return NO_REQUEST;
  }
};

const bodyOf = ({ code, message }: Refusal): string =>
  JSON.stringify({ error: { type: 'invalid_request_error', code, message, param: null } });

const headersOf = (body: string) => ({
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(body),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
});

const answerUnreadable = (error: Error & { code?: unknown }, socket: Duplex): void => {
  // Answered; the rest of what cannot be read is complained of piece by piece.
  if (socket.writableEnded) return;
  // An answer that is on its way already must not get another one into its middle.
  const isAnswering = Object(Object(Reflect.get(socket, '_httpMessage'))).headersSent === true;
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  const refusal = refusalFor(error.code);
  const body = bodyOf(refusal);
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    ...Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // To close while bytes still come in would reset the connection, and the answer be lost on its way.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};

const refuse = (response: ServerResponse, refusal: Refusal): void => {
  const body = bodyOf(refusal);
  // Whether a body comes that was to wait for this nobody knows.
  response.writeHead(refusal.status, { ...headersOf(body), connection: 'close' }).end(body);
};

/** What stands in front of us may have gone by another one of them than we would. @returns Whether it was refused. */
export const refusesManyHosts = (request: IncomingMessage, response: ServerResponse): boolean => {
  const isRefused = (request.headersDistinct['host']?.length ?? 0) > 1;
  if (isRefused) refuse(response, MANY_HOSTS);
  return isRefused;
};

export const toRefusal = (refusal: Refusal): Response =>
  new Response(bodyOf(refusal), { status: refusal.status, headers: { 'content-type': 'application/json' } });

/**
 * What Node would answer by itself with a bare status line has the shape of all other errors. A request without a host reaches the handler
 * where the server was made with `requireHostHeader: false`.
 */
export const answerUnreadableInJson = (server: Server): void => {
  server.on('clientError', answerUnreadable);
  server.on('checkExpectation', (_request, response: ServerResponse) =>
    refuse(response, {
      status: 417,
      code: 'expectation_failed',
      message: 'Nothing but 100-continue may be expected.',
    }),
  );
};
