import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeContent, decodeUtf8 } from '../../src/chat/content-encoding.ts';
import { readChatRequest } from '../../src/chat/request.ts';
import { readChatResponse } from '../../src/chat/response.ts';
import { GatewayError } from '../../src/errors.ts';
import { jsonText, mutate, mutations, requestBody, responseBody } from '../unit/chat/arbitraries.ts';
import { corpus, mutated } from './corpus.ts';
import { options, testMs } from './options.ts';

const LIMITS = { maxDepth: 16, maxSegments: 50, maxTextChars: 100 };

const onlyGatewayErrors = async (run: () => unknown): Promise<void> => {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
  }
};

const body = fc.oneof(requestBody, responseBody, jsonText);
const bytes = fc.oneof(
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  { weight: 4, arbitrary: body.map((text) => Buffer.from(text)) },
  {
    weight: 8,
    arbitrary: fc.tuple(body, mutations).map(([text, changes]) => Buffer.from(mutate(text, changes))),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(body, fc.nat(), fc.nat(255)).map(([text, at, byte]) => {
      const changed = Buffer.from(text);
      changed[at % Math.max(1, changed.length)] = byte;
      return changed;
    }),
  },
  {
    weight: 4,
    arbitrary: mutated(corpus('chat'), [
      '"messages":',
      '"Content":',
      '\\ud800',
      '\\u0000',
      '[',
      '{',
      '\0',
      '1e999',
    ]),
  },
);

it.each([
  { name: 'requests', read: readChatRequest },
  { name: 'answers', read: readChatResponse },
])(
  'bytes read as $name give segments or a refusal',
  async ({ read }) => {
    const property = fc.asyncProperty(bytes, (input) =>
      onlyGatewayErrors(() => read(decodeUtf8(input), LIMITS)),
    );
    await fc.assert(property, options);
  },
  testMs(),
);

const CODINGS = [
  'gzip',
  'x-gzip',
  'deflate',
  'br',
  'zstd',
  'gzip, br',
  'zstd, deflate',
  'identity',
  'odd',
  '',
];
const MAX_DECODED = 10_000;

it(
  'bytes under any content encoding give bytes within the limit, or a refusal',
  async () => {
    const coded = fc.oneof(fc.uint8Array({ maxLength: 300 }), mutated(corpus('content-encoding')));
    const property = fc.asyncProperty(coded, fc.constantFrom(...CODINGS), (input, header) =>
      onlyGatewayErrors(async () => {
        const decoded = await decodeContent(input, header, MAX_DECODED);
        expect(decoded.length).toBeLessThanOrEqual(MAX_DECODED);
      }),
    );
    await fc.assert(property, options);
  },
  testMs(),
);

it(
  'whatever is encoded comes back as it was, and with a byte more behind it not at all',
  async () => {
    const encoders = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync };
    const layers = fc.array(fc.constantFrom('gzip', 'deflate', 'br', 'zstd'), { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(
      fc.uint8Array({ maxLength: 2000 }),
      layers,
      fc.nat(255),
      async (bytes, codings, byte) => {
        const coded = codings.reduce((current, coding) => encoders[coding](current), Buffer.from(bytes));
        const header = codings.join(', ');
        expect(Buffer.from(await decodeContent(coded, header, MAX_DECODED))).toEqual(Buffer.from(bytes));
        const longer = decodeContent(Buffer.concat([coded, Buffer.from([byte])]), header, MAX_DECODED);
        await expect(longer).rejects.toThrow(GatewayError);
      },
    );
    await fc.assert(property, options);
  },
  testMs(),
);
