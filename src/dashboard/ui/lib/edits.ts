import { ApiFailure } from './client.ts';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What of a form is not as it was seen. */
export const changesOf = <T extends object>(form: T, seen: T): Partial<T> => {
  const before = new Map<string, unknown>(Object.entries(seen));
  const changed = Object.entries(form).filter(([name, value]) => !isSame(before.get(name), value));
  return Object.fromEntries(changed) as Partial<T>;
};

/** The same changes over what somebody else has made of it meanwhile. */
export const rebased = <T extends object>(form: T, seen: T, newest: T): T => ({
  ...newest,
  ...changesOf(form, seen),
});

/** Names that were changed here and there, and not to the same. */
export const disputed = <T extends object>(form: T, seen: T, newest: T): readonly string[] => {
  const theirs = changesOf(newest, seen);
  const between = changesOf(form, newest);
  return Object.keys(changesOf(form, seen)).filter((name) => name in theirs && name in between);
};

/** Somebody else has changed meanwhile what was to be changed. */
export const isStale = (error: unknown): boolean => error instanceof ApiFailure && error.code === 'stale';
