const BITS = 13;

/** A set of hashes that is small enough for the nearest cache. */
export type Sketch = Readonly<{
  put: (hash: number) => void;
  /** False: it was not put; true without that for one in fifty or fewer. */
  has: (hash: number) => boolean;
}>;

/** Three bits of one number for each hash; for some twenty thousand of them. */
export const createSketch = (): Sketch => {
  const numbers = new Int32Array(1 << BITS);
  const mixed = (hash: number): number => Math.imul(hash, 0x85ebca6b | 0);
  const placeOf = (mix: number): number => mix >>> (32 - BITS);
  const bitsOf = (mix: number): number => (1 << (mix >> 14)) | (1 << (mix >> 9)) | (1 << (mix >> 4));
  return {
    put: (hash) => {
      const mix = mixed(hash);
      numbers[placeOf(mix)] = (numbers[placeOf(mix)] ?? 0) | bitsOf(mix);
    },
    has: (hash) => {
      const mix = mixed(hash);
      return (~(numbers[placeOf(mix)] ?? 0) & bitsOf(mix)) === 0;
    },
  };
};
