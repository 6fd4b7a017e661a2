/**
 * Settles like the work, or rejects with the signal's reason as soon as that is aborted.
 *
 * @param dispose Gets what the work brings afterwards, which nobody waits for any more.
 */
export const unlessAborted = <T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  dispose?: (late: T) => void | Promise<void>,
): Promise<T> => {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason);
      if (dispose !== undefined) work.then(dispose).catch(() => undefined);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    // In the same turn as it settles: what somebody has got is not disposed of.
    const settled = (): void => signal.removeEventListener('abort', abort);
    work.then(settled, settled);
    work.then(resolve, reject);
  });
};
