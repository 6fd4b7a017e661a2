import { codeAt } from '../text/code-units.ts';
import { followersOf } from '../text/unit-writer.ts';
import { isAllWritten, isText, isWritten } from './bytes/written.ts';

/** Bytes as one large number in letters and digits: base58, base62 and base36. */

const DIGITS = '0123456789';
const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const CAPITAL = SMALL.toUpperCase();
const LEAST = 22;
/** The work for each digit grows with their number, so that there is a limit to it. */
const MOST = 640;
/** Bytes that are looked at before the whole number is made out. */
const PROBE = 4;
/** Digits that say all that a floating-point number holds. */
const LEADING = 12;

type Alphabet = Readonly<{ base: number; bitsOfDigit: number; values: Int8Array }>;

const alphabetOf = (digits: string): Alphabet => {
  const values = new Int8Array(128).fill(-1);
  for (const [value, digit] of [...digits].entries()) values[digit.charCodeAt(0)] = value;
  return { base: digits.length, bitsOfDigit: Math.log2(digits.length), values };
};

const ALPHABETS = [
  `${DIGITS}${CAPITAL}${SMALL}`.replace(/[0OIl]/gu, ''),
  `${DIGITS}${CAPITAL}${SMALL}`,
  `${DIGITS}${SMALL}${CAPITAL}`,
  `${DIGITS}${SMALL}`,
  `${DIGITS}${CAPITAL}`,
].map(alphabetOf);

const tail = new Uint8Array(PROBE);

/** Whether the first digits are some, and the number's first bytes may be those of a text; hardly any other number passes. */
const beginsLikeText = (digits: string, { base, bitsOfDigit, values }: Alphabet): boolean => {
  let leading = 0;
  for (let i = 0; i < LEADING; i++) {
    const value = values[digits.charCodeAt(i)] ?? -1;
    if (value < 0) return false;
    leading = leading * base + value;
  }
  const bits = Math.log2(leading) + (digits.length - LEADING) * bitsOfDigit;
  const bytes = Math.ceil(bits / 8);
  let first = 2 ** (bits - 8 * (bytes - PROBE));
  let followers = 0;
  for (let i = 0, shift = 2 ** (8 * (PROBE - 1)); i < PROBE; i++, shift /= 256) {
    const byte = Math.floor(first / shift);
    first -= byte * shift;
    if (followers > 0) {
      if ((byte & 0xc0) !== 0x80) return false;
      followers--;
      continue;
    }
    followers = followersOf(byte);
    if (followers < 0 || !isWritten(byte)) return false;
  }
  return true;
};

/** Whether the number's last bytes may be those of a text: they take no more than the number modulo 2 ** 32. */
const endsLikeText = (digits: string, { base, values }: Alphabet): boolean => {
  let number = 0;
  for (let i = 0; i < digits.length; i++)
    number = (Math.imul(number, base) + (values[digits.charCodeAt(i)] ?? -1)) | 0;
  for (let i = 0; i < PROBE; i++) tail[i] = number >>> (8 * (PROBE - 1 - i));
  // A character may begin in front of them.
  let from = 0;
  while (from < PROBE && ((tail[from] ?? 0) & 0xc0) === 0x80) from++;
  return isAllWritten(tail.subarray(from));
};

const LIMB_BYTES = 3;
const LIMB = 2 ** (8 * LIMB_BYTES);
/** Digits that are taken in at once: what they say fits in a limb, and both together in a number. */
const DIGITS_AT_ONCE = 4;
/** Room for the longest number. */
const limbs = new Float64Array(Math.ceil((MOST * Math.log2(64)) / (8 * LIMB_BYTES)) + 1);

/** Puts the digits into limbs, the lowest first. @returns How many there are; 0 where a digit is none. */
const fillLimbs = (digits: string, { base, values }: Alphabet): number => {
  let count = 0;
  for (let at = 0; at < digits.length; ) {
    let factor = 1;
    let carry = 0;
    for (const end = Math.min(digits.length, at + DIGITS_AT_ONCE); at < end; at++) {
      const value = values[digits.charCodeAt(at)] ?? -1;
      if (value < 0) return 0;
      carry = carry * base + value;
      factor *= base;
    }
    for (let i = 0; i < count; i++) {
      const value = (limbs[i] ?? 0) * factor + carry;
      carry = Math.floor(value / LIMB);
      limbs[i] = value - carry * LIMB;
    }
    if (carry > 0) limbs[count++] = carry;
  }
  return count;
};

/** The bytes of the number, the first one first; undefined where a digit is none. */
const toBytes = (digits: string, alphabet: Alphabet): Uint8Array | undefined => {
  const count = fillLimbs(digits, alphabet);
  if (count === 0) return undefined;
  const bytes = new Uint8Array(count * LIMB_BYTES);
  for (let limb = 0; limb < count; limb++)
    for (let i = 1; i <= LIMB_BYTES; i++)
      bytes[bytes.length - LIMB_BYTES * limb - i] = Math.floor((limbs[limb] ?? 0) / 256 ** (i - 1)) % 256;
  return bytes.subarray(bytes.findIndex((byte) => byte > 0));
};

const readNumber = (digits: string, alphabet: Alphabet): string | undefined => {
  if (!beginsLikeText(digits, alphabet) || !endsLikeText(digits, alphabet)) return undefined;
  const bytes = toBytes(digits, alphabet);
  if (bytes === undefined || !isAllWritten(bytes)) return undefined;
  const text = Buffer.from(bytes).toString('utf8');
  return isText(text) ? text : undefined;
};

const readDigits = (digits: string): string | undefined => {
  if (digits.length < LEAST || digits.length > MOST) return undefined;
  for (const alphabet of ALPHABETS) {
    const text = readNumber(digits, alphabet);
    if (text !== undefined) return text;
  }
  return undefined;
};

const IS_DIGIT = 1;
const IS_LETTER = 2;
const KINDS = new Uint8Array(0x10000);
for (const letter of `${SMALL}${CAPITAL}`) KINDS[letter.charCodeAt(0)] = IS_LETTER;
for (const digit of DIGITS) KINDS[digit.charCodeAt(0)] = IS_DIGIT;

/** Whether there are letters and digits, both of them, and nothing else. */
const isMixed = (text: string, from: number): boolean => {
  let kinds = 0;
  for (let at = from; at < from + LEAST; at++) {
    const kind = KINDS[codeAt(text, at)] ?? 0;
    if (kind === 0) return false;
    kinds |= kind;
  }
  return kinds === (IS_DIGIT | IS_LETTER);
};

/** Names have few digits; in front of a number a long word may stand. */
export const mayBeBigNumber = (text: string, start: number, end: number): boolean =>
  end - start >= LEAST && (isMixed(text, start) || isMixed(text, end - LEAST));

/** A number stands by itself, or in lines. */
export const readBigNumber = (run: string): string | undefined => {
  if (!/\s/u.test(run)) return readDigits(run);
  const parts = run.split(/\s/u);
  const whole = readDigits(parts.join(''));
  if (whole !== undefined) return whole;
  const read = parts.map(readDigits).filter((part) => part !== undefined);
  return read.length > 0 ? read.join('\n') : undefined;
};
