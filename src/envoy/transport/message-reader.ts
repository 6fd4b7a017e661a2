import { GRPC_STATUS, GrpcError } from './grpc-status.ts';

/** One byte says whether the message is compressed, four how long it is. */
const PREFIX_BYTES = 5;
/** As much is set aside on a peer's word; for longer messages only what has come is, doubled. */
const TRUSTED_BYTES = 1024 * 1024;

/** @returns The length of the message that begins here. */
const readPrefix = (bytes: Buffer, at: number, maxBytes: number): number => {
  const flag = bytes[at];
  if (flag === 1) throw new GrpcError(GRPC_STATUS.UNIMPLEMENTED, 'Compressed messages are not taken.');
  if (flag !== 0) throw new GrpcError(GRPC_STATUS.INTERNAL, 'The message begins with an unknown flag.');
  const length = bytes.readUInt32BE(at + 1);
  if (length > maxBytes) {
    throw new GrpcError(
      GRPC_STATUS.RESOURCE_EXHAUSTED,
      `A message may have ${maxBytes} bytes, not ${length}.`,
    );
  }
  return length;
};

/** A message that comes in pieces. */
class Assembly {
  #bytes: Buffer;
  #used = 0;
  /** Of the whole, with its prefix; the prefix alone until that is there. */
  needed: number;

  constructor(first: Buffer, needed: number) {
    this.needed = needed;
    this.#bytes = Buffer.allocUnsafe(this.#capacity(first.length));
    this.add(first);
  }

  #capacity(atLeast: number): number {
    return Math.min(this.needed, Math.max(TRUSTED_BYTES, atLeast * 2));
  }

  get isComplete(): boolean {
    return this.#used === this.needed;
  }

  /** @param needed Now that it is known. */
  grow(needed: number): void {
    this.needed = needed;
  }

  /** @returns How many of the bytes belong to this message. */
  add(chunk: Buffer): number {
    const count = Math.min(chunk.length, this.needed - this.#used);
    if (this.#used + count > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(this.#capacity(this.#used + count));
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, this.#used, 0, count);
    this.#used += count;
    return count;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#used);
  }
}

export type MessageReader = Readonly<{
  /** @throws GrpcError for what is no message that we take; nothing may be pushed after that. */
  push: (chunk: Buffer) => void;
  /** Whether the last message lacks its end. */
  isWithinMessage: () => boolean;
}>;

/**
 * Cuts a call's bytes into messages. One that lies within a chunk is handed on as a view of it; one in pieces is put
 * together with one copy of each piece.
 */
export const createMessageReader = (maxBytes: number, onMessage: (bytes: Buffer) => void): MessageReader => {
  let pending: Assembly | null = null;

  /** Hands on what is complete in the chunk. @returns Where the rest begins. */
  const readWhole = (chunk: Buffer, from: number): number => {
    let at = from;
    while (chunk.length - at >= PREFIX_BYTES) {
      const end = at + PREFIX_BYTES + readPrefix(chunk, at, maxBytes);
      if (end > chunk.length) break;
      onMessage(chunk.subarray(at + PREFIX_BYTES, end));
      at = end;
    }
    return at;
  };

  /** @returns How many of the chunk's bytes were still missing. */
  const complete = (assembly: Assembly, chunk: Buffer): number => {
    let count = assembly.add(chunk);
    if (assembly.isComplete && assembly.needed === PREFIX_BYTES) {
      assembly.grow(PREFIX_BYTES + readPrefix(assembly.bytes(), 0, maxBytes));
      count += assembly.add(chunk.subarray(count));
    }
    if (assembly.isComplete) {
      pending = null;
      onMessage(assembly.bytes().subarray(PREFIX_BYTES));
    }
    return count;
  };

  return {
    push: (chunk) => {
      let at = pending === null ? 0 : complete(pending, chunk);
      if (pending !== null) return;
      at = readWhole(chunk, at);
      if (at === chunk.length) return;
      const rest = chunk.subarray(at);
      const needed = rest.length < PREFIX_BYTES ? PREFIX_BYTES : PREFIX_BYTES + readPrefix(rest, 0, maxBytes);
      pending = new Assembly(rest, needed);
    },
    isWithinMessage: () => pending !== null,
  };
};
