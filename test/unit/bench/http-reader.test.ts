import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReader } from '../../bench/proxies/http-reader.ts';

const read = (pieces: readonly Buffer[]): readonly (readonly [head: string, body: string])[] => {
  const messages: (readonly [string, string])[] = [];
  const reader = createReader(({ head, body }) =>
    messages.push([head.split('\r\n')[0] ?? '', body.toString()]),
  );
  for (const piece of pieces) reader.push(piece);
  return messages;
};

const WIRE = [
  'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n',
  'HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n',
  'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}',
  'GET / HTTP/1.1\r\nhost: x\r\n\r\n',
].join('');
const MESSAGES = [
  ['HTTP/1.1 200 OK', 'hello'],
  ['HTTP/1.1 200 OK', 'abc0123456789'],
  ['HTTP/1.1 204 No Content', ''],
  ['POST /v1/chat/completions HTTP/1.1', '{}'],
  ['GET / HTTP/1.1', ''],
];

it('reads the same messages however they are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(WIRE.length)), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), WIRE.length];
      const pieces = at.slice(1).map((end, index) => Buffer.from(WIRE.slice(at[index], end)));
      expect(read(pieces)).toEqual(MESSAGES);
    }),
  );
});

describe('refuses', () => {
  it.each([
    { name: 'an answer without an end', wire: 'HTTP/1.1 200 OK\r\n\r\nhello', said: 'how long' },
    {
      name: 'a chunk without a length',
      wire: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nhello\r\n',
      said: 'chunk without',
    },
    {
      name: 'headers that never end',
      wire: `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}`,
      said: 'headers without',
    },
  ])('$name', ({ wire, said }) => {
    expect(() => read([Buffer.from(wire)])).toThrow(said);
  });
});
