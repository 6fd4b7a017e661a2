import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiFailure, toErrorResponse } from './failure.ts';

/** Bytes of a request's address and headers together; what is asked for by a query must fit in. */
export const MAX_HEADER_BYTES = 16_384;

/** For what the other end still sends, which nobody reads. */
const LINGER_MS = 1000;

const failureFor = (code: unknown): ApiFailure => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiFailure(
        'invalid_request_error',
        'headers_too_large',
        `Address and headers together may have ${MAX_HEADER_BYTES} bytes; ask for less at once.`,
        { status: 431 },
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiFailure(
        'invalid_request_error',
        'request_timeout',
        'The request took too long to come.',
        {
          status: 408,
        },
      );
    default:
      return new ApiFailure('invalid_request_error', 'malformed_request', 'This is no HTTP request.', {
        status: 400,
      });
  }
};

/** What Node would answer by itself with a bare status line: no request reaches the API, and its errors keep their shape. */
export const answerUnreadable = async (error: Error & { code?: unknown }, socket: Duplex): Promise<void> => {
  // Answered; the rest of what cannot be read is complained of piece by piece.
  if (socket.writableEnded) return;
  // An answer that is on its way already must not get another one into its middle.
  const isAnswering = Object(Object(Reflect.get(socket, '_httpMessage'))).headersSent === true;
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  const response = toErrorResponse(failureFor(error.code));
  const body = Buffer.from(await response.arrayBuffer());
  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`,
    'content-type: application/json',
    `content-length: ${body.byteLength}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body.toString('utf8')}`);
  // To close while bytes still come in would reset the connection, and the answer be lost on its way.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};
