import fc from 'fast-check';
import { it } from 'vitest';
import { decodeContent, decodeUtf8 } from '../../src/chat/content-encoding.ts';
import { readChatRequest } from '../../src/chat/request.ts';
import { readChatResponse } from '../../src/chat/response.ts';
import { GatewayError } from '../../src/errors.ts';
import { jsonText, mutate, mutations, requestBody, responseBody } from '../unit/chat/arbitraries.ts';

const SECONDS = Number(process.env['PORTCULLIS_FUZZ_SECONDS'] ?? 5);
const LIMITS = { maxDepth: 16, maxSegments: 50, maxTextChars: 100 };

const onlyGatewayErrors = async (run: () => unknown): Promise<void> => {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
  }
};

/** Runs out of time, not of cases. */
const options = {
  interruptAfterTimeLimit: SECONDS * 1000,
  markInterruptAsFailure: false,
  numRuns: Number.MAX_SAFE_INTEGER,
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
  SECONDS * 1000 + 60_000,
);

it(
  'bytes under any content encoding give bytes or a refusal',
  async () => {
    const coding = fc.constantFrom('gzip', 'deflate', 'br', 'zstd', 'gzip, br', 'identity', 'odd', '');
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), coding, (input, header) =>
      onlyGatewayErrors(() => decodeContent(input, header, 10_000)),
    );
    await fc.assert(property, options);
  },
  SECONDS * 1000 + 60_000,
);
