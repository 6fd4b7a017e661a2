import type { Socket } from 'node:net';
import type { Route } from '../grpc-methods.ts';
import { GrpcError } from '../grpc-status.ts';
import { createControl } from './control.ts';
import { FrameReader } from './frame-reader.ts';
import { type HeaderList, HpackDecoder } from './hpack.ts';
import {
  CONNECTION_WINDOW_BYTES,
  HANDSHAKE_MS,
  LINGER_MS,
  MAX_HELD_BYTES,
  MAX_STREAMS,
  REMEMBERED_RESETS,
} from './limits.ts';
import { Output } from './output.ts';
import {
  CODE,
  type Code,
  ConnectionError,
  DEFAULT_WINDOW_BYTES,
  FLAG,
  FRAME,
  MAX_STREAM_ID,
} from './protocol.ts';
import { areTrailers, type Request, readRequest } from './request.ts';
import { httpStatusBlock, NO_TABLE, RESPONSE_BLOCK, trailersBlock } from './response-blocks.ts';
import { defaultSettings, OUR_SETTINGS } from './settings.ts';
import { type Link, NetStream } from './stream.ts';
import { SendWindow, SharedReceiveWindow } from './windows.ts';

export type ConnectionDeps = Readonly<{
  routeOf: (request: Request) => Route;
  /** A fault of our own. */
  onError: (error: unknown) => void;
  /** It has no call any more, or has one again; it begins without one. */
  onIdle: (connection: Connection, isIdle: boolean) => void;
}>;

/** One connection of HTTP/2 and its streams. */
export class Connection {
  readonly #socket: Socket;
  readonly #deps: ConnectionDeps;
  readonly #output: Output;
  readonly #reader: FrameReader;
  readonly #decoder = new HpackDecoder();
  readonly #streams = new Map<number, NetStream>();
  readonly #receiveWindow = new SharedReceiveWindow(CONNECTION_WINDOW_BYTES, MAX_HELD_BYTES);
  readonly #link: Link;
  readonly #handshakeTimer: NodeJS.Timeout;
  #lingerTimer: NodeJS.Timeout | undefined;
  /** Streams that we ended: what the peer had sent before it knew is passed over. */
  readonly #resets = new Set<number>();
  /** Of the frame of DATA that is coming; null where it is passed over. */
  #dataStream: NetStream | null = null;
  #isLastData = false;
  /** The highest number that the peer has used. */
  #lastStream = 0;
  /** Higher ones come too late. */
  #lastTaken = MAX_STREAM_ID;
  /** No new streams come, so the last one is the end. */
  #isEnding = false;
  /** What comes is nothing to us. */
  #isOver = false;
  #hasSentHeaders = false;
  readonly #control: ReturnType<typeof createControl>;

  constructor(socket: Socket, deps: ConnectionDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#output = new Output(socket, () => this.destroy());
    const peer = defaultSettings();
    this.#link = {
      output: this.#output,
      peer,
      sendWindow: new SendWindow(DEFAULT_WINDOW_BYTES),
      receiveWindow: this.#receiveWindow,
      waiting: new Set(),
      headers: (stream, block, isLast) => this.#sendHeaders(stream, block, isLast),
      onEnded: (stream) => this.#onEnded(stream),
      giveBack: () => this.#giveBack(),
    };
    this.#control = createControl(peer, this.#link, {
      streams: this.#streams,
      isIdle: (id) => this.#isIdle(id),
      abort: (id, code) => this.#abort(id, code),
      onReset: (id) => {
        const stream = this.#forget(id);
        if (stream !== undefined) this.#close(stream);
      },
      onGoaway: () => {
        this.#isEnding = true;
        this.#settle();
      },
      onLastCalls: () => this.#refuseNew(),
      sendWaiting: () => this.#sendWaiting(),
    });
    this.#reader = new FrameReader({
      onFrame: this.#control.onFrame,
      onHeaders: (id, isLast, block) => this.#onHeaders(id, isLast, block),
      onDataBegin: (id, flags, frameBytes, dataBytes) => this.#onDataBegin(id, flags, frameBytes, dataBytes),
      onData: (bytes) => this.#onData(bytes),
      onDataEnd: () => this.#onDataEnd(),
    });
    this.#handshakeTimer = setTimeout(() => {
      if (!this.#reader.isBegun) this.destroy();
    }, HANDSHAKE_MS);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('drain', () => {
      this.#output.onDrained();
      this.#sendWaiting();
    });
    socket.on('error', () => undefined);
    // Half a connection is none.
    socket.on('end', () => this.destroy());
    socket.once('close', () => this.#onClose());
    this.#output.frame(FRAME.SETTINGS, 0, 0, OUR_SETTINGS);
    this.#output.windowUpdate(0, CONNECTION_WINDOW_BYTES - DEFAULT_WINDOW_BYTES);
  }

  /** Takes no new streams, but for those that are on their way; ends with the last one. */
  drain(): void {
    if (this.#isOver) return;
    if (this.#reader.isBegun) this.#control.announceEnd();
    else this.destroy();
  }

  destroy(): void {
    this.#stop();
    this.#socket.destroy();
  }

  /** Ends it at once, for one that is idle; what the peer begins meanwhile it may begin again elsewhere. */
  retire(): void {
    if (!this.#reader.isBegun) {
      this.destroy();
      return;
    }
    this.#refuseNew();
    // It has nothing on its way that it would have to read before the end.
    this.#socket.destroySoon();
  }

  #take(chunk: Buffer): void {
    if (this.#isOver) return;
    try {
      this.#reader.push(chunk);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    const isTheirs = error instanceof ConnectionError;
    if (!isTheirs) this.#deps.onError(error);
    this.#output.goaway(
      this.#lastStream,
      isTheirs ? error.code : CODE.INTERNAL_ERROR,
      isTheirs ? error.message : '',
    );
    this.#end();
    this.#closeStreams();
  }

  /** What was written leaves, and what comes is passed over: a socket closed at once would take the last frames with it. */
  #end(): void {
    this.#stop();
    this.#output.flush();
    this.#socket.end();
    this.#lingerTimer = setTimeout(() => this.#socket.destroy(), LINGER_MS);
  }

  #stop(): void {
    this.#isOver = true;
    this.#reader.stop();
  }

  #settle(): void {
    if (this.#isEnding && this.#streams.size === 0 && !this.#isOver) this.#end();
  }

  #onClose(): void {
    this.#isOver = true;
    clearTimeout(this.#handshakeTimer);
    clearTimeout(this.#lingerTimer);
    this.#control.close();
    this.#closeStreams();
  }

  #closeStreams(): void {
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    for (const stream of streams) this.#close(stream);
  }

  #close(stream: NetStream): void {
    try {
      stream.close();
    } catch (error) {
      this.#deps.onError(error);
    }
  }

  #refuseNew(): void {
    if (this.#isOver) return;
    this.#lastTaken = this.#lastStream;
    this.#output.goaway(this.#lastStream, CODE.NO_ERROR, '');
    this.#isEnding = true;
    this.#settle();
  }

  #isIdle(id: number): boolean {
    return id > this.#lastStream || id % 2 === 0;
  }

  #onHeaders(id: number, isLast: boolean, block: Buffer): void {
    if (id % 2 === 0) throw new ConnectionError(CODE.PROTOCOL_ERROR, 'a stream that no client opens');
    // Whatever becomes of them, those of later streams refer to these.
    const list = this.#decoder.decode(block);
    const stream = this.#streams.get(id);
    if (stream !== undefined) {
      this.#onTrailers(stream, isLast, list);
      return;
    }
    if (id <= this.#lastStream) {
      if (this.#resets.has(id)) return;
      throw new ConnectionError(CODE.STREAM_CLOSED, 'headers of a stream that has ended');
    }
    this.#lastStream = id;
    if (id > this.#lastTaken) return;
    this.#open(id, isLast, list);
  }

  #open(id: number, isLast: boolean, { headers, isTooLong }: HeaderList): void {
    if (isTooLong) {
      this.#abort(id, CODE.ENHANCE_YOUR_CALM);
      return;
    }
    if (this.#streams.size >= MAX_STREAMS) {
      this.#abort(id, CODE.REFUSED_STREAM);
      return;
    }
    const request = readRequest(headers);
    if (request === null || (isLast && (request.contentLength ?? 0) > 0)) {
      this.#abort(id, CODE.PROTOCOL_ERROR);
      return;
    }
    try {
      const route = this.#deps.routeOf(request);
      if (typeof route === 'number') this.#refuse(id, isLast, httpStatusBlock(route));
      else if (route instanceof GrpcError)
        this.#refuse(id, isLast, Buffer.concat([RESPONSE_BLOCK, trailersBlock(route.status, route.message)]));
      else {
        const stream = new NetStream(id, this.#link);
        this.#streams.set(id, stream);
        if (this.#streams.size === 1) this.#deps.onIdle(this, false);
        stream.begin(route, request);
        if (isLast) stream.halfClose();
      }
    } catch (error) {
      this.#deps.onError(error);
      // Never a clean close: Envoy would take it for "nothing to do".
      this.#abort(id, CODE.INTERNAL_ERROR);
    }
  }

  #refuse(id: number, isLast: boolean, block: Buffer): void {
    this.#sendHeaders(id, block, true);
    if (!isLast) this.#reset(id, CODE.NO_ERROR);
  }

  #onTrailers(stream: NetStream, isLast: boolean, { headers, isTooLong }: HeaderList): void {
    if (stream.isHalfClosed) this.#abort(stream.id, CODE.STREAM_CLOSED);
    else if (!isLast || isTooLong || !areTrailers(headers)) this.#abort(stream.id, CODE.PROTOCOL_ERROR);
    else if (!stream.halfClose()) this.#abort(stream.id, CODE.PROTOCOL_ERROR);
  }

  #onDataBegin(id: number, flags: number, frameBytes: number, dataBytes: number): void {
    if (id === 0 || this.#isIdle(id))
      throw new ConnectionError(CODE.PROTOCOL_ERROR, 'data of a stream that was not opened');
    if (!this.#receiveWindow.take(frameBytes))
      throw new ConnectionError(CODE.FLOW_CONTROL_ERROR, 'more data than the connection may carry');
    this.#receiveWindow.read(frameBytes - dataBytes);
    this.#isLastData = (flags & FLAG.END_STREAM) !== 0;
    this.#dataStream = this.#streams.get(id) ?? null;
    if (this.#dataStream === null) {
      if (id <= this.#lastTaken && !this.#resets.has(id)) this.#reset(id, CODE.STREAM_CLOSED);
      return;
    }
    if (this.#dataStream.isHalfClosed) this.#abortData(CODE.STREAM_CLOSED);
    else if (!this.#dataStream.expect(frameBytes)) this.#abortData(CODE.FLOW_CONTROL_ERROR);
    else this.#dataStream.skip(frameBytes - dataBytes);
  }

  #onData(bytes: Buffer): void {
    if (this.#dataStream === null) this.#receiveWindow.read(bytes.length);
    else if (!this.#dataStream.take(bytes)) {
      this.#receiveWindow.read(bytes.length);
      this.#abortData(CODE.PROTOCOL_ERROR);
    }
  }

  #onDataEnd(): void {
    const stream = this.#dataStream;
    this.#dataStream = null;
    if (stream !== null) {
      if (this.#isLastData && !stream.halfClose()) this.#abort(stream.id, CODE.PROTOCOL_ERROR);
      stream.giveBack();
    }
    this.#giveBack();
  }

  #abortData(code: Code): void {
    if (this.#dataStream !== null) this.#abort(this.#dataStream.id, code);
    this.#dataStream = null;
  }

  #giveBack(): void {
    const bytes = this.#receiveWindow.giveBack();
    if (bytes > 0 && !this.#isOver) this.#output.windowUpdate(0, bytes);
  }

  #sendHeaders(id: number, block: Buffer, isLast: boolean): void {
    this.#output.headers(id, this.#hasSentHeaders ? block : Buffer.concat([NO_TABLE, block]), isLast);
    this.#hasSentHeaders = true;
  }

  /** Ends a stream that the peer may still send on. */
  #reset(id: number, code: Code): void {
    this.#output.reset(id, code);
    this.#resets.add(id);
    if (this.#resets.size <= REMEMBERED_RESETS) return;
    for (const oldest of this.#resets) {
      this.#resets.delete(oldest);
      return;
    }
  }

  /** Ends a stream for what the peer did, or because we cannot serve it. */
  #abort(id: number, code: Code): void {
    this.#reset(id, code);
    const stream = this.#forget(id);
    if (stream !== undefined) this.#close(stream);
  }

  #forget(id: number): NetStream | undefined {
    const stream = this.#streams.get(id);
    this.#streams.delete(id);
    if (stream !== undefined && this.#streams.size === 0 && !this.#isEnding) this.#deps.onIdle(this, true);
    if (stream === this.#dataStream) this.#dataStream = null;
    // What the peer learns of the last stream has to leave before the connection ends.
    if (this.#isEnding) process.nextTick(() => this.#settle());
    return stream;
  }

  #onEnded(stream: NetStream): void {
    if (!stream.isHalfClosed) this.#reset(stream.id, CODE.NO_ERROR);
    this.#forget(stream.id);
    // The session that ended its call is in the middle of doing so.
    process.nextTick(() => this.#close(stream));
  }

  #sendWaiting(): void {
    const { waiting, sendWindow } = this.#link;
    // One frame each in turn: who has more comes to the end of the line.
    for (const stream of waiting) {
      if (!this.#output.takesData || sendWindow.left <= 0) return;
      waiting.delete(stream);
      if (stream.sendSome()) waiting.add(stream);
    }
  }
}
