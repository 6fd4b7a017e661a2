import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { streamPages } from '../../../src/dashboard/paged-stream.ts';

it('nobody looks on for whoever has left, though nothing was found yet', async () => {
  let pages = 0;
  const reader = streamPages('head', async (cursor) => {
    pages += 1;
    await sleep(2);
    return { text: '', nextCursor: `${cursor ?? ''}x` };
  }).getReader();
  await reader.read();
  void reader.read();
  await sleep(20);
  expect(pages).toBeGreaterThan(1);
  await reader.cancel();
  const then = pages;
  await sleep(30);
  expect(pages).toBe(then);
});
