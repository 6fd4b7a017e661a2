import { expect, it } from 'vitest';
import { createBlobs } from '../../../src/training/blobs.ts';
import { createRandom } from '../../../src/training/random.ts';

const blobs = createBlobs(createRandom(1));

it('gives encoded bytes without a meaning, harmless, of both sides and many notations', () => {
  expect(blobs.length).toBeGreaterThan(500);
  expect(new Set(blobs.map(({ text }) => text)).size).toBe(blobs.length);
  expect(blobs.filter(({ attack }) => attack)).toEqual([]);
  for (const side of ['direct', 'indirect'])
    expect(blobs.filter((each) => each.side === side)).not.toHaveLength(0);
  expect(blobs.some(({ text }) => /^[0-9a-f]{32,}$/u.test(text))).toBe(true);
  expect(blobs.some(({ text }) => text.includes('\ufffd'))).toBe(true);
});

it('gives the same ones for the same seed', () => {
  expect(createBlobs(createRandom(1))).toEqual(blobs);
  expect(createBlobs(createRandom(2))).not.toEqual(blobs);
});
