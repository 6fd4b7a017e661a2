import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createWorkerClient } from '../../../src/records/sqlite/worker-client.ts';
import { temporaryFolder } from './open-store.ts';

const STORE = new URL('../../../src/records/sqlite/sqlite-worker.ts', import.meta.url);
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

it('goes on trying where the system gives it no thread, and says why', async () => {
  const program = new URL('ftp://example.invalid/no-thread.ts');
  const options = { path: join(temporaryFolder(), 'store.db'), fullText: 'off', textKeys: [] } as const;
  const errors: unknown[] = [];
  const client = createWorkerClient(program, options, { onError: (error) => errors.push(error) });
  onTestFinished(() => client.terminate());
  expect(await client.open()).toMatchObject({
    ok: false,
    fault: { transient: true, message: expect.stringContaining('could not be started') },
  });
  await vi.waitFor(() => expect(errors).not.toEqual([]), { timeout: 5000 });
  program.href = STORE.href;
  await vi.waitFor(async () => expect(await client.call('count')).toEqual({ ok: true, result: 0 }), {
    timeout: 20_000,
  });
});
