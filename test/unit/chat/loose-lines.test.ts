import { describe, expect, it } from 'vitest';
import { documentPlaces, documentsIn, looseLines } from '../../../src/chat/loose-lines.ts';
import { createSseReader } from '../../../src/chat/sse.ts';
import { expectCheap } from '../cost.ts';
import { eventsIn } from './events-of.ts';

const bytes = (text: string): Buffer => Buffer.from(text);
/** A mark is the stream's, where it opens the event. */
const lines = (raw: Buffer) => looseLines({ raw, start: raw.toString().startsWith('\ufeff') ? 3 : 0 });
const linesOf = (text: string): string[] =>
  lines(bytes(text)).map(({ place }) => bytes(text).toString('utf8', place.start, place.end));

describe('an event says more than its data', () => {
  const saysMore = (text: string): boolean | undefined =>
    eventsIn(createSseReader(1e6), bytes(text))[0]?.saysMore;

  it.each([
    'data: a\n\n',
    'data: a\ndata\ndata:b\n\n',
    '\ufeffdata: a\n\n',
    ': ping\n\n',
    ':\n\n',
    ': keep-alive\r\n\r\n',
    'event: message\nid: 12\nretry: 3000\ndata: a\n\n',
    'event:response.output_text.delta\ndata: a\n\n',
    'id\n\n',
    '\n',
    '\r\n',
  ])('no: %j', (text) => {
    expect(saysMore(text)).toBe(false);
  });

  it.each([
    ' data: a\n\n',
    'Data: a\n\n',
    'data : a\n\n',
    'xdata: a\n\n',
    'data: a\n\ufeffdata: b\n\n',
    ': my key is so\n\n',
    ': 4111111111111111\n\n',
    'event: My key\n\n',
    'id: AKIAIOSFODNN7EXAMPLE\n\n',
    'retry: a b\n\n',
    'note: a\n\n',
    '{"a":1}\n\n',
    'event: x\u2028data: a\n\n',
  ])('yes: %j', (text) => {
    expect(saysMore(text)).toBe(true);
  });
});

it.each([
  {
    name: 'those of the standard',
    text: 'data: a\rdata: b\r\ndata: c\n\n',
    lines: ['data: a', 'data: b', 'data: c'],
  },
  {
    name: 'those of Python',
    text: 'data:a\vdata:b\fdata:c\x1cdata:d\x1ddata:e\x1edata:f',
    lines: [...'abcdef'].map((x) => `data:${x}`),
  },
  {
    name: 'those of Unicode',
    text: 'data:é\u0085data:€\u2028data:😀\u2029data:d',
    lines: [...'é€😀d'].map((x) => `data:${x}`),
  },
  {
    name: 'none of those that look alike',
    text: 'data:\u00c2\u0086\u2027\u202a\u00e2',
    lines: ['data:\u00c2\u0086\u2027\u202a\u00e2'],
  },
  { name: 'no names and counts', text: 'event: message\nid: 3\n: ping\ndata: a\n', lines: ['data: a'] },
  { name: 'a mark', text: '\ufeffdata: a\n', lines: ['data: a'] },
])('finds lines by every line end: $name', ({ text, lines: wanted }) => {
  expect(linesOf(text)).toEqual(wanted);
});

it('knows which are of the standard', () => {
  const text = 'data: a\n data: b\ndata: c\vdata: d\n: E\u2028data: f\n';
  expect(lines(bytes(text)).map(({ isData, isStandard }) => [isData, isStandard])).toEqual([
    [true, true],
    [false, false],
    [true, false],
    [true, false],
    [false, false],
    [false, false],
  ]);
});

const placesOf = (text: string): string[] => {
  const raw = bytes(text);
  const [line] = lines(raw);
  if (line === undefined) return [];
  return documentPlaces(raw, line.place).map(({ start, end }) => raw.toString('utf8', start, end));
};

it.each([
  { text: 'data: {"a":1}', first: '{"a":1}' },
  { text: '  DATA :{"a":1} ', first: '{"a":1}' },
  { text: 'x\u00e9data:\t[DONE]', first: '[DONE]' },
  { text: '{"a":1}', first: '{"a":1}' },
  { text: 'message: {"a":1}', first: 'message: {"a":1}' },
])('looks first where $text has its document', ({ text, first }) => {
  expect(placesOf(text)[0]).toBe(first);
});

it('looks behind other names, too', () => {
  expect(placesOf('message: {"a":1}')).toContain('{"a":1}');
  expect(placesOf('{"data":"data:"}')).toContain('{"data":"data:"}');
});

it.each([
  { text: '{"a":1}', documents: ['{"a":1}'] },
  { text: '{"a":"}{"}{"b":[1,{}]}', documents: ['{"a":"}{"}', '{"b":[1,{}]}'] },
  { text: '[1] {"é":2}, [3]', documents: ['[1]', '{"é":2}', '[3]'] },
  { text: '{"a":"\\"}"}', documents: ['{"a":"\\"}"}'] },
  { text: '{"a":1} and more', documents: [] },
  { text: '{"a":1} and {"b":1}', documents: [] },
  { text: '{"a":1', documents: [] },
  { text: '{"a":"1}', documents: [] },
  { text: '{"a":1}}', documents: [] },
  { text: 'so {"a":1}', documents: [] },
  { text: '', documents: [] },
])('finds in $text one document behind the other', ({ text, documents }) => {
  const raw = bytes(text);
  const found = documentsIn(raw, { start: 0, end: raw.length });
  expect(found.map(({ start, end }) => raw.toString('utf8', start, end))).toEqual(documents);
});

it.each([
  { name: 'names', text: 'data '.repeat(40_000) },
  { name: 'blanks', text: `${' '.repeat(200_000)}data` },
  { name: 'line ends', text: '\u2028'.repeat(60_000) },
  { name: 'brackets', text: '{['.repeat(100_000) },
  { name: 'pairs of brackets', text: '{}'.repeat(100_000) },
  { name: 'quotes', text: `{${'"\\'.repeat(100_000)}` },
])('many $name cost little', ({ text }) => {
  const raw = bytes(text);
  expectCheap(500, () => {
    for (const line of lines(raw)) {
      for (const place of documentPlaces(raw, line.place)) documentsIn(raw, place);
    }
  });
});
