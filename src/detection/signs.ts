import type { Signal } from './rule-literals.ts';

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
  /** Greek and Cyrillic. */
  lookalike: 1 << 11,
  picture: 1 << 12,
  /** This one and the next three as `traitsFrom` has them. */
  spelled: 1 << 16,
  paired: 1 << 17,
  mixed: 1 << 18,
  run: 1 << 19,
  /** Letters that follow each other as in no language. */
  strange: 1 << 20,
  /** As short as a question: `SHORT_TEXT` characters at most. */
  short: 1 << 21,
} as const;

/** In UTF-16 code units. */
export const SHORT_TEXT = 900;

/** Above those of `SIGNS`. */
export const SIGNAL_BITS: Readonly<Record<Signal, number>> = {
  rot13: 1 << 22,
  rot47: 1 << 23,
  reversed: 1 << 24,
  'reversed-script': 1 << 25,
  order: 1 << 26,
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

/** For each UTF-16 code unit the bits that it brings; all of them are below 1 << 16. */
export const signsOfUnits = (): Uint16Array => {
  const signs = new Uint16Array(0x10000);
  for (const [characters, sign] of OF_CHARACTERS)
    for (const character of characters) signs[character.charCodeAt(0)] = sign;
  signs.fill(SIGNS.lookalike, 0x370, 0x530);
  signs[0x2022] = SIGNS.picture;
  signs.fill(SIGNS.picture, 0x2190, 0x27c0);
  signs.fill(SIGNS.picture, 0xd83c, 0xd83f);
  return signs;
};
