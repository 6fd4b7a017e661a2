/*
 * SipHash-2-4 with 128 bits (Aumasson, Bernstein: SipHash, a fast short-input PRF, 2012, and its reference code for 128 bits): whoever does
 * not have the key can neither compute a hash nor find two texts that have the same.
 */

/** What a hash carries from call to call. */
let v0: u64 = 0;
let v1: u64 = 0;
let v2: u64 = 0;
let v3: u64 = 0;

function round(): void {
  v0 += v1;
  v1 = rotl<u64>(v1, 13) ^ v0;
  v0 = rotl<u64>(v0, 32);
  v2 += v3;
  v3 = rotl<u64>(v3, 16) ^ v2;
  v0 += v3;
  v3 = rotl<u64>(v3, 21) ^ v0;
  v2 += v1;
  v1 = rotl<u64>(v1, 17) ^ v2;
  v2 = rotl<u64>(v2, 32);
}

/** Begins a hash. @param key 16 bytes. */
export function sipStart(key: usize): void {
  const k0 = load<u64>(key);
  const k1 = load<u64>(key, 8);
  v0 = k0 ^ 0x736f6d6570736575;
  v1 = k1 ^ 0x646f72616e646f6d ^ 0xee;
  v2 = k0 ^ 0x6c7967656e657261;
  v3 = k1 ^ 0x7465646279746573;
}

/** Goes on with so many numbers of 64 bits. */
export function sipAdd(from: usize, numbers: i32): void {
  let a = v0;
  let b = v1;
  let c = v2;
  let d = v3;
  const end = from + ((<usize>numbers) << 3);
  for (let at = from; at < end; at += 8) {
    const m = load<u64>(at);
    d ^= m;
    a += b;
    b = rotl<u64>(b, 13) ^ a;
    a = rotl<u64>(a, 32);
    c += d;
    d = rotl<u64>(d, 16) ^ c;
    a += d;
    d = rotl<u64>(d, 21) ^ a;
    c += b;
    b = rotl<u64>(b, 17) ^ c;
    c = rotl<u64>(c, 32);
    a += b;
    b = rotl<u64>(b, 13) ^ a;
    a = rotl<u64>(a, 32);
    c += d;
    d = rotl<u64>(d, 16) ^ c;
    a += d;
    d = rotl<u64>(d, 21) ^ a;
    c += b;
    b = rotl<u64>(b, 17) ^ c;
    c = rotl<u64>(c, 32);
    a ^= m;
  }
  v0 = a;
  v1 = b;
  v2 = c;
  v3 = d;
}

/**
 * Ends it with the last `rest` bytes, fewer than eight.
 *
 * @param total Of all bytes; the hash holds it modulo 256.
 * @param out Takes 16 bytes.
 */
export function sipEnd(from: usize, rest: i32, total: i32, out: usize): void {
  let last = (<u64>(total & 0xff)) << 56;
  for (let i: i32 = 0; i < rest; i++) last |= (<u64>load<u8>(from + <usize>i)) << (<u64>(i << 3));
  v3 ^= last;
  round();
  round();
  v0 ^= last;
  v2 ^= 0xee;
  for (let i: i32 = 0; i < 4; i++) round();
  store<u64>(out, v0 ^ v1 ^ v2 ^ v3);
  v1 ^= 0xdd;
  for (let i: i32 = 0; i < 4; i++) round();
  store<u64>(out, v0 ^ v1 ^ v2 ^ v3, 8);
}

/**
 * Hashes several texts, each by itself.
 *
 * @param texts One behind the other, each at a whole number of 64 bits.
 * @param lengths In bytes (i32), one for each text.
 * @param out Takes 16 bytes for each.
 */
export function sipEach(key: usize, texts: usize, lengths: usize, count: i32, out: usize): void {
  let at = texts;
  for (let i: i32 = 0; i < count; i++) {
    const length = load<i32>(lengths + ((<usize>i) << 2));
    const numbers = length >> 3;
    sipStart(key);
    sipAdd(at, numbers);
    at += (<usize>numbers) << 3;
    sipEnd(at, length & 7, length, out + ((<usize>i) << 4));
    if ((length & 7) > 0) at += 8;
  }
}
