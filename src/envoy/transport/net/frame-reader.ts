import { MAX_CONTINUATIONS, MAX_EMPTY_FRAMES, MAX_FRAME_BYTES, MAX_HEADER_BLOCK_BYTES } from './limits.ts';
import { CODE, ConnectionError, FLAG, FRAME, FRAME_HEAD_BYTES, PREFACE } from './protocol.ts';

/** The frames of a connection, as they come; whatever is thrown ends it. */
export type FrameListener = Readonly<{
  /** A whole frame of another kind than DATA, HEADERS and CONTINUATION; the payload is a view. */
  onFrame: (type: number, flags: number, stream: number, payload: Buffer) => void;
  /** HEADERS with all that belongs to it. */
  onHeaders: (stream: number, isLast: boolean, block: Buffer) => void;
  /** A frame of DATA begins. @param frameBytes All that counts against windows, padding included. */
  onDataBegin: (stream: number, flags: number, frameBytes: number, dataBytes: number) => void;
  /** What has come of it, at once: a view. */
  onData: (bytes: Buffer) => void;
  onDataEnd: () => void;
}>;

const EMPTY = Buffer.alloc(0);
const PRIORITY_BYTES = 5;

const frameSizeError = (): ConnectionError =>
  new ConnectionError(CODE.FRAME_SIZE_ERROR, 'a frame that is longer or shorter than it may be');
const protocolError = (what: string): ConnectionError => new ConnectionError(CODE.PROTOCOL_ERROR, what);

/** The payload of HEADERS without its padding and priority. */
const fragmentOf = (flags: number, payload: Buffer): Buffer => {
  let from = 0;
  let to = payload.length;
  if (flags & FLAG.PADDED) {
    if (to === 0) throw frameSizeError();
    to -= payload[0] ?? 0;
    from = 1;
  }
  if (flags & FLAG.PRIORITY) from += PRIORITY_BYTES;
  if (from > to) throw protocolError('more padding than there is room for');
  return payload.subarray(from, to);
};

/** Headers whose rest is still to come, in CONTINUATION frames and nothing else between. */
type OpenBlock = { stream: number; isLast: boolean; parts: Buffer[]; bytes: number };

/** Cuts what a client sends into frames. Nothing is copied but frames that come in pieces, and DATA not even then. */
export class FrameReader {
  readonly #listener: FrameListener;
  #state: 'preface' | 'head' | 'payload' | 'padding-length' | 'data' | 'skipped' = 'preface';
  /** A preface, head or payload of which only a part has come. */
  #pending = Buffer.allocUnsafe(PREFACE.length);
  #pendingBytes = 0;
  /** Of DATA and its padding, or of a frame that is passed over. */
  #left = 0;
  #paddingLeft = 0;
  #type = 0;
  #flags = 0;
  #stream = 0;
  #length = 0;
  #block: OpenBlock | null = null;
  #emptyFrames = 0;
  #isBegun = false;
  #isStopped = false;

  constructor(listener: FrameListener) {
    this.#listener = listener;
  }

  /** Whether the peer has said what every client of HTTP/2 begins with. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Reads nothing more, be it in the middle of a chunk. */
  stop(): void {
    this.#isStopped = true;
  }

  /** @throws ConnectionError for what breaks the protocol or its limits; nothing may be pushed after that. */
  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length && !this.#isStopped) at = this.#step(chunk, at);
  }

  /** @returns Where the next step begins. */
  #step(chunk: Buffer, at: number): number {
    switch (this.#state) {
      case 'head':
        return this.#takeHead(chunk, at);
      case 'data':
        return this.#takeData(chunk, at);
      case 'payload': {
        const end = this.#collect(chunk, at, this.#length);
        if (end !== null) this.#onPayload(chunk, end);
        return end ?? chunk.length;
      }
      case 'padding-length':
        this.#beginData(chunk[at] ?? 0);
        return at + 1;
      case 'skipped': {
        const count = Math.min(this.#left, chunk.length - at);
        this.#left -= count;
        if (this.#left === 0) this.#state = 'head';
        return at + count;
      }
      case 'preface':
        return this.#takePreface(chunk, at);
      default:
        return this.#state satisfies never;
    }
  }

  #takePreface(chunk: Buffer, at: number): number {
    const count = Math.min(PREFACE.length - this.#pendingBytes, chunk.length - at);
    // Looked at as it comes: who speaks another protocol is waiting for an answer.
    if (PREFACE.compare(chunk, at, at + count, this.#pendingBytes, this.#pendingBytes + count) !== 0)
      throw protocolError('no client of HTTP/2');
    this.#pendingBytes += count;
    if (this.#pendingBytes === PREFACE.length) {
      this.#pendingBytes = 0;
      this.#state = 'head';
    }
    return at + count;
  }

  #takeHead(chunk: Buffer, at: number): number {
    if (this.#pendingBytes === 0 && chunk.length - at >= FRAME_HEAD_BYTES) {
      this.#onHead(chunk, at);
      return at + FRAME_HEAD_BYTES;
    }
    const count = Math.min(FRAME_HEAD_BYTES - this.#pendingBytes, chunk.length - at);
    chunk.copy(this.#pending, this.#pendingBytes, at, at + count);
    this.#pendingBytes += count;
    if (this.#pendingBytes === FRAME_HEAD_BYTES) {
      this.#pendingBytes = 0;
      this.#onHead(this.#pending, 0);
    }
    return at + count;
  }

  #onHead(bytes: Buffer, at: number): void {
    this.#length = bytes.readUIntBE(at, 3);
    this.#type = bytes[at + 3] ?? 0;
    this.#flags = bytes[at + 4] ?? 0;
    this.#stream = bytes.readUInt32BE(at + 5) & 0x7fffffff;
    if (this.#length > MAX_FRAME_BYTES) throw frameSizeError();
    if (this.#block !== null && (this.#type !== FRAME.CONTINUATION || this.#stream !== this.#block.stream))
      throw protocolError('another frame amid headers');
    if (!this.#isBegun) {
      if (this.#type !== FRAME.SETTINGS || this.#flags & FLAG.ACK)
        throw protocolError('a connection that does not begin with settings');
      this.#isBegun = true;
    }
    this.#expectPayload();
  }

  #expectPayload(): void {
    switch (this.#type) {
      case FRAME.DATA:
        if (!(this.#flags & FLAG.PADDED)) this.#beginData(null);
        else if (this.#length === 0) throw frameSizeError();
        else this.#state = 'padding-length';
        return;
      case FRAME.HEADERS:
      case FRAME.CONTINUATION:
        this.#checkBlock();
        break;
      default:
        // A frame of a kind that nobody knows must be passed over.
        if (this.#type > FRAME.CONTINUATION) {
          this.#left = this.#length;
          this.#state = this.#left === 0 ? 'head' : 'skipped';
          return;
        }
    }
    this.#state = 'payload';
    if (this.#length === 0) this.#onPayload(EMPTY, 0);
  }

  #checkBlock(): void {
    if (this.#type === FRAME.CONTINUATION && this.#block === null)
      throw protocolError('a continuation of nothing');
    if (
      this.#length + (this.#block?.bytes ?? 0) > MAX_HEADER_BLOCK_BYTES ||
      (this.#block?.parts.length ?? 0) > MAX_CONTINUATIONS
    )
      throw new ConnectionError(CODE.ENHANCE_YOUR_CALM, 'more headers than are taken');
  }

  /** Has the payload in one piece. @returns Where it ends in the chunk; null where some of it has not come. */
  #collect(chunk: Buffer, at: number, length: number): number | null {
    if (this.#pendingBytes === 0 && chunk.length - at >= length) return at + length;
    if (this.#pendingBytes === 0) this.#pending = Buffer.allocUnsafe(Math.max(length, FRAME_HEAD_BYTES));
    const count = Math.min(length - this.#pendingBytes, chunk.length - at);
    chunk.copy(this.#pending, this.#pendingBytes, at, at + count);
    this.#pendingBytes += count;
    return this.#pendingBytes === length ? at + count : null;
  }

  /** @param end Of the payload in the chunk, unless it was collected. */
  #onPayload(chunk: Buffer, end: number): void {
    const payload =
      this.#pendingBytes === 0
        ? chunk.subarray(end - this.#length, end)
        : this.#pending.subarray(0, this.#length);
    // What was handed on is the listener's.
    if (this.#pendingBytes > 0) this.#pending = Buffer.allocUnsafe(FRAME_HEAD_BYTES);
    this.#pendingBytes = 0;
    this.#state = 'head';
    if (this.#type === FRAME.HEADERS || this.#type === FRAME.CONTINUATION) this.#onBlock(payload);
    else this.#listener.onFrame(this.#type, this.#flags, this.#stream, payload);
  }

  #onBlock(payload: Buffer): void {
    const fragment = this.#type === FRAME.HEADERS ? fragmentOf(this.#flags, payload) : payload;
    const isWhole = (this.#flags & FLAG.END_HEADERS) !== 0;
    if (this.#block === null) {
      const isLast = (this.#flags & FLAG.END_STREAM) !== 0;
      if (isWhole) this.#listener.onHeaders(this.#stream, isLast, fragment);
      else this.#block = { stream: this.#stream, isLast, parts: [fragment], bytes: fragment.length };
      return;
    }
    const block = this.#block;
    block.parts.push(fragment);
    block.bytes += fragment.length;
    if (!isWhole) return;
    this.#block = null;
    this.#listener.onHeaders(block.stream, block.isLast, Buffer.concat(block.parts));
  }

  /** @param padding Null where the frame has none, nor a length of it. */
  #beginData(padding: number | null): void {
    this.#paddingLeft = padding ?? 0;
    this.#left = padding === null ? this.#length : this.#length - 1 - padding;
    if (this.#left < 0) throw protocolError('more padding than there is room for');
    if (this.#left > 0 || this.#flags & FLAG.END_STREAM) this.#emptyFrames = 0;
    else this.#emptyFrames += 1;
    if (this.#emptyFrames > MAX_EMPTY_FRAMES)
      throw new ConnectionError(CODE.ENHANCE_YOUR_CALM, 'too many frames that hold nothing');
    this.#state = 'data';
    this.#listener.onDataBegin(this.#stream, this.#flags, this.#length, this.#left);
    if (this.#left + this.#paddingLeft === 0) this.#endData();
  }

  #takeData(chunk: Buffer, from: number): number {
    let at = from;
    if (this.#left > 0) {
      const count = Math.min(this.#left, chunk.length - at);
      this.#left -= count;
      at += count;
      this.#listener.onData(count === chunk.length ? chunk : chunk.subarray(at - count, at));
    }
    const padding = Math.min(this.#paddingLeft, chunk.length - at);
    this.#paddingLeft -= padding;
    if (this.#left + this.#paddingLeft === 0) this.#endData();
    return at + padding;
  }

  #endData(): void {
    this.#state = 'head';
    this.#listener.onDataEnd();
  }
}
