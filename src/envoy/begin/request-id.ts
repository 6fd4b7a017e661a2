import { randomFillSync } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARS = 10;
const RANDOM_CHARS = 16;
const POOL_BYTES = 4096;

const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

const randomChars = (): string => {
  // One system call serves 256 ids.
  if (used + RANDOM_CHARS > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  let chars = '';
  for (let i = 0; i < RANDOM_CHARS; i += 1) chars += CROCKFORD.charAt(pool.readUInt8(used + i) & 31);
  used += RANDOM_CHARS;
  return chars;
};

const timeChars = (nowMs: number): string => {
  let chars = '';
  let rest = nowMs;
  for (let i = 0; i < TIME_CHARS; i += 1) {
    chars = CROCKFORD.charAt(rest % 32) + chars;
    rest = Math.floor(rest / 32);
  }
  return chars;
};

/**
 * `req_` and a ULID: 48 bits of Unix milliseconds and 80 random bits in Crockford's base 32, so that ids sort by time.
 *
 * @param nowMs Unix time in milliseconds, below 2^48.
 * @see https://github.com/ulid/spec
 */
export const createRequestId = (nowMs: number): string => `req_${timeChars(nowMs)}${randomChars()}`;
