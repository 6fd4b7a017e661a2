/** Keccak-256 as Ethereum uses it: the padding differs from that of SHA3-256, which Node has. */

const RATE_BYTES = 136;
const LANES = 25;
const HASH_BYTES = 32;

/** Round constants, low and high halves. */
const CONSTANTS = Uint32Array.from(
  (
    '00000001 00000000 00008082 00000000 0000808a 80000000 80008000 80000000 0000808b 00000000 80000001 00000000 ' +
    '80008081 80000000 00008009 80000000 0000008a 00000000 00000088 00000000 80008009 00000000 8000000a 00000000 ' +
    '8000808b 00000000 0000008b 80000000 00008089 80000000 00008003 80000000 00008002 80000000 00000080 80000000 ' +
    '0000800a 00000000 8000000a 80000000 80008081 80000000 00008080 80000000 80000001 00000000 80008008 80000000'
  )
    .split(' ')
    .map((word) => Number.parseInt(word, 16)),
);
const ROTATIONS = [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44];
const MOVES = [10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1];

const at = (words: Uint32Array, index: number): number => words[index] ?? 0;

/** The low half of a lane turned left; with the halves exchanged, the high one. */
const turned = (low: number, high: number, by: number): number => {
  const isSwapped = by >= 32;
  const first = isSwapped ? high : low;
  const second = isSwapped ? low : high;
  const shift = by & 31;
  return shift === 0 ? first : (first << shift) | (second >>> (32 - shift));
};

const lows = new Uint32Array(5);
const highs = new Uint32Array(5);

const sumColumns = (half: Uint32Array, sums: Uint32Array): void => {
  for (let x = 0; x < 5; x++) {
    sums[x] = at(half, x) ^ at(half, x + 5) ^ at(half, x + 10) ^ at(half, x + 15) ^ at(half, x + 20);
  }
};

const mixColumns = (low: Uint32Array, high: Uint32Array): void => {
  sumColumns(low, lows);
  sumColumns(high, highs);
  for (let x = 0; x < 5; x++) {
    const right = (x + 1) % 5;
    const left = (x + 4) % 5;
    const mixLow = at(lows, left) ^ turned(at(lows, right), at(highs, right), 1);
    const mixHigh = at(highs, left) ^ turned(at(highs, right), at(lows, right), 1);
    for (let lane = x; lane < LANES; lane += 5) {
      low[lane] = at(low, lane) ^ mixLow;
      high[lane] = at(high, lane) ^ mixHigh;
    }
  }
};

const moveLanes = (low: Uint32Array, high: Uint32Array): void => {
  let carriedLow = at(low, 1);
  let carriedHigh = at(high, 1);
  for (let step = 0; step < MOVES.length; step++) {
    const to = MOVES[step] ?? 0;
    const by = ROTATIONS[step] ?? 0;
    const nextLow = at(low, to);
    const nextHigh = at(high, to);
    low[to] = turned(carriedLow, carriedHigh, by);
    high[to] = turned(carriedHigh, carriedLow, by);
    carriedLow = nextLow;
    carriedHigh = nextHigh;
  }
};

const mixRows = (half: Uint32Array): void => {
  for (let row = 0; row < LANES; row += 5) {
    const a = at(half, row);
    const b = at(half, row + 1);
    const c = at(half, row + 2);
    const d = at(half, row + 3);
    const e = at(half, row + 4);
    half[row] = a ^ (~b & c);
    half[row + 1] = b ^ (~c & d);
    half[row + 2] = c ^ (~d & e);
    half[row + 3] = d ^ (~e & a);
    half[row + 4] = e ^ (~a & b);
  }
};

/** @param bytes At most 135, which is one block. @returns 32 bytes. */
export const keccak256 = (bytes: Uint8Array): Uint8Array => {
  const block = new DataView(new ArrayBuffer(LANES * 8));
  bytes.forEach((byte, i) => {
    block.setUint8(i, byte);
  });
  block.setUint8(bytes.length, 1);
  block.setUint8(RATE_BYTES - 1, block.getUint8(RATE_BYTES - 1) ^ 0x80);
  const low = Uint32Array.from({ length: LANES }, (_, lane) => block.getUint32(lane * 8, true));
  const high = Uint32Array.from({ length: LANES }, (_, lane) => block.getUint32(lane * 8 + 4, true));
  for (let round = 0; round < CONSTANTS.length; round += 2) {
    mixColumns(low, high);
    moveLanes(low, high);
    mixRows(low);
    mixRows(high);
    low[0] = at(low, 0) ^ at(CONSTANTS, round);
    high[0] = at(high, 0) ^ at(CONSTANTS, round + 1);
  }
  const hash = new DataView(new ArrayBuffer(HASH_BYTES));
  for (let lane = 0; lane < HASH_BYTES / 8; lane++) {
    hash.setUint32(lane * 8, at(low, lane), true);
    hash.setUint32(lane * 8 + 4, at(high, lane), true);
  }
  return new Uint8Array(hash.buffer);
};
