import { telltaleUnits } from '../decoding/letters/other-alphabets.ts';
import type { Signal } from '../matching/rule-literals.ts';

/** What occurs in a text, a bit for each; without some of it a decoder has nothing to do and is not asked. */
export const SIGNS = {
  equals: 1 << 0,
  less: 1 << 1,
  star: 1 << 2,
  quote: 1 << 3,
  apostrophe: 1 << 4,
  percent: 1 << 5,
  backslash: 1 << 6,
  plus: 1 << 7,
  dash: 1 << 8,
  slash: 1 << 9,
  digit: 1 << 10,
  /** Greek and Cyrillic, and what gives away other alphabets that stand for the Latin one. */
  lookalike: 1 << 11,
  picture: 1 << 12,
  /** Letters turned upside down, or seen in a mirror. */
  turned: 1 << 13,
  braille: 1 << 14,
  /** `MANY_DIGITS` runs of digits, or more. */
  numbers: 1 << 15,
  /** This one and the next three as `traitsFrom` has them. */
  spelled: 1 << 16,
  paired: 1 << 17,
  mixed: 1 << 18,
  run: 1 << 19,
  /** Letters that follow each other as in no language. */
  strange: 1 << 20,
  /** As short as a question: `SHORT_TEXT` characters at most. */
  short: 1 << 21,
  /** Letters that follow each other as in no language, or digits among letters, as in what base64 or hex makes of a text. */
  coded: 1 << 30,
  /** A run of the base64 alphabet as long as `MIN_RUN`; `run` without this one tells of words that are joined. */
  longRun: 1 << 31,
} as const;

/** In UTF-16 code units. */
export const SHORT_TEXT = 900;
/** Fewer spell no word. */
export const MANY_DIGITS = 8;

/** Above those of `SIGNS`. */
export const SIGNAL_BITS: Readonly<Record<Signal, number>> = {
  rot13: 1 << 22,
  rot47: 1 << 23,
  reversed: 1 << 24,
  'reversed-script': 1 << 25,
  order: 1 << 26,
  // There is no bit left, and both are rare.
  choice: 1 << 26,
  'pig-latin': 1 << 27,
  nato: 1 << 28,
  typo: 1 << 29,
};

const OF_CHARACTERS: readonly (readonly [characters: string, sign: number])[] = [
  ['=', SIGNS.equals],
  ['<', SIGNS.less],
  ['*~', SIGNS.star],
  ['"`', SIGNS.quote],
  ["'", SIGNS.apostrophe],
  ['%', SIGNS.percent],
  ['\\', SIGNS.backslash],
  ['+', SIGNS.plus],
  ['-', SIGNS.dash],
  ['/', SIGNS.slash],
  ['0123456789', SIGNS.digit],
];

/** Which characters occur in a text, a bit for each: without some of them there is nothing to look for, and nobody searches the text. */
export const CHARS = {
  lineFeed: 1 << 0,
  round: 1 << 1,
  square: 1 << 2,
  closesSquare: 1 << 3,
  curly: 1 << 4,
  less: 1 << 5,
  at: 1 << 6,
  colon: 1 << 7,
  quote: 1 << 8,
  apostrophe: 1 << 9,
  backtick: 1 << 10,
  underscore: 1 << 11,
  backslash: 1 << 12,
  point: 1 << 13,
  stroke: 1 << 14,
  star: 1 << 15,
  tilde: 1 << 16,
  hyphen: 1 << 17,
  plus: 1 << 18,
  ampersand: 1 << 19,
  /** Dots in the middle of a line. */
  dot: 1 << 20,
  /** Whatever is beyond ASCII. */
  wide: 1 << 21,
  /** Signs that stand between words again and again, and in little else that people write: `; > } ) # ^`. */
  between: 1 << 22,
} as const;

const NAMED: readonly (readonly [characters: string, bit: number])[] = [
  ['\n', CHARS.lineFeed],
  ['(', CHARS.round],
  ['[', CHARS.square],
  [']', CHARS.closesSquare],
  ['{', CHARS.curly],
  ['<', CHARS.less],
  ['@', CHARS.at],
  [':', CHARS.colon],
  ['"', CHARS.quote],
  ["'", CHARS.apostrophe],
  ['`', CHARS.backtick],
  ['_', CHARS.underscore],
  ['\\', CHARS.backslash],
  ['.', CHARS.point],
  ['|', CHARS.stroke],
  ['*', CHARS.star],
  ['~', CHARS.tilde],
  ['-', CHARS.hyphen],
  ['+', CHARS.plus],
  ['&', CHARS.ampersand],
  ['\u00b7\u2022\u2027\u2219\u22c5\u30fb', CHARS.dot],
  [';>})#^', CHARS.between],
];

/** For each UTF-16 code unit its bit of `CHARS`. */
export const charsOfUnits = (): Int32Array => {
  const chars = new Int32Array(0x10000).fill(CHARS.wide, 0x80);
  for (const [characters, bit] of NAMED)
    for (const character of characters) {
      const code = character.charCodeAt(0);
      chars[code] = (chars[code] ?? 0) | bit;
    }
  return chars;
};

/** Those that every text in such letters has some of. */
const TURNED = 'ǝɹʇɥᴉɯʎɘɿɒƨƎ';

/** For each UTF-16 code unit the bits that it brings; all of them are below 1 << 15. */
export const signsOfUnits = (): Uint16Array => {
  const signs = new Uint16Array(0x10000);
  for (const [characters, sign] of OF_CHARACTERS)
    for (const character of characters) signs[character.charCodeAt(0)] = sign;
  signs.fill(SIGNS.lookalike, 0x370, 0x530);
  for (const code of telltaleUnits()) signs[code] = SIGNS.lookalike;
  for (const letter of TURNED)
    signs[letter.charCodeAt(0)] = (signs[letter.charCodeAt(0)] ?? 0) | SIGNS.turned;
  signs.fill(SIGNS.braille, 0x2800, 0x2900);
  signs[0x2022] = SIGNS.picture;
  signs.fill(SIGNS.picture, 0x2190, 0x27c0);
  signs.fill(SIGNS.picture, 0xd83c, 0xd83f);
  return signs;
};
