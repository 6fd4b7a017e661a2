import { STATIC_TABLE } from './hpack-tables.ts';
import { decodeHuffman } from './huffman.ts';
import { HEADER_TABLE_BYTES, MAX_HEADER_BLOCK_BYTES, MAX_HEADER_LIST_BYTES } from './limits.ts';
import { CODE, ConnectionError } from './protocol.ts';

/** Counted for each entry beside its name and value (RFC 7541, section 4.1). */
const ENTRY_OVERHEAD_BYTES = 32;
/** Continuations of an integer: nothing that we take has more than 28 bits beyond its first byte. */
const MAX_INTEGER_BYTES = 4;
/** No code is shorter than five bits. */
const LARGEST_EXPANSION = 8 / 5;

/** Where a header may stand and what it may hold; found out once for one that is kept in a table. */
export type HeaderKind = 'pseudo' | 'regular' | 'invalid';
export type Header = Readonly<{ name: string; value: string; kind: HeaderKind; bytes: number }>;

/** Headers of a request or its trailers. */
export type HeaderList = Readonly<{
  headers: readonly Header[];
  /** Whether there was more than we take; the headers are not all there then. */
  isTooLong: boolean;
}>;

/** Lower case, and of the characters that a name is made of (RFC 9110, section 5.6.2). */
const NAME = /^:?[!#$%&'*+\-.^_`|~0-9a-z]+$/;
/** No control characters that end a field elsewhere, and no blanks around it (RFC 9113, section 8.2.1). */
const VALUE = /^(?:[^\0\r\n\t ](?:[^\0\r\n]*[^\0\r\n\t ])?)?$/;
/** They speak of one HTTP/1 connection. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

const kindOf = (name: string, value: string): HeaderKind => {
  if (!NAME.test(name) || !VALUE.test(value) || OF_CONNECTION.has(name)) return 'invalid';
  if (name === 'te' && value !== 'trailers') return 'invalid';
  return name.startsWith(':') ? 'pseudo' : 'regular';
};

const headerOf = (name: string, value: string): Header => ({
  name,
  value,
  kind: kindOf(name, value),
  bytes: name.length + value.length + ENTRY_OVERHEAD_BYTES,
});

const STATIC = STATIC_TABLE.map(([name, value]) => headerOf(name, value));
const STATIC_COUNT = STATIC.length;

const malformed = (what: string): ConnectionError => new ConnectionError(CODE.COMPRESSION_ERROR, what);

/** Reads the headers of one connection; what was read keeps numbers for what comes. */
export class HpackDecoder {
  /** Newest last: what is added or goes away moves nothing. */
  #entries: Header[] = [];
  /** Entries before it have gone. */
  #first = 0;
  #tableBytes = 0;
  #maxTableBytes = HEADER_TABLE_BYTES;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  readonly #scratch = Buffer.allocUnsafeSlow(Math.ceil(MAX_HEADER_BLOCK_BYTES * LARGEST_EXPANSION));

  /**
   * @param block Of at most `MAX_HEADER_BLOCK_BYTES`, and whole.
   * @throws ConnectionError COMPRESSION_ERROR where it is no such block.
   */
  decode(block: Buffer): HeaderList {
    this.#bytes = block;
    this.#at = 0;
    this.#resize();
    const headers: Header[] = [];
    let bytes = 0;
    while (this.#at < block.length) {
      const header = this.#next();
      // Read on to the end all the same: later blocks speak of this one.
      bytes += header.bytes;
      if (bytes <= MAX_HEADER_LIST_BYTES) headers.push(header);
    }
    return { headers, isTooLong: bytes > MAX_HEADER_LIST_BYTES };
  }

  /** New sizes of the table stand before the first header. */
  #resize(): void {
    while (this.#at < this.#bytes.length && ((this.#bytes[this.#at] ?? 0) & 0xe0) === 0x20) {
      const size = this.#integer(0x1f);
      if (size > HEADER_TABLE_BYTES) throw malformed('a table larger than was allowed');
      this.#maxTableBytes = size;
      this.#evict(0);
    }
  }

  #next(): Header {
    const first = this.#bytes[this.#at] ?? 0;
    if (first & 0x80) return this.#entry(this.#integer(0x7f));
    if (first & 0x40) {
      const header = this.#literal(0x3f);
      this.#keep(header);
      return header;
    }
    if (first & 0x20) throw malformed('a size of the table behind a header');
    // Not to be kept, or never to be: the same to whoever reads.
    return this.#literal(0x0f);
  }

  #literal(mask: number): Header {
    const index = this.#integer(mask);
    const name = index === 0 ? this.#string() : this.#entry(index).name;
    return headerOf(name, this.#string());
  }

  #entry(index: number): Header {
    const entry =
      index <= STATIC_COUNT ? STATIC[index - 1] : this.#entries[this.#entries.length - index + STATIC_COUNT];
    if (entry === undefined || (index > STATIC_COUNT && index - STATIC_COUNT > this.#count()))
      throw malformed('a header by a number that none has');
    return entry;
  }

  #count(): number {
    return this.#entries.length - this.#first;
  }

  #keep(header: Header): void {
    this.#evict(header.bytes);
    // One that is larger than the table empties it, and is not kept (RFC 7541, section 4.4).
    if (header.bytes > this.#maxTableBytes) return;
    this.#entries.push(header);
    this.#tableBytes += header.bytes;
  }

  #evict(coming: number): void {
    while (this.#count() > 0 && this.#tableBytes + coming > this.#maxTableBytes) {
      this.#tableBytes -= this.#entries[this.#first]?.bytes ?? 0;
      this.#first += 1;
    }
    // Rarely: each time as many go as have come since the last.
    if (this.#first > (2 * HEADER_TABLE_BYTES) / ENTRY_OVERHEAD_BYTES) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
  }

  /** An integer whose first bits are those of the mask (RFC 7541, section 5.1). */
  #integer(mask: number): number {
    let value = this.#byte() & mask;
    if (value < mask) return value;
    for (let i = 0; i < MAX_INTEGER_BYTES; i += 1) {
      const byte = this.#byte();
      value += (byte & 0x7f) << (7 * i);
      if (byte < 0x80) return value;
    }
    throw malformed('a number that is too long');
  }

  #string(): string {
    const isHuffman = ((this.#bytes[this.#at] ?? 0) & 0x80) !== 0;
    const length = this.#integer(0x7f);
    const from = this.#at;
    const to = from + length;
    if (to > this.#bytes.length) throw malformed('a header longer than its block');
    this.#at = to;
    return isHuffman
      ? decodeHuffman(this.#bytes, from, to, this.#scratch)
      : this.#bytes.toString('latin1', from, to);
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw malformed('a block that ends within a header');
    this.#at += 1;
    return byte;
  }
}
