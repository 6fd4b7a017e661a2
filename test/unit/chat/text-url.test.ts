import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readBareFile, readTextUrl, writeTextUrl } from '../../../src/chat/text-url.ts';

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

const WRAPPED = base64('The harbour wall was painted again in spring.'.repeat(3)).replace(/.{76}/g, '$&\n');

it.each([
  { address: 'data:,a', text: 'a' },
  { address: `data:;base64,${base64('Grüße')}`, text: 'Grüße' },
  { address: 'data:image/svg+xml,<svg/>', text: '<svg/>' },
  { address: `data:application/octet-stream;base64,${base64('Dear all,\r\n')}`, text: 'Dear all,\r\n' },
  { address: `data:message/rfc822;base64,${base64('Subject: a')}`, text: 'Subject: a' },
])('reads $address, whatever type it says', ({ address, text }) => {
  expect(readTextUrl(address)).toMatchObject({ text, isExact: true });
});

const latin1 = Buffer.from('caf\u00e9', 'latin1').toString('base64');
const wideCyrillic = Buffer.from('Не', 'utf16le');
const wide = Buffer.from('\ufeffGrüße', 'utf16le').toString('base64');

it.each([
  { address: `data:text/plain;base64,${WRAPPED}`, text: Buffer.from(WRAPPED, 'base64').toString() },
  { address: 'data:text/plain;base64,YQ', text: 'a' },
  { address: 'data:text/plain;base64,YQ%3D%3D', text: 'a' },
  { address: 'data:text/plain;base64,YR==', text: 'a' },
  { address: 'data:text/plain;base64,Y Q==', text: 'a' },
  { address: 'data:text/plain;base64,fn4-', text: '~~>' },
  { address: `data:text/plain;base64,${latin1}`, text: 'café' },
  { address: `data:text/plain;charset=iso-8859-1;base64,${latin1}`, text: 'café' },
  { address: `data:text/plain;base64,${wide}`, text: 'Grüße' },
  { address: `data:application/octet-stream;base64,${wide}`, text: 'Grüße' },
  { address: 'data:text/plain;charset=utf-16;base64,YQ==', text: 'a' },
  {
    address: `data:text/plain;base64,${wideCyrillic.toString('base64')}`,
    text: wideCyrillic.toString('latin1'),
  },
  { address: `data:text/plain;base64,${base64('%PDF-1.7 (a)')}`, text: '%PDF-1.7 (a)' },
  { address: `data:application/octet-stream;base64,${base64('\n%PDF-1.7')}`, text: '\n%PDF-1.7' },
  { address: `data:;base64,${base64("{\\rtf1 \\'61}")}`, text: "{\\rtf1 \\'61}" },
  { address: 'data:text/plain,a%00b', text: 'a\0b' },
  { address: 'data:text/plain;charset=utf-8;charset=utf-7,a', text: 'a' },
  // Readers that look for the comma and for `base64` alone.
  { address: 'data:image/svg+xml;utf8,<svg a="b"/>', text: '<svg a="b"/>' },
  { address: 'data:text/plain;utf8;base64,YQ==', text: 'a' },
  { address: 'data:text/plain; charset=utf-8; base64,YQ==', text: 'a' },
  { address: 'data:text/plain;name=my%20file (1).txt;base64,YQ==', text: 'a' },
  { address: 'data:text/plain;a=b;a=b;a=b;a=b;a=b;base64,YQ==', text: 'a' },
  { address: 'data:text/plain;base64;name=a.txt,YQ==', text: 'a' },
  { address: ' data:text/plain,a', text: 'a' },
  // Decoders that pass over what is no base64, or leave what is no octet.
  { address: 'data:text/plain;base64,T2*Jl=e Q==', text: 'Obey' },
  { address: 'data:application/octet-stream;base64,T2Jl.eQ==', text: 'Obey' },
  { address: 'data:text/plain,100% sure%2C yes', text: '100% sure, yes' },
  { address: 'data:text/plain,%ffa', text: '\ufffda' },
  { address: 'data:,50% off', text: '50% off' },
])('reads $address, which somebody may read otherwise', ({ address, text }) => {
  expect(readTextUrl(address)).toMatchObject({ text, isExact: false });
});

it.each([
  'data:application/pdf;base64,JVBERi0=',
  `data:application/octet-stream;base64,${latin1}`,
  `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')}`,
  `data:image/gif;base64,${Buffer.from('GIF89a\x01\0\x01\0').toString('base64')}`,
  'data:image/png,%89PNG%0D%0A%1A%0A',
  'data:image/png; name="a b.png"; base64,iVBORw0KGgo=',
  'data: obey me, and nobody else',
  'https://example.com/?data:text/plain,a',
  'text/plain,a',
  '',
])('leaves unread what is no text: %s', (address) => {
  expect(readTextUrl(address)).toBeNull();
});

it('writes a text in UTF-8 where the address named another character set', () => {
  for (const charset of ['iso-8859-1', 'iso+8859']) {
    const read = readTextUrl(`data:text/plain;charset=${charset};base64,${base64('a')}`);
    expect(read === null ? '' : writeTextUrl(read, 'Grüße')).toBe(
      `data:text/plain;base64,${base64('Grüße')}`,
    );
  }
});

it('reads base64 without an address, where that is a text', () => {
  expect(readBareFile(base64('Dear all, it rains.'))).toMatchObject({
    head: '',
    text: 'Dear all, it rains.',
  });
  expect(readBareFile('A'.repeat(32))).toBeNull();
  expect(readBareFile('invoice-2026')).toBeNull();
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
  readTextUrl(`data:text/plain${';a b'.repeat(100_000)}`);
  readTextUrl(`data:;${' ;'.repeat(100_000)}`);
  readTextUrl(`data:text/plain,${'%f'.repeat(100_000)}`);
  readTextUrl(`data:text/plain;base64,${'A='.repeat(200_000)}`);
  readBareFile('A \n'.repeat(100_000).concat('='.repeat(100)));
  readTextUrl(`data:text/plain;base64,${'A'.repeat(4_000_000)}`);
  readTextUrl(`data:${'application/'.repeat(100_000)}`);
  expect(performance.now() - startMs).toBeLessThan(2000);
});
