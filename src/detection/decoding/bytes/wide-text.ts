/** UTF-16 without a mark at its beginning, in an alphabet that is not ASCII's: this one is told by the zeros between its letters. */

const LEAST_CHARACTERS = 8;
/** High bytes, with those of digits and signs; more are chance. */
const MOST_BLOCKS = 4;
const BLOCK_BITS = 8;
const LEAST_LETTERS = 0.5;
const LETTER = /\p{L}/gu;
const NO_TEXT = /(?![\t\n\r])\p{Cc}|\p{Cn}|\p{Co}|\p{Cs}/u;

/**
 * By the high byte: alphabets, Vietnamese and old Greek, and punctuation. Letters of East Asia are left out, for any two of ASCII are one
 * of them.
 */
const isOfAlphabet = (high: number): boolean => high <= 0x0e || (high >= 0x1e && high <= 0x20);

const areOfAlphabet = (bytes: Uint8Array, first: 0 | 1): boolean => {
  for (let at: number = first; at < bytes.length; at += 2) if (!isOfAlphabet(bytes[at] ?? 0)) return false;
  return true;
};

/** Whether such a text may begin with these bytes. */
export const beginsWide = (bytes: Uint8Array): boolean => areOfAlphabet(bytes, 1) || areOfAlphabet(bytes, 0);

/** The same of three bytes, for who looks at very many places. */
export const mayBeginWide = (first: number, second: number, third: number): boolean =>
  isOfAlphabet(second) || (isOfAlphabet(first) && isOfAlphabet(third));

const isText = (text: string): boolean => {
  const blocks = new Set<number>();
  for (let at = 0; at < text.length; at++) {
    blocks.add(text.charCodeAt(at) >> BLOCK_BITS);
    if (blocks.size > MOST_BLOCKS) return false;
  }
  return !NO_TEXT.test(text) && (text.match(LETTER)?.length ?? 0) >= text.length * LEAST_LETTERS;
};

/** @returns Undefined where the bytes are none. */
export const wideTextOf = (bytes: Buffer): string | undefined => {
  const even = bytes.subarray(0, bytes.length & ~1);
  if (even.length < 2 * LEAST_CHARACTERS || !beginsWide(even.subarray(0, LEAST_CHARACTERS))) return undefined;
  const readings = [even.toString('utf16le'), Buffer.from(even).swap16().toString('utf16le')];
  return readings.find(isText);
};
