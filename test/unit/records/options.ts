import type { StoreOptions } from '../../../src/records/running-store.ts';

/** Hooks that keep what they are told, and otherwise what a test wants of a store. */
export const testOptions = () => {
  const seen = {
    written: 0,
    dropped: new Map<string, number>(),
    textsDropped: 0,
    errors: [] as unknown[],
  };
  const options: StoreOptions = {
    queueLength: 10_000,
    batchSize: 200,
    retentionDays: 0,
    auditDays: 0,
    fullText: 'off',
    textKeys: [],
    onWritten: (count) => {
      seen.written += count;
    },
    onDropped: (count, reason) => {
      seen.dropped.set(reason, (seen.dropped.get(reason) ?? 0) + count);
    },
    onTextsDropped: (count) => {
      seen.textsDropped += count;
    },
    onError: (error) => seen.errors.push(error),
  };
  return { seen, options };
};
