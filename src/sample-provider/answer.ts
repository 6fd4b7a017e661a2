import type { ServerResponse } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, createBrotliCompress, createDeflate, createGzip, createZstdCompress } from 'node:zlib';
import type { Encoding, ProviderError, Scenario } from './scenarios.ts';

/** One HTTP answer; `pieces` are written one by one, with the scenario's delay between them. */
export type Reply = Readonly<{
  status: number;
  contentType: string;
  pieces: Iterable<string | Buffer>;
  /** Given where the length is known: one body, not a stream. */
  length: number | null;
}>;

export const jsonReply = (status: number, body: string): Reply => {
  const bytes = Buffer.from(body);
  return { status, contentType: 'application/json', pieces: [bytes], length: bytes.length };
};

export const errorReply = ({ status, type, code, message }: ProviderError): Reply =>
  jsonReply(status, JSON.stringify({ error: { message, type, param: null, code } }));

/** Each flushes what it was given at once, so that a compressed stream still streams. */
const COMPRESSORS: Readonly<Record<Encoding, () => Transform>> = {
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
  deflate: () => createDeflate({ flush: constants.Z_SYNC_FLUSH }),
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    }),
  zstd: () => createZstdCompress({ flush: constants.ZSTD_e_flush }),
};

const rawHeaders = (reply: Reply, scenario: Scenario): string[] => {
  const own: Array<readonly [string, string]> = [
    ['content-type', reply.contentType],
    ['x-request-id', `req_sample_${Date.now().toString(36)}`],
    ['openai-processing-ms', '1'],
  ];
  if (scenario.encoding !== undefined) own.push(['content-encoding', scenario.encoding]);
  else if (reply.length !== null) own.push(['content-length', String(reply.length)]);
  const asked = new Set(scenario.headers.map(([name]) => name.toLowerCase()));
  return [...own.filter(([name]) => !asked.has(name)), ...scenario.headers].flat();
};

const RESET_FLUSH_MS = 20;

/** The bytes of an answer that breaks off: those before the cut, and time for them to leave. */
async function* cutShort(reply: Reply, signal: AbortSignal): AsyncGenerator<Buffer> {
  const pieces = Array.from(reply.pieces, (piece) => Buffer.from(piece));
  const all = Buffer.concat(pieces);
  yield all.subarray(0, Math.ceil(all.length / 2));
  await sleep(RESET_FLUSH_MS, undefined, { signal });
  throw new Error('reset asked for');
}

async function* paced(reply: Reply, delayMs: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  let first = true;
  for (const piece of reply.pieces) {
    if (!first && delayMs > 0) await sleep(delayMs, undefined, { signal });
    first = false;
    yield Buffer.from(piece);
  }
}

/**
 * Writes the answer as the scenario wants it. Resolves when it has left or the connection is gone; a connection
 * that the caller closed, or that the scenario resets, is no error.
 */
export const sendReply = async (
  response: ServerResponse,
  reply: Reply,
  scenario: Scenario,
  signal: AbortSignal,
): Promise<void> => {
  response.writeHead(reply.status, rawHeaders(reply, scenario));
  response.flushHeaders();
  if (scenario.reset === 'headers') {
    await sleep(RESET_FLUSH_MS, undefined, { signal });
    response.destroy();
    return;
  }
  const body =
    scenario.reset === 'body' ? cutShort(reply, signal) : paced(reply, scenario['chunk-delay-ms'], signal);
  const source = Readable.from(body, { objectMode: false });
  if (scenario.encoding === undefined) await pipeline(source, response);
  else await pipeline(source, COMPRESSORS[scenario.encoding](), response);
};
