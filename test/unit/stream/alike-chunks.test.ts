import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStreamChunk } from '../../../src/chat/stream-chunk.ts';
import { createChunkReader } from '../../../src/stream/alike-chunks.ts';

const LIMITS = { maxDepth: 64, maxSegments: 1000, maxTextChars: 40 };

/** Strings as they stand in JSON, whole or broken, with what else could end or change them. */
const piece = fc.oneof(
  fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text).slice(1, -1)),
  fc.constantFrom(
    ...[' the', '', '"', '\\"', '\\', '\\u0041', '\\n', '\n', '\u2028', 'ключ', '😀', 'text', 'a'.repeat(60)],
    ...['x"},"finish_reason":"stop"}]}', '"},"delta":{"content":"b', '","content":"b', '","role":"user'],
  ),
);
const frame = fc.constantFrom(
  ...[
    [
      '{"id":"c1","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"',
      '"},"finish_reason":null}]}',
    ],
    ['{"id":"c1","choices":[{"index":1,"delta":{"role":"assistant","content":"', '"}}]}'],
    ['{"id":"c1","choices":[{"index":0,"delta":{"content":"a"}},{"index":1,"delta":{"content":"', '"}}]}'],
    ['{"id":"c1","choices":[{"index":0,"content":"', '"}]}'],
    ['{"choices":[{"index":0,"delta":{"type":"', '"}}]}'],
    ['{"choices":[{"delta":{"content":""},"delta":{"content":"', '","content":""}}]}'],
    ['{"type":"content_block_delta","delta":{"text":"', '"}}'],
    ['{"choices":[{"index":0,"delta":{"content":"', '"},"logprobs":{"content":[{"token":"a"}]}}]}'],
    ['{"note":"a longer text by itself","choices":[{"delta":{"content":"', '"}}]}'],
  ],
);

const outcomeOf = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
};

describe('the chunks of a stream', () => {
  it('are read as each by itself, whatever came before', () => {
    const data = fc.tuple(frame, piece).map(([[before = '', behind = ''], text]) => before + text + behind);
    fc.assert(
      fc.property(fc.array(data, { minLength: 2, maxLength: 8 }), (stream) => {
        const read = createChunkReader(LIMITS);
        for (const each of stream)
          expect(outcomeOf(() => read(each))).toEqual(outcomeOf(() => readStreamChunk(each, LIMITS)));
      }),
      { numRuns: 1000 },
    );
  });

  it('stay what they were when the next ones are read', () => {
    const read = createChunkReader(LIMITS);
    const chunks = ['The', ' capital', ' of'].map((text) =>
      read(`{"id":"c1","choices":[{"index":0,"delta":{"content":"${text}"}}]}`),
    );
    expect(chunks.map(({ pieces }) => pieces[0]?.text)).toEqual(['The', ' capital', ' of']);
  });
});
