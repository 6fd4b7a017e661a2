import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { badRequest, MAX_BODY_BYTES, ProviderError } from './scenarios.ts';

const tooLarge = (): ProviderError =>
  new ProviderError(413, 'invalid_request_error', 'request_too_large', 'The request body is too large.');

/** @throws ProviderError 413 over `MAX_BODY_BYTES` */
export const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

const options = { maxOutputLength: MAX_BODY_BYTES };
const DECODERS: ReadonlyMap<string, (bytes: Buffer) => Promise<Buffer>> = new Map([
  ['identity', (bytes: Buffer) => Promise.resolve(bytes)],
  ['gzip', (bytes: Buffer) => promisify(gunzip)(bytes, options)],
  ['deflate', (bytes: Buffer) => promisify(inflate)(bytes, options)],
  ['br', (bytes: Buffer) => promisify(brotliDecompress)(bytes, options)],
  ['zstd', (bytes: Buffer) => promisify(zstdDecompress)(bytes, options)],
]);

/** @throws ProviderError 400 for a body that is not in the encoding it claims */
export const decodeBody = async (bytes: Buffer, encoding: string | undefined): Promise<string> => {
  const decode = DECODERS.get((encoding ?? 'identity').toLowerCase());
  if (decode === undefined) throw badRequest(`Unknown Content-Encoding: ${encoding}`);
  try {
    return (await decode(bytes)).toString('utf8');
  } catch {
    throw badRequest('The body could not be decompressed.');
  }
};
