import { createKernel, layOut } from '../kernel/kernel.ts';
import { type FeatureBuffer, foldedEntries, GOLDEN, GRAM, PRIME } from './features.ts';
import type { LinearModel } from './model-file.ts';
import { SIDES, type Side } from './side.ts';

/** Sums of weights up to each word, and counts of features; windows are differences of two entries. */
export type Prefix = { sums: Float64Array; counts: Int32Array };

export type Words = Pick<FeatureBuffer, 'wordStarts' | 'wordEnds' | 'begins'>;

/** Sums of a text's weights, and where its words stand. */
type Weighed = Readonly<{ words: number; prefix: Prefix; places: Words }>;

const FIRST_CHARS = 16_384;

/** As in the kernel: code units that it reads in one go, the first of which may lie behind the text, and characters that it hashes in one go. */
const BLOCK = 64;
const HASHED = 16;
/** Bytes of a vector, and how many numbers of 32 bits those are. */
const VECTOR_BYTES = 16;
const LANES = 4;

/**
 * What the kernel's vectors hold, one behind the other: which bytes are the last four characters of each of four places, the nearest first; what
 * tells grams from words; the factor of hashes; sixteen bytes of zeros and as many of ones, for a mask of any length; powers of the words'
 * factor, from the fifteenth down.
 */
const vectorConstants = (): Uint8Array => {
  const lastFour = Uint8Array.from({ length: VECTOR_BYTES }, (_, i) => (i >> 2) + LANES - 1 - (i & 3));
  const masks = new Uint8Array(2 * VECTOR_BYTES).fill(0xff, VECTOR_BYTES);
  const powers = new Int32Array(HASHED).fill(1);
  for (let i = HASHED - 2; i >= 0; i--) powers[i] = Math.imul(powers[i + 1] ?? 0, PRIME);
  const grams = new Int32Array(LANES).fill(GRAM);
  const goldens = new Int32Array(LANES).fill(GOLDEN);
  return Buffer.concat([lastFour, grams, goldens, masks, powers].map((part) => Buffer.from(part.buffer)));
};

/**
 * Adds up the weights of the features that `extractFeatures` gives, in one go and without writing them down.
 *
 * @returns What is valid until the next text.
 */
export const createWeigher = ({ weights, header }: LinearModel): ((text: string, side: Side) => Weighed) => {
  const folded = foldedEntries();
  const constants = vectorConstants();
  const { at: tables, end: tablesEnd } = layOut({
    folded: folded.byteLength,
    direct: weights.direct.length,
    indirect: weights.indirect.length,
    definition: weights.definition.length,
    constants: constants.byteLength,
  });
  const { functions, memory, grow } = createKernel(tablesEnd);
  new Int32Array(memory.buffer, tables.folded).set(folded);
  new Uint8Array(memory.buffer, tables.constants).set(constants);
  for (const side of SIDES) new Int8Array(memory.buffer, tables[side]).set(weights[side]);

  const roomFor = (chars: number) => {
    const words = chars + 1;
    const units = words + BLOCK;
    const { at, end } = layOut(
      {
        sums: 8 * (words + 1),
        counts: 4 * (words + 1),
        starts: 4 * words,
        ends: 4 * words,
        units: 2 * units,
        begins: words,
        grams: 4 * units,
        hashes: 4 * words,
        codes: units + HASHED,
        others: 4 * (Math.ceil(units / BLOCK) + 1),
      },
      tablesEnd,
    );
    grow(end);
    const { buffer } = memory;
    return {
      chars,
      at,
      bytes: Buffer.from(buffer, at.units, 2 * words),
      prefix: {
        sums: new Float64Array(buffer, at.sums, words + 1),
        counts: new Int32Array(buffer, at.counts, words + 1),
      },
      places: {
        wordStarts: new Int32Array(buffer, at.starts, words),
        wordEnds: new Int32Array(buffer, at.ends, words),
        begins: new Uint8Array(buffer, at.begins, words),
      },
    };
  };

  let room = roomFor(FIRST_CHARS);
  return (text, side) => {
    if (text.length > room.chars) room = roomFor(2 * text.length);
    const { at, bytes, prefix, places } = room;
    bytes.write(text, 'utf16le');
    const words = functions.weigh(
      at.units,
      text.length,
      tables.folded,
      tables[side],
      header.sides[side].scale,
      at.sums,
      at.counts,
      at.starts,
      at.ends,
      at.begins,
      tables.constants,
      at.grams,
      at.hashes,
      at.codes,
      at.others,
    );
    return { words, prefix, places };
  };
};
