import { createCodeUnits } from '../code-units.ts';
import { type MappedText, unchanged } from '../mapped-text.ts';

const CODE_UNITS = createCodeUnits();

/** What each ASCII character is in the cipher that turns the alphabet by half. */
const TURNED = Uint8Array.from({ length: 128 }, (_, code) => {
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  const base = code < 97 ? 65 : 97;
  return isLetter ? ((code - base + 13) % 26) + base : code;
});

export const rot13 = (text: string): MappedText => {
  const units = CODE_UNITS.read(text);
  for (let i = 0; i < text.length; i++) {
    const code = units[i] ?? 0;
    if (code < 128) units[i] = TURNED[code] ?? 0;
  }
  return unchanged(CODE_UNITS.write(text.length));
};

export const reverseAll = (text: string): MappedText => {
  CODE_UNITS.read(text).subarray(0, text.length).reverse();
  return {
    text: CODE_UNITS.write(text.length),
    toSource: ({ start, end }) => ({ start: text.length - end, end: text.length - start }),
  };
};

const MAX_WORD = 64;
const WORD = /[\p{L}\p{N}]{2,64}/gu;

const isAsciiWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** Words of other scripts may hold characters of two units, which stay together. */
export const reverseWords = (text: string): MappedText => {
  const units = CODE_UNITS.read(text);
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? (units[i] ?? 0) : 0;
    if (code > 127) return unchanged(text.replace(WORD, (word) => [...word].reverse().join('')));
    const isWord = isAsciiWord(code);
    if (isWord && i - start < MAX_WORD) continue;
    if (i - start > 1) units.subarray(start, i).reverse();
    start = isWord ? i : i + 1;
  }
  return unchanged(CODE_UNITS.write(text.length));
};
