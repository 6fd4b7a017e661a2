import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { readable, toText } from './bytes/readable.ts';

/** Bytes in invisible characters: one stands for 0 and another for 1, and a third, if there is one, between two bytes. */

const INVISIBLE = new Uint8Array(0x10000);
for (const [first, last] of [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
] as const)
  INVISIBLE.fill(1, first, last + 1);

/** Shorter chains hide nothing that says something. */
const MIN_CHAIN = 32;
const BITS = 8;
/** Bytes of a text that is long enough to tell by itself whether it is one. */
const LONG_TEXT = 8;
const ONLY_LETTERS = /^[\p{L} ]+[.,:;!?]?$/u;

type Chain = Readonly<{ start: number; end: number }>;

/** Looks at one unit in so many as the shortest chain has. */
const findChains = (text: string, first: number): readonly Chain[] => {
  const chains: Chain[] = [];
  let floor = first;
  for (let probe = first + MIN_CHAIN - 1; probe < text.length; probe += MIN_CHAIN) {
    if (INVISIBLE[text.charCodeAt(probe)] !== 1) continue;
    let start = probe;
    while (start > floor && INVISIBLE[text.charCodeAt(start - 1)] === 1) start--;
    let end = probe + 1;
    while (end < text.length && INVISIBLE[text.charCodeAt(end)] === 1) end++;
    if (end - start >= MIN_CHAIN) chains.push({ start, end });
    floor = end;
    probe = end - 1;
  }
  return chains;
};

/** The characters of a chain, the commonest first. */
const kindsIn = (chain: string): readonly string[] => {
  const counts = new Map<string, number>();
  for (const character of chain) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([character]) => character);
};

const SEPARATOR = ' ';

/** Zeros and ones, with something else between them where a third character stands. */
const bitsOf = (chain: string, zero: string, one: string): string => {
  let bits = '';
  for (const character of chain) bits += character === zero ? '0' : character === one ? '1' : SEPARATOR;
  return bits;
};

const toBytes = (bits: string, from: number): Buffer => {
  const bytes = Buffer.alloc(Math.floor((bits.length - from) / BITS));
  for (let i = 0, at = from; i < bytes.length; i++, at += BITS)
    bytes[i] = Number.parseInt(bits.slice(at, at + BITS), 2);
  return bytes;
};

/** What comes again and again is no text. */
const MIN_KINDS = 4;

const readBytes = (bytes: Buffer): string | undefined => {
  const text = toText(bytes) ?? bytes.toString('utf8');
  const isText = bytes.length < LONG_TEXT ? ONLY_LETTERS.test(text) : readable(text);
  return isText && new Set(text).size >= MIN_KINDS ? text : undefined;
};

/** What somebody put in front of the bits moves all of them, so that every place in a byte may be the first. */
const readShifted = (bits: string): string | undefined => {
  const places = bits.length < LONG_TEXT * BITS ? 1 : BITS;
  for (let from = 0; from < places; from++) {
    const text = readBytes(toBytes(bits, from));
    if (text !== undefined) return text;
  }
  return undefined;
};

const readSeparated = (pieces: readonly string[]): string | undefined => {
  if (pieces.length < MIN_CHAIN / BITS || pieces.some((piece) => piece.length > BITS)) return undefined;
  return readBytes(Buffer.from(pieces.map((piece) => Number.parseInt(piece, 2))));
};

const readChain = (chain: string): string | undefined => {
  const [first, second] = kindsIn(chain);
  if (first === undefined || second === undefined) return undefined;
  for (const [zero, one] of [
    [first, second],
    [second, first],
  ] as const) {
    const pieces = bitsOf(chain, zero, one)
      .split(SEPARATOR)
      .filter((piece) => piece !== '');
    const out = readSeparated(pieces) ?? readShifted(pieces.join(''));
    if (out !== undefined) return out;
  }
  return undefined;
};

/**
 * Resolves chains of invisible characters that say something in bits.
 *
 * @param first Where the first of them may be.
 * @returns Undefined where there is none.
 */
export const revealBits = (text: string, first: number): MappedText | undefined => {
  const chains = findChains(text, first);
  if (chains.length === 0) return undefined;
  const builder = createMapBuilder(text);
  let from = 0;
  for (const { start, end } of chains) {
    const out = readChain(text.slice(start, end));
    if (out === undefined) continue;
    builder.copy(from, start);
    builder.put(out, start, end);
    from = end;
  }
  if (from === 0) return undefined;
  builder.copy(from, text.length);
  return builder.build();
};
