import { onForget } from './in-hand.ts';

const MIN_CAPACITY = 16_384;
/** A larger buffer is not kept for the next text. */
const MAX_KEPT = 1 << 18;
/** The least code unit that takes two bytes. */
const WIDE = 0x100;

/** The code units of a text in a buffer that is used again for the next one. */
export type CodeUnits = Readonly<{
  /** Copies `text` into the buffer, which has room for one unit more; what it gave before is overwritten. */
  read: (text: string) => Uint16Array;
  /** The first `length` units of the buffer that `read` gave last, as a text. */
  write: (length: number) => string;
}>;

const NARROW = Buffer.alloc(MIN_CAPACITY);

/**
 * The first `length` of these units as a text. What fits into bytes becomes a text of bytes, as V8 has nearly all others: half as long,
 * and searched, put into small letters and copied by quicker ways than one of the same characters in two bytes each.
 */
export const textOf = (units: Uint16Array, length: number): string => {
  let all = length <= NARROW.length ? 0 : WIDE;
  for (let i = 0; i < length && all < WIDE; i++) {
    const unit = units[i] ?? 0;
    all |= unit;
    NARROW[i] = unit;
  }
  if (all < WIDE) return NARROW.toString('latin1', 0, length);
  return Buffer.from(units.buffer, units.byteOffset, 2 * length).toString('utf16le');
};

/** A loop over a typed array takes half the time of one over a string, and the copy costs a tenth of it. */
export const createCodeUnits = (): CodeUnits => {
  let units = new Uint16Array(MIN_CAPACITY);
  let bytes = Buffer.from(units.buffer);
  return {
    read: (text) => {
      const isTooLarge = units.length > MAX_KEPT && text.length < MAX_KEPT;
      if (text.length >= units.length || isTooLarge) {
        units = new Uint16Array(Math.max(MIN_CAPACITY, 2 ** Math.ceil(Math.log2(text.length + 1))));
        bytes = Buffer.from(units.buffer);
      }
      bytes.write(text, 'utf16le');
      return units;
    },
    write: (length) => textOf(units, length),
  };
};

/** A longer text is not kept from one to the next who asks for it. */
const MOST_HELD_CHARS = 16_384;
const SHARED = createCodeUnits();
const shared: { text: string | undefined; units: Uint16Array } = { text: undefined, units: SHARED.read('') };
onForget(() => {
  shared.text = undefined;
});

/**
 * The code units of a text, with 0 behind them, for who only reads them and is done before others read another text: decoders and
 * detectors are asked about one text in turn, and each had a copy of its own.
 */
export const unitsOf = (text: string): Uint16Array => {
  if (shared.text === text) return shared.units;
  const units = SHARED.read(text);
  units[text.length] = 0;
  units[text.length + 1] = 0;
  shared.text = text.length <= MOST_HELD_CHARS ? text : undefined;
  shared.units = units;
  return units;
};

/**
 * The code unit at `at`, or 0 where the text has none. Outside of its bounds the language's own `charCodeAt` costs many
 * times as much, and everywhere once it was asked there.
 */
export const codeAt = (text: string, at: number): number =>
  at >= 0 && at < text.length ? text.charCodeAt(at) : 0;

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/**
 * The code point at `at`, or 0 where the text has none. The language's own, once V8 (13.6) has compiled it, reads past the
 * end of a piece of a text that begins with half a character there, and puts the other half to it.
 */
export const codePointAt = (text: string, at: number): number => {
  const code = codeAt(text, at);
  if (!isHigh(code)) return code;
  const next = codeAt(text, at + 1);
  return isLow(next) ? 0x10000 + ((code - 0xd800) << 10) + next - 0xdc00 : code;
};
