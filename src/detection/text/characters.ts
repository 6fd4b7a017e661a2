import { LATIN_VARIANTS } from './confusables.ts';
import { asciiDigit } from './decimal-digits.ts';

/** What a UTF-16 code unit needs. Most are `PLAIN`, so that the way through a text is a look-up for each. */
export const PLAIN = 0;
/** A blank or a line feed: it stays unless white space or something invisible follows. */
export const BLANK = 1;
export const SPACE = 2;
export const BREAK = 3;
export const GONE = 4;
export const MAPPED = 5;
export const SELECTOR = 6;
export const HIGH_SURROGATE = 7;
/** Begins a sequence that a terminal obeys and does not show. */
export const ESCAPE = 8;

export const KINDS = new Uint8Array(0x10000);
/** For `MAPPED` units the one that takes its place, or 0 where several do, or one that needs another look. */
export const SINGLES = new Uint16Array(0x10000);
/** What `MAPPED` units read as. */
export const REPLACEMENTS = new Map<number, string>();

type Ranges = readonly (readonly [first: number, last: number])[];

const within = (ranges: Ranges, letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
};

/** Marks that decorate a letter; those of Indic scripts and kana are letters in their own right and stay. */
const DECORATION: Ranges = [
  [0x300, 0x36f],
  [0x483, 0x489],
  [0x591, 0x5bd],
  [0x5bf, 0x5bf],
  [0x5c1, 0x5c7],
  [0x610, 0x61a],
  [0x640, 0x640],
  [0x64b, 0x65f],
  [0x670, 0x670],
  [0x6d6, 0x6dc],
  [0x6df, 0x6e4],
  [0x6e7, 0x6e8],
  [0x6ea, 0x6ed],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0xa66f, 0xa672],
  [0xa67c, 0xa67d],
  [0xfe20, 0xfe2f],
];

/** Control and format characters, and letters that show nothing; white space is not among them. */
const INVISIBLE: Ranges = [
  [0, 8],
  [0xe, 0x1f],
  [0x7f, 0x84],
  [0x86, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffc],
];

export const foldCharacter = (character: string): string => {
  let folded = character;
  for (let round = 0; round < 3; round++) {
    const bare = [...folded.normalize('NFKD')].filter((letter) => !within(DECORATION, letter)).join('');
    const next = [...bare.normalize('NFC')]
      .map((letter) => LATIN_VARIANTS.get(letter) ?? asciiDigit(letter) ?? letter)
      .filter((letter) => !within(INVISIBLE, letter))
      .join('');
    if (next === folded) break;
    folded = next;
  }
  return folded;
};

const kindOf = (code: number, character: string): number => {
  if (character === ' ' || character === '\n') return BLANK;
  if (code >= 0xfe00 && code <= 0xfe0f) return SELECTOR;
  if (code === 0x1b) return ESCAPE;
  if (/[\r\v\f\u0085\u2028\u2029]/u.test(character)) return BREAK;
  if (/\s/u.test(character)) return SPACE;
  const folded = foldCharacter(character);
  if (folded === '') return GONE;
  if (folded === character) return PLAIN;
  REPLACEMENTS.set(code, folded);
  return MAPPED;
};

const fillKinds = (): void => {
  for (let code = 0; code < 0x10000; code++) {
    if (code === 0x3400) code = 0xa000; // CJK ideographs stay as they are
    if (code === 0xac00) code = 0xd800; // and so do Hangul syllables
    if (code < 0xd800 || code > 0xf8ff) KINDS[code] = kindOf(code, String.fromCharCode(code));
    else if (code <= 0xdbff) KINDS[code] = HIGH_SURROGATE;
  }
};
fillKinds();
for (const [code, text] of REPLACEMENTS) {
  const single = text.charCodeAt(0);
  if (text.length === 1 && KINDS[single] === PLAIN) SINGLES[code] = single;
}

/** Bytes smuggled as variation selectors: VS1-16 are 0-15, VS17-256 are 16-255. */
export const selectorByte = (codePoint: number): number | undefined => {
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return codePoint - 0xfe00;
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return codePoint - 0xe0100 + 16;
  return undefined;
};

const foldAstral = (codePoint: number): string => {
  if (codePoint >= 0xe0020 && codePoint <= 0xe007e) return String.fromCharCode(codePoint - 0xe0000);
  if (codePoint >= 0xe0000 && codePoint <= 0xe0fff) return '';
  if (codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff) return String.fromCharCode(codePoint - 0x1f1e6 + 65);
  if (codePoint >= 0x1f150 && codePoint <= 0x1f169) return String.fromCharCode(codePoint - 0x1f150 + 65);
  if (codePoint >= 0x1f170 && codePoint <= 0x1f189) return String.fromCharCode(codePoint - 0x1f170 + 65);
  if ((codePoint >= 0x1bca0 && codePoint <= 0x1bca3) || (codePoint >= 0x1d173 && codePoint <= 0x1d17a))
    return '';
  return foldCharacter(String.fromCodePoint(codePoint));
};

/** Emoji and mathematical letters come again and again, and folding one takes microseconds. */
const MAX_KNOWN = 4096;
const known = new Map<number, string>();

/** What a character beyond the first plane reads as; itself where it stands for itself. */
export const readAstral = (codePoint: number): string => {
  const before = known.get(codePoint);
  if (before !== undefined) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  const folded = foldAstral(codePoint);
  known.set(codePoint, folded);
  return folded;
};
