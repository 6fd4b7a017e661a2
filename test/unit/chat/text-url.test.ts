import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTextUrl, writeTextUrl } from '../../../src/chat/text-url.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

it.each([
  { address: `data:text/plain;base64,${base64('Grüße')}`, text: 'Grüße' },
  { address: `DATA:Text/Plain;Charset=UTF-8;BASE64,${base64('a')}`, text: 'a' },
  { address: 'data:text/html,a%20b+c', text: 'a b+c' },
  { address: `data:application/ld+json;charset="utf-8";base64,${base64('{}')}`, text: '{}' },
  { address: `data:text/x-python;name=a.py;base64,${base64('a')}`, text: 'a' },
  { address: 'data:application/x-yaml,a: 1', text: 'a: 1' },
])('reads $address', ({ address, text }) => {
  expect(readTextUrl(address)?.text).toBe(text);
});

it.each([
  'data:,a',
  'data:image/svg+xml,<svg/>',
  'data:application/pdf;base64,JVBERi0=',
  'data:text/plain;charset=utf-16;base64,AAAA',
  'data:text/plain;charset=utf-8;charset=utf-7,a',
  'data:text/plain;base64,a',
  'data:text/plain;base64,YQ',
  'data:text/plain;base64,YR==',
  'data:text/plain;base64,Y Q==',
  'data:text/plain;base64,_-_-',
  'data:text/plain;base64,/w==',
  'data:text/plain,%ff',
  'data:text/plain,%',
  'https://example.com/?data:text/plain,a',
  'text/plain,a',
  '',
])('leaves unread what not every reader reads as this: %s', (address) => {
  expect(readTextUrl(address)).toBeNull();
});

it('writes what it reads', () => {
  const heads = ['data:text/plain;base64,', 'data:application/json,'];
  fc.assert(
    fc.property(
      fc.constantFrom(...heads),
      fc.string({ unit: 'binary' }),
      fc.string(),
      (head, text, other) => {
        const address = writeTextUrl({ head, isBase64: head.includes('base64') }, text.toWellFormed());
        const read = readTextUrl(address);
        expect(read?.text).toBe(text.toWellFormed());
        const changed = read === null ? '' : writeTextUrl(read, other.toWellFormed());
        expect(readTextUrl(changed)?.text).toBe(other.toWellFormed());
      },
    ),
  );
});

it('costs linear time', () => {
  const startMs = performance.now();
  readTextUrl(`data:text/plain${';a=b'.repeat(100_000)}`);
  readTextUrl(`data:text/plain;base64,${'A'.repeat(4_000_000)}`);
  readTextUrl(`data:${'application/'.repeat(100_000)}`);
  expect(performance.now() - startMs).toBeLessThan(2000);
});
