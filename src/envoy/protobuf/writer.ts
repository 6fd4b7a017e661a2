import { WIRE } from './reader.ts';

const FIRST_BYTES = 4096;
/** Bytes of this length and above are handed on as they are, not copied. */
const UNCOPIED_BYTES = 4096;
/** Names, ids and values of headers are written byte by byte, which takes less time than to call for it. */
const LONGEST_SHORT = 64;
const LAST_ASCII = 0x7f;

/** A message's bytes in order; `rest` is null where all of it is in `head`. */
export type Written = Readonly<{ head: Buffer; rest: Buffer | null }>;

/**
 * Writes protobuf from the end to the beginning, so that the length of everything is known when it is to be written.
 * Fields are written in reverse, and a long field that comes first of all, so that it ends the message, is not copied.
 */
export class ProtobufWriter {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #at = FIRST_BYTES;
  #rest: Buffer | null = null;

  /** Bytes written so far. */
  #length(): number {
    return this.#bytes.length - this.#at + (this.#rest?.length ?? 0);
  }

  #reserve(count: number): void {
    if (this.#at >= count) return;
    const used = this.#bytes.length - this.#at;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, used + count));
    this.#bytes.copy(larger, larger.length - used, this.#at);
    this.#at = larger.length - used;
    this.#bytes = larger;
  }

  /** @param value From 0 up to 2^32. */
  #varint(value: number): void {
    this.#reserve(5);
    if (value < 0x80) {
      this.#at -= 1;
      this.#bytes[this.#at] = value;
      return;
    }
    let bytes = 1;
    for (let left = value >>> 7; left !== 0; left >>>= 7) bytes += 1;
    this.#at -= bytes;
    let rest = value >>> 0;
    for (let i = 0; i < bytes; i += 1) {
      this.#bytes[this.#at + i] = i === bytes - 1 ? rest : (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
  }

  #tag(field: number, wire: number): void {
    this.#varint((field << 3) | wire);
  }

  /** A message begins, at its end. @returns What `close` needs to know. */
  begin(): number {
    return this.#length();
  }

  /** All fields of a message that began there are written. */
  close(field: number, begun: number): void {
    this.#varint(this.#length() - begun);
    this.#tag(field, WIRE.BYTES);
  }

  bytes(field: number, value: Buffer): void {
    if (value.length >= UNCOPIED_BYTES && this.#length() === 0) this.#rest = value;
    else {
      this.#reserve(value.length);
      this.#at -= value.length;
      if (value.length > LONGEST_SHORT) this.#bytes.set(value, this.#at);
      else for (let i = 0; i < value.length; i += 1) this.#bytes[this.#at + i] = value[i] ?? 0;
    }
    this.#varint(value.length);
    this.#tag(field, WIRE.BYTES);
  }

  string(field: number, value: string): void {
    const length = this.#ascii(value) ? value.length : this.#utf8(value);
    this.#varint(length);
    this.#tag(field, WIRE.BYTES);
  }

  /** Written here, since calling whoever writes all texts would take longer. */
  #ascii(value: string): boolean {
    const { length } = value;
    if (length > LONGEST_SHORT) return false;
    this.#reserve(length);
    const bytes = this.#bytes;
    const from = this.#at - length;
    for (let i = 0; i < length; i += 1) {
      const code = value.charCodeAt(i);
      if (code > LAST_ASCII) return false;
      bytes[from + i] = code;
    }
    this.#at = from;
    return true;
  }

  /** @returns Its length in bytes. */
  #utf8(value: string): number {
    const length = Buffer.byteLength(value);
    this.#reserve(length);
    this.#at -= length;
    this.#bytes.write(value, this.#at, 'utf8');
    return length;
  }

  /** A number that is never negative; 0 is what an absent one reads as. */
  number(field: number, value: number): void {
    if (value === 0) return;
    this.#varint(value);
    this.#tag(field, WIRE.VARINT);
  }

  bool(field: number, value: boolean): void {
    this.number(field, value ? 1 : 0);
  }

  /** Writes gRPC's prefix of an uncompressed message, and begins anew. */
  finish(): Written {
    const length = this.#length();
    this.#reserve(5);
    this.#at -= 5;
    this.#bytes[this.#at] = 0;
    this.#bytes.writeUInt32BE(length, this.#at + 1);
    const written = { head: Buffer.from(this.#bytes.subarray(this.#at)), rest: this.#rest };
    this.abandon();
    return written;
  }

  /** Forgets what was written. */
  abandon(): void {
    this.#at = this.#bytes.length;
    this.#rest = null;
  }
}
