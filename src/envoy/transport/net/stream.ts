import type { Written } from '../../protobuf/writer.ts';
import { type CallStream, GrpcCall, type Method } from '../grpc-call.ts';
import type { GrpcStatus } from '../grpc-status.ts';
import { STREAM_QUEUE_BYTES, STREAM_WINDOW_BYTES } from './limits.ts';
import type { Output } from './output.ts';
import type { Request } from './request.ts';
import { RESPONSE_BLOCK, trailersBlock } from './response-blocks.ts';
import type { PeerSettings } from './settings.ts';
import { ReceiveWindow, SendWindow, type SharedReceiveWindow } from './windows.ts';

/** What the streams of a connection share. */
export type Link = Readonly<{
  output: Output;
  peer: Readonly<PeerSettings>;
  sendWindow: SendWindow;
  receiveWindow: SharedReceiveWindow;
  /** Streams that would send, could the connection. */
  waiting: Set<NetStream>;
  /** A block of headers as it leaves. */
  headers: (stream: number, block: Buffer, isLast: boolean) => void;
  /** We have nothing more to say. */
  onEnded: (stream: NetStream) => void;
  /** Gives back to the peer what was read of the connection's window. */
  giveBack: () => void;
}>;

const EMPTY = Buffer.alloc(0);
/** Pieces below it are kept as one: a view of a single byte takes a hundred. */
const SMALL_BYTES = 1024;

/** One call's stream: what of it waits on either side, and its windows. */
export class NetStream implements CallStream {
  readonly id: number;
  readonly sendWindow: SendWindow;
  readonly #link: Link;
  readonly #receiveWindow = new ReceiveWindow(STREAM_WINDOW_BYTES);
  #call: GrpcCall | null = null;
  /** What the peer said of its body and has not sent. */
  #bytesToCome: number | null = null;
  /** The peer sends nothing more. */
  #isHalfClosed = false;
  /** The call knows. */
  #hasEnded = false;
  #isClosed = false;

  /** What came while nobody wanted it, and what of it the connection's window lacks. */
  #held: Buffer[] = [];
  #owedBytes = 0;
  #isPaused = false;
  /** The peer does not read what we send. */
  #isUnread = false;
  #isDelivering = false;

  #hasResponded = false;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  /** Trailers, behind what is queued. */
  #ending: Buffer | null = null;

  constructor(id: number, link: Link) {
    this.id = id;
    this.#link = link;
    this.sendWindow = new SendWindow(link.peer.windowBytes);
  }

  get isHalfClosed(): boolean {
    return this.#isHalfClosed;
  }

  /** Whether anything is queued that the stream's own window lets pass. */
  get maySend(): boolean {
    return this.#queuedBytes > 0 && this.sendWindow.left > 0;
  }

  /** @throws What the method's `open` throws. */
  begin(method: Method, { metadata, contentLength }: Request): void {
    this.#bytesToCome = contentLength;
    this.#call = new GrpcCall(this, method, metadata);
  }

  /**
   * Counts a frame of DATA that begins.
   *
   * @returns Whether it is within the window.
   */
  expect(frameBytes: number): boolean {
    return this.#receiveWindow.take(frameBytes);
  }

  /** Counts what of a frame holds no data. */
  skip(bytes: number): void {
    this.#receiveWindow.read(bytes);
  }

  /** @returns False where that is more than the peer had announced. */
  take(bytes: Buffer): boolean {
    if (this.#bytesToCome !== null) {
      this.#bytesToCome -= bytes.length;
      if (this.#bytesToCome < 0) return false;
    }
    if (this.#isPaused || this.#isUnread || this.#held.length > 0) {
      this.#hold(bytes);
      this.#owedBytes += this.#link.receiveWindow.hold(bytes.length);
    } else {
      this.#link.receiveWindow.read(bytes.length);
      this.#deliver(bytes);
    }
    return true;
  }

  /** The peer has sent all. @returns False where it had announced more. */
  halfClose(): boolean {
    this.#isHalfClosed = true;
    if (this.#bytesToCome !== null && this.#bytesToCome !== 0) return false;
    this.#deliverEnd();
    return true;
  }

  giveBack(): void {
    if (this.#isHalfClosed || this.#isClosed) return;
    const bytes = this.#receiveWindow.giveBack();
    if (bytes > 0) this.#link.output.windowUpdate(this.id, bytes);
  }

  write({ head, rest }: Written): void {
    if (this.#isClosed) return;
    this.#respond();
    const { output, peer, sendWindow } = this.#link;
    const bytes = head.length + (rest?.length ?? 0);
    const room = Math.min(peer.maxFrameBytes, this.sendWindow.left, sendWindow.left);
    if (this.#queuedBytes === 0 && bytes <= room && output.takesData) {
      this.#count(bytes);
      output.bytes(head);
      if (rest !== null) output.bytes(rest);
      return;
    }
    this.#queue.push(head, rest ?? EMPTY);
    this.#queuedBytes += bytes;
    this.#sendAll();
    if (this.#queuedBytes >= STREAM_QUEUE_BYTES) this.#isUnread = true;
  }

  finish(status: GrpcStatus, message: string): void {
    if (this.#isClosed) return;
    const trailers = trailersBlock(status, message);
    this.#ending = this.#hasResponded ? trailers : Buffer.concat([RESPONSE_BLOCK, trailers]);
    this.#hasResponded = true;
    if (this.#queuedBytes === 0) this.#end();
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#deliverLater();
  }

  /** Sends one frame of what is queued. @returns Whether there is more that may be sent. */
  sendSome(): boolean {
    const { output, peer, sendWindow } = this.#link;
    const room = Math.min(peer.maxFrameBytes, this.sendWindow.left, sendWindow.left);
    let left = Math.min(room, this.#queuedBytes);
    if (left <= 0) return false;
    this.#count(left);
    this.#queuedBytes -= left;
    while (left > 0) {
      const [first = EMPTY] = this.#queue;
      output.bytes(first.length <= left ? first : first.subarray(0, left));
      if (first.length <= left) this.#queue.shift();
      else this.#queue[0] = first.subarray(left);
      left -= Math.min(left, first.length);
    }
    if (this.#queuedBytes === 0) this.#onSent();
    return this.maySend;
  }

  /** The stream is gone; whoever works for it is told. */
  close(): void {
    this.#isClosed = true;
    this.#link.waiting.delete(this);
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#releaseAll();
    this.#call?.close();
  }

  #respond(): void {
    if (this.#hasResponded) return;
    this.#hasResponded = true;
    this.#link.headers(this.id, RESPONSE_BLOCK, false);
  }

  #count(bytes: number): void {
    this.sendWindow.left -= bytes;
    this.#link.sendWindow.left -= bytes;
    this.#link.output.dataHead(this.id, bytes);
  }

  #sendAll(): void {
    const { output, waiting } = this.#link;
    let hasMore = this.maySend;
    while (hasMore && output.takesData && this.#link.sendWindow.left > 0) hasMore = this.sendSome();
    if (hasMore) waiting.add(this);
  }

  #onSent(): void {
    this.#queue = [];
    if (this.#ending !== null) this.#end();
    else if (this.#isUnread) {
      this.#isUnread = false;
      this.#deliverLater();
    }
  }

  #end(): void {
    if (this.#ending === null) return;
    this.#link.headers(this.id, this.#ending, true);
    this.#isClosed = true;
    this.#link.onEnded(this);
  }

  #deliver(bytes: Buffer): void {
    this.#receiveWindow.read(bytes.length);
    this.#call?.take(bytes);
  }

  #hold(bytes: Buffer): void {
    const last = this.#held.at(-1);
    if (last !== undefined && last.length < SMALL_BYTES)
      this.#held[this.#held.length - 1] = Buffer.concat([last, bytes]);
    else this.#held.push(bytes);
  }

  /** Only behind all that came before, and not while nothing is to be handed on: a call that ends is answered with what it has. */
  #deliverEnd(): void {
    if (!this.#isHalfClosed || this.#hasEnded || this.#isClosed) return;
    if (this.#held.length > 0 || this.#isPaused || this.#isUnread) return;
    this.#hasEnded = true;
    this.#call?.end();
  }

  /** Whoever has us go on may be in the middle of something. */
  #deliverLater(): void {
    if (this.#isDelivering || (this.#held.length === 0 && !this.#isHalfClosed)) return;
    this.#isDelivering = true;
    process.nextTick(() => this.#deliverHeld());
  }

  #deliverHeld(): void {
    this.#isDelivering = false;
    while (!this.#isPaused && !this.#isUnread) {
      const bytes = this.#held.shift();
      if (bytes === undefined) break;
      this.#release(bytes);
      this.#deliver(bytes);
    }
    this.#deliverEnd();
    this.giveBack();
    this.#link.giveBack();
  }

  #release({ length }: Buffer): void {
    const owed = Math.min(this.#owedBytes, length);
    this.#owedBytes -= owed;
    this.#link.receiveWindow.release(length, owed);
  }

  #releaseAll(): void {
    if (this.#held.length === 0) return;
    for (const bytes of this.#held) this.#release(bytes);
    this.#held = [];
    this.#link.giveBack();
  }
}
