import { GatewayError } from '../../errors.ts';

/** Groups may hold groups; nobody has sent any since proto2. */
const MAX_GROUP_DEPTH = 16;
/** 64 bits, 7 in each byte. */
const MAX_VARINT_BYTES = 10;

export const WIRE = { VARINT: 0, FIXED64: 1, BYTES: 2, GROUP: 3, END_GROUP: 4, FIXED32: 5 } as const;

export const malformed = (what: string): GatewayError =>
  new GatewayError('PROTOCOL_VIOLATION', `Envoy sent bytes that are no protobuf message: ${what}.`);

/**
 * Reads protobuf's wire format. Every method throws a GatewayError `PROTOCOL_VIOLATION` for what is none, and nothing else.
 *
 * @see https://protobuf.dev/programming-guides/encoding/
 */
export class ProtobufReader {
  readonly #bytes: Buffer;
  #at = 0;
  #end: number;
  /** What the last varint had above its lower 32 bits. */
  #high = 0;
  /** Of the field that `next` came to. */
  field = 0;
  wire = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#end = bytes.length;
  }

  /** Goes on to the next field of the message. @returns False at its end. */
  next(): boolean {
    if (this.#at === this.#end) return false;
    const tag = this.#varint();
    this.field = tag >>> 3;
    this.wire = tag & 7;
    if (this.field === 0 || this.#high !== 0) throw malformed('a field without a number');
    return true;
  }

  /** Whether the field is of this number and is written this way; one that is written otherwise is an unknown field. */
  is(field: number, wire: number): boolean {
    return this.field === field && this.wire === wire;
  }

  /** Reads the field's value as a message. @param read Called with this reader, which ends where the message does. */
  message<T>(read: (reader: ProtobufReader) => T): T {
    const outer = this.#end;
    const end = this.#length() + this.#at;
    this.#end = end;
    const value = read(this);
    this.#at = end;
    this.#end = outer;
    return value;
  }

  /** A view, not a copy. */
  bytes(): Buffer {
    const end = this.#length() + this.#at;
    const view = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return view;
  }

  string(): string {
    const end = this.#length() + this.#at;
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end;
    return text;
  }

  /**
   * Reads a string of ASCII where it is one of these.
   *
   * @returns Null where it is another, which is not read then.
   */
  oneOf(texts: readonly string[]): string | null {
    const at = this.#at;
    const length = this.#length();
    for (const text of texts) {
      if (text.length === length && this.#comesNext(text)) {
        this.#at += length;
        return text;
      }
    }
    this.#at = at;
    return null;
  }

  #comesNext(text: string): boolean {
    for (let i = 0; i < text.length; i += 1) {
      if (this.#bytes[this.#at + i] !== text.charCodeAt(i)) return false;
    }
    return true;
  }

  /** @returns The length of the string or bytes that come next, which are not read yet. */
  peekLength(): number {
    const at = this.#at;
    const length = this.#length();
    this.#at = at;
    return length;
  }

  /** @returns The first of the bytes that come next, which are not read yet; 0 where there are none. */
  peekByte(): number {
    const at = this.#at;
    const first = this.#length() === 0 ? 0 : (this.#bytes[this.#at] ?? 0);
    this.#at = at;
    return first;
  }

  bool(): boolean {
    return this.#varint() !== 0 || this.#high !== 0;
  }

  /** An enum, too. */
  int32(): number {
    return this.#varint() | 0;
  }

  /** Passes over the field, whatever it is. */
  skip(depth = 0): void {
    switch (this.wire) {
      case WIRE.VARINT:
        this.#varint();
        return;
      case WIRE.FIXED64:
        this.#pass(8);
        return;
      case WIRE.BYTES:
        this.#pass(this.#length());
        return;
      case WIRE.FIXED32:
        this.#pass(4);
        return;
      case WIRE.GROUP:
        this.#skipGroup(depth + 1);
        return;
      default:
        throw malformed(`a field of kind ${this.wire}`);
    }
  }

  #skipGroup(depth: number): void {
    if (depth > MAX_GROUP_DEPTH) throw malformed('groups nested too deep');
    const group = this.field;
    while (this.next()) {
      if (this.wire === WIRE.END_GROUP) {
        if (this.field !== group) break;
        return;
      }
      this.skip(depth);
    }
    throw malformed('a group without its end');
  }

  #pass(count: number): void {
    if (count > this.#end - this.#at) throw malformed('a field longer than its message');
    this.#at += count;
  }

  #length(): number {
    const length = this.#varint();
    if (this.#high !== 0 || length > this.#end - this.#at) throw malformed('a field longer than its message');
    return length;
  }

  /** @returns The lower 32 bits, unsigned. */
  #varint(): number {
    this.#high = 0;
    const first = this.#byte();
    if (first < 0x80) return first;
    let low = first & 0x7f;
    for (let i = 1; i < MAX_VARINT_BYTES; i += 1) {
      const byte = this.#byte();
      const bits = byte & 0x7f;
      if (i < 5) low |= bits << (7 * i);
      if (i === 4) this.#high |= bits >>> 4;
      else if (i > 4) this.#high |= bits;
      if (byte < 0x80) return low >>> 0;
    }
    throw malformed('a number of more than 64 bits');
  }

  #byte(): number {
    if (this.#at >= this.#end) throw malformed('it ends within a field');
    const byte = this.#bytes[this.#at] ?? 0;
    this.#at += 1;
    return byte;
  }
}
