import type { Erasable, Erasure } from './ports/erasure.ts';

/** What an audit log may keep of it: the ids of a request or a key name nobody, a fingerprint would tell the text from others. */
export const auditedTarget = ({ by, value }: Erasable): string | null =>
  by === 'request' || by === 'key' ? value : null;

/**
 * Erases records until none is left, or it is enough.
 *
 * @param onDone Told how many were erased, also where it fails halfway.
 * @returns How many.
 */
export const eraseRecords = async (
  store: Erasure,
  which: Erasable,
  { isEnough, onDone }: Readonly<{ isEnough: () => boolean; onDone: (count: number) => Promise<void> }>,
): Promise<number> => {
  let count = 0;
  try {
    for (;;) {
      const batch = await store.eraseBatch(which);
      count += batch;
      if (batch === 0 || isEnough()) break;
    }
    await store.settleErasure();
  } finally {
    await onDone(count);
  }
  return count;
};
