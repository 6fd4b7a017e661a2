import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';

const ROOT = new URL('corpus/', import.meta.url);

/** The inputs of a target, by the names of their files: what once broke it, and what leads somewhere. */
export const corpus = (target: string): readonly Buffer[] => {
  const folder = new URL(`${target}/`, ROOT);
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(new URL(name, folder)));
};

type Change = Readonly<{ at: number; remove: number; insert: Uint8Array }>;

const apply = (bytes: Buffer, changes: readonly Change[]): Buffer =>
  changes.reduce((current, { at, remove, insert }) => {
    const place = Math.floor(at * current.length);
    return Buffer.concat([current.subarray(0, place), insert, current.subarray(place + remove)]);
  }, bytes);

/**
 * What a mutating fuzzer makes of a corpus: bytes cut out, put in, doubled, and halves of two inputs put together.
 *
 * @param tokens What a random byte would hardly ever spell.
 */
export const mutated = (seeds: readonly Buffer[], tokens: readonly string[] = []): fc.Arbitrary<Buffer> => {
  const seed = fc.constantFrom(...seeds);
  const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const insert = fc.oneof(
    fc.uint8Array({ maxLength: 3 }),
    ...(tokens.length === 0 ? [] : [fc.constantFrom(...tokens).map((token) => Buffer.from(token))]),
    fc.tuple(seed, place, fc.nat(40)).map(([from, at, length]) => {
      const start = Math.floor(at * from.length);
      return from.subarray(start, start + length);
    }),
  );
  const change = fc.record({ at: place, remove: fc.oneof(fc.constant(0), fc.nat(8)), insert });
  return fc.oneof(
    seed,
    fc
      .tuple(seed, fc.array(change, { minLength: 1, maxLength: 5 }))
      .map(([bytes, changes]) => apply(bytes, changes)),
    fc
      .tuple(seed, seed, place, place)
      .map(([a, b, end, start]) =>
        Buffer.concat([a.subarray(0, end * a.length), b.subarray(Math.floor(start * b.length))]),
      ),
  );
};
