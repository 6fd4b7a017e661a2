import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/*
 * A gateway key is `pcl_`, 40 random base62 characters (238 bits), and 6 characters of CRC-32 over all that stands
 * before them. The checksum lets a mistyped or invented key be refused without asking anyone, and lets secret
 * scanners (ours included) tell a key from text that looks like one. It is no protection: it can be computed.
 */
const PREFIX = 'pcl_';
const RANDOM_CHARS = 40;
const CHECKSUM_CHARS = 6;
const LENGTH = PREFIX.length + RANDOM_CHARS + CHECKSUM_CHARS;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^pcl_[0-9A-Za-z]{46}$/;
/** The largest multiple of 62 that a byte can hold: bytes from here on would favour some characters. */
const UNBIASED = 248;

/** @returns `length` characters of the base62 alphabet, each equally likely, from the system's random source. */
export const randomBase62 = (length: number): string => {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length + 8)) {
      if (byte < UNBIASED && text.length < length) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
};

const checksum = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_CHARS; index += 1) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
};

/** @returns A new gateway key, 50 characters; shown to its owner once and never stored. */
export const createKeySecret = (): string => {
  const body = PREFIX + randomBase62(RANDOM_CHARS);
  return body + checksum(body);
};

/** Whether a text can be a gateway key at all: its shape and its checksum. The work doesn't grow with the text. */
export const isWellFormed = (secret: string): boolean =>
  secret.length === LENGTH &&
  SHAPE.test(secret) &&
  checksum(secret.slice(0, -CHECKSUM_CHARS)) === secret.slice(-CHECKSUM_CHARS);

/**
 * What is stored in place of a key: SHA-256, hex. A slow password hash would add nothing, since 238 random bits
 * can't be guessed, and it would cost every request.
 */
export const hashKey = (secret: string): string => hash('sha256', secret, 'hex');

/** @returns The part of a key that people may see, to tell keys apart: `pcl_` and 4 characters. */
export const displayPrefix = (secret: string): string => secret.slice(0, PREFIX.length + 4);
