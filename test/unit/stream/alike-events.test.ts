import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseReader, type SseEvent } from '../../../src/chat/sse.ts';
import { readStreamChunk } from '../../../src/chat/stream-chunk.ts';
import { createAlikeEvents } from '../../../src/stream/alike-events.ts';
import { eventsIn } from '../chat/events-of.ts';
import { run } from './streams.ts';

const LIMITS = { maxDepth: 64, maxSegments: 1000, maxTextChars: 40 };

/** Strings as they stand in JSON, whole or broken, with what else could end or change them. */
const piece = fc.oneof(
  fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text).slice(1, -1)),
  fc.constantFrom(
    ...[' the', '', '"', '\\"', '\\', '\\u0041', '\\n', 'a\\nb', '\\\\n', '\\\\\\n', '\\r', '\n', '\u2028'],
    ...['ключ', '😀', 'text', 'a'.repeat(60), '\u007f', '\u0085', '\u0000', '\r', '\n\n'],
    ...['x"},"finish_reason":"stop"}]}', '"},"delta":{"content":"b', '","content":"b', '","role":"user'],
    ...['x"},"finish_reason":null}]}\n\ndata: {"choices":[{"index":0,"delta":{"content":"y'],
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
/** How an event is written around its data. */
const around = fc.constantFrom(
  ...[
    ['data: ', '\n\n'],
    ['data:', '\n\n'],
    ['data: ', '\r\n\r\n'],
    ['data: ', '\r\r'],
    ['event: message\nid: 7\ndata: ', '\n\n'],
    [': {"choices":[{"delta":{"content":"hidden"}}]}\ndata: ', '\n\n'],
    ['data: ', '\ndata:\n\n'],
  ],
);

const outcomeOf = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
};

type Read = Omit<SseEvent, 'raw'> & Readonly<{ raw: string; chunk: unknown }>;

const toRead = ({ raw, start, data, saysMore }: SseEvent, read: () => unknown): Read => ({
  ...{ raw: raw.toString('latin1'), start, data, saysMore },
  chunk: data === null || data === '' ? null : outcomeOf(read),
});

/** Every event by itself. */
const readEach = (pieces: readonly Uint8Array[]): readonly Read[] => {
  const reader = createSseReader(1e6);
  return pieces
    .flatMap((bytes) => [...eventsIn(reader, bytes)])
    .map((event) => toRead(event, () => readStreamChunk(event.data ?? '', LIMITS)));
};

const readAlike = (pieces: readonly Uint8Array[]): Readonly<{ read: readonly Read[]; alike: number }> => {
  const events = createAlikeEvents(LIMITS);
  const reader = createSseReader(1e6, events.at);
  const read: Read[] = [];
  let alike = 0;
  for (const bytes of pieces) {
    reader.feed(bytes);
    for (let event = reader.next(); event !== null; event = reader.next()) {
      const each = event;
      if ('chunk' in each) alike += 1;
      read.push(toRead(each, () => ('chunk' in each ? each.chunk : events.read(each.data ?? '', each))));
    }
  }
  return { read, alike };
};

const cutAt = (bytes: Buffer, places: readonly number[]): readonly Buffer[] => {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...sorted].map((from, i) => bytes.subarray(from, sorted[i] ?? bytes.length));
};

describe('the events of a stream', () => {
  it('are read as each by itself, whatever came before and however they are cut', () => {
    const event = fc
      .tuple(around, frame, piece)
      .map(
        ([[open = '', end = ''], [before = '', behind = ''], text]) => open + before + text + behind + end,
      );
    const stream = fc.array(event, { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(stream, fc.array(fc.nat({ max: 2000 }), { maxLength: 6 }), (events, places) => {
        const pieces = cutAt(Buffer.from(events.join('')), places);
        expect(readAlike(pieces).read).toEqual(readEach(pieces));
      }),
      { numRuns: 1000 },
    );
  });

  it('are read as each by itself where only their words differ', () => {
    fc.assert(
      fc.property(
        around,
        frame,
        fc.array(piece, { maxLength: 8 }),
        (line, [before = '', behind = ''], texts) => {
          const [open = '', end = ''] = line;
          const events = ['first', ...texts].map((text) => open + before + text + behind + end);
          const pieces = [Buffer.from(events.join(''))];
          expect(readAlike(pieces).read).toEqual(readEach(pieces));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('come to the same however they are cut, in a guard: of what comes byte by byte none is known', () => {
    const value = fc.constantFrom(
      ...[
        '4111 1111',
        ' 1111 1111',
        'ann@mail-',
        'company.com ',
        'the ',
        'seed phrase is ',
        ' gravity matter',
      ],
    );
    const stream = fc.array(fc.tuple(around, frame, fc.oneof(piece, value)), { minLength: 2, maxLength: 10 });
    fc.assert(
      fc.property(stream, fc.boolean(), (events, areAlike) => {
        const [
          [line, first] = [
            ['data: ', '\n\n'],
            ['', ''],
          ],
        ] = events;
        const written = events.map(([own, ownFrame, text]) => {
          const [open = '', end = ''] = areAlike ? line : own;
          const [before = '', behind = ''] = areAlike ? first : ownFrame;
          return open + before + text + behind + end;
        });
        const bytes = Buffer.from(written.join(''));
        const single = Array.from(bytes, (byte) => Buffer.from([byte]));
        expect(outcomeOf(() => run([bytes]))).toEqual(outcomeOf(() => run(single)));
      }),
      { numRuns: 300 },
    );
  });

  it('are read as each by itself where they are not in UTF-8', () => {
    const event = (bytes: readonly number[]): Buffer =>
      Buffer.concat([
        Buffer.from('data: {"choices":[{"delta":{"content":"'),
        Buffer.from(bytes),
        Buffer.from('"}}]}\n\n'),
      ]);
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat({ max: 255 }), { maxLength: 6 }), { maxLength: 6 }), (texts) => {
        const pieces = [Buffer.concat([event([0x61]), ...texts.map(event)])];
        expect(readAlike(pieces).read).toEqual(readEach(pieces));
      }),
    );
  });

  it('are alike but for a word, also with line breaks and where others stand in between', () => {
    const texts = ['The', ' capital', '.\\n', '\\n', ' \\"', ' клю', ' of'];
    const events = texts.map(
      (text) => `data: {"id":"c1","choices":[{"index":0,"delta":{"content":"${text}"}}]}\n\n`,
    );
    const { read, alike } = readAlike([Buffer.from(events.join(''))]);
    expect(alike).toBe(5);
    expect(read).toEqual(readEach([Buffer.from(events.join(''))]));
  });

  it('stay what they were when the next ones are read, and keep nothing of the bytes they came in', () => {
    const bytes = Buffer.from(
      ['The', ' capital', ' of']
        .map((text) => `data: {"id":"c1","choices":[{"index":0,"delta":{"content":"${text}"}}]}\n\n`)
        .join(''),
    );
    const { read } = readAlike([bytes]);
    const before = JSON.stringify(read);
    bytes.fill(0);
    expect(JSON.stringify(read)).toBe(before);
  });
});
