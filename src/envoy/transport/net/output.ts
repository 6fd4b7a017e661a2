import type { Socket } from 'node:net';
import { MAX_UNSENT_BYTES, SOCKET_QUEUE_BYTES } from './limits.ts';
import { type Code, FLAG, FRAME, FRAME_HEAD_BYTES } from './protocol.ts';

/** Small frames are written into blocks of this size, one behind the other; what was handed over stays as it is. */
const BLOCK_BYTES = 16 * 1024;
/** What is left of a block is not begun with below it: a turn that needs two blocks is two writes to the socket. */
const LEAST_BYTES = 4096;
/** From here on bytes are handed over as they are, not copied. */
const UNCOPIED_BYTES = 2048;

const GOAWAY_BYTES = 8;

const SETTLED = Promise.resolve();

/** The frames that we send on one connection. All of one turn of the event loop leave together. */
export class Output {
  readonly #socket: Socket;
  readonly #onFlood: () => void;
  readonly #flushLater: () => void;
  #block = Buffer.alloc(0);
  /** What of the block has not been handed over yet. */
  #from = 0;
  #at = 0;
  #parts: Buffer[] = [];
  #isScheduled = false;
  /** The socket has enough, and says when it has not. */
  #isFull = false;
  /** Written since the socket last had nothing left. */
  #dataBytes = 0;
  #otherBytes = 0;

  /** @param onFlood The peer has us answer and does not read the answers. */
  constructor(socket: Socket, onFlood: () => void) {
    this.#socket = socket;
    this.#onFlood = onFlood;
    const flush = (): void => this.flush();
    this.#flushLater = () => process.nextTick(flush);
  }

  /** Whether DATA may be written now; `onDrained` is called once it may where it may not. */
  get takesData(): boolean {
    return !this.#isFull && this.#dataBytes < SOCKET_QUEUE_BYTES;
  }

  /** To be called when the socket has nothing left. */
  onDrained(): void {
    this.#isFull = false;
    this.#dataBytes = 0;
    this.#otherBytes = 0;
  }

  /** A frame of DATA, of which `bytes` come with later calls. */
  dataHead(stream: number, length: number): void {
    this.#head(FRAME.DATA, 0, stream, length);
    this.#dataBytes += length + FRAME_HEAD_BYTES;
  }

  bytes(bytes: Buffer): void {
    if (bytes.length >= UNCOPIED_BYTES) {
      this.#seal();
      this.#parts.push(bytes);
      return;
    }
    this.#reserve(bytes.length);
    bytes.copy(this.#block, this.#at);
    this.#at += bytes.length;
  }

  /** A frame that is no DATA. */
  frame(type: number, flags: number, stream: number, payload: Buffer): void {
    this.#head(type, flags, stream, payload.length);
    this.bytes(payload);
    this.#count(payload.length + FRAME_HEAD_BYTES);
  }

  headers(stream: number, block: Buffer, isLast: boolean): void {
    this.frame(FRAME.HEADERS, FLAG.END_HEADERS | (isLast ? FLAG.END_STREAM : 0), stream, block);
  }

  reset(stream: number, code: Code): void {
    this.#number(FRAME.RST_STREAM, stream, code);
  }

  windowUpdate(stream: number, bytes: number): void {
    this.#number(FRAME.WINDOW_UPDATE, stream, bytes);
  }

  goaway(lastStream: number, code: Code, debug: string): void {
    const payload = Buffer.alloc(GOAWAY_BYTES + debug.length);
    payload.writeUInt32BE(lastStream, 0);
    payload.writeUInt32BE(code, 4);
    payload.write(debug, GOAWAY_BYTES, 'latin1');
    this.frame(FRAME.GOAWAY, 0, 0, payload);
  }

  /** Hands all over to the socket. */
  flush(): void {
    this.#isScheduled = false;
    this.#seal();
    const parts = this.#parts;
    const [first] = parts;
    if (first === undefined) return;
    this.#parts = [];
    if (this.#block.length - this.#at < LEAST_BYTES) this.#beginBlock();
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    if (parts.length === 1) this.#socket.write(first);
    else {
      this.#socket.cork();
      for (const part of parts) this.#socket.write(part);
      this.#socket.uncork();
    }
    this.#isFull = this.#socket.writableNeedDrain;
    if (!this.#isFull) this.onDrained();
  }

  #number(type: number, stream: number, value: number): void {
    this.#head(type, 0, stream, 4);
    this.#block.writeUInt32BE(value, this.#at);
    this.#at += 4;
    this.#count(FRAME_HEAD_BYTES + 4);
  }

  #head(type: number, flags: number, stream: number, length: number): void {
    this.#reserve(FRAME_HEAD_BYTES + 4);
    const block = this.#block;
    const at = this.#at;
    block[at] = length >>> 16;
    block[at + 1] = length >>> 8;
    block[at + 2] = length;
    block[at + 3] = type;
    block[at + 4] = flags;
    block.writeUInt32BE(stream, at + 5);
    this.#at = at + FRAME_HEAD_BYTES;
    this.#schedule();
  }

  #count(bytes: number): void {
    this.#otherBytes += bytes;
    if (this.#otherBytes > MAX_UNSENT_BYTES) this.#onFlood();
  }

  #reserve(bytes: number): void {
    if (this.#block.length - this.#at >= bytes) return;
    this.#seal();
    this.#beginBlock();
  }

  #beginBlock(): void {
    this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#from = 0;
    this.#at = 0;
  }

  #seal(): void {
    if (this.#at > this.#from) this.#parts.push(this.#block.subarray(this.#from, this.#at));
    this.#from = this.#at;
  }

  /** Behind all that is to be done in this turn: a microtask is one of those, and what ticks comes after them all. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // `queueMicrotask` would make an object of its own for whoever traces what is asynchronous.
    void SETTLED.then(this.#flushLater);
  }
}
