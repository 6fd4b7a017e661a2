import { expect, it } from 'vitest';
import { createWorkerClient } from '../../../src/records/sqlite/worker-client.ts';

const PROGRAM = new URL('./young-worker.ts', import.meta.url);

it('gives the thread of the store a small young generation', async () => {
  const options = { path: '', fullText: 'off', textKeys: [] } as const;
  const client = createWorkerClient(PROGRAM, options, { onError: () => undefined });
  const opened = await client.open();
  await client.terminate();
  const said = opened.ok ? '' : opened.fault.message;
  expect(said).toMatch(/^\d+ of 2000000$/);
  expect(Number.parseInt(said, 10)).toBeLessThanOrEqual(4 * 1024 * 1024);
});
