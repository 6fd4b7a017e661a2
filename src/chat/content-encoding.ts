import { isUtf8 } from 'node:buffer';
import {
  brotliDecompress,
  brotliDecompressSync,
  gunzip,
  gunzipSync,
  inflate,
  inflateRaw,
  inflateRawSync,
  inflateSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib';
import { GatewayError } from '../errors.ts';

type Options = Readonly<{ maxOutputLength: number; info: true }>;
type Callback = (error: Error | null, result: unknown) => void;
type Codec = Readonly<{
  sync: (bytes: Uint8Array, options: Options) => unknown;
  async: (bytes: Uint8Array, options: Options, done: Callback) => void;
}>;

const GZIP: Codec = { sync: gunzipSync, async: gunzip };
const ZLIB: Codec = { sync: inflateSync, async: inflate };
const RAW: Codec = { sync: inflateRawSync, async: inflateRaw };
const BROTLI: Codec = { sync: brotliDecompressSync, async: brotliDecompress };
const ZSTD: Codec = { sync: zstdDecompressSync, async: zstdDecompress };

/** More layers than this serve nobody but an attacker. */
const MAX_LAYERS = 3;
/** A body this small is decoded at once, as long as its text stays below {@link SYNC_OUTPUT}: a thread hop costs more. */
const SYNC_INPUT = 16 * 1024;
const SYNC_OUTPUT = 128 * 1024;

/**
 * Undoes `Content-Encoding`: gzip, deflate (with the zlib wrapper or, as some clients send it, without), br, zstd,
 * and up to three of them on top of each other.
 *
 * A body must end where its compressed data ends: what stands behind it might be read by another decoder. For the
 * same reason whoever forwards the body should forward what this returned, without `Content-Encoding`.
 *
 * @param contentEncoding The header's value, or null where there is none.
 * @param maxBytes Most bytes that the body and each layer may have once decoded; exactly so many are accepted.
 * @returns The decoded bytes; the given array itself where there is nothing to undo, at once where no header says so.
 * @throws GatewayError `INVALID_ENCODING` (unknown, corrupt, cut short) or `REQUEST_TOO_LARGE`.
 */
export const decodeContent = (
  bytes: Uint8Array,
  contentEncoding: string | null,
  maxBytes: number,
): Uint8Array | Promise<Uint8Array> => {
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  return contentEncoding === null ? bytes : undoAll(bytes, contentEncoding, maxBytes);
};

const undoAll = async (bytes: Uint8Array, contentEncoding: string, maxBytes: number): Promise<Uint8Array> => {
  let decoded = bytes;
  // The last coding in the list was applied last (RFC 9110 §8.4).
  for (const coding of codings(contentEncoding).reverse()) {
    decoded = await undo(decoded, codecOf(coding, decoded), maxBytes);
  }
  return decoded;
};

/**
 * Reads UTF-8 as strictly as RFC 3629: no overlong forms, no encoded surrogates, nothing cut short.
 *
 * @returns The text without a leading byte order mark; offsets into it count from behind that mark, and a body
 *   made from it has none.
 * @throws GatewayError `INVALID_ENCODING`
 */
export const decodeUtf8 = (bytes: Uint8Array): string => {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (!isUtf8(bytes)) throw new GatewayError('INVALID_ENCODING', 'The body is not valid UTF-8.');
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start).toString('utf8');
};

const codings = (contentEncoding: string): string[] => {
  const listed = contentEncoding.split(',').map((coding) => coding.trim().toLowerCase());
  const applied = listed.filter((coding) => coding !== '' && coding !== 'identity');
  if (applied.length > MAX_LAYERS) {
    throw invalid(`The body has more than ${MAX_LAYERS} content encodings.`);
  }
  return applied;
};

const codecOf = (coding: string, bytes: Uint8Array): Codec => {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return GZIP;
    case 'deflate':
      return hasZlibHeader(bytes) ? ZLIB : RAW;
    case 'br':
      return BROTLI;
    case 'zstd':
      return ZSTD;
    default:
      throw invalid('The content encoding is not supported; use gzip, deflate, br, zstd or none.');
  }
};

/** RFC 1950 §2.2: method 8, a window of at most 32 KiB, and a header that is a multiple of 31. */
const hasZlibHeader = (bytes: Uint8Array): boolean => {
  const [cmf = 0, flg = 0] = bytes;
  return (cmf & 0x0f) === 8 && cmf >> 4 <= 7 && ((cmf << 8) | flg) % 31 === 0;
};

const undo = async (bytes: Uint8Array, codec: Codec, maxBytes: number): Promise<Uint8Array> => {
  const small = bytes.length <= SYNC_INPUT ? undoSmall(bytes, codec, maxBytes) : undefined;
  return small ?? undoLarge(bytes, codec, maxBytes);
};

/** Undefined where the text turns out too large to be decoded on this thread. */
const undoSmall = (bytes: Uint8Array, codec: Codec, maxBytes: number): Uint8Array | undefined => {
  const maxOutputLength = Math.min(maxBytes, SYNC_OUTPUT);
  try {
    return whole(codec.sync(bytes, { maxOutputLength, info: true }), bytes.length);
  } catch (cause) {
    if (isOverflow(cause) && maxOutputLength < maxBytes) return undefined;
    throw asGatewayError(cause, maxBytes);
  }
};

const undoLarge = (bytes: Uint8Array, codec: Codec, maxBytes: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    codec.async(bytes, { maxOutputLength: maxBytes, info: true }, (error, result) => {
      try {
        if (error !== null) throw error;
        resolve(whole(result, bytes.length));
      } catch (cause) {
        reject(asGatewayError(cause, maxBytes));
      }
    });
  });

/** Takes what zlib gives under `info`: the output, and an engine that knows how much of the input it used. */
const whole = (result: unknown, inputLength: number): Uint8Array => {
  const output = field(result, 'buffer');
  if (!(output instanceof Uint8Array) || field(field(result, 'engine'), 'bytesWritten') !== inputLength) {
    throw new Error('bytes behind the end of the compressed data');
  }
  return output;
};

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const isOverflow = (cause: unknown): boolean => field(cause, 'code') === 'ERR_BUFFER_TOO_LARGE';

const asGatewayError = (cause: unknown, maxBytes: number): GatewayError =>
  isOverflow(cause) ? tooLarge(maxBytes) : invalid('The body does not match its content encoding.', cause);

const tooLarge = (maxBytes: number): GatewayError =>
  new GatewayError('REQUEST_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`);

const invalid = (message: string, cause?: unknown): GatewayError =>
  new GatewayError('INVALID_ENCODING', message, { cause, param: 'Content-Encoding' });
