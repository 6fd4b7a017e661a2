import { MAX_WINDOW_BYTES } from './protocol.ts';

/** What the peer may still send, of a stream or of a connection. */
export class ReceiveWindow {
  readonly #bytes: number;
  #left: number;
  /** Read and not yet given back. */
  #read = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
    this.#left = bytes;
  }

  /** Counts what has come. @returns Whether it was within the window. */
  take(bytes: number): boolean {
    this.#left -= bytes;
    return this.#left >= 0;
  }

  /** Counts what was read. */
  read(bytes: number): void {
    this.#read += bytes;
  }

  /** @returns What is to be given back to the peer: nothing, 0, until that is half of the window. */
  giveBack(): number {
    const bytes = this.#read;
    if (bytes * 2 < this.#bytes) return 0;
    this.#read = 0;
    this.#left += bytes;
    return bytes;
  }
}

/** What we may still send, of a stream or of a connection. Below 0 where the peer has made windows smaller since. */
export class SendWindow {
  left: number;

  constructor(bytes: number) {
    this.left = bytes;
  }

  /** @returns False where the window is larger now than any may be. */
  add(bytes: number): boolean {
    this.left += bytes;
    return this.left <= MAX_WINDOW_BYTES;
  }
}

/** What a connection's streams may still be sent together, and what of it is kept for those that are paused. */
export class SharedReceiveWindow extends ReceiveWindow {
  readonly #maxHeldBytes: number;
  #heldBytes = 0;

  constructor(bytes: number, maxHeldBytes: number) {
    super(bytes);
    this.#maxHeldBytes = maxHeldBytes;
  }

  /**
   * Counts what is kept for a paused stream: as read, so that it holds up nobody else, while there is little of it.
   *
   * @returns What counts as read only once it is released.
   */
  hold(bytes: number): number {
    this.#heldBytes += bytes;
    if (this.#heldBytes > this.#maxHeldBytes) return bytes;
    this.read(bytes);
    return 0;
  }

  /** @param owed What of it does not count as read yet. */
  release(bytes: number, owed: number): void {
    this.#heldBytes -= bytes;
    this.read(owed);
  }
}
