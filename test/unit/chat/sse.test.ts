import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseReader, encodeEvent, type SseEvent, withData } from '../../../src/chat/sse.ts';
import { expectCheap } from '../cost.ts';
import { eventsIn } from './events-of.ts';
import { refusal } from './limits.ts';

const MAX = 1_000_000_000;

/** Every event, that without its blank line included. */
const readAll = (chunks: readonly Uint8Array[], maxEventBytes = MAX): SseEvent[] => {
  const reader = createSseReader(maxEventBytes);
  const events = chunks.flatMap((chunk) => eventsIn(reader, chunk));
  const last = reader.end();
  expect(reader.pendingBytes()).toBe(0);
  return last === null ? events : [...events, last];
};

const rows = (...chunks: readonly (string | Uint8Array)[]) =>
  readAll(chunks.map((chunk) => Buffer.from(chunk))).map(({ raw, data }) => [raw.toString(), data]);

const dataOf = (events: readonly SseEvent[]): string[] =>
  events.flatMap(({ data }) => (data === null ? [] : [data]));

const split = (bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] => {
  const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
  return [...places, bytes.length].map((end, i) => bytes.subarray(places[i - 1] ?? 0, end));
};

/** Gives an LF that opens an event to the CR that ended the one before, where a split left them apart. */
const joined = (events: readonly SseEvent[]): [string, string | null][] => {
  const out: [string, string | null][] = [];
  for (const { raw, data } of events) {
    const last = out.at(-1);
    const isHalf = last?.[0].endsWith('0d') === true && raw[0] === 0x0a;
    if (isHalf) last[0] += '0a';
    const rest = raw.toString('hex', isHalf ? 1 : 0);
    if (rest !== '') out.push([rest, data]);
  }
  return out;
};

/** The standard, word by word, over the whole stream; what has no blank line is read too. */
const byTheStandard = (bytes: Uint8Array): string[] => {
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\r|\n/);
  const found: string[] = [];
  let buffer = '';
  for (const line of [...lines, '']) {
    if (line === '') {
      if (buffer !== '') found.push(buffer.slice(0, -1));
      buffer = '';
      continue;
    }
    const [name = '', ...rest] = line.split(':');
    if (name === 'data') buffer += `${rest.join(':').replace(/^ /, '')}\n`;
  }
  return found;
};

const piece = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...[
        'data: ',
        'data:',
        'data',
        'Data: ',
        'event: x',
        ':',
        ': ping',
        'id',
        ' ',
        'word',
        '{"a":1}',
        'é€😀',
      ],
      '\ufeff',
      '\u2028',
      '\v',
    ),
  },
  { weight: 8, arbitrary: fc.constantFrom('\n', '\n\n', '\r\n', '\r\n\r\n', '\r', '\r\r') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
);
const stream = fc.oneof(
  fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.from(pieces.join(''))),
  fc
    .array(
      fc.oneof(
        piece.map((text) => Buffer.from(text)),
        fc.uint8Array({ maxLength: 3 }),
      ),
      { maxLength: 30 },
    )
    .map((pieces) => Buffer.concat(pieces)),
);
const cuts = fc.array(fc.nat(), { maxLength: 12 });

describe('reading', () => {
  it.each([
    { name: 'an event', bytes: 'data: a\n\n', events: [['data: a\n\n', 'a']] },
    { name: 'no blank', bytes: 'data:a\n\n', events: [['data:a\n\n', 'a']] },
    { name: 'two blanks', bytes: 'data:  a\n\n', events: [['data:  a\n\n', ' a']] },
    { name: 'a tab', bytes: 'data:\ta\n\n', events: [['data:\ta\n\n', '\ta']] },
    { name: 'an empty value', bytes: 'data:\n\n', events: [['data:\n\n', '']] },
    { name: 'one blank as value', bytes: 'data: \n\n', events: [['data: \n\n', '']] },
    { name: 'no colon', bytes: 'data\n\n', events: [['data\n\n', '']] },
    { name: 'no colon, twice', bytes: 'data\ndata\n\n', events: [['data\ndata\n\n', '\n']] },
    { name: 'colons in the value', bytes: 'data: a:b: c\n\n', events: [['data: a:b: c\n\n', 'a:b: c']] },
    {
      name: 'several lines',
      bytes: 'data: a\nevent: x\ndata: b\n\n',
      events: [['data: a\nevent: x\ndata: b\n\n', 'a\nb']],
    },
    { name: 'other cases', bytes: 'Data: a\nDATA: b\n\n', events: [['Data: a\nDATA: b\n\n', null]] },
    {
      name: 'other names',
      bytes: 'dat: a\ndata2: b\ndata : c\n data: d\n\n',
      events: [[expect.anything(), null]],
    },
    {
      name: 'a comment',
      bytes: ': ping\n\n:\n\n',
      events: [
        [': ping\n\n', null],
        [':\n\n', null],
      ],
    },
    { name: 'a comment of data', bytes: ':data: a\n\n', events: [[':data: a\n\n', null]] },
    {
      name: 'only blank lines',
      bytes: '\n\r\n\r',
      events: [
        ['\n', null],
        ['\r\n', null],
        ['\r', null],
      ],
    },
    {
      name: 'CRLF',
      bytes: 'data: a\r\n\r\ndata: b\r\n\r\n',
      events: [
        ['data: a\r\n\r\n', 'a'],
        ['data: b\r\n\r\n', 'b'],
      ],
    },
    {
      name: 'CR',
      bytes: 'data: a\rdata: b\r\rdata: c\r\r',
      events: [
        ['data: a\rdata: b\r\r', 'a\nb'],
        ['data: c\r\r', 'c'],
      ],
    },
    {
      name: 'LF, then CRLF',
      bytes: 'data: a\n\r\ndata: b\r\n\n',
      events: [
        ['data: a\n\r\n', 'a'],
        ['data: b\r\n\n', 'b'],
      ],
    },
    {
      name: 'LF, then CR',
      bytes: 'data: a\n\rdata: b\r\r\n',
      events: [
        ['data: a\n\r', 'a'],
        ['data: b\r\r\n', 'b'],
      ],
    },
    { name: 'a mark at the start', bytes: '\ufeffdata: a\n\n', events: [['\ufeffdata: a\n\n', 'a']] },
    {
      name: 'a mark before a blank line',
      bytes: '\ufeff\ndata: a\n\n',
      events: [
        ['\ufeff\n', null],
        ['data: a\n\n', 'a'],
      ],
    },
    { name: 'two marks', bytes: '\ufeff\ufeffdata: a\n\n', events: [['\ufeff\ufeffdata: a\n\n', null]] },
    {
      name: 'a mark later on',
      bytes: '\n\ufeffdata: a\n\n',
      events: [
        ['\n', null],
        ['\ufeffdata: a\n\n', null],
      ],
    },
    { name: 'a mark in the value', bytes: 'data: \ufeffa\n\n', events: [['data: \ufeffa\n\n', '\ufeffa']] },
    {
      name: 'line ends of other worlds',
      bytes: 'data: a\u2028b\u0085c\vd\fe\n\n',
      events: [[expect.anything(), 'a\u2028b\u0085c\vd\fe']],
    },
    {
      name: 'no blank line at the end',
      bytes: 'data: a\n\ndata: b\n',
      events: [
        ['data: a\n\n', 'a'],
        ['data: b\n', 'b'],
      ],
    },
    { name: 'no line end at the end', bytes: 'data: a\ndata: b', events: [['data: a\ndata: b', 'a\nb']] },
    { name: 'nothing', bytes: '', events: [] },
  ])('takes $name', ({ bytes, events }) => {
    expect(rows(bytes)).toEqual(events);
    if (!bytes.includes('\r'))
      expect(
        rows(
          ...Buffer.from(bytes)
            .toString('latin1')
            .split('')
            .map((c) => Buffer.from(c, 'latin1')),
        ),
      ).toEqual(events);
  });

  it.each([
    {
      name: 'a character',
      chunks: [Buffer.from('data: €\n\n').subarray(0, 7), Buffer.from('data: €\n\n').subarray(7)],
      events: [['data: €\n\n', '€']],
    },
    { name: 'a name', chunks: ['da', 'ta: a\n\n'], events: [['data: a\n\n', 'a']] },
    {
      name: 'a blank line',
      chunks: ['data: a\n', '\ndata: b\n\n'],
      events: [
        ['data: a\n\n', 'a'],
        ['data: b\n\n', 'b'],
      ],
    },
    {
      name: 'a CRLF within an event',
      chunks: ['data: a\r', '\ndata: b\r\n\r\n'],
      events: [['data: a\r\ndata: b\r\n\r\n', 'a\nb']],
    },
    {
      name: 'the CRLF that ends an event',
      chunks: ['data: a\r\n\r', '\ndata: b\r\n\r\n'],
      events: [
        ['data: a\r\n\r', 'a'],
        ['\ndata: b\r\n\r\n', 'b'],
      ],
    },
    {
      name: 'that, before a real blank line',
      chunks: ['data: a\r\n\r', '\n\n'],
      events: [
        ['data: a\r\n\r', 'a'],
        ['\n\n', null],
      ],
    },
    {
      name: 'that, at the end of the stream',
      chunks: ['data: a\r\n\r', '\n'],
      events: [
        ['data: a\r\n\r', 'a'],
        ['\n', null],
      ],
    },
    {
      name: 'the mark',
      chunks: [Buffer.of(0xef), Buffer.of(0xbb), Buffer.from([0xbf, 0x0a])],
      events: [['\ufeff\n', null]],
    },
  ])('is not misled by a split in $name', ({ chunks, events }) => {
    expect(rows(...chunks)).toEqual(events);
  });

  it('gives an event as soon as its blank line is there', () => {
    const reader = createSseReader(MAX);
    expect(eventsIn(reader, Buffer.from('data: a\r\n\r'))).toHaveLength(1);
    expect(reader.pendingBytes()).toBe(0);
    expect(eventsIn(reader, Buffer.from('\ndata'))).toEqual([]);
    expect(reader.pendingBytes()).toBe(5);
    expect(eventsIn(reader, Buffer.from(': b\n\n'))).toHaveLength(1);
    expect(reader.end()).toBeNull();
  });

  it('puts U+FFFD for what is no UTF-8', () => {
    const bytes = Buffer.from([...Buffer.from('data: a'), 0xff, 0xe2, 0x82, 0x0a, 0x0a]);
    expect(dataOf(readAll([bytes]))).toEqual(['a\ufffd\ufffd']);
    expect(readAll([bytes])[0]?.raw).toEqual(bytes);
  });

  it('reads as the standard says, with every byte kept', () => {
    fc.assert(
      fc.property(stream, cuts, (bytes, at) => {
        const events = readAll(split(bytes, at));
        expect(Buffer.concat(events.map(({ raw }) => raw))).toEqual(bytes);
        expect(dataOf(events)).toEqual(byTheStandard(bytes));
      }),
      { numRuns: 2000 },
    );
  });

  it('gives the same events however the stream is cut', () => {
    fc.assert(
      fc.property(stream, cuts, (bytes, at) => {
        expect(joined(readAll(split(bytes, at)))).toEqual(joined(readAll([bytes])));
        expect(joined(readAll(Array.from(bytes, (byte) => Buffer.of(byte))))).toEqual(
          joined(readAll([bytes])),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the limit', () => {
  const event = Buffer.from('data: 12\n\n');

  it.each([
    { name: 'at once', chunks: [event] },
    { name: 'byte by byte', chunks: Array.from(event, (byte) => Buffer.of(byte)) },
    { name: 'behind another', chunks: [Buffer.concat([event, event])] },
  ])('takes so many bytes and no more, $name', ({ chunks }) => {
    expect(refusal(() => readAll(chunks, event.length))).toBeUndefined();
    expect(refusal(() => readAll(chunks, event.length - 1))?.code).toBe('REQUEST_TOO_LARGE');
  });

  it('holds for an event that never ends', () => {
    const reader = createSseReader(10);
    eventsIn(reader, Buffer.from('data: 1234'));
    expect(reader.pendingBytes()).toBe(10);
    expect(refusal(() => eventsIn(reader, Buffer.from('5')))?.code).toBe('REQUEST_TOO_LARGE');
  });
});

const eventOf = (text: string): SseEvent => {
  const [event] = readAll([Buffer.from(text)]);
  if (event === undefined) throw new Error('no event');
  return event;
};

describe('other data', () => {
  it.each([
    { raw: 'data: a\n\n', data: 'b', changed: 'data: b\n\n' },
    { raw: 'data:a\n\n', data: 'b', changed: 'data:b\n\n' },
    { raw: 'data:a\n\n', data: ' b', changed: 'data:  b\n\n' },
    { raw: 'data\n\n', data: 'b', changed: 'data: b\n\n' },
    { raw: 'data:\n\n', data: 'b', changed: 'data: b\n\n' },
    { raw: 'data: a\n\n', data: '', changed: 'data: \n\n' },
    { raw: 'data: a\r\n\r\n', data: 'b\nc', changed: 'data: b\r\ndata: c\r\n\r\n' },
    { raw: 'data: a\r\r', data: 'b\r\nc', changed: 'data: b\rdata: c\r\r' },
    {
      raw: ': c\nid: 1\ndata: a\nevent: x\ndata: b\nretry: 2\n\n',
      data: 'z',
      changed: ': c\nid: 1\ndata: z\nevent: x\nretry: 2\n\n',
    },
    { raw: 'data: a\rdata: b\n\n', data: 'z', changed: 'data: z\r\n\n' },
    { raw: 'data: a', data: 'b\nc', changed: 'data: b\ndata: c' },
    { raw: '\ufeffdata: a\n\n', data: 'b', changed: '\ufeffdata: b\n\n' },
  ])('puts $data into $raw', ({ raw, data, changed }) => {
    expect(withData(eventOf(raw), data).toString()).toBe(changed);
  });

  it('takes a mark for one only where it opened the stream', () => {
    const [, event] = readAll([Buffer.from('\n\ufeffdata: a\ndata: b\n\n')]);
    expect(event && withData(event, 'z').toString()).toBe('\ufeffdata: a\ndata: z\n\n');
  });

  it('leaves the second half of a split CRLF where it is', () => {
    const [, event] = readAll([Buffer.from('data: a\r\n\r'), Buffer.from('\ndata: b\r\n\r\n')]);
    expect(event && withData(event, 'z').toString()).toBe('\ndata: z\r\n\r\n');
  });

  it('refuses an event that has none', () => {
    expect(() => withData(eventOf(': ping\n\n'), 'a')).toThrow(RangeError);
  });

  it('changes nothing else of the stream, whatever the stream and the data', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(piece, { maxLength: 4 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(stream, cuts, text, fc.nat(), (bytes, at, data, which) => {
        const events = readAll(split(bytes, at));
        const speaking = events.filter((event) => event.data !== null);
        const chosen = speaking[which % Math.max(1, speaking.length)];
        const changed = events.map((event) => (event === chosen ? withData(event, data) : event.raw));
        const wanted = speaking.map((event) => (event === chosen ? linesOf(data) : event.data));
        // An event without its blank line runs into nothing: it is the last.
        expect(dataOf(readAll([Buffer.concat(changed)]))).toEqual(wanted);
        expect(otherLines(Buffer.concat(changed))).toEqual(otherLines(bytes));
      }),
      { numRuns: 2000 },
    );
  });
});

const linesOf = (data: string): string => data.toWellFormed().replaceAll(/\r\n?/g, '\n');

const otherLines = (bytes: Buffer): string[] =>
  bytes
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '' && !/^data(?::|$)/.test(line));

it('encodes an event that reads back as it was', () => {
  expect(encodeEvent('[DONE]').toString()).toBe('data: [DONE]\n\n');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(piece).map((all) => all.join('')),
      ),
      (data) => {
        expect(readAll([encodeEvent(data)]).map((event) => event.data)).toEqual([linesOf(data)]);
      },
    ),
  );
});

describe('cost', () => {
  const bytewise = (text: string): Uint8Array[] => Array.from(Buffer.from(text), (byte) => Buffer.of(byte));
  const long = `data: ${'x'.repeat(1_000_000)}\n\n`;

  it.each([
    { name: 'an event of 1 MB, byte by byte', chunks: bytewise(long), events: 1, budgetMs: 1500 },
    {
      name: 'an event of 16 MB in chunks of 16 KB',
      chunks: [...Array(1000).fill(Buffer.alloc(16_384, 0x61)), Buffer.from('\n\n')],
      events: 1,
    },
    {
      name: '100,000 events at once',
      chunks: [Buffer.from('data: {"a":1}\n\n'.repeat(100_000))],
      events: 100_000,
    },
    {
      name: '100,000 events, one by one',
      chunks: Array(100_000).fill(Buffer.from('data: {"a":1}\n\n')),
      events: 100_000,
    },
    {
      name: 'an event of 200,000 lines',
      chunks: [Buffer.from(`${'data: a\n'.repeat(200_000)}\n`)],
      events: 1,
    },
    {
      name: '200,000 blank lines',
      chunks: [Buffer.from('\n'.repeat(200_000))],
      events: 200_000,
    },
  ])('is linear on $name', ({ chunks, events }) => {
    const read = () => {
      const reader = createSseReader(MAX);
      let count = 0;
      for (const chunk of chunks) count += eventsIn(reader, chunk).length;
      return count;
    };
    expect(read()).toBe(events);
    expectCheap(1000, read);
  });

  it('is linear on other data for an event of many lines', () => {
    const event = eventOf(`${'data: a\nid: 1\n'.repeat(100_000)}\n`);
    expectCheap(1000, () => withData(event, 'a\n'.repeat(100_000)));
  });
});
