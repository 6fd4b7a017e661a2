import type { MappedText } from '../text/mapped-text.ts';
import { chainsOf, characterOf, createIsGap, type Token, writeReadable } from './letters/chains.ts';

/** Characters made by calls, one each, as programs do: `chr(73)+chr(103)`, `CHAR(73)||CHAR(103)`, `ChrW(&H49) & ChrW(&H67)`, `[char]73+[char]103`. */

const MIN_CALLS = 8;
const MAX_GAP = 8;
const IS_GAP = createIsGap(' \n+|&.,;~"\'', MAX_GAP);
const LONGEST_NAME = 32;
const NAME = new Uint8Array(0x10000);
for (const sign of 'abcdefghijklmnopqrstuvwxyz0123456789_.$') {
  NAME[sign.charCodeAt(0)] = 1;
  NAME[sign.toUpperCase().charCodeAt(0)] = 1;
}

/** `chr`, `CHAR`, `ChrW`, `unichr`, `String.fromCharCode`, `std::char`. */
const MAKES_CHARACTER = /cha?r|codepoint/iu;
const ARGUMENT = / ?(?:(?:0x|&h)([\da-f]{1,6})|(\d{1,7})) ?\)/iuy;
/** What an argument begins with. */
const BEGINS = new Uint8Array(0x10000);
for (const sign of ' 0123456789&') BEGINS[sign.charCodeAt(0)] = 1;

const nameStart = (text: string, end: number, floor: number): number => {
  let start = end;
  const least = Math.max(floor, end - LONGEST_NAME);
  while (start > least && NAME[text.charCodeAt(start - 1)] === 1) start--;
  return start;
};

const readCalls = function* (text: string): Generator<Token> {
  let floor = 0;
  for (let at = text.indexOf('('); at !== -1; at = text.indexOf('(', at + 1)) {
    if (BEGINS[text.charCodeAt(at + 1)] !== 1) continue;
    const start = nameStart(text, at, floor);
    if (start === at || !MAKES_CHARACTER.test(text.slice(start, at))) continue;
    ARGUMENT.lastIndex = at + 1;
    const argument = ARGUMENT.exec(text);
    if (argument === null) continue;
    const [whole, hex, decimal = ''] = argument;
    floor = at + 1 + whole.length;
    const codePoint = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    yield { start, end: floor, out: characterOf(codePoint) };
  }
};

/** As PowerShell has them. */
const CAST = /\[char\] ?(?:0x([\da-f]{1,6})|(\d{1,7}))/giu;

const readCasts = function* (text: string): Generator<Token> {
  for (const { 0: whole, 1: hex, 2: decimal = '', index } of text.matchAll(CAST)) {
    const codePoint = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    yield { start: index, end: index + whole.length, out: characterOf(codePoint) };
  }
};

/** Chains of such calls, with the text around them. */
export const decodeCharacterCalls = (text: string): MappedText | undefined => {
  const tokens = text.includes(']') && /\[char\]/iu.test(text) ? readCasts(text) : readCalls(text);
  const chains = chainsOf(text, tokens, IS_GAP, MIN_CALLS);
  return chains.length === 0 ? undefined : writeReadable(text, chains);
};
