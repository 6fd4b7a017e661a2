import { createCodeUnits } from '../../text/code-units.ts';
import { createMapBuilder, type MappedText } from '../../text/mapped-text.ts';

/**
 * What is no text, as bytes shown as characters or base85: signs of all kinds stand everywhere in it, and hardly any words. Nobody reads
 * anything there, and to look for disguised words in it costs most, since each of its pieces may be one.
 */

const BLOCK = 64;
const WORD = 4;
/** What is asked of a block. */
type Limits = Readonly<{
  /** Signs of so many kinds, at least. */
  kinds: number;
  /** So many characters at most in words of four letters and more. */
  inWords: number;
  /** Between two signs so many other characters at most: a longer piece may say something. */
  piece: number;
  /** Of a piece in which capitals stand behind small letters: so many characters for each of these at most. */
  mixed: number;
}>;
const STRICT: Limits = { kinds: 8, inWords: 28, piece: 12, mixed: 24 };
/** Of so many between two others. */
const MOST_BETWEEN = 2;
const BETWEEN: Limits = { kinds: 7, inWords: 44, piece: 14, mixed: 8 };
const BLANK = 0x20;
/** The same where several blanks are among them, as between words of a sentence. */
const MIXED_WITH_BLANKS = 8;
/** Of all of them. */
const LONGEST_MIXED = 24;
/** So much stays at either end of a jumble; to leave less out saves nothing. */
const MARGIN = 48;
const LEAST_LEFT_OUT = 64;
/** Of a text so much has to be left out, or nothing is. */
export const LEAST_SHARE = 0.25;

const WORDS = /[\p{L}\p{M}\p{N}\s]/u;
const LETTERS = /\p{L}/u;
/** In words that are written with signs they are letters. */
const LIKE_LETTERS = '@$!|+';

const LATIN_END = 0x100;
const LETTER = 32;
const NONE = 33;
/** For each character of Latin-1 what kind of sign it is, some together; `LETTER`, or `NONE` of these. */
const KINDS = Uint8Array.from({ length: LATIN_END }, (_, code) => {
  const character = String.fromCharCode(code);
  if (LETTERS.test(character)) return LETTER;
  return WORDS.test(character) || LIKE_LETTERS.includes(character) ? NONE : code & 31;
});
/** Other letters, and what is none, without a look at which. */
const kindOf = (code: number): number => KINDS[code] ?? LETTER;

/** A bit for each kind of sign, those below and above the row of the capitals apart. */
const bitsOf = (isHigh: boolean): Int32Array =>
  Int32Array.from(KINDS, (kind, code) =>
    kind >= LETTER || ((code & 0x40) !== 0) !== isHigh ? 0 : 1 << kind,
  );
const LOW_BITS = bitsOf(false);
const HIGH_BITS = bitsOf(true);

const countBits = (bits: number): number => {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
};

const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isLower = (code: number): boolean => code >= 97 && code <= 122;

/** Whether a piece between signs, of so many characters, is no longer than those of a jumble. */
const isShortPiece = (units: Uint16Array, end: number, length: number, { piece, mixed }: Limits): boolean => {
  if (length <= piece) return true;
  if (length > LONGEST_MIXED) return false;
  let seams = 0;
  let blanks = 0;
  for (let at = end - length + 1; at < end; at++) {
    const code = units[at] ?? 0;
    if (code <= BLANK) blanks++;
    else if (isUpper(code) && isLower(units[at - 1] ?? 0)) seams++;
  }
  return length <= seams * (blanks > 1 ? MIXED_WITH_BLANKS : mixed);
};

/** How many characters stand between the last sign in front of `at` and that place. */
const openPiece = (units: Uint16Array, at: number): number => {
  let length = 0;
  while (length <= LONGEST_MIXED && at > length && kindOf(units[at - length - 1] ?? 0) >= LETTER) length++;
  return length;
};

const hasKinds = (units: Uint16Array, start: number, least: number): boolean => {
  let low = 0;
  let high = 0;
  for (let at = start; at < start + BLOCK; at++) {
    const code = units[at] ?? 0;
    low |= LOW_BITS[code] ?? 0;
    high |= HIGH_BITS[code] ?? 0;
  }
  return countBits(low) + countBits(high) >= least;
};

/** Whether a block is a jumble, wherever its signs stand. */
const isJumbled = (units: Uint16Array, start: number, limits: Limits): boolean => {
  if (!hasKinds(units, start, limits.kinds)) return false;
  let inWords = 0;
  let letters = 0;
  let since = openPiece(units, start);
  for (let at = start; at < start + BLOCK; at++) {
    const kind = kindOf(units[at] ?? 0);
    if (kind === LETTER) {
      letters++;
      since++;
      continue;
    }
    if (letters >= WORD) inWords += letters;
    letters = 0;
    if (kind > LETTER) {
      since++;
      continue;
    }
    if (!isShortPiece(units, at, since, limits)) return false;
    since = 0;
  }
  if (letters >= WORD) inWords += letters;
  return inWords <= limits.inWords && isShortPiece(units, start + BLOCK, since, limits);
};

const CODE_UNITS = createCodeUnits();

const isLowHalf = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

const isOne = (units: Uint16Array, length: number, at: number, limits: Limits): boolean =>
  at + BLOCK <= length && isJumbled(units, at, limits);

/** Behind a jumbled block, where the next one that is jumbled by itself begins and all in front of it are for their neighbours; -1 where there is none. */
const nextJumbled = (units: Uint16Array, length: number, from: number): number => {
  for (let at = from; at <= from + MOST_BETWEEN * BLOCK; at += BLOCK) {
    if (isOne(units, length, at, STRICT)) return at;
    if (!isOne(units, length, at, BETWEEN)) return -1;
  }
  return -1;
};

/** Where the jumble ends that a block begins; the block's own start where it is none. */
const endOfJumble = (units: Uint16Array, length: number, start: number): number => {
  if (!isOne(units, length, start, STRICT)) return start;
  let last = start;
  for (let next = start; next !== -1; next = nextJumbled(units, length, last + BLOCK)) last = next;
  return last + BLOCK;
};

/** Where jumbles stand, less their ends: pairs of where such a part starts and where it ends. */
const jumblesIn = (units: Uint16Array, length: number): readonly number[] | undefined => {
  let found: number[] | undefined;
  for (let first = 0; first + BLOCK <= length; ) {
    const last = endOfJumble(units, length, first);
    const start = isLowHalf(units[first + MARGIN] ?? 0) ? first + MARGIN + 1 : first + MARGIN;
    const end = isLowHalf(units[last - MARGIN] ?? 0) ? last - MARGIN + 1 : last - MARGIN;
    if (end - start >= LEAST_LEFT_OUT) {
      found ??= [];
      found.push(start, end);
    }
    first = last + BLOCK;
  }
  return found;
};

/** So many blocks of a long text tell, evenly apart, and how many of them are jumbled where most of it is. */
const SAMPLES = 16;
const LEAST_SAMPLED = 12;
const LEAST_LONG = SAMPLES * BLOCK * 2;

const hasSmall = (units: Uint16Array, start: number): boolean => {
  for (let at = start; at < start + BLOCK; at++) if (isLower(units[at] ?? 0)) return true;
  return false;
};

/** Whether a long text is one jumble nearly throughout and has no small letters, as programs have that were made small; a few looks tell. */
export const isMostlyJumbled = (text: string): boolean => {
  const { length } = text;
  if (length < LEAST_LONG) return false;
  const units = CODE_UNITS.read(text);
  const apart = Math.floor(length / SAMPLES);
  let spare = SAMPLES - LEAST_SAMPLED;
  for (let at = 0; at + BLOCK <= length && spare >= 0; at += apart)
    if (hasSmall(units, at) || !isJumbled(units, at, STRICT)) spare--;
  return spare >= 0;
};

/** In place of what is left out. */
const GAP = '\n';

/** A text without its jumbles; undefined where these are too little of it. */
export const withoutJumbles = (text: string): MappedText | undefined => {
  const jumbles = jumblesIn(CODE_UNITS.read(text), text.length);
  if (jumbles === undefined) return undefined;
  let chars = 0;
  for (let i = 0; i < jumbles.length; i += 2) chars += (jumbles[i + 1] ?? 0) - (jumbles[i] ?? 0);
  if (chars < text.length * LEAST_SHARE) return undefined;
  const builder = createMapBuilder(text);
  let from = 0;
  for (let i = 0; i < jumbles.length; i += 2) {
    const [start = 0, end = 0] = [jumbles[i], jumbles[i + 1]];
    builder.copy(from, start);
    builder.put(GAP, start, start);
    from = end;
  }
  builder.copy(from, text.length);
  return builder.build();
};
