import type { Written } from '../protobuf/writer.ts';
import { GRPC_STATUS, GrpcError, type GrpcStatus, timeoutOf } from './grpc-status.ts';
import { createMessageReader, type MessageReader } from './message-reader.ts';

/** The HTTP/2 stream of a call, whoever frames it. Nothing that is called here calls back in the same turn. */
export type CallStream = Readonly<{
  /** Sends a message, behind the headers of the answer; nothing where the stream has ended. */
  write: (message: Written) => void;
  /** Ends the stream: by trailers, or by headers alone where no message was sent. */
  finish: (status: GrpcStatus, message: string) => void;
  /** Hands on nothing more before `resume`, and has the peer wait with what does not fit the stream's window. */
  pause: () => void;
  resume: () => void;
}>;

/** What a method does with a call. */
export type CallEvents = Readonly<{
  /** Whatever it throws ends the call. @throws GrpcError with the status to end it with; anything else is INTERNAL. */
  onMessage: (bytes: Buffer) => void;
  onBroken?: (error: unknown) => void;
  onEnd: () => void;
  /** Nobody waits any more. May come twice. */
  onClosed: () => void;
}>;

/** A method of gRPC: what opens a call of it, and how long its messages may be. */
export type Method = Readonly<{
  maxMessageBytes: number;
  /** @param metadata Every value of a key, in lower case. */
  open: (call: GrpcCall, metadata: (key: string) => readonly string[]) => CallEvents;
}>;

const toGrpcError = (error: unknown): GrpcError =>
  error instanceof GrpcError
    ? error
    : // Whatever broke, it is not for the peer to know.
      new GrpcError(GRPC_STATUS.INTERNAL, 'portcullis: protocol violation');

/** A gRPC call on its stream: messages out of bytes, the status, and the time that the peer gives it. */
export class GrpcCall {
  readonly #stream: CallStream;
  readonly #events: CallEvents;
  readonly #reader: MessageReader;
  #deadline: NodeJS.Timeout | undefined;
  #isOver = false;

  /**
   * Begins a call.
   *
   * @throws What `open` throws; nothing was sent then.
   */
  constructor(
    stream: CallStream,
    { open, maxMessageBytes }: Method,
    metadata: (key: string) => readonly string[],
  ) {
    this.#stream = stream;
    this.#events = open(this, metadata);
    this.#reader = createMessageReader(maxMessageBytes, this.#events.onMessage);
    try {
      const timeoutMs = timeoutOf(metadata('grpc-timeout'));
      if (timeoutMs !== null) this.#endAfter(timeoutMs);
    } catch (error) {
      this.#breakOff(error);
    }
  }

  /** Dropped where the call has ended already. */
  write(message: Written): void {
    if (!this.#isOver) this.#stream.write(message);
  }

  finish(status: GrpcStatus, message = ''): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stream.finish(status, message);
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  /** To be called with bytes as they come. */
  take(chunk: Buffer): void {
    if (this.#isOver) return;
    try {
      this.#reader.push(chunk);
    } catch (error) {
      this.#breakOff(error);
    }
  }

  /** To be called when the peer sends nothing more. */
  end(): void {
    if (this.#isOver) return;
    if (this.#reader.isWithinMessage())
      this.#breakOff(new GrpcError(GRPC_STATUS.INTERNAL, 'The last message lacks its end.'));
    else this.#events.onEnd();
  }

  /** To be called when the stream is gone, however that came. */
  close(): void {
    this.#isOver = true;
    clearTimeout(this.#deadline);
    this.#events.onClosed();
  }

  #endAfter(timeoutMs: number): void {
    this.#deadline = setTimeout(() => {
      this.finish(GRPC_STATUS.DEADLINE_EXCEEDED, 'The time for the call is over.');
      this.#events.onClosed();
    }, timeoutMs);
  }

  #breakOff(error: unknown): void {
    const { status, message } = toGrpcError(error);
    this.finish(status, message);
    this.#events.onBroken?.(error);
  }
}
