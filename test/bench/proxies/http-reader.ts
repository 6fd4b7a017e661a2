/**
 * Reads HTTP/1.1 messages from a connection, for the load generator (answers) and the provider (requests). Node's own client
 * and server take several times as long, on the cores that the measured processes run on.
 */
export type Message = Readonly<{
  /** Start line and headers, as they came. */
  head: string;
  body: Buffer;
}>;

export type Reader = Readonly<{
  /** @throws Error where what came is no HTTP/1.1 that says how long it is. */
  push: (bytes: Buffer) => void;
}>;

const HEAD_END = '\r\n\r\n';
const MAX_HEAD_BYTES = 65_536;

/** @returns Bytes of the body, or null for a chunked one. */
const lengthOf = (head: string): number | null => {
  const length = /\r\ncontent-length: *(\d{1,15})/i.exec(head)?.[1];
  if (length !== undefined) return Number(length);
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return null;
  // A request without either has no body; an answer without either would end with its connection.
  if (head.startsWith('HTTP/')) throw new Error('an answer that does not say how long it is');
  return 0;
};

type Found = Readonly<{ body: Buffer; rest: Buffer }>;

const readSized = (bytes: Buffer, size: number): Found | null =>
  bytes.length < size ? null : { body: bytes.subarray(0, size), rest: bytes.subarray(size) };

/** @returns The body and what follows it, or null where its end is still to come. */
const readChunked = (bytes: Buffer): Found | null => {
  const pieces: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error('a chunk without a length');
    const end = lineEnd + 2 + size;
    if (bytes.length < end + 2) return null;
    pieces.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
    if (size === 0) return { body: Buffer.concat(pieces), rest: bytes.subarray(at) };
  }
};

/** Trailers are not read: none of the measured proxies sends any. */
export const createReader = (onMessage: (message: Message) => void): Reader => {
  let pieces: Buffer[] = [];
  let received = 0;
  /** Of the message that is underway; null between two. */
  let head: string | null = null;
  let wanted: number | null = null;

  /** @returns What follows the head, or null where its end is still to come. */
  const begin = (bytes: Buffer): Buffer | null => {
    const end = bytes.indexOf(HEAD_END);
    if (end < 0) {
      if (bytes.length > MAX_HEAD_BYTES) throw new Error('headers without an end');
      return null;
    }
    head = bytes.toString('latin1', 0, end);
    wanted = lengthOf(head);
    return bytes.subarray(end + HEAD_END.length);
  };

  /** @returns What follows the message, or null where its end is still to come. */
  const finish = (begun: string, bytes: Buffer): Buffer | null => {
    const found = wanted === null ? readChunked(bytes) : readSized(bytes, wanted);
    if (found === null) return null;
    head = null;
    onMessage({ head: begun, body: found.body });
    return found.rest;
  };

  const readOn = (bytes: Buffer): Buffer => {
    for (let rest = bytes; ; ) {
      const next: Buffer | null = head === null ? begin(rest) : finish(head, rest);
      if (next === null) return rest;
      rest = next;
    }
  };

  return {
    push: (bytes) => {
      pieces.push(bytes);
      received += bytes.length;
      // A large body comes in many pieces: they are put together once, when it is all there.
      if (head !== null && wanted !== null && received < wanted) return;
      const rest = readOn(pieces.length === 1 ? bytes : Buffer.concat(pieces));
      pieces = rest.length === 0 ? [] : [rest];
      received = rest.length;
    },
  };
};
