import { locate, type MappedText, ONE_TO_ONE } from './mapped-text.ts';

/**
 * A text that is rewritten unit by unit. Runs that are taken over one to one cost a number each time the distance to
 * their source changes, and nothing else.
 */
export type UnitWriter = {
  out: Uint16Array;
  length: number;
  readonly outStarts: number[];
  readonly starts: number[];
  /** `ONE_TO_ONE` for a run. */
  readonly ends: number[];
};

export const createWriter = (capacity: number): UnitWriter => ({
  out: new Uint16Array(capacity),
  length: 0,
  outStarts: [],
  starts: [],
  ends: [],
});

export const resetWriter = (writer: UnitWriter, capacity: number): void => {
  writer.length = 0;
  writer.outStarts.length = 0;
  writer.starts.length = 0;
  writer.ends.length = 0;
  if (writer.out.length < capacity) writer.out = new Uint16Array(capacity);
};

const push = (
  { outStarts, starts, ends }: UnitWriter,
  outStart: number,
  start: number,
  end: number,
): void => {
  outStarts.push(outStart);
  starts.push(start);
  ends.push(end);
};

/** What is written next stands one to one for the source from `from` on. */
export const goOnAt = (writer: UnitWriter, from: number): void => {
  const { length, outStarts, starts, ends } = writer;
  const last = outStarts.length - 1;
  const isRun = last >= 0 && ends[last] === ONE_TO_ONE;
  if (isRun && from - length === (starts[last] ?? 0) - (outStarts[last] ?? 0)) return;
  if (isRun && outStarts[last] === length) starts[last] = from;
  else push(writer, length, from, ONE_TO_ONE);
};

/** A block copy costs more than this many units one by one. */
const SHORT_RUN = 24;

/** Takes over `[from, to)` of the source as it is. */
export const putUnits = (writer: UnitWriter, units: Uint16Array, from: number, to: number): void => {
  if (to === from) return;
  goOnAt(writer, from);
  const { out, length } = writer;
  if (to - from > SHORT_RUN) out.set(units.subarray(from, to), length);
  else for (let i = from; i < to; i++) out[length + i - from] = units[i] ?? 0;
  writer.length = length + to - from;
};

/** Writes one unit in place of `[from, to)`, which is not empty. */
export const putUnit = (writer: UnitWriter, unit: number, from: number, to: number): void => {
  if (to - from === 1) goOnAt(writer, from);
  else push(writer, writer.length, from, to);
  writer.out[writer.length++] = unit;
};

const grow = (writer: UnitWriter, more: number): void => {
  if (writer.length + more <= writer.out.length) return;
  const larger = new Uint16Array(2 * (writer.length + more));
  larger.set(writer.out);
  writer.out = larger;
};

/**
 * Writes `text` in place of `[from, to)` of the source; with equal lengths the units map one to one.
 *
 * @param rest How many units may still be written one by one.
 */
export const putText = (writer: UnitWriter, text: string, from: number, to: number, rest: number): void => {
  if (text === '') return;
  grow(writer, text.length + rest);
  if (text.length === to - from) goOnAt(writer, from);
  else push(writer, writer.length, from, to);
  for (let i = 0; i < text.length; i++) writer.out[writer.length++] = text.charCodeAt(i);
};

export const textOf = ({ out, length }: UnitWriter): string =>
  Buffer.from(out.buffer, out.byteOffset, length * 2).toString('utf16le');

/** Copies what it needs, so that the writer can be used again. */
export const toMapped = (writer: UnitWriter): MappedText => {
  const pieces = {
    outStarts: writer.outStarts.slice(),
    starts: writer.starts.slice(),
    ends: writer.ends.slice(),
  };
  return { text: textOf(writer), toSource: (span) => locate(pieces, span) };
};
