import { SIGN_IN } from './provider-refusal.ts';

// What this tab remembers over a sign-in, until it is closed.

const PREFIX = 'portcullis.';
const PAGE = 'page';

/** A browser may refuse to keep anything: then nothing is kept. */
const attempt = <T>(work: (storage: Storage) => T): T | null => {
  try {
    return work(window.sessionStorage);
  } catch {
    return null;
  }
};

/** Null where nothing was kept, and where what was kept cannot be read. */
export const recall = (name: string): unknown =>
  attempt((storage): unknown => {
    const text = storage.getItem(PREFIX + name);
    return text === null ? null : JSON.parse(text);
  });

export const keep = (name: string, value: unknown): void => {
  attempt((storage) => storage.setItem(PREFIX + name, JSON.stringify(value)));
};

export const forget = (name: string): void => {
  attempt((storage) => storage.removeItem(PREFIX + name));
};

/** For whoever leaves by themselves. */
export const forgetAll = (): void => {
  attempt((storage) => {
    for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name);
  });
};

/** Before the way through the sign-in provider, which ends on the first page. */
export const rememberPage = ({ pathname, search }: Location): void => {
  // From there a second try begins: what was remembered for the first holds.
  if (pathname !== SIGN_IN) keep(PAGE, `${pathname}${search}`);
};

/** Where to go on after it; null where that is the first page. */
export const takeRememberedPage = ({ pathname }: Location): string | null => {
  const page = recall(PAGE);
  forget(PAGE);
  return pathname === '/' && typeof page === 'string' && /^\/[^/]/.test(page) ? page : null;
};
