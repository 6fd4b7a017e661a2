import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GRPC_STATUS, percentEncoded, timeoutOf } from '../../../src/envoy/transport/grpc-status.ts';
import { createMessageReader } from '../../../src/envoy/transport/message-reader.ts';

const MAX_BYTES = 3 * 1024 * 1024;

const frame = (message: Uint8Array, flag = 0): Buffer => {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
};

/** Cuts bytes at these places. */
const cutAt = (bytes: Buffer, places: readonly number[]): readonly Buffer[] => {
  const cuts = [
    0,
    ...places.map((each) => each % (bytes.length + 1)).toSorted((a, b) => a - b),
    bytes.length,
  ];
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
};

const read = (chunks: readonly Buffer[], maxBytes = MAX_BYTES) => {
  const messages: Buffer[] = [];
  const reader = createMessageReader(maxBytes, (bytes) => messages.push(bytes));
  for (const chunk of chunks) reader.push(chunk);
  return { messages, isWithinMessage: reader.isWithinMessage() };
};

describe('messages', () => {
  it('are the same however their bytes are cut', () => {
    const sizes = fc.array(fc.oneof(fc.nat(12), fc.nat(3000)), { maxLength: 6 });
    fc.assert(
      fc.property(sizes, fc.array(fc.nat(), { maxLength: 20 }), (lengths, places) => {
        const wanted = lengths.map((length, index) => Buffer.alloc(length, index + 1));
        const { messages, isWithinMessage } = read(
          cutAt(Buffer.concat(wanted.map((each) => frame(each))), places),
        );
        expect(messages).toEqual(wanted);
        expect(isWithinMessage).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('are put together where each byte comes by itself, larger than is set aside at once', () => {
    const message = Buffer.alloc(2_500_000, 7);
    const bytes = frame(message);
    const chunks = [...Array(2000).keys()].map((at) => bytes.subarray(at, at + 1));
    const { messages } = read([...chunks, ...cutAt(bytes.subarray(2000), [1, 500_000, 1_500_000])]);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.equals(message)).toBe(true);
  });

  it('are views where they come whole', () => {
    const chunk = Buffer.concat([frame(Buffer.from('ab')), frame(Buffer.from('c'))]);
    const { messages } = read([chunk]);
    expect(messages.map(({ buffer }) => buffer)).toEqual([chunk.buffer, chunk.buffer]);
  });

  it('may be as long as is said, and not longer', () => {
    expect(read([frame(Buffer.alloc(100))], 100).messages).toHaveLength(1);
    for (const chunks of [[frame(Buffer.alloc(101))], [frame(Buffer.alloc(101)).subarray(0, 5)]]) {
      expect(() => read(chunks, 100)).toThrow(
        expect.objectContaining({ status: GRPC_STATUS.RESOURCE_EXHAUSTED }),
      );
    }
    // The prefix alone tells, in pieces, too.
    const prefix = frame(Buffer.alloc(101));
    expect(() => read([prefix.subarray(0, 2), prefix.subarray(2, 5)], 100)).toThrow(/may have 100 bytes/);
  });

  it('are refused where they are compressed, or begin with what nobody knows', () => {
    expect(() => read([frame(Buffer.from('a'), 1)])).toThrow(
      expect.objectContaining({ status: GRPC_STATUS.UNIMPLEMENTED }),
    );
    expect(() => read([frame(Buffer.from('a'), 2)])).toThrow(
      expect.objectContaining({ status: GRPC_STATUS.INTERNAL }),
    );
  });

  it('leave a rest that says so', () => {
    expect(read([frame(Buffer.from('abc')).subarray(0, 6)]).isWithinMessage).toBe(true);
    expect(read([Buffer.from([0])]).isWithinMessage).toBe(true);
  });
});

describe('what gRPC says beside messages', () => {
  it.each([
    { text: 'plain text', wanted: 'plain text' },
    { text: '100 %', wanted: '100 %25' },
    { text: 'a\r\nb', wanted: 'a%0D%0Ab' },
    { text: 'ü', wanted: '%C3%BC' },
  ])('$text', ({ text, wanted }) => {
    expect(percentEncoded(text)).toBe(wanted);
    expect(decodeURIComponent(wanted)).toBe(text);
  });

  it('is none where nobody says one', () => {
    expect(timeoutOf([])).toBe(null);
  });

  it.each([
    { header: '1S', ms: 1000 },
    { header: '99999999m', ms: 99_999_999 },
    { header: '2H', ms: 7_200_000 },
    { header: '3M', ms: 180_000 },
    { header: '1500u', ms: 2 },
    { header: '1n', ms: 1 },
    { header: '0m', ms: 0 },
    // Longer than a timer of Node's runs.
    { header: '99999999H', ms: null },
  ])('a time of $header is $ms ms', ({ header, ms }) => {
    expect(timeoutOf([header])).toBe(ms);
  });

  it.each(['', '1', 'S', '1s', '123456789S', '-1S', '1.5S', '1S, 2S'])('no time is "%s"', (header) => {
    expect(() => timeoutOf([header])).toThrow(expect.objectContaining({ status: GRPC_STATUS.INTERNAL }));
  });

  it('does not choose between two', () => {
    expect(() => timeoutOf(['1S', '2S'])).toThrow(expect.objectContaining({ status: GRPC_STATUS.INTERNAL }));
  });
});
