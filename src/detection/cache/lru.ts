/**
 * A map of bounded size, which always holds at least the half of `maxEntries` keys that were used last. In two generations,
 * of which the old one goes as a whole: to take single entries out of a `Map` leaves holes at its front, and to find its
 * first entry behind thousands of them took longer than many a scan.
 */
export const createLru = <Value>(maxEntries: number) => {
  const youngEntries = Math.ceil(maxEntries / 2);
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  const set = (key: string, value: Value): void => {
    young.set(key, value);
    if (young.size < youngEntries) return;
    old = young;
    young = new Map();
  };
  return {
    get: (key: string): Value | undefined => {
      const found = young.get(key);
      if (found !== undefined) return found;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    clear: (): void => {
      if (young.size + old.size === 0) return;
      young = new Map();
      old = new Map();
    },
    size: () => young.size + old.size,
  };
};
