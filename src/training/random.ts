/** Numbers in [0, 1), the same for the same seed on every machine (mulberry32). */
export type Random = () => number;

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** @returns An integer in [0, below). */
export const below = (random: Random, limit: number): number => Math.floor(random() * limit);

/** @throws RangeError For an empty list. */
export const pick = <T>(random: Random, list: readonly T[]): T => {
  const chosen = list[below(random, list.length)];
  if (chosen === undefined) throw new RangeError('nothing to pick from');
  return chosen;
};

/** In place (Fisher and Yates). */
export const shuffle = (random: Random, list: Int32Array): void => {
  for (let i = list.length - 1; i > 0; i--) {
    const j = below(random, i + 1);
    const kept = list[i] ?? 0;
    list[i] = list[j] ?? 0;
    list[j] = kept;
  }
};
