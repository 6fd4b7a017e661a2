import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChatRequest } from '../../../src/chat/request.ts';
import { replaceStrings } from '../../../src/chat/splice.ts';
import { requestBody } from './arbitraries.ts';
import { LIMITS } from './limits.ts';

const body = '{ "a" : "x", "a":1e0, "b":["y\\u0041" ]}';

it.each([
  { name: 'nothing', edits: [], after: body },
  {
    name: 'one string',
    edits: [{ source: { start: 8, end: 11 }, value: '<EMAIL_1>' }],
    after: '{ "a" : "<EMAIL_1>", "a":1e0, "b":["y\\u0041" ]}',
  },
  {
    name: 'two strings, with what needs an escape',
    edits: [
      { source: { start: 8, end: 11 }, value: 'q"\\\n' },
      { source: { start: 27, end: 36 }, value: '\ud800é' },
    ],
    after: '{ "a" : "q\\"\\\\\\n", "a":1e0, "b":["\\ud800é" ]}',
  },
])('replaces $name and nothing else', ({ edits, after }) => {
  expect(replaceStrings(body, edits)).toBe(after);
});

it.each(['[4111111111111111]', '[ 4111111111111111 ,1]', '4111111111111111'])(
  'replaces a number by a string: %s',
  (text) => {
    const start = text.indexOf('4');
    const after = text.replace('4111111111111111', '"<CARD>"');
    expect(replaceStrings(text, [{ source: { start, end: start + 16 }, value: '<CARD>' }])).toBe(after);
  },
);

it.each([
  ['-12', 1, 3],
  ['12.5', 0, 2],
  ['1.25', 2, 4],
  ['12e3', 0, 2],
  ['1234', 1, 3],
  ['"12"', 1, 3],
])('refuses to replace a part of %s', (text, start, end) => {
  expect(() => replaceStrings(text, [{ source: { start, end }, value: '' }])).toThrow(RangeError);
});

it.each([
  {
    name: 'unsorted',
    edits: [
      [27, 36],
      [8, 11],
    ],
  },
  {
    name: 'overlapping',
    edits: [
      [8, 11],
      [8, 11],
    ],
  },
  { name: 'not at a quote', edits: [[9, 11]] },
  { name: 'one quote only', edits: [[8, 9]] },
  { name: 'behind the end', edits: [[8, 99]] },
  { name: 'negative', edits: [[-1, 11]] },
])('refuses edits that are $name', ({ edits }) => {
  const broken = edits.map(([start = 0, end = 0]) => ({ source: { start, end }, value: '' }));
  expect(() => replaceStrings(body, broken)).toThrow(RangeError);
});

describe('with the segments of a request', () => {
  const segmentsOf = (text: string) => {
    try {
      return readChatRequest(text, LIMITS).segments;
    } catch {
      return [];
    }
  };

  it('puts equal texts back as an equal body', () => {
    fc.assert(
      fc.property(requestBody, (text) => {
        // A number that is replaced becomes a string.
        const strings = segmentsOf(text).filter(({ isNumber }) => isNumber !== true);
        const edits = strings.map(({ source, text: value }) => ({ source, value }));
        const spliced: unknown = JSON.parse(replaceStrings(text, edits));
        // Generated bodies spell lone surrogates as escapes; a segment has U+FFFD in their place.
        const wellFormed = text.replaceAll(/\\ud[89a-f][0-9a-f]{2}/gi, '\ufffd');
        if (wellFormed === text) expect(spliced).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });
});
