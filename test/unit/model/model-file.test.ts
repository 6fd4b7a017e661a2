import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeModel, encodeModel } from '../../../src/detection/model/model-file.ts';
import { bySide } from '../../../src/detection/model/side.ts';
import { loadModel } from '../../../src/models/load.ts';
import { toyModel } from './toy.ts';

const MODEL = toyModel({ direct: { obey: 127 }, indirect: { obey: -127 }, subTypes: { jailbreak: 'dan' } });
const BYTES = encodeModel(MODEL);
const HEADER_START = BYTES.indexOf(0x0a) + 1;
const HEADER_END = BYTES.indexOf(0x0a, HEADER_START);

/** The file with another header. */
const withHeader = (change: object): Buffer => {
  const header = JSON.stringify({ ...MODEL.header, ...change });
  return Buffer.concat([BYTES.subarray(0, HEADER_START), Buffer.from(header), BYTES.subarray(HEADER_END)]);
};

describe('a model file', () => {
  it('gives back the model that was written', () => {
    expect(decodeModel(BYTES, 'x')).toEqual(MODEL);
    expect(encodeModel(decodeModel(BYTES, 'x')).equals(BYTES)).toBe(true);
  });

  it('gives back a model whose tables are parts of something larger', () => {
    const offset = <T extends Int8Array>(table: T): Int8Array => {
      const larger = new Int8Array(table.length + 20).fill(99);
      larger.set(table, 7);
      return larger.subarray(7, 7 + table.length);
    };
    const moved = {
      ...MODEL,
      weights: bySide((side) => offset(MODEL.weights[side])),
      subTypeWeights: offset(MODEL.subTypeWeights),
    };
    expect(encodeModel(moved).equals(BYTES)).toBe(true);
  });

  it('can be read as far as its header by people', () => {
    expect(BYTES.toString('utf8', 0, HEADER_END)).toMatch(/^PORTCULLIS-MODEL\n\{"format":3,"version":"toy"/);
  });

  it.each([
    { name: 'nothing', bytes: Buffer.alloc(0), message: 'm.model: not a model file' },
    { name: 'something else', bytes: Buffer.from('GIF89a'), message: 'm.model: not a model file' },
    {
      name: 'no more than the magic',
      bytes: BYTES.subarray(0, HEADER_START),
      message: "m.model: the model's header cannot be read",
    },
    {
      name: 'a header that is cut off',
      bytes: BYTES.subarray(0, HEADER_END - 1),
      message: "m.model: the model's header cannot be read",
    },
    {
      name: 'another format',
      bytes: withHeader({ format: 1 }),
      message: "m.model: the model's header cannot be read",
    },
    {
      name: 'a head for other numbers',
      bytes: withHeader({
        sides: {
          ...MODEL.header.sides,
          direct: { ...MODEL.header.sides.direct, head: { bias: 0, weights: [1, 2, 3] } },
        },
      }),
      message: "m.model: the model's header cannot be read",
    },
    {
      name: 'another width of hashes',
      bytes: withHeader({ hashBits: 18 }),
      message: "m.model: the model's header cannot be read",
    },
    {
      name: 'a key that nobody knows',
      bytes: withHeader({ extra: 1 }),
      message: "m.model: the model's header cannot be read",
    },
    {
      name: 'tables that are cut off',
      bytes: BYTES.subarray(0, -1),
      message: "m.model: the model's tables are cut off",
    },
    {
      name: 'something behind the tables',
      bytes: Buffer.concat([BYTES, Buffer.from([0])]),
      message: "m.model: the model's tables are cut off",
    },
  ])('that holds $name is refused', ({ bytes, message }) => {
    expect(() => decodeModel(bytes, 'm.model')).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message }),
    );
  });

  it('is read from where it lies, and missed where it does not', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'portcullis-')), 'm.model');
    expect(() => loadModel(file)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: `${file}: cannot be read` }),
    );
    writeFileSync(file, BYTES);
    expect(loadModel(file).header).toEqual(MODEL.header);
    writeFileSync(file, 'no');
    expect(() => loadModel(file)).toThrow(`${file}: not a model file`);
  });
});
