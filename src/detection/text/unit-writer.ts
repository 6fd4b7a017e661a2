import { textOf } from './code-units.ts';
import { locate, type MappedText, ONE_TO_ONE, REPLACED, runsOf } from './mapped-text.ts';

/**
 * A text that is rewritten unit by unit. Runs that are taken over one to one cost a number each time the distance to
 * their source changes, and nothing else.
 */
export type UnitWriter = {
  out: Uint16Array;
  length: number;
  /** How many pieces there are, each at its number in the three arrays. */
  pieces: number;
  outStarts: Int32Array;
  starts: Int32Array;
  /** `ONE_TO_ONE` for a run. */
  ends: Int32Array;
};

const FIRST_UNITS = 16_384;
const FIRST_PIECES = 1024;
/** Larger buffers are not kept for the next text. */
const MAX_KEPT = 1 << 18;

export const createWriter = (): UnitWriter => ({
  out: new Uint16Array(FIRST_UNITS),
  length: 0,
  pieces: 0,
  outStarts: new Int32Array(FIRST_PIECES),
  starts: new Int32Array(FIRST_PIECES),
  ends: new Int32Array(FIRST_PIECES),
});

export const resetWriter = (writer: UnitWriter, capacity: number): void => {
  writer.length = 0;
  writer.pieces = 0;
  const isTooLarge = writer.out.length > MAX_KEPT && capacity <= MAX_KEPT;
  if (writer.out.length < capacity || isTooLarge)
    writer.out = new Uint16Array(Math.max(capacity, FIRST_UNITS));
  if (writer.ends.length <= MAX_KEPT) return;
  writer.outStarts = new Int32Array(FIRST_PIECES);
  writer.starts = new Int32Array(FIRST_PIECES);
  writer.ends = new Int32Array(FIRST_PIECES);
};

const doubled = (pieces: Int32Array): Int32Array => {
  const larger = new Int32Array(2 * pieces.length);
  larger.set(pieces);
  return larger;
};

const push = (writer: UnitWriter, outStart: number, start: number, end: number): void => {
  const piece = writer.pieces;
  if (piece === writer.ends.length) {
    writer.outStarts = doubled(writer.outStarts);
    writer.starts = doubled(writer.starts);
    writer.ends = doubled(writer.ends);
  }
  writer.outStarts[piece] = outStart;
  writer.starts[piece] = start;
  writer.ends[piece] = end;
  writer.pieces = piece + 1;
};

/** What is written next stands one to one for the source from `from` on. */
export const goOnAt = (writer: UnitWriter, from: number): void => {
  const { length, outStarts, starts, ends } = writer;
  const last = writer.pieces - 1;
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

/** Writes one unit in place of `[from, to)`, which nobody takes for a part of the source, or between two units where it is empty. */
export const replaceByUnit = (writer: UnitWriter, unit: number, from: number, to: number): void => {
  push(writer, writer.length, from, to - from === 1 ? REPLACED : to);
  writer.out[writer.length++] = unit;
};

/** How many bytes follow the first one of a character in UTF-8; -1 where none begins with it. */
export const followersOf = (lead: number): number => {
  if (lead < 0x80) return 0;
  if (lead < 0xc2 || lead > 0xf4) return -1;
  return lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
};

/** The least character of each length: what is less has a shorter form, which is the only one allowed. */
const LEAST = [0, 0x80, 0x800, 0x10000] as const;

/** Whether so many bytes behind the first one are what a character takes. */
export const isCharacter = (codePoint: number, followers: number): boolean =>
  codePoint >= (LEAST[followers] ?? 0) && codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff);

/** @returns The character that begins at `at` and the bytes behind its first; -1 where it is none. */
const readUtf8 = (bytes: Uint8Array, count: number, at: number, followers: number): number => {
  if (followers < 0 || at + followers >= count) return -1;
  let codePoint = (bytes[at] ?? 0) & (followers === 0 ? 0x7f : 0x3f >> followers);
  for (let i = 1; i <= followers; i++) {
    const byte = bytes[at + i] ?? 0;
    if ((byte & 0xc0) !== 0x80) return -1;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  return isCharacter(codePoint, followers) ? codePoint : -1;
};

/**
 * Writes what `bytes` say in UTF-8 in place of `[from, to)`, which stands for it as a whole and is not shorter.
 *
 * @returns False where they are none; then nothing is written.
 */
export const putUtf8 = (
  writer: UnitWriter,
  bytes: Uint8Array,
  count: number,
  from: number,
  to: number,
): boolean => {
  const { out, length: start } = writer;
  let length = start;
  for (let at = 0; at < count; ) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      out[length++] = lead;
      at++;
      continue;
    }
    const followers = followersOf(lead);
    const codePoint = readUtf8(bytes, count, at, followers);
    if (codePoint < 0) return false;
    at += followers + 1;
    if (codePoint <= 0xffff) {
      out[length++] = codePoint;
    } else {
      out[length++] = 0xd800 + ((codePoint - 0x10000) >> 10);
      out[length++] = 0xdc00 + (codePoint & 0x3ff);
    }
  }
  push(writer, start, from, to);
  writer.length = length;
  return true;
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

export const writtenText = ({ out, length }: UnitWriter): string => textOf(out, length);

/** Copies what it needs, so that the writer can be used again. */
export const toMapped = (writer: UnitWriter): MappedText => {
  const pieces = {
    outStarts: writer.outStarts.slice(0, writer.pieces),
    starts: writer.starts.slice(0, writer.pieces),
    ends: writer.ends.slice(0, writer.pieces),
  };
  const { length } = writer;
  return {
    text: writtenText(writer),
    toSource: (span) => locate(pieces, span),
    copied: (least) => runsOf(pieces, length, least),
  };
};
