import type { MappedText } from '../text/mapped-text.ts';
import { chainsOf, characterOf, createIsGap, type Token, writeReadable } from './letters/chains.ts';

/** Characters by their numbers, as Unicode writes them, `U+0049`, and as HTML does where the semicolon was left out, `&#73`. */

const CODE_POINT = /u\+([\da-f]{2,6})|&#x([\da-f]{1,6});?|&#(\d{1,7});?/giu;
const MIN_CHARACTERS = 8;
const MAX_GAP = 4;
const IS_GAP = createIsGap(' \n,;|/\\-_+.\'"', MAX_GAP);

const readTokens = function* (text: string): Generator<Token> {
  for (const { 0: token, 1: unicode, 2: hex, 3: decimal, index } of text.matchAll(CODE_POINT)) {
    const codePoint =
      decimal === undefined ? Number.parseInt(unicode ?? hex ?? '', 16) : Number.parseInt(decimal, 10);
    yield { start: index, end: index + token.length, out: characterOf(codePoint) };
  }
};

const SMALL = 0x20;
const U = 0x75;

/** A plus is seldom, and a letter is not. */
const holdsUnicode = (text: string): boolean => {
  for (let at = text.indexOf('+', 1); at !== -1; at = text.indexOf('+', at + 1))
    if ((text.charCodeAt(at - 1) | SMALL) === U) return true;
  return false;
};

/**
 * Lists of code points, with the text around them.
 *
 * @param hasPlus Whether there is one anywhere.
 */
export const decodeCodePoints = (text: string, hasPlus: boolean): MappedText | undefined => {
  if (!(hasPlus && holdsUnicode(text)) && !text.includes('&#')) return undefined;
  return writeReadable(text, chainsOf(text, readTokens(text), IS_GAP, MIN_CHARACTERS));
};
