import { setTimeout as sleep } from 'node:timers/promises';
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
  } finally {
    await onDone(count);
  }
  return count;
};

/** Between tries gateways write on. */
const SETTLE_PAUSE_MS = 500;

/**
 * Has what was erased overwritten, as soon as nobody reads any more what was there before.
 *
 * @returns Whether it is; false where somebody still reads after so many tries.
 */
export const settleErasure = async (
  store: Pick<Erasure, 'settleErasure'>,
  tries: number,
): Promise<boolean> => {
  for (let left = tries; ; left -= 1) {
    if (await store.settleErasure()) return true;
    if (left <= 1) return false;
    await sleep(SETTLE_PAUSE_MS);
  }
};
