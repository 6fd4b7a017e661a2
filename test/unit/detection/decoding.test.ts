import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayBeBase64, readBase64 } from '../../../src/detection/decoding/base64.ts';
import { readable, toText } from '../../../src/detection/decoding/readable.ts';
import { decodedViews } from '../../../src/detection/views.ts';

const words = fc.array(fc.constantFrom('ignore ', 'Привет ', '忽略之前的', 'Ünï ', '😀 ok ', 'a', 'B'), {
  minLength: 4,
  maxLength: 20,
});

describe('base64', () => {
  it('is never ruled out where it holds a text', () => {
    fc.assert(
      fc.property(
        words,
        fc.constantFrom('utf8', 'utf16le'),
        fc.constantFrom('base64', 'base64url'),
        (parts, from, to) => {
          const text = parts.join('');
          const run = Buffer.from(text, from).toString(to).replaceAll('=', '');
          if (!readable(toText(Buffer.from(text, from))) || !/[a-z]/.test(run) || !/[A-Z]/.test(run)) return;
          expect(mayBeBase64(` ${run}`, 1)).toBe(true);
          expect(readBase64(run, false)).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    'createSegmentScanner',
    'src/detection/pipeline',
    'x-request-id-header-name',
    'HTTPServerConnectionPool',
  ])('is ruled out early for %s', (name) => {
    expect(mayBeBase64(` ${name}`, 1)).toBe(false);
  });
});

describe('leetspeak', () => {
  it.each([
    { text: 'x 1gn0r3 y 4ll', read: 'x ignore y all' },
    { text: '1gn0r3! pr3v10u5', read: 'ignore! previous' },
    { text: 'te11 me fo110w p1', read: 'tell me follow p1' },
    { text: 'IGN0R3-ru|35', read: 'IGNoRe-rules' },
  ])('is read in "$text"', ({ text, read }) => {
    expect(decodedViews(text).map((view) => view.text)).toEqual([read]);
  });

  it.each(['item12 x30z a1', 'utf8 sha256 h264', 'T08:30:00Z 12px'])('is not seen in "%s"', (text) => {
    expect(decodedViews(text)).toEqual([]);
  });
});
