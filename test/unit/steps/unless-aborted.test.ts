import { expect, it, vi } from 'vitest';
import { createUndo } from '../../../src/steps/undo.ts';
import { unlessAborted } from '../../../src/steps/unless-aborted.ts';

it('settles like the work where nobody aborts it', async () => {
  const { signal } = new AbortController();
  const dispose = vi.fn<(late: number) => void>();
  await expect(unlessAborted(Promise.resolve(1), signal, dispose)).resolves.toBe(1);
  await expect(unlessAborted(Promise.reject(new Error('no')), signal, dispose)).rejects.toThrow('no');
  await expect(unlessAborted(Promise.resolve(2), undefined)).resolves.toBe(2);
  expect(dispose).not.toHaveBeenCalled();
});

it.each(['before', 'meanwhile'])(
  'rejects at once where it is aborted %s, and what comes later is disposed of',
  async (when) => {
    const controller = new AbortController();
    const work = Promise.withResolvers<string>();
    const dispose = vi.fn<(late: string) => void>();
    if (when === 'before') controller.abort();
    const waiting = unlessAborted(work.promise, controller.signal, dispose);
    if (when === 'meanwhile') controller.abort();
    await expect(waiting).rejects.toBe(controller.signal.reason);
    expect(dispose).not.toHaveBeenCalled();
    work.resolve('late');
    await vi.waitFor(() => expect(dispose.mock.calls).toEqual([['late']]));
  },
);

it('disposes of nothing that somebody has got, though it is aborted in the same moment', async () => {
  const controller = new AbortController();
  const work = Promise.withResolvers<string>();
  const dispose = vi.fn<(late: string) => void>();
  const waiting = unlessAborted(work.promise, controller.signal, dispose);
  const aborting = work.promise.then(() => controller.abort());
  work.resolve('here');
  await expect(waiting).resolves.toBe('here');
  await aborting;
  expect(dispose).not.toHaveBeenCalled();
});

it('leaves no rejection unhandled where the work fails after it was aborted', async () => {
  const work = Promise.withResolvers<string>();
  const waiting = unlessAborted(work.promise, AbortSignal.abort(), () => undefined);
  await expect(waiting).rejects.toThrow('aborted');
  work.reject(new Error('late'));
  await new Promise((done) => setTimeout(done, 10));
});

it('what was started is all taken back, the last first, though one step fails', async () => {
  const done: string[] = [];
  const undo = createUndo();
  undo.add(() => void done.push('first'));
  undo.add(() => Promise.reject(new Error('stuck')));
  undo.add(() => void done.push('last'));
  await expect(undo.run()).rejects.toThrow('stuck');
  expect(done).toEqual(['last', 'first']);
  await undo.run();
  expect(done).toHaveLength(2);
});
