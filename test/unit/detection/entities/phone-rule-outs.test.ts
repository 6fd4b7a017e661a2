import { expect, it } from 'vitest';
import { pii } from '../../../../src/detection/detectors/pii.ts';
import { createPipeline } from '../../../../src/detection/pipeline.ts';
import { USER } from '../samples.ts';

const pipeline = createPipeline([pii]);

const found = (text: string): readonly string[] =>
  [...pipeline.scan(text, USER)].flat().map(({ span }) => text.slice(span.start, span.end));

it.each([
  ['{"line":"41660039","office":1}', '41660039'],
  ['41 660 039", office', '41 660 039'],
  ['41 660 039, mobile', '41 660 039'],
  ['41 660 039 - office', '41 660 039'],
  ['41 660 039, x12 office', '41 660 039, x12'],
])('a word behind a number that nothing else announces: %s', (text, number) => {
  expect(found(text)).toEqual([number]);
});

it.each([
  ['in the next line', '41 660 039,\noffice'],
  ['too far away', '41 660 039 -- office'],
  ['in a name', '41 660 039 _office'],
  ['behind digits', '41 660 0391 x12'],
])('none where the word stands %s', (_, text) => {
  expect(found(text)).toEqual([]);
});

it.each([
  ['phone: +2026-04-15 2345', '+2026-04-15 2345'],
  ['(2026) 04-15 123 phone', '(2026) 04-15 123'],
  ['call 2026-04-151', '2026-04-151'],
  ['phone 2026-04-15 - 030 1234567', '030 1234567'],
  ['phone 2026 04 15 123', '04 15 123'],
  ['phone 2026-40-15', '2026-40-15'],
])('what looks like a date: %s', (text, number) => {
  expect(found(text)).toEqual([number]);
});

it.each(['phone 2026-04-15', 'tel 2026-04-15T08:30:00Z', 'phone (2026-04-15', 'phone 1999/12/31 office'])(
  'no number is a date: %s',
  (text) => {
    expect(found(text)).toEqual([]);
  },
);
