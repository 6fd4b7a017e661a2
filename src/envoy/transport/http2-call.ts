import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { constants } from 'node:http2';
import type { Written } from '../protobuf/writer.ts';
import { GRPC_STATUS, GrpcError, type GrpcStatus, percentEncoded, timeoutOf } from './grpc-status.ts';
import { createMessageReader } from './message-reader.ts';

const CONTENT_TYPE = 'application/grpc';
const RESPONSE_HEADERS = { ':status': 200, 'content-type': CONTENT_TYPE } as const;

/** A gRPC call on its HTTP/2 stream: messages as bytes, and the status. */
export type Http2Call = Readonly<{
  /** Dropped where the call has ended already. */
  write: (message: Written) => void;
  finish: (status: GrpcStatus, message?: string) => void;
  /** Reads nothing more before `resume`. */
  pause: () => void;
  resume: () => void;
}>;

export type Http2CallListener = Readonly<{
  /** Whatever it throws ends the call. @throws GrpcError with the status to end it with; anything else is INTERNAL. */
  onMessage: (bytes: Buffer) => void;
  onBroken?: (error: unknown) => void;
  onEnd: () => void;
  /** Nobody waits any more. May come twice. */
  onClosed: () => void;
}>;

const trailersOf = (status: GrpcStatus, message: string): OutgoingHttpHeaders => ({
  'grpc-status': status,
  ...(message === '' ? {} : { 'grpc-message': percentEncoded(message) }),
});

const toGrpcError = (error: unknown): GrpcError =>
  error instanceof GrpcError
    ? error
    : // Whatever broke, it is not for the peer to know.
      new GrpcError(GRPC_STATUS.INTERNAL, 'portcullis: protocol violation');

/** Ends a call that was never begun. */
export const refuse = (stream: ServerHttp2Stream, { status, message }: GrpcError): void => {
  stream.respond({ ...RESPONSE_HEADERS, ...trailersOf(status, message) }, { endStream: true });
  stream.close(constants.NGHTTP2_NO_ERROR);
};

/** @returns Whether the stream asks by gRPC; it has its answer where it does not. */
export const isGrpc = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): boolean => {
  const type = headers['content-type'] ?? '';
  // "+proto" is what we speak; parameters say nothing to us.
  const isOurs = type === CONTENT_TYPE || /^application\/grpc(?:\+proto)?(?:;|$)/.test(type);
  const status = headers[':method'] === 'POST' ? (isOurs ? 200 : 415) : 405;
  if (status === 200) return true;
  stream.respond({ ':status': status }, { endStream: true });
  stream.close(constants.NGHTTP2_NO_ERROR);
  return false;
};

/**
 * Begins a call.
 *
 * @throws What `open` throws; the stream is as it was then.
 */
export const openCall = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  maxMessageBytes: number,
  open: (call: Http2Call) => Http2CallListener,
): void => {
  let isOver = false;
  let deadline: NodeJS.Timeout | undefined;

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

  const finish = (status: GrpcStatus, message = ''): void => {
    if (isOver) return;
    isOver = true;
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
  };

  const write = ({ head, rest }: Written): void => {
    if (isOver || stream.closed || stream.destroyed) return;
    if (!stream.headersSent) stream.respond(RESPONSE_HEADERS, { waitForTrailers: true });
    if (rest === null) stream.write(head);
    else {
      stream.cork();
      stream.write(head);
      stream.write(rest);
      stream.uncork();
    }
    if (stream.writableNeedDrain) waitForReader();
  };

  const listener = open({
    write,
    finish,
    pause: () => {
      isHeld = true;
      stream.pause();
    },
    resume: () => {
      isHeld = false;
      goOn();
    },
  });

  const breakOff = (error: unknown): void => {
    const { status, message } = toGrpcError(error);
    finish(status, message);
    listener.onBroken?.(error);
  };

  const reader = createMessageReader(maxMessageBytes, listener.onMessage);
  stream.on('data', (chunk: Buffer) => {
    if (isOver) return;
    try {
      reader.push(chunk);
    } catch (error) {
      breakOff(error);
    }
  });
  stream.on('end', () => {
    if (isOver || stream.closed) return;
    if (reader.isWithinMessage())
      breakOff(new GrpcError(GRPC_STATUS.INTERNAL, 'The last message lacks its end.'));
    else listener.onEnd();
  });
  stream.on('close', () => {
    isOver = true;
    clearTimeout(deadline);
    listener.onClosed();
  });

  try {
    const timeoutMs = timeoutOf(headers['grpc-timeout']?.toString());
    if (timeoutMs !== null) {
      deadline = setTimeout(() => {
        finish(GRPC_STATUS.DEADLINE_EXCEEDED, 'The time for the call is over.');
        listener.onClosed();
      }, timeoutMs);
    }
  } catch (error) {
    breakOff(error);
  }
};
