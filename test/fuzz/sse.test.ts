import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Span } from '../../src/chat/segment.ts';
import { createSseReader, type SseEvent, withData } from '../../src/chat/sse.ts';
import { readStreamChunk } from '../../src/chat/stream-chunk.ts';
import { GatewayError } from '../../src/errors.ts';
import { jsonText, mutate, mutations, responseBody } from '../unit/chat/arbitraries.ts';
import { eventsIn } from '../unit/chat/events-of.ts';
import { corpus, mutated } from './corpus.ts';
import { options, testMs } from './options.ts';

const LIMITS = { maxDepth: 16, maxSegments: 50, maxTextChars: 100 };

const TEST_MS = testMs();

const body = fc.oneof(responseBody, jsonText);
const bytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      body.map((text) => Buffer.from(`data: ${text}\n\n`)),
      fc
        .constantFrom('data:', 'data', ':', ' ', 'id: 1', '\n', '\r', '\r\n', '\r\n\r\n', '\ufeff', '€')
        .map((text) => Buffer.from(text)),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => Buffer.concat(pieces));
const TOKENS = [
  'data:',
  'data: [DONE]',
  ':',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  '\r\r',
  '\ufeff',
  'event: error\n',
  'id:\0',
];
const stream = fc.oneof(bytes, mutated(corpus('sse'), TOKENS));

const readAll = (chunks: readonly Uint8Array[]): SseEvent[] => {
  const reader = createSseReader(1_000_000);
  const events = chunks.flatMap((chunk) => eventsIn(reader, chunk));
  const last = reader.end();
  return last === null ? events : [...events, last];
};

const dataOf = (events: readonly SseEvent[]) =>
  events.map(({ data }) => data).filter((data) => data !== null);

it(
  'bytes cut anywhere give the same data, keep every byte, and take other data',
  () => {
    const property = fc.property(stream, fc.array(fc.nat(), { maxLength: 20 }), (input, cuts) => {
      const places = cuts.map((cut) => cut % (input.length + 1)).sort((a, b) => a - b);
      const events = readAll(
        [...places, input.length].map((end, i) => input.subarray(places[i - 1] ?? 0, end)),
      );
      expect(Buffer.concat(events.map(({ raw }) => raw)).equals(input)).toBe(true);
      expect(dataOf(events)).toEqual(dataOf(readAll([input])));
      const changed = events.map((event) => (event.data === null ? event.raw : withData(event, 'new')));
      expect(dataOf(readAll([Buffer.concat(changed)]))).toEqual(dataOf(events).map(() => 'new'));
    });
    fc.assert(property, options);
  },
  TEST_MS,
);

it(
  'data give pieces whose sources are tokens, or a refusal',
  () => {
    const data = fc.oneof(
      body,
      fc.tuple(body, mutations).map(([text, changes]) => mutate(text, changes)),
      fc.string({ unit: 'binary' }),
    );
    const property = fc.property(data, (text) => {
      try {
        const { pieces, texts } = readStreamChunk(text, LIMITS);
        const typeAt = ({ start, end }: Span): string => typeof JSON.parse(text.slice(start, end));
        for (const { source } of pieces) expect(typeAt(source)).toBe('string');
        for (const { source, isNumber } of texts)
          expect(typeAt(source)).toBe(isNumber === true ? 'number' : 'string');
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
      }
    });
    fc.assert(property, options);
  },
  TEST_MS,
);
