const MIN_CAPACITY = 16_384;
/** A larger buffer is not kept for the next text. */
const MAX_KEPT = 1 << 18;

/** The code units of a text in a buffer that is used again for the next one. */
export type CodeUnits = Readonly<{
  /** Copies `text` into the buffer, which has room for one unit more; what it gave before is overwritten. */
  read: (text: string) => Uint16Array;
  /** The first `length` units of the buffer that `read` gave last, as a text. */
  write: (length: number) => string;
}>;

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
    write: (length) => bytes.toString('utf16le', 0, 2 * length),
  };
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
