import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { constants } from 'node:http2';
import type { Written } from '../protobuf/writer.ts';
import { type CallStream, GrpcCall, type Method } from './grpc-call.ts';
import { CONTENT_TYPE } from './grpc-methods.ts';
import { GrpcError, type GrpcStatus, percentEncoded } from './grpc-status.ts';

const RESPONSE_HEADERS = { ':status': 200, 'content-type': CONTENT_TYPE } as const;

const trailersOf = (status: GrpcStatus, message: string): OutgoingHttpHeaders => ({
  'grpc-status': status,
  ...(message === '' ? {} : { 'grpc-message': percentEncoded(message) }),
});

/** Ends a call that was never begun. */
export const refuse = (stream: ServerHttp2Stream, { status, message }: GrpcError): void => {
  stream.respond({ ...RESPONSE_HEADERS, ...trailersOf(status, message) }, { endStream: true });
  stream.close(constants.NGHTTP2_NO_ERROR);
};

/** Answers what is no gRPC. */
export const refuseHttp = (stream: ServerHttp2Stream, status: 405 | 415): void => {
  stream.respond({ ':status': status }, { endStream: true });
  stream.close(constants.NGHTTP2_NO_ERROR);
};

const toCallStream = (stream: ServerHttp2Stream): CallStream => {
  let isHeld = false;
  let isUnread = false;

  const goOn = (): void => {
    if (!isHeld && !isUnread) stream.resume();
  };

  /** Nobody reads what we send, so nothing more is read either until he does. */
  const waitForReader = (): void => {
    if (isUnread) return;
    isUnread = true;
    stream.pause();
    stream.once('drain', () => {
      isUnread = false;
      goOn();
    });
  };

  return {
    write: ({ head, rest }: Written): void => {
      if (stream.closed || stream.destroyed) return;
      if (!stream.headersSent) stream.respond(RESPONSE_HEADERS, { waitForTrailers: true });
      if (rest === null) stream.write(head);
      else {
        stream.cork();
        stream.write(head);
        stream.write(rest);
        stream.uncork();
      }
      if (stream.writableNeedDrain) waitForReader();
    },
    finish: (status, message) => {
      if (stream.closed || stream.destroyed) return;
      if (!stream.headersSent) {
        refuse(stream, new GrpcError(status, message));
        return;
      }
      stream.once('wantTrailers', () => {
        stream.sendTrailers(trailersOf(status, message));
        // What the peer has still to say is nothing to us. In its own turn, or the reset would overtake the trailers.
        setImmediate(() => stream.close(constants.NGHTTP2_NO_ERROR));
      });
      stream.end();
    },
    pause: () => {
      isHeld = true;
      stream.pause();
    },
    resume: () => {
      isHeld = false;
      goOn();
    },
  };
};

/**
 * Begins a call.
 *
 * @throws What the method's `open` throws; the stream is as it was then.
 */
export const openCall = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, method: Method): void => {
  const call = new GrpcCall(toCallStream(stream), method, (key) => [headers[key] ?? []].flat());
  stream.on('data', (chunk: Buffer) => call.take(chunk));
  stream.on('end', () => {
    if (!stream.closed) call.end();
  });
  stream.on('close', () => call.close());
};
