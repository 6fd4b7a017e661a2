import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HpackDecoder } from '../../../src/envoy/transport/net/hpack.ts';
import { MAX_HEADER_LIST_BYTES } from '../../../src/envoy/transport/net/limits.ts';
import { CODE, ConnectionError } from '../../../src/envoy/transport/net/protocol.ts';
import { block } from './raw-http2.ts';

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const read = (decoder: HpackDecoder, bytes: Buffer): readonly (readonly [string, string])[] =>
  decoder.decode(bytes).headers.map(({ name, value }) => [name, value]);

const FIRST = [
  [':method', 'GET'],
  [':scheme', 'http'],
  [':path', '/'],
  [':authority', 'www.example.com'],
];
const SECOND = [...FIRST, ['cache-control', 'no-cache']];
const THIRD = [
  [':method', 'GET'],
  [':scheme', 'https'],
  [':path', '/index.html'],
  [':authority', 'www.example.com'],
  ['custom-key', 'custom-value'],
];

describe('headers', () => {
  it.each([
    {
      name: 'as they are (RFC 7541, C.3)',
      blocks: [
        '8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
        '8286 84be 5808 6e6f 2d63 6163 6865',
        '8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65',
      ],
    },
    {
      name: 'in Huffman’s code (RFC 7541, C.4)',
      blocks: [
        '8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff',
        '8286 84be 5886 a8eb 1064 9cbf',
        '8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf',
      ],
    },
  ])('are read $name, later ones by what came before', ({ blocks }) => {
    const decoder = new HpackDecoder();
    expect(blocks.map((hex) => read(decoder, bytesOf(hex)))).toEqual([FIRST, SECOND, THIRD]);
  });

  it('leave the table when it becomes smaller, and when it is full', () => {
    const decoder = new HpackDecoder();
    const kept = Buffer.concat([Buffer.from([0x40]), block([['a', 'b']]).subarray(1)]);
    expect(read(decoder, Buffer.concat([kept, Buffer.from([0xbe])]))).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect(read(decoder, Buffer.from([0x20, 0x3f, 0xe1, 0x1f]))).toEqual([]);
    expect(() => decoder.decode(Buffer.from([0xbe]))).toThrow(ConnectionError);
    // An entry counts 34 bytes, so 120 of them fit into 4096.
    const full = new HpackDecoder();
    const entries = Array.from(
      { length: 121 },
      (_, i) => [String.fromCharCode(0x61 + (i % 26)), 'v'] as const,
    );
    for (const entry of entries)
      full.decode(Buffer.concat([Buffer.from([0x40]), block([entry]).subarray(1)]));
    const indexOf = (index: number): Buffer =>
      Buffer.from(index < 127 ? [0x80 | index] : [0xff, index - 127]);
    expect(read(full, indexOf(62 + 119))).toEqual([entries[1]]);
    expect(() => full.decode(indexOf(62 + 120))).toThrow(ConnectionError);
  });

  it.each([
    { name: 'a number that none has', hex: '80' },
    { name: 'a number beyond the table', hex: 'be' },
    { name: 'a name by a number beyond the table', hex: '7f 00 01 61' },
    { name: 'a number without an end', hex: 'ff ff ff ff ff ff 01' },
    { name: 'a number that breaks off', hex: 'ff 80' },
    { name: 'a header that breaks off', hex: '00 05 61 62' },
    { name: 'a header without a value', hex: '00 01 61' },
    { name: 'a table larger than was allowed', hex: '3f e2 1f' },
    { name: 'a size of the table behind a header', hex: '82 20' },
    { name: 'padding of Huffman’s code that is none', hex: '00 81 18 01 61' },
    { name: 'padding of more than seven bits', hex: '00 82 1f ff 01 61' },
    { name: 'Huffman’s code for an end', hex: '00 84 ff ff ff ff 01 61' },
  ])('are refused with $name', ({ hex }) => {
    expect(() => new HpackDecoder().decode(bytesOf(hex))).toThrow(
      expect.objectContaining({ code: CODE.COMPRESSION_ERROR }),
    );
  });

  it('are told to be too long from a byte over the limit, and read on all the same', () => {
    const value = 'v'.repeat(4000);
    const kept = Buffer.concat([Buffer.from([0x40]), block([['a', value]]).subarray(1)]);
    const bytes = 1 + value.length + 32;
    const again = Math.floor(MAX_HEADER_LIST_BYTES / bytes) - 1;
    const rest = MAX_HEADER_LIST_BYTES - bytes * (again + 1);
    const list = (more: number): Buffer =>
      Buffer.concat([kept, Buffer.alloc(again, 0xbe), block([['b', 'v'.repeat(rest - 33 + more)]])]);
    expect(new HpackDecoder().decode(list(0)).isTooLong).toBe(false);
    const decoder = new HpackDecoder();
    expect(decoder.decode(list(1)).isTooLong).toBe(true);
    expect(read(decoder, Buffer.from([0xbe]))).toEqual([['a', value]]);
  });

  it.each([
    { name: 'X-Upper', value: 'v' },
    { name: 'connection', value: 'close' },
    { name: 'transfer-encoding', value: 'chunked' },
    { name: 'te', value: 'gzip' },
    { name: 'a b', value: 'v' },
    { name: '', value: 'v' },
    { name: 'a', value: 'v\r\nb: w' },
    { name: 'a', value: ' v' },
    { name: 'a', value: 'v\0' },
  ])('that no request may have are marked: "$name" "$value"', ({ name, value }) => {
    expect(new HpackDecoder().decode(block([[name, value]])).headers[0]?.kind).toBe('invalid');
  });

  it('give an error or headers for any bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 }), (blocks) => {
        const decoder = new HpackDecoder();
        try {
          for (const bytes of blocks) decoder.decode(Buffer.from(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(ConnectionError);
        }
      }),
    );
  });
});
