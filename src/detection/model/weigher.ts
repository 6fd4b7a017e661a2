import { createKernel, layOut } from '../kernel/kernel.ts';
import { foldedEntries } from './features.ts';
import type { LinearModel, Side } from './model-file.ts';
import type { Prefix, Words } from './scorer.ts';

/** Sums of a text's weights, and where its words stand. */
type Weighed = Readonly<{ words: number; prefix: Prefix; places: Words }>;

const FIRST_CHARS = 16_384;

/**
 * Adds up the weights of the features that `extractFeatures` gives, in one go and without writing them down.
 *
 * @returns What is valid until the next text.
 */
export const createWeigher = ({ weights, header }: LinearModel): ((text: string, side: Side) => Weighed) => {
  const folded = foldedEntries();
  const { at: tables, end: tablesEnd } = layOut({
    folded: folded.byteLength,
    direct: weights.direct.length,
    indirect: weights.indirect.length,
  });
  const { functions, memory, grow } = createKernel(tablesEnd);
  new Int32Array(memory.buffer, tables.folded).set(folded);
  new Int8Array(memory.buffer, tables.direct).set(weights.direct);
  new Int8Array(memory.buffer, tables.indirect).set(weights.indirect);

  const roomFor = (chars: number) => {
    const words = chars + 1;
    const sizes = { sums: 8 * (words + 1), counts: 4 * (words + 1), starts: 4 * words, ends: 4 * words };
    const { at, end } = layOut({ ...sizes, units: 2 * words, begins: words }, tablesEnd);
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
    );
    return { words, prefix, places };
  };
};
