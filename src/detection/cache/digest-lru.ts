import type { Digest } from './digest.ts';

/** Numbers of 32 bits of a digest. */
const NUMBERS = 4;
const MIN_SLOTS = 8;

type Generation<Value> = {
  /** `NUMBERS` for each slot. */
  readonly digests: Int32Array;
  readonly values: (Value | undefined)[];
  size: number;
};

/** The digest that was asked for last, as numbers. */
const ASKED = new Int32Array(NUMBERS);

const read = (digest: Digest): void => {
  for (let i = 0; i < NUMBERS; i++) {
    const at = 4 * i;
    ASKED[i] =
      digest.charCodeAt(at) |
      (digest.charCodeAt(at + 1) << 8) |
      (digest.charCodeAt(at + 2) << 16) |
      (digest.charCodeAt(at + 3) << 24);
  }
};

const isAsked = (digests: Int32Array, at: number): boolean =>
  digests[at] === ASKED[0] &&
  digests[at + 1] === ASKED[1] &&
  digests[at + 2] === ASKED[2] &&
  digests[at + 3] === ASKED[3];

/** The slot of the digest that was asked for, or the free one where it belongs. */
const slotOf = <Value>({ digests, values }: Generation<Value>): number => {
  const last = values.length - 1;
  let slot = (ASKED[0] ?? 0) & last;
  while (values[slot] !== undefined && !isAsked(digests, NUMBERS * slot)) slot = (slot + 1) & last;
  return slot;
};

const put = <Value>(generation: Generation<Value>, value: Value): void => {
  const slot = slotOf(generation);
  if (generation.values[slot] === undefined) {
    generation.digests.set(ASKED, NUMBERS * slot);
    generation.size += 1;
  }
  generation.values[slot] = value;
};

/**
 * As `createLru`, for digests, which are as good as chance: a table in typed arrays, twice as long as what it holds at most, that
 * needs neither a hash of its own nor an object for each entry, and is found in the processor's cache more often.
 */
export const createDigestLru = <Value extends object>(maxEntries: number) => {
  const youngEntries = Math.ceil(maxEntries / 2);
  const slots = Math.max(MIN_SLOTS, 2 ** Math.ceil(Math.log2(2 * youngEntries)));
  const create = (): Generation<Value> => ({
    digests: new Int32Array(NUMBERS * slots),
    values: Array.from<Value | undefined>({ length: slots }),
    size: 0,
  });
  let young = create();
  let old = create();
  const add = (value: Value): void => {
    put(young, value);
    if (young.size < youngEntries) return;
    const freed = old;
    old = young;
    young = freed;
    freed.values.fill(undefined);
    freed.size = 0;
  };
  return {
    get: (digest: Digest): Value | undefined => {
      read(digest);
      const found = young.values[slotOf(young)];
      if (found !== undefined) return found;
      const older = old.values[slotOf(old)];
      if (older !== undefined) add(older);
      return older;
    },
    set: (digest: Digest, value: Value): void => {
      read(digest);
      add(value);
    },
    size: () => young.size + old.size,
  };
};
