import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStreamPace, inSlices, SLICE_BYTES } from '../../../src/envoy/begin/stream-pace.ts';
import type { Event } from '../../../src/envoy/session/session-types.ts';

const piece = (length: number, endOfStream = false) =>
  ({ type: 'response-body', bytes: Buffer.alloc(length, 'a'), endOfStream }) as const;

describe('a piece of a stream', () => {
  it.each([
    { length: 0, slices: 1 },
    { length: SLICE_BYTES, slices: 1 },
    { length: SLICE_BYTES + 1, slices: 2 },
    { length: 3 * SLICE_BYTES, slices: 3 },
  ])('of $length bytes is handled in $slices', ({ length, slices }) => {
    expect(inSlices(piece(length))).toHaveLength(slices);
  });

  it('is all there, in order, and its end is the last slice’s', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 5 * SLICE_BYTES, size: 'max' }),
        fc.boolean(),
        (bytes, endOfStream) => {
          const slices = inSlices({ type: 'response-body', bytes, endOfStream });
          expect(Buffer.concat(slices.map((slice) => slice.bytes)).equals(bytes)).toBe(true);
          expect(slices.map((slice) => slice.endOfStream)).toEqual(
            slices.map((_, index) => endOfStream && index === slices.length - 1),
          );
          expect(slices.every((slice) => slice.bytes.length <= SLICE_BYTES)).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });
});

const create = () => {
  const told: (string | number)[] = [];
  const pace = createStreamPace({
    handle: (event) => told.push(event.type === 'response-body' ? event.bytes.length : event.type),
    isOfStream: (event): event is Extract<Event, { type: 'response-body' }> => event.type === 'response-body',
    pause: () => told.push('pause'),
    resume: () => told.push('resume'),
  });
  return { told, ...pace };
};

it('hands on what is no stream at once, and asks nobody to wait', () => {
  const { told, take } = create();
  take({ type: 'request-trailers' });
  take({ type: 'response-trailers' });
  expect(told).toEqual(['request-trailers', 'response-trailers']);
});

it('handles one slice a turn, and what came behind it afterwards', async () => {
  const { told, take } = create();
  take(piece(2 * SLICE_BYTES));
  take(piece(1, true));
  take({ type: 'response-trailers' });
  expect(told).toEqual([SLICE_BYTES, 'pause']);
  await turn();
  expect(told.slice(2)).toEqual([SLICE_BYTES]);
  await turn();
  await turn();
  expect(told.slice(3)).toEqual([1, 'response-trailers']);
  await turn();
  expect(told.slice(5)).toEqual(['resume']);
  take(piece(1));
  expect(told.slice(6)).toEqual([1, 'pause']);
});

it('forgets what waits once the exchange is over', async () => {
  const { told, take, drop } = create();
  take(piece(3 * SLICE_BYTES, true));
  drop();
  await turn();
  await turn();
  expect(told).toEqual([SLICE_BYTES, 'pause', 'resume']);
});
