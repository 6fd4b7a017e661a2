import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeContent, decodeUtf8 } from '../../../src/chat/content-encoding.ts';
import { GatewayError } from '../../../src/errors.ts';
import { refusal } from './limits.ts';

const MAX = 1_000_000;
const SMALL = Buffer.from('{"messages":[{"role":"user","content":"Grüße"}]}');
const LARGE = Buffer.from(Array.from({ length: 40_000 }, (_, i) => (i * 2_654_435_761) % 1_000_003).join());

const CODINGS = [
  { name: 'gzip', coding: 'gzip', encode: gzipSync },
  { name: 'x-gzip', coding: 'x-gzip', encode: gzipSync },
  { name: 'deflate', coding: 'deflate', encode: deflateSync },
  { name: 'deflate without the zlib wrapper', coding: 'deflate', encode: deflateRawSync },
  { name: 'br', coding: 'br', encode: brotliCompressSync },
  { name: 'zstd', coding: 'zstd', encode: zstdCompressSync },
];

const outcome = async (bytes: Uint8Array, coding: string | null, max = MAX): Promise<unknown> => {
  try {
    return Buffer.from(await decodeContent(bytes, coding, max));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return [error.code, error.param];
  }
};

const INVALID = ['INVALID_ENCODING', 'Content-Encoding'];
const TOO_LARGE = ['REQUEST_TOO_LARGE', null];

describe.each(CODINGS)('$name', ({ coding, encode }) => {
  it.each([
    { name: 'nothing', body: Buffer.alloc(0) },
    { name: 'a small body', body: SMALL },
    { name: 'a large body', body: LARGE },
    { name: 'a small body of a large text', body: Buffer.alloc(500_000, 'a') },
  ])('decodes $name', async ({ body }) => {
    expect(await outcome(encode(body), coding)).toEqual(body);
  });

  it.each([
    { name: 'cut short', change: (bytes: Buffer) => bytes.subarray(0, -1) },
    { name: 'cut in half', change: (bytes: Buffer) => bytes.subarray(0, bytes.length / 2) },
    { name: 'empty', change: () => Buffer.alloc(0) },
    { name: 'not compressed', change: () => Buffer.from('{"messages":[]}') },
    { name: 'followed by more', change: (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('{"a":1}')]) },
  ])('refuses what is $name', async ({ change }) => {
    expect(await outcome(change(encode(SMALL)), coding)).toEqual(INVALID);
    expect(await outcome(change(encode(LARGE)), coding)).toEqual(INVALID);
  });

  it.each([{ size: 1000 }, { size: 128 * 1024 }, { size: 700_000 }])(
    'takes a text of exactly the ceiling and not a byte more ($size)',
    async ({ size }) => {
      const bytes = encode(Buffer.alloc(size, 'a'));
      expect(await outcome(bytes, coding, size)).toHaveLength(size);
      expect(await outcome(bytes, coding, size - 1)).toEqual(TOO_LARGE);
    },
  );

  it('stops a bomb early', async () => {
    const bomb = encode(Buffer.alloc(16 * 1024 * 1024));
    const runs: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const before = process.cpuUsage();
      expect(await outcome(bomb, coding, MAX)).toEqual(TOO_LARGE);
      const { user, system } = process.cpuUsage(before);
      runs.push((user + system) / 1000);
    }
    expect(Math.min(...runs)).toBeLessThan(100);
  });
});

describe('the header', () => {
  it.each([
    { header: null, body: SMALL },
    { header: '', body: SMALL },
    { header: 'identity', body: SMALL },
    { header: ' GZip ', body: gzipSync(SMALL) },
    { header: 'gzip, br', body: brotliCompressSync(gzipSync(SMALL)) },
    { header: 'identity,gzip,,identity', body: gzipSync(SMALL) },
    { header: 'deflate, zstd, gzip', body: gzipSync(zstdCompressSync(deflateSync(SMALL))) },
  ])('$header', async ({ header, body }) => {
    expect(await outcome(body, header)).toEqual(SMALL);
  });

  it.each([
    { header: 'compress', body: SMALL },
    { header: 'gzip;q=1', body: gzipSync(SMALL) },
    { header: 'br, gzip', body: brotliCompressSync(gzipSync(SMALL)) },
    { header: 'gzip, gzip, gzip, gzip', body: gzipSync(gzipSync(gzipSync(gzipSync(SMALL)))) },
    { header: 'gzip', body: SMALL },
    { header: 'constructor', body: SMALL },
  ])('refuses $header', async ({ header, body }) => {
    expect(await outcome(body, header)).toEqual(INVALID);
  });

  it('holds the ceiling without an encoding and at each layer', async () => {
    expect(await outcome(SMALL, null, SMALL.length)).toEqual(SMALL);
    expect(await outcome(SMALL, null, SMALL.length - 1)).toEqual(TOO_LARGE);
    const zeros = Buffer.alloc(10_000_000);
    expect(await outcome(gzipSync(gzipSync(zeros)), 'gzip, gzip', MAX)).toEqual(TOO_LARGE);
  });
});

describe('UTF-8', () => {
  it.each([
    { name: 'ASCII', bytes: [0x7b, 0x7d], text: '{}' },
    { name: 'nothing', bytes: [], text: '' },
    {
      name: 'two to four bytes',
      bytes: [0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80],
      text: 'é€😀',
    },
    { name: 'a byte order mark', bytes: [0xef, 0xbb, 0xbf, 0x7b, 0x7d], text: '{}' },
    {
      name: 'only the first of two marks',
      bytes: [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x31],
      text: '\ufeff1',
    },
    { name: 'a mark in the text', bytes: [0x31, 0xef, 0xbb, 0xbf], text: '1\ufeff' },
    { name: 'the last code point', bytes: [0xf4, 0x8f, 0xbf, 0xbf], text: '\u{10ffff}' },
    { name: 'a zero byte', bytes: [0x00], text: '\0' },
  ])('reads $name', ({ bytes, text }) => {
    expect(decodeUtf8(Uint8Array.from(bytes))).toBe(text);
  });

  it.each([
    { name: 'a lone continuation', bytes: [0x80] },
    { name: 'an overlong slash', bytes: [0xc0, 0xaf] },
    { name: 'an overlong zero', bytes: [0xe0, 0x80, 0x80] },
    { name: 'an encoded surrogate', bytes: [0xed, 0xa0, 0x80] },
    { name: 'a cut sequence', bytes: [0x31, 0xe2, 0x82] },
    { name: 'a cut mark', bytes: [0xef, 0xbb] },
    { name: 'beyond Unicode', bytes: [0xf4, 0x90, 0x80, 0x80] },
    { name: 'Latin-1', bytes: [0x22, 0xe9, 0x22] },
    { name: 'UTF-16 with a mark', bytes: [0xff, 0xfe, 0x7b, 0x00] },
  ])('refuses $name', ({ bytes }) => {
    expect(refusal(() => decodeUtf8(Uint8Array.from(bytes)))?.code).toBe('INVALID_ENCODING');
  });

  it('agrees with the strict decoder of the platform, inside a larger buffer too', () => {
    const piece = fc.constantFrom('a', 'é', '€', '😀', '\ufeff').map((text) => [...Buffer.from(text)]);
    const pieces = fc.array(fc.oneof(piece, fc.array(fc.nat(255), { maxLength: 2 })), { maxLength: 8 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const bytes = Uint8Array.from([0x80, ...parts.flat(), 0x80]).subarray(1, -1);
        const strict = () => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
        let text: string | undefined;
        try {
          text = strict();
        } catch {
          text = undefined;
        }
        if (text === undefined) expect(refusal(() => decodeUtf8(bytes))?.code).toBe('INVALID_ENCODING');
        else expect(decodeUtf8(bytes)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
