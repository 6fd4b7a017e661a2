import { SHORT_TEXT } from '../../facts/signs.ts';
import { putText, reserve, TEXT_AT, TEXT_FUNCTIONS, TEXT_MEMORY } from '../../kernel/text-kernel.ts';

/** What stands between the words of a short text, and what holds together those without a blank between them: told by the kernel in a pass over all of it. */

/** What a code unit is between words. */
const SIGN = 0;
const BLANK = 1;
const LETTER = 2;
const DIGIT = 3;
/** Ends a sentence, or stands in front of a list. */
const STOP = 4;
const LAST_LETTER = 0x52f;
const gapKindOf = (sign: string): number => {
  if (/[\p{L}'’]/u.test(sign)) return LETTER;
  if (/\d/u.test(sign)) return DIGIT;
  if (/[.!?:]/u.test(sign)) return STOP;
  return /[\s,]/u.test(sign) ? BLANK : SIGN;
};

const UNITS = 0x10000;
const GAP_KINDS = new Uint8Array(UNITS);
for (let code = 0; code <= LAST_LETTER; code++) GAP_KINDS[code] = gapKindOf(String.fromCharCode(code));

/** What a code unit is in words that are joined, in `JOINT_KINDS`. */
export const JOINT = {
  other: 0,
  small: 1,
  capital: 2,
  blank: 3,
  /** The first of `JOINT_SIGNS`; the others follow it. */
  sign: 4,
} as const;
/** Signs that stand in place of blanks. */
export const JOINT_SIGNS = '_-./+|,:;~#=&\\^*·•';
/** Of alphabets; behind them come those of East Asia. */
const LAST_OF_ALPHABETS = 0x1fff;

export const JOINT_KINDS = new Uint8Array(UNITS);
for (let code = 0; code <= LAST_OF_ALPHABETS; code++) {
  const letter = String.fromCharCode(code);
  if (/\p{Lu}/u.test(letter)) JOINT_KINDS[code] = JOINT.capital;
  else if (/[\p{L}\p{M}'’]/u.test(letter)) JOINT_KINDS[code] = JOINT.small;
}
JOINT_KINDS.fill(JOINT.small, 0x3041, 0x3100);
JOINT_KINDS.fill(JOINT.small, 0x3400, 0xa000);
JOINT_KINDS.fill(JOINT.small, 0xac00, 0xd7a4);
for (const [i, sign] of [...JOINT_SIGNS].entries()) JOINT_KINDS[sign.charCodeAt(0)] = JOINT.sign + i;
JOINT_KINDS[0x20] = JOINT.blank;
JOINT_KINDS[0x0a] = JOINT.blank;

/** Above what it is between words. */
const JOINT_SHIFT = 3;
/** Bytes, as in `assembly/gaps.ts`. */
const COUNTS = 80;
const GAP_BYTES = 16;
const KINDS_BYTES = 64 * 32;
/** Shorter ones hold no four words. */
const SHORTEST_PIECE = 16;
const NUMBERS_OF_PIECE = 3;
const MOST_PIECES = Math.ceil(SHORT_TEXT / SHORTEST_PIECE);

const at = reserve({
  kinds: UNITS,
  counts: COUNTS,
  gaps: GAP_BYTES * Math.ceil(SHORT_TEXT / 2) + KINDS_BYTES,
  pieces: 4 * NUMBERS_OF_PIECE * MOST_PIECES,
  hanging: 4 * SHORT_TEXT,
});
new Uint8Array(TEXT_MEMORY, at.kinds, UNITS).set(
  GAP_KINDS.map((kind, code) => kind | ((JOINT_KINDS[code] ?? 0) << JOINT_SHIFT)),
);
const PIECES = new Int32Array(TEXT_MEMORY, at.pieces, NUMBERS_OF_PIECE * MOST_PIECES);
const HANGING = new Int32Array(TEXT_MEMORY, at.hanging, SHORT_TEXT);

/** Whether the same signs, other than those that end sentences, stand between the words of a short text again and again, and mostly so between some beside each other. */
export const mayBeSeparated = (text: string): boolean => {
  putText(text);
  return TEXT_FUNCTIONS.mayBeSeparated(TEXT_AT, text.length, at.kinds, at.gaps) !== 0;
};

/** What stands between blanks, and the sign that most of its words have behind them, an empty text for capitals. */
export type Joined = Readonly<{ start: number; end: number; joint: string }>;
const NONE: readonly Joined[] = [];

/** What stands between the blanks of a short text and may be words that are joined, in ascending order. */
export const findJoined = (text: string): readonly Joined[] => {
  putText(text);
  const count = TEXT_FUNCTIONS.findJoined(TEXT_AT, text.length, at.kinds, at.counts, at.pieces);
  if (count === 0) return NONE;
  const found: Joined[] = [];
  for (let i = 0; i < NUMBERS_OF_PIECE * count; i += NUMBERS_OF_PIECE)
    found.push({
      start: PIECES[i] ?? 0,
      end: PIECES[i + 1] ?? 0,
      joint: JOINT_SIGNS.charAt(PIECES[i + 2] ?? 0),
    });
  return found;
};

/** Where signs stand in a short text that cut a word in two, between two letters or at the end of a line: so many, in ascending order. */
export type Hanging = Readonly<{ count: number; places: Int32Array }>;

/** Valid until the next call. */
export const findHanging = (text: string): Hanging => {
  putText(text);
  return { count: TEXT_FUNCTIONS.findHanging(TEXT_AT, text.length, at.hanging), places: HANGING };
};
