import { constants, unzipSync } from 'node:zlib';

/** Bytes that gzip or zlib has made smaller. */

/** Less says nothing. */
const LEAST_BYTES = 32;
/** Of what comes out, in bytes: a small text may grow a thousand times. */
const MOST_BYTES = 16_384;

/** The second byte of zlib's head, for each level. */
const LEVELS: ReadonlySet<number> = new Set([0x01, 0x5e, 0x9c, 0xda]);

export const beginsDeflated = (first = 0, second = 0): boolean =>
  (first === 0x1f && second === 0x8b) || (first === 0x78 && LEVELS.has(second));

const isTooMuch = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/** @returns The beginning of what was made smaller; undefined where nothing was. */
export const inflate = (bytes: Buffer): Buffer | undefined => {
  if (!beginsDeflated(bytes[0], bytes[1])) return undefined;
  for (let rest = bytes; rest.length >= LEAST_BYTES; rest = rest.subarray(0, rest.length >> 1)) {
    try {
      return unzipSync(rest, { maxOutputLength: MOST_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
    } catch (error) {
      // A part of it gives a part of the text.
      if (!isTooMuch(error)) return undefined;
    }
  }
  return undefined;
};
