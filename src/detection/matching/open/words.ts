import { nameBeginningBefore } from '../../entities/email.ts';
import { MAX_HELD_CHARS } from './tail.ts';

export const BREAKING_SIGNS = '"\'`,<>()[]{}|=?*$^~ \n';
const MIN_BASE64_LINE = 16;

/** Scripts that write no blanks between words, and all that is neither letter nor digit. */
const NO_TOKEN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

const fillTokenCharacters = (): Uint8Array => {
  const table = new Uint8Array(0x10000);
  for (let code = 0x21; code < 0x7f; code++) {
    if (!BREAKING_SIGNS.includes(String.fromCharCode(code))) table[code] = 1;
  }
  for (let code = 0xa1; code < 0x10000; code++) {
    if (code === 0x3000) code = 0xac00;
    const character = String.fromCharCode(code);
    const surrogate = code >= 0xd800 && code <= 0xdfff;
    if (surrogate || (/[\p{L}\p{N}\p{M}]/u.test(character) && !NO_TOKEN.test(character))) table[code] = 1;
  }
  return table;
};
const TOKEN_CHARACTERS = fillTokenCharacters();

const isToken = (text: string, at: number): boolean => TOKEN_CHARACTERS[text.charCodeAt(at)] === 1;

/** Whether a character is one of some, of which none is beyond ASCII. */
export const oneOf = (characters: string): ((code: number) => boolean) => {
  const table = new Uint8Array(0x80);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return (code) => table[code] === 1;
};

/** Where the run of characters begins that ends at `end`. */
export const startOfRun = (
  text: string,
  end: number,
  holds: (code: number) => boolean,
  limit = Number.MAX_SAFE_INTEGER,
): number => {
  const lowest = Math.max(0, end - limit);
  let at = end;
  while (at > lowest && holds(text.charCodeAt(at - 1))) at--;
  return at;
};

const isBase64 = oneOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-');

const BLANKS_BEYOND_ASCII = /[^\S\0-\x7f]/;
const isAsciiBlank = oneOf('\t\n\v\f\r ');
export const isBlank = (code: number): boolean =>
  code < 0x80 ? isAsciiBlank(code) : BLANKS_BEYOND_ASCII.test(String.fromCharCode(code));

const startOfWord = (text: string, end: number): number => {
  let at = end;
  while (at > 0 && isToken(text, at - 1)) at--;
  return at;
};

/** Where the word begins that ends at `end`, with the apostrophe of a name such as `o'brien`. */
export const startOfName = (text: string, end: number): number => {
  const at = startOfWord(text, end);
  return at - nameBeginningBefore(text, at);
};

/** The last word, and the lines of base64 before it. */
export const wordFrom = (text: string): number => {
  let at = startOfName(text, text.length);
  while (/\s/.test(text.charAt(at - 1))) {
    const line = startOfRun(text, at - 1, isBase64, MAX_HELD_CHARS);
    if (at - 1 - line < MIN_BASE64_LINE) break;
    at = line;
  }
  return at;
};

const BYTES = /(?<![\da-f])(?:(?:0x|\\x)?[\da-f]{2}|[01]{8})[\s,:;]{1,2}$/i;
const FIRST_BYTE = /^(?:$|(?:0x?|\\x?)?[\da-f]?$|(?:0x|\\x)?[\da-f]{2}(?![\da-f])|[01]{1,8}(?![01]))/i;
const LONGEST_BYTE = 11;

/** Bytes in hexadecimal or binary, written apart, and the plain text that touches them. */
export const bytesFrom = (text: string): number => {
  let at = startOfWord(text, text.length);
  if (!FIRST_BYTE.test(text.slice(at, at + LONGEST_BYTE))) return at;
  for (;;) {
    const length = BYTES.exec(text.slice(Math.max(0, at - LONGEST_BYTE), at))?.[0].length ?? 0;
    if (length === 0) return startOfWord(text, at);
    at -= length;
  }
};
